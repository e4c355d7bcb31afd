// A page that draws anew above a picture mounts it again: what has moved once then stands.
const played = new Set();

// One stop of the Tab key a picture: inside it the arrow keys move over what can be chosen, by where it lies. A text's
// marks lie in its lines, and each of its numbers is a stop.
const stops = (place) => [...place.querySelectorAll("[data-pick]:not(.text *)")];

function stopAt(place, stop) {
  for (const one of stops(place)) one.tabIndex = one === stop ? 0 : -1;
}

function near(place, from, dx, dy) {
  const box = from.getBoundingClientRect();
  const way = (one) => {
    const to = one.getBoundingClientRect();
    const x = to.x + to.width / 2 - box.x - box.width / 2, y = to.y + to.height / 2 - box.y - box.height / 2;
    const along = x * dx + y * dy, off = Math.abs(x * dy) + Math.abs(y * dx);
    return along > 1 && one.checkVisibility() ? along + 4 * off : Infinity;
  };
  const best = stops(place).reduce((one, other) => (way(other) < way(one) ? other : one), from);
  return way(best) < Infinity ? best : null;
}

const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

function walk(place, choose) {
  const on = (kind, act) => place.addEventListener(kind, (event) => {
    const one = event.target.closest("[data-pick]");
    if (one) act(one, event);
  });
  on("click", choose);
  on("focusin", (one) => stopAt(place, one));
  on("keydown", (one, event) => {
    const chooses = event.key === "Enter" || event.key === " ", to = KEYS[event.key] && near(place, one, ...KEYS[event.key]);
    if (!chooses && !to) return;
    event.preventDefault();
    if (chooses) choose(one);
    else to.focus();
  });
}

// What is newest or chosen in a pane is brought in sight once it is another. A pane that follows is as tall as the window
// has room for with the page at its top, and rests once a person scrolled it.
function settle(pane, root) {
  if (pane.matches(".fits")) {
    const { top } = root.host.getBoundingClientRect(), main = root.host.closest("[data-testid=stMain]");
    pane.style.maxHeight = `${Math.max(300, innerHeight - top - main.scrollTop - 12)}px`;
    pane.onwheel = pane.ontouchmove = () => { pane.away = true; };
  }
  const now = [...pane.querySelectorAll(".now")].pop(), before = pane.now;
  pane.now = now?.dataset.pick ?? now?.dataset.name;
  if (!now || pane.away || pane.now === before) return;
  const { top, bottom } = now.getBoundingClientRect(), box = pane.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom - 36) pane.scrollTop += top - box.top - pane.clientHeight / 3;
}

// The list of findings comes to the one that is chosen in the text, once its tab is open and it is unfolded.
function seek(number, until = performance.now() + 8000) {
  const place = document.querySelector(`[data-test-script-state=notRunning] .st-key-finding_${number}`);
  if (place?.querySelector("details[open]") && place.offsetHeight) {
    place.scrollIntoView({ block: "nearest" });
    until = Math.min(until, performance.now() + 600); // it unfolds for a while
  }
  if (performance.now() < until) requestAnimationFrame(() => seek(number, until));
}

export default function ({ data, parentElement, setTriggerValue }) {
  parentElement.choose = (one) => {
    parentElement.last = one;
    setTriggerValue("picked", one.dataset.pick);
    if (one.closest(".text")) seek(one.dataset.pick);
  };
  if (parentElement.drawn !== data.markup + data.plays) {
    parentElement.drawn = data.markup + data.plays;
    const moves = data.plays > 0 && !played.has(data.plays);
    played.add(data.plays);
    const drawn = picture(new DocumentFragment(), data.markup, moves);
    let place = parentElement.querySelector(".place");
    if (moves) place?.remove();
    if (moves || !place) walk(place = parentElement.appendChild(drawn), (one) => parentElement.choose(one));
    else morph(place, drawn);
    // Who asked for it is brought to it, with its ways on below it (their room is the stage's margin); what comes by
    // itself scrolls nothing.
    if (moves && navigator.userActivation.isActive) place.firstElementChild.scrollIntoView({ block: "nearest" });
    for (const one of stops(place)) one.role = one.role === "cell" ? "gridcell" : "button";
    for (const one of place.querySelectorAll("[role=table]:has([data-pick])")) one.role = "grid";
    const focused = parentElement.activeElement;
    stopAt(place, stops(place).includes(focused) ? focused : stops(place)[0]);
    release(parentElement);
    const pane = place.querySelector(".pane");
    if (pane) settle(pane, parentElement);
  }
  // What was opened here was closed: the focus goes back to where it was chosen.
  if (parentElement.closed !== undefined && parentElement.closed !== data.closed) parentElement.last?.focus();
  parentElement.closed = data.closed;
}
