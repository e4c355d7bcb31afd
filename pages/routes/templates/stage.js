const token = encodeURIComponent(new URLSearchParams(location.search).get("t"));
const lost = document.getElementById("lost"), phase = document.getElementById("phase");
let drawn = null, stop = null;

function say(one) {
  const place = document.getElementById(one.side);
  if (!place) return;
  const words = place.querySelector(".words"), follows = words.scrollHeight - words.scrollTop - words.clientHeight < 60;
  const now = make(new DocumentFragment(), "div", "words");
  write(now, one.lines.map(([name, ...said]) => [`of-${name}`, ...said])); // a picture has a class "claim", too
  morph(words, now);
  place.hidden = false;
  if (follows) words.scrollTop = words.scrollHeight;
}

function take([head, ...spoken]) {
  lost.hidden = true;
  if (drawn !== null && drawn !== head.page) {
    stop();
    // Not everyone in a hall at once.
    setTimeout(() => location.replace(`${location.pathname}?t=${token}`), 600 * Math.random());
    return;
  }
  drawn = head.page;
  phase.textContent = head.phase;
  spoken.forEach(say);
}

// A browser doesn't come back to a stream that was refused: to one that is full we do; a stage that is gone says so.
function hear() {
  stop?.();
  stop = listen(`${location.pathname}/words?t=${token}`, take, (over) => {
    lost.hidden = false;
    if (over) setTimeout(again, 1000 + 2000 * Math.random());
  });
}

async function again() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.status === 404) location.reload();
  else hear();
}

hear();
