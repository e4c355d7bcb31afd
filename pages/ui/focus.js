// Where the focus goes when what had it is gone or folded away, and on another page: once the page is drawn, to the
// first heading or control of what stands nearest. Nobody is taken from where they went meanwhile; a mouse is followed
// to a page only.
const CONTROLS = ":is(a[href], button, input, textarea, select, summary, [tabindex='0']):not(:disabled, [tabindex='-1'])";
const NAMES = "[data-testid=stHeader], .st-key-page_names";
const RUNNING = "[data-test-script-state]:not([data-test-script-state=notRunning])";
const CHANGES = { childList: true, subtree: true, attributeFilter: ["data-test-script-state", "disabled", "open"] };
const changes = new MutationObserver(look);
let way = []; // from what has the focus, and shows it, up to the document, through shadows
let landed = null; // where it was put, until the next key
let page = location.pathname;
let again = 0;
let revealed = null;

function find(root, wanted) {
  for (const one of root.querySelectorAll("*")) {
    const shown = one.matches(wanted) && !one.closest(NAMES) && one.checkVisibility({ visibilityProperty: true });
    const found = shown ? one : one.shadowRoot && find(one.shadowRoot, wanted);
    if (found) return found;
  }
  return null;
}

// A question that is marked, else what comes first.
function nearest(main) {
  let at = way.slice(1).find((one) => one.isConnected);
  for (; at && !at.contains(main); at = at.host ?? at.parentNode) {
    const place = find(at, "[aria-current=true] input") ?? find(at, `h1, h2, h3, h4, ${CONTROLS}`);
    if (place) return place;
  }
  return find(main, "h1");
}

function land(place) {
  clearTimeout(again);
  if (!place) { again = setTimeout(look, 100); return; } // A fragment of ours is not drawn yet.
  if (!place.matches(CONTROLS)) place.tabIndex = -1;
  place.focus();
  landed = place;
}

// What takes the place of a long form begins elsewhere than where one pressed its button.
function bringInSight() {
  const now = document.querySelector(".st-key-revealed"), top = now?.getBoundingClientRect().top;
  const away = top < 68 || top > innerHeight - 200;
  if (now !== revealed && away && navigator.userActivation.hasBeenActive) now.scrollIntoView();
  revealed = now;
}

function look() {
  markLost();
  if (document.querySelector(RUNNING)) return;
  bringInSight();
  const now = document.activeElement;
  const went = page !== location.pathname && (now === document.body || now.closest(NAMES));
  const gone = way.length && [document.body, way[0]].includes(now) && (way[0].disabled || !way[0].checkVisibility());
  const main = document.querySelector("[data-testid=stMain]");
  if (went || gone) land(went ? find(main, "h1") : nearest(main));
}

// The way is known from where a ring shows the focus, or a key is pressed; a dialog gives the focus back by itself.
function follow(event) {
  const path = event.composedPath().filter((one) => one !== window);
  const followed = event.type === "keydown" || path[0].matches(":focus-visible");
  way = followed && !path.some((one) => one.role === "dialog") ? path : [];
  way.filter((one) => one instanceof ShadowRoot).forEach((root) => changes.observe(root, CHANGES));
  page = location.pathname;
}

document.addEventListener("focusin", follow);
document.addEventListener("keydown", (event) => { landed = null; follow(event); }, true);
document.addEventListener("pointerdown", () => { way = []; landed = null; }, true);
// Questions that come late, or for a key that was pressed without a focus.
document.addEventListener("asks", ({ detail }) => {
  const free = document.activeElement === document.body && navigator.userActivation.hasBeenActive;
  if (!free && !landed?.matches(":focus")) return;
  land(detail);
  // What is asked about comes first.
  document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
});
changes.observe(document.body, CHANGES);

// Streamlit's dialogs take the focus, and give it back, once nothing on the page is in transition; of an element whose
// transitions were all broken off, as by a quick Tab, they hear of the first only and would wait for ever.
document.addEventListener("transitioncancel", ({ target, propertyName }) => {
  target.dispatchEvent(new TransitionEvent("transitionend", { propertyName, bubbles: true }));
});
