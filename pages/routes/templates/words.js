// The parts of what is heard after a message: how many there are, and of each that changed what stays at its ends.
function changed(parts, message) {
  const [many, changes] = JSON.parse(message), now = parts.slice(0, many);
  for (const [at, begin, end, put] of changes) {
    const old = now[at] ?? "";
    now[at] = old.slice(0, begin) + put + old.slice(old.length - end);
  }
  return now;
}

// Hands on the parts of what is said at an address, each time one changed; `lost`: that there are none, for good or for
// now. A hidden tab lets go: a browser keeps six connections to a host. Called, what it returns ends it.
function listen(address, take, lost) {
  let stream = null, due = 0;
  const close = () => { clearTimeout(due); stream?.close(); };
  const turn = () => {
    close();
    if (document.hidden) return;
    let parts = [];
    const now = stream = new EventSource(address);
    due = setTimeout(() => lost(true), 4000); // without a first word it counts as none
    now.onmessage = ({ data }) => {
      clearTimeout(due);
      parts = changed(parts, data);
      take(parts.map((one) => JSON.parse(one)));
    };
    now.onerror = () => lost(now.readyState === EventSource.CLOSED);
  };
  document.addEventListener("visibilitychange", turn);
  turn();
  return () => { close(); document.removeEventListener("visibilitychange", turn); };
}
