// The arguments with the answers that come in beside them. A row is made once and then changed, so that what a person
// opened stays open. All words become text, never markup.
function make(parent, tag, name, text = null) {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  if (text !== null) element.textContent = text;
  return element;
}

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function row(list, one) {
  const place = make(list, "details", "");
  const head = make(place, "summary", "");
  make(head, "b", `id ${one.side}`, one.id);
  make(head, "span", "claim", one.claim);
  const kind = make(head, "span", `kind ${one.by}`);
  const answer = make(place, "div", `answer ${one.by}`);
  return { place, kind, said: make(answer, "p", ""), asks: make(answer, "p", "asks"), state: "" };
}

function fill(kept, one) {
  say(kept.kind, one.kind);
  say(kept.said, one.said);
  say(kept.asks, one.asks ? `Asks. ${one.asks}` : "");
  if (kept.state === one.state) return;
  kept.state = one.state;
  kept.place.className = one.state;
  kept.place.open = one.state === "writing";
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  let list = parentElement.querySelector(".pairs");
  if (!list) {
    list = make(parentElement, "section", "pairs");
    list.tabIndex = 0;
    list.setAttribute("aria-label", "Arguments and the answers to them");
    parentElement.rows = new Map();
    list.scrollIntoView({ block: "nearest" });
  }
  for (const one of data.rows) {
    if (!parentElement.rows.has(one.id)) parentElement.rows.set(one.id, row(list, one));
    fill(parentElement.rows.get(one.id), one);
  }
  list.querySelectorAll(".loose").forEach((before) => before.remove());
  for (const one of data.loose) make(list, "p", `loose answer ${one.side}`, one.said);
  // The newest words stay in sight: within this list only, so that a page somebody scrolled stays where it is.
  const last = [...list.querySelectorAll(".writing .answer, .loose")].pop();
  if (last) list.scrollTop += Math.max(0, last.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);
}
