// Words arrive as they are spoken and become text, never markup. A hidden tab lets go of its stream: a browser keeps six
// connections to a host.
const token = new URLSearchParams(location.search).get("t");
const lost = document.getElementById("lost"), phase = document.getElementById("phase");
const keys = {};
let stream = null, drawn = null;

function say(one) {
  const place = document.getElementById(one.side);
  if (!place) return;
  const words = place.querySelector(".words");
  const follows = words.scrollHeight - words.scrollTop - words.clientHeight < 60;
  if (one.add !== undefined && keys[one.side] === one.key) words.append(one.add);
  else words.textContent = one.text ?? "";
  keys[one.side] = one.key;
  place.hidden = false;
  if (follows) words.scrollTop = words.scrollHeight;
}

function take(event) {
  lost.hidden = true;
  const told = JSON.parse(event.data);
  if (drawn !== null && drawn !== told.page) {
    close();
    // Not everyone in a hall at once.
    setTimeout(() => location.replace(`${location.pathname}?t=${encodeURIComponent(token)}`), 600 * Math.random());
    return;
  }
  drawn = told.page;
  phase.textContent = told.phase;
  told.spoken.forEach(say);
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
