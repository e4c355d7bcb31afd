// Words arrive as they are spoken and become text, never markup. A hidden tab lets go of its stream: a browser keeps six
// connections to a host.
const token = new URLSearchParams(location.search).get("t");
const lost = document.getElementById("lost"), phase = document.getElementById("phase");
let stream = null, drawn = null, parts = [];

function say(one) {
  const place = document.getElementById(one.side);
  if (!place) return;
  const words = place.querySelector(".words"), before = words.textContent;
  if (one.text === before) return;
  const follows = words.scrollHeight - words.scrollTop - words.clientHeight < 60;
  if (before && one.text.startsWith(before)) words.append(one.text.slice(before.length));
  else words.textContent = one.text;
  place.hidden = false;
  if (follows) words.scrollTop = words.scrollHeight;
}

function take(event) {
  lost.hidden = true;
  parts = changed(parts, event.data);
  const [head, ...spoken] = parts.map((part) => JSON.parse(part));
  if (drawn !== null && drawn !== head.page) {
    close();
    // Not everyone in a hall at once.
    setTimeout(() => location.replace(`${location.pathname}?t=${encodeURIComponent(token)}`), 600 * Math.random());
    return;
  }
  drawn = head.page;
  phase.textContent = head.phase;
  spoken.forEach(say);
}

function open() {
  if (stream || document.hidden) return;
  stream = new EventSource(`${location.pathname}/words?t=${encodeURIComponent(token)}`);
  stream.onmessage = take;
  stream.onerror = () => { lost.hidden = false; };
}

function close() {
  stream?.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
open();
