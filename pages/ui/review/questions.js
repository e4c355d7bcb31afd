// The questions of one argument, and every key that belongs to the page: answered here at once, told to the server as
// one growing list, so that none is lost however fast they come. Lists live as long as the page, by argument.
const SAID = {};
const REASON = "[class*=st-key-review_][class*=_reason] textarea";
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
const REST = 600; // milliseconds without a letter after which a reason is kept as it stands
let resting = 0;
let now = null; // what is in sight: { item, root, asked: each with its group and inputs, at: the marked one's place, led: to the reason, send }

const writes = (element) => element.isContentEditable || element.matches("textarea, select, input:not([type=radio], [type=checkbox], [type=button])");

function say(word) {
  (SAID[now.item] ??= []).push(word);
  now.send("said", [...SAID[now.item]]);
}

function mark(at) {
  now.at = at;
  now.asked.forEach(({ group, inputs, answer }, place) => {
    inputs.forEach((input, option) => { input.checked = answer === option; });
    // What only some options mean is said of the chosen one.
    if (inputs[0].parentElement.title) group.querySelector(".head span").textContent = inputs[answer]?.parentElement.title ?? "";
    group.ariaCurrent = place === at ? "true" : null;
  });
}

// On it goes to the next open question, else the next one; the last stays.
function answer(at, option, goesOn) {
  const { asked } = now;
  asked[at].answer = option;
  now.led = false;
  say(`${asked[at].key}=${option}`);
  const open = [...asked.keys()].filter((place) => asked[place].answer == null);
  const next = open.find((place) => place > at) ?? open[0] ?? Math.min(at + 1, asked.length - 1);
  mark(goesOn ? next : at);
}

function pressed(event) {
  const from = event.composedPath()[0];
  if (event.key === "Enter") clearTimeout(resting); // What gives the scores brings the reason with it.
  if (!now || event.repeat || event.ctrlKey || event.metaKey || event.altKey || writes(from)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (["n", "p", "s", "u", "?"].includes(key)) return say(`=${key}`);
  const { asked, at, root } = now;
  // To the reason, which stands above: once, and again after each answer, so that Tab leads past the questions, too.
  const reason = key === "Tab" && !event.shiftKey && !["A", "BUTTON"].includes(from.tagName) && document.querySelector(REASON);
  if (reason && !now.led) { now.led = true; event.preventDefault(); reason.focus(); }
  const option = asked[at]?.keys.indexOf(key);
  if (option >= 0) answer(at, option, true);
  else if (asked.length && STEPS[key]) mark((at + STEPS[key] + asked.length) % asked.length);
  else return;
  event.preventDefault();
  // Where the focus was on a question, it goes with the mark; the marked one is brought in sight.
  const { group, inputs } = asked[now.at];
  if (root.activeElement?.tagName === "INPUT") (inputs.find((input) => input.checked) ?? inputs[0]).focus({ preventScroll: true });
  group.scrollIntoView({ block: "nearest" });
}
window.addEventListener("keydown", pressed);

// Streamlit hears of a text once its field is left; whoever writes a reason may close the page before.
window.addEventListener("input", ({ target }) => {
  clearTimeout(resting);
  const mine = now;
  if (!mine || !target.matches(REASON)) return;
  resting = setTimeout(() => { if (now === mine) now.send("reason", target.value); }, REST);
});

export default function ({ data, parentElement, setStateValue }) {
  if (now?.item === data.item && now.root === parentElement) { now.send = setStateValue; return; }
  parentElement.querySelector(".questions")?.remove();
  const place = parentElement.appendChild(parsed(data.markup)), groups = [...place.children];
  const asked = data.asked.map((one, at) => ({ ...one, group: groups[at], inputs: [...groups[at].querySelectorAll("input")] }));
  const mine = now = { item: data.item, root: parentElement, asked, at: 0, send: setStateValue };
  const placeOf = (input) => groups.indexOf(input.closest("[role=radiogroup]"));
  // The arrows of a focused row try one value after the other: the mark stays with them.
  let byArrow = false;
  place.onkeydown = (event) => { byArrow = event.key.startsWith("Arrow"); };
  place.onclick = (event) => { if (event.target.name) byArrow = event.detail === 0; };
  place.onchange = ({ target }) => answer(placeOf(target), Number(target.value), !byArrow);
  place.addEventListener("focusin", ({ target }) => { if (now.at !== placeOf(target)) mark(placeOf(target)); });
  mark(Math.max(0, asked.findIndex((one) => one.answer == null)));
  const detail = asked[now.at]?.inputs[asked[now.at].answer ?? 0];
  if (detail) place.dispatchEvent(new CustomEvent("asks", { detail, bubbles: true, composed: true }));
  return () => { if (now === mine) now = null; };
}
