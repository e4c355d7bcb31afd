// The parts of what is heard after a message: how many there are, and of each that changed what stays at its ends.
function changed(parts, message) {
  const [many, changes] = JSON.parse(message), now = parts.slice(0, many);
  for (const [at, begin, end, put] of changes) {
    const old = now[at] ?? "";
    now[at] = old.slice(0, begin) + put + old.slice(old.length - end);
  }
  return now;
}

