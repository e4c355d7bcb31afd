// The text, line by line. Words that people brought arrive in `data` and become text, never markup.
const RANK = ["critical", "major", "minor", "dismissed"];

function piece(place, [text, findings, ends], data, choose) {
  const severity = (number) => data.findings[number - 1].severity;
  if (!findings.length) place.appendChild(document.createTextNode(text));
  else {
    const worst = RANK.find((one) => findings.some((number) => severity(number) === one));
    const mark = make(place, "mark", `${worst}${findings.includes(data.chosen) ? " chosen" : ""}`, text);
    mark.addEventListener("click", () => choose(findings.includes(data.chosen) ? data.chosen : findings[0]));
  }
  for (const number of ends) {
    const badge = make(place, "button", `${severity(number)}${number === data.chosen ? " chosen" : ""}`, String(number));
    badge.type = "button";
    badge.title = data.findings[number - 1].said;
    badge.setAttribute("aria-label", data.findings[number - 1].said);
    badge.setAttribute("aria-pressed", String(number === data.chosen));
    badge.addEventListener("click", () => choose(number));
  }
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

export default function ({ data, parentElement, setStateValue }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  const before = parentElement.querySelector(".pane");
  const pane = document.createElement("section");
  pane.className = `pane${data.code ? " code" : ""}`;
  pane.tabIndex = 0;
  pane.setAttribute("role", "group");
  pane.setAttribute("aria-label", data.alt);
  const choose = (number) => { parentElement.clicked = number; setStateValue("chosen", number); seek(number); };
  data.lines.forEach((pieces, at) => {
    if (data.pages[at + 1]) make(pane, "p", "page", data.pages[at + 1]);
    const line = make(pane, "div", "line");
    make(line, "span", "", String(at + 1));
    const words = make(line, "p", "");
    pieces.forEach((one) => piece(words, one, data, choose));
    if (!pieces.length) words.appendChild(document.createTextNode("\u00a0"));
  });
  const had = before ? [...before.querySelectorAll("button")].indexOf(before.getRootNode().activeElement) : -1;
  const scrolled = before ? before.scrollTop : 0;
  if (before) before.replaceWith(pane); else parentElement.appendChild(pane);
  pane.scrollTop = scrolled;
  pane.querySelectorAll("button")[had]?.focus({ preventScroll: true });
  const chosen = pane.querySelector(".chosen");
  if (chosen && parentElement.shown !== data.chosen) {
    const at = chosen.closest(".line").offsetTop;
    if (at < pane.scrollTop || at > pane.scrollTop + pane.clientHeight - 60) pane.scrollTop = at - pane.clientHeight / 3;
    // Opened in the list, which on a phone stands below the text.
    if (before && parentElement.clicked !== data.chosen && innerWidth <= 640) pane.scrollIntoView({ block: "start" });
  }
  parentElement.shown = data.chosen;
  parentElement.clicked = null;
  release(parentElement);
}
