// Where each presentation stands; null once it was left, so that a page that mounts it again doesn't open it again.
const places = new Map();

const BY_KEY = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1, Backspace: -1, Home: -Infinity, End: Infinity };

function present(root, data, left) {
  const last = data.slides.length - 1, dialog = root.appendChild(parsed(data.markup)), slide = dialog.firstElementChild;
  const [back, next, save, leave] = dialog.querySelectorAll("button"), [count, clock] = dialog.querySelectorAll(".count");
  const advance = dialog.querySelector("select");
  const show = (to) => {
    const at = Math.min(last, Math.max(0, to));
    if (at === places.get(data.begun) && slide.childElementCount) return;
    places.set(data.begun, at);
    slide.replaceChildren();
    slide.className = `slide ${data.slides[at].kind}`;
    slide.setAttribute("aria-label", `${at + 1} of ${last + 1}`);
    picture(slide, data.slides[at].markup, true);
    slide.scrollTop = 0;
    count.textContent = `${at + 1} of ${last + 1}`;
    back.disabled = at === 0;
    next.disabled = at === last;
    stays();
  };
  const by = (step) => show(places.get(data.begun) + step);
  const began = Date.now();
  const ticks = setInterval(() => {
    const seconds = Math.floor((Date.now() - began) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }, 500);
  // By itself it goes on to the end, and anything that is pressed begins the stay anew.
  let stay = 0;
  const stays = () => {
    clearTimeout(stay);
    if (advance.value && !next.disabled) stay = setTimeout(() => by(1), 1000 * advance.value);
  };
  advance.onchange = stays;
  back.onclick = () => by(-1);
  next.onclick = () => by(1);
  save.onclick = () => print(root, data);
  leave.onclick = () => dialog.close();
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation(); // The page's own keys rest.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p") { event.preventDefault(); return print(root, data); }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.toLowerCase() === "f" && !event.repeat) return document.fullscreenElement ? leaveFull() : fill();
    const step = BY_KEY[event.key];
    if (!step || event.target === advance || (event.key === " " && event.target.tagName === "BUTTON")) return;
    event.preventDefault();
    by(step);
  });
  dialog.addEventListener("close", () => {
    places.set(data.begun, null);
    clearInterval(ticks);
    clearTimeout(stay);
    leaveFull();
    dialog.remove();
    left();
    document.querySelector(".st-key-present button")?.focus();
  });
  show(places.get(data.begun) ?? 0);
  requestAnimationFrame(() => dialog.showModal()); // What is not in the document yet can't be opened.
}

// A dialog itself may not fill the screen; the page behind it may, and the dialog stays above it. A browser may refuse.
const fill = () => document.documentElement.requestFullscreen?.().catch(() => {});
const leaveFull = () => document.fullscreenElement && document.exitFullscreen();

// Every slide on a page of its own, in a frame that the browser prints or saves as PDF, in the colours of the screen.
function print(root, data) {
  const frame = make(root, "iframe", "printed"), paper = frame.contentDocument, body = paper.body;
  const css = [...root.getRootNode().querySelectorAll("style")].map((one) => one.textContent).join("\n");
  const now = getComputedStyle(root.querySelector("dialog")), names = new Set(css.match(/--st-[\w-]+/g));
  for (const name of names) paper.documentElement.style.setProperty(name, now.getPropertyValue(name));
  make(paper.head, "style", "", css.replaceAll(":host", ":root"));
  const printed = data.slides.filter((one) => one.prints), origin = root.querySelector(".origin").outerHTML;
  paper.title = printed[0].title;
  body.className = "paper";
  for (const one of printed) picture(make(body, "div", `slide ${one.kind}`), one.markup + origin);
  frame.contentWindow.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow.print();
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (places.get(data.begun) === null || (parentElement.begun === data.begun && parentElement.querySelector("dialog"))) return;
  parentElement.querySelector("dialog")?.remove();
  parentElement.begun = data.begun;
  present(parentElement, data, () => setTriggerValue("closed", true));
}
