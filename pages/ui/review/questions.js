// The questions of one argument, and every key that belongs to the page: answered here at once, told to the server as
// one growing list, so that none is lost however fast they come. Lists live as long as the page, by argument.
const SAID = {};
const REASON = "[class*=st-key-review_][class*=_reason] textarea";
const COMMANDS = ["n", "p", "s", "u", "?"];
const REST = 600; // milliseconds without a letter after which a reason is kept as it stands
let resting = 0;
let now = null; // what is in sight: { item, root, asked, answers, marked, groups, send }

const writes = (element) => element.isContentEditable || element.matches("textarea, select, input:not([type=radio], [type=checkbox], [type=button])");

function say(word) {
  (SAID[now.item] ??= []).push(word);
  now.send("said", [...SAID[now.item]]);
}

function draw() {
  for (const { key } of now.asked) {
    const { group, inputs } = now.groups[key];
    inputs.forEach((input, at) => { input.checked = now.answers[key] === at; });
    // What only some options mean is said of the chosen one.
    const meant = inputs[now.answers[key]]?.parentElement.title;
    if (inputs[0].parentElement.title) group.querySelector(".head span").textContent = meant ?? "";
    group.ariaCurrent = key === now.marked ? "true" : null;
  }
}

function mark(key) {
  now.marked = key;
  draw();
}

// After an answer the next open question, else the next one; the last stays.
function after(key) {
  const at = now.asked.findIndex((one) => one.key === key);
  const others = [...now.asked.slice(at + 1), ...now.asked.slice(0, at)];
  const open = others.find((one) => now.answers[one.key] == null);
  return (open ?? now.asked[Math.min(at + 1, now.asked.length - 1)]).key;
}

function answer(key, option, goOn) {
  now.answers[key] = option;
  say(`${key}=${option}`);
  mark(goOn ? after(key) : key);
}

// Where the focus was on a question, it goes with the mark; the marked one is brought in sight.
function follow() {
  const { group, inputs } = now.groups[now.marked];
  if (now.root.activeElement?.tagName === "INPUT") {
    (inputs.find((input) => input.checked) ?? inputs[0]).focus({ preventScroll: true });
  }
  group.scrollIntoView({ block: "nearest" });
}

function pressed(event) {
  const at = event.composedPath()[0];
  if (event.key === "Enter") clearTimeout(resting); // What gives the scores brings the reason with it.
  if (!now || event.repeat || event.ctrlKey || event.metaKey || event.altKey || writes(at)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (COMMANDS.includes(key)) return say(`=${key}`);
  // When every question is answered, what is left is the reason, which stands above them.
  if (key === "Tab" && !event.shiftKey && !["A", "BUTTON"].includes(at.tagName) && now.asked.every((one) => now.answers[one.key] != null)) {
    const reason = document.querySelector(REASON);
    if (reason && !reason.value.trim()) { event.preventDefault(); reason.focus(); }
    return;
  }
  const marked = now.asked.findIndex((one) => one.key === now.marked);
  if (marked < 0) return;
  const option = now.asked[marked].keys.indexOf(key);
  if (option >= 0) answer(now.marked, option, true);
  else if (key === "ArrowDown") mark(now.asked[(marked + 1) % now.asked.length].key);
  else if (key === "ArrowUp") mark(now.asked[(marked + now.asked.length - 1) % now.asked.length].key);
  else return;
  event.preventDefault();
  follow();
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
  if (now?.item === data.item && now.root === parentElement) {
    now.send = setStateValue;
    return;
  }
  parentElement.querySelector(".questions")?.remove();
  const place = parentElement.appendChild(parsed(data.markup));
  const answers = Object.fromEntries(data.asked.map((one) => [one.key, one.answer]));
  const groups = Object.fromEntries([...place.children].map((group) => [group.dataset.name, { group, inputs: [...group.querySelectorAll("input")] }]));
  const open = data.asked.find((one) => one.answer == null) ?? data.asked[0];
  now = { item: data.item, root: parentElement, asked: data.asked, answers, groups, marked: open?.key, send: setStateValue };
  // The arrows of a focused row try one value after the other: the mark stays with them.
  let byArrow = false;
  place.onkeydown = (event) => { byArrow = event.key.startsWith("Arrow"); };
  place.onclick = (event) => { if (event.target.name) byArrow = event.detail === 0; };
  place.onchange = ({ target }) => answer(target.name, Number(target.value), !byArrow);
  place.addEventListener("focusin", ({ target }) => { if (target.name && now.marked !== target.name) mark(target.name); });
  draw();
  const detail = open && groups[now.marked].inputs[0];
  if (detail) place.dispatchEvent(new CustomEvent("asks", { detail, bubbles: true, composed: true }));
  const mine = now;
  return () => { if (now === mine) now = null; };
}
