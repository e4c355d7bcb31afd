// A debate for a room, over the whole window.
// Words that people or models wrote arrive in `data` and become text, never markup.
// Where each presentation stands; null once it was left, so that a page that mounts it again doesn't open it again.
const places = new Map();

const BY_KEY = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1, Backspace: -1, Home: -Infinity, End: Infinity };

const length = (text) => (text.length <= 48 ? "short" : text.length <= 120 ? "middling" : "long");

function fill(slide, one) {
  make(slide, "p", "over", one.over);
  if (one.stage) return picture(slide, one.stage, true);
  const main = make(slide, "div", `main ${one.main.side}`);
  if (one.main.label) {
    const label = make(main, "p", "label");
    if (one.shape) shape(label, one.shape);
    label.appendChild(document.createTextNode(one.main.label));
  }
  make(main, "h2", length(one.main.text), one.main.text);
  for (const said of one.under) {
    const under = make(slide, "div", `under ${said.side}`);
    if (said.label) make(under, "p", "label", said.label);
    if (said.text) make(under, "p", "text", said.text);
  }
}

function button(parent, words, act) {
  const one = make(parent, "button", "", words);
  one.type = "button";
  one.addEventListener("click", act);
  return one;
}

function present(root, data, left) {
  const last = data.slides.length - 1;
  const dialog = make(root, "dialog", "presenter");
  dialog.setAttribute("aria-label", "The debate, one thing at a time");
  const slide = make(dialog, "div", "slide");
  slide.tabIndex = 0;
  slide.autofocus = true;
  slide.setAttribute("role", "group");
  slide.setAttribute("aria-live", "polite");
  const foot = make(dialog, "div", "foot");
  const show = (to) => {
    const at = Math.min(last, Math.max(0, to));
    if (at === places.get(data.begun) && slide.childElementCount) return;
    places.set(data.begun, at);
    slide.replaceChildren();
    slide.className = `slide ${data.slides[at].kind}`;
    slide.setAttribute("aria-label", `${at + 1} of ${last + 1}`);
    fill(slide, data.slides[at]);
    slide.scrollTop = 0;
    count.textContent = `${at + 1} of ${last + 1}`;
    back.disabled = at === 0;
    next.disabled = at === last;
  };
  const by = (step) => show(places.get(data.begun) + step);
  const back = button(foot, "Back", () => by(-1));
  const count = make(foot, "span", "count");
  const next = button(foot, "Next", () => by(1));
  make(foot, "span", "origin", data.origin);
  make(foot, "span", "keys", "Arrow keys, Home and End move; F fills the screen; Esc leaves");
  button(foot, "Leave", () => dialog.close());
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation(); // The page's own keys rest.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.toLowerCase() === "f" && !event.repeat) return fillScreen(!document.fullscreenElement);
    const step = BY_KEY[event.key];
    if (!step) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    by(step);
  });
  dialog.addEventListener("close", () => {
    places.set(data.begun, null);
    fillScreen(false);
    dialog.remove();
    left();
  });
  show(places.get(data.begun) ?? 0);
  open(dialog);
}

// A dialog itself may not fill the screen; the page behind it may, and the dialog stays above it. A browser may refuse.
function fillScreen(fills) {
  if (fills) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

// What is not in the document yet can't be opened.
function open(dialog) {
  if (dialog.isConnected) dialog.showModal();
  else requestAnimationFrame(() => open(dialog));
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (places.get(data.begun) === null || (parentElement.begun === data.begun && parentElement.querySelector("dialog"))) return;
  parentElement.querySelector("dialog")?.remove();
  parentElement.begun = data.begun;
  present(parentElement, data, () => setTriggerValue("closed", true));
}
