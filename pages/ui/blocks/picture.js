// A page that draws anew above a picture mounts it again: what has moved once then stands.
const played = new Set(), ASKED = 3000;
let acted = -ASKED;
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { acted = performance.now(); }, true);

// One stop of the Tab key a picture: inside it the arrow keys move over what can be chosen, by where it lies.
function walk(place, choose) {
  const all = [...place.querySelectorAll("[data-pick]:not(.text *)")];
  for (const one of all) one.role = one.role === "cell" ? "gridcell" : "button";
  for (const one of place.querySelectorAll("[role=table]:has([data-pick])")) one.role = "grid";
  const stop = (at) => all.forEach((one) => one.setAttribute("tabindex", one === at ? 0 : -1));
  stop(all[0]);
  const near = (from, dx, dy) => {
    const box = from.getBoundingClientRect();
    const way = (one) => {
      const to = one.getBoundingClientRect();
      const x = to.x + to.width / 2 - box.x - box.width / 2, y = to.y + to.height / 2 - box.y - box.height / 2;
      const along = x * dx + y * dy, off = Math.abs(x * dy) + Math.abs(y * dx);
      return along > 1 && one.checkVisibility() ? along + 4 * off : Infinity;
    };
    const best = all.reduce((one, other) => (way(other) < way(one) ? other : one), from);
    return way(best) < Infinity ? best : null;
  };
  const keys = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const picked = (event) => event.target.closest("[data-pick]");
  place.addEventListener("click", (event) => { const one = picked(event); if (one) choose(one); });
  place.addEventListener("focusin", (event) => { const one = picked(event); if (one) stop(one); });
  place.addEventListener("keydown", (event) => {
    const one = picked(event);
    if (!one) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(one); return; }
    const to = keys[event.key] && near(one, ...keys[event.key]);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

// A pane stays where it was, until what is newest or chosen in it is another; one that follows is as tall as the window
// has room for with the page at its top, and rests once a person scrolled it.
function settle(pane, before, root) {
  if (pane.matches(".fits")) {
    const { top } = pane.getBoundingClientRect(), main = root.host.closest("[data-testid=stMain]");
    pane.style.maxHeight = `${Math.max(300, innerHeight - top - main.scrollTop - 12)}px`;
    pane.away = before?.away;
    pane.onwheel = pane.ontouchmove = () => { pane.away = true; };
  }
  pane.scrollTop = before?.scrollTop ?? 0;
  const now = [...pane.querySelectorAll(".now")].pop();
  pane.now = now?.dataset.pick ?? now?.dataset.name;
  if (!now || pane.away || pane.now === before?.now) return;
  const { top, bottom } = now.getBoundingClientRect(), box = pane.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom - 36) pane.scrollTop += top - box.top - pane.clientHeight / 3;
  // Chosen in a list, which on a phone stands below.
  if (before && root.last?.dataset.pick !== pane.now && innerWidth <= 640) pane.scrollIntoView({ block: "start" });
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
    const before = parentElement.querySelector(".place");
    const focused = before?.contains(before.getRootNode().activeElement) && before.getRootNode().activeElement.dataset.pick;
    const opened = new Set([...(before?.querySelectorAll("details[open]") ?? [])].map((one) => one.dataset.name));
    before?.remove();
    const moves = data.plays > 0 && !played.has(data.plays);
    const place = picture(parentElement, data.markup, moves);
    played.add(data.plays);
    for (const one of place.querySelectorAll("details")) one.open = opened.has(one.dataset.name);
    // Who asked for it is brought to it, with its ways on below it (their room is the stage's margin); what comes by
    // itself scrolls nothing.
    if (moves && performance.now() - acted < ASKED) place.firstElementChild.scrollIntoView({ block: "nearest" });
    walk(place, (one) => parentElement.choose(one));
    if (focused) place.querySelector(`button[data-pick="${CSS.escape(focused)}"], [data-pick="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    release(parentElement);
    const pane = place.querySelector(".pane");
    if (pane) settle(pane, before?.querySelector(".pane"), parentElement);
  }
  // What was opened here was closed: the focus goes back to where it was chosen.
  if (parentElement.closed !== undefined && parentElement.closed !== data.closed) parentElement.last?.focus();
  parentElement.closed = data.closed;
}
