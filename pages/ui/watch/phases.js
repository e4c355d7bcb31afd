// Phases in one line: what is done, what is under way with its words, what is to come.
export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  const list = document.createElement("ol");
  list.className = "phases";
  for (const phase of data.phases) {
    const item = list.appendChild(document.createElement("li"));
    item.className = phase.state;
    item.title = `${phase.name}: ${phase.words}`;
    const name = item.appendChild(document.createElement("b"));
    name.textContent = phase.shows ? `${phase.name}: ` : phase.name;
    if (phase.shows) item.appendChild(document.createTextNode(phase.words));
  }
  const before = parentElement.querySelector(".phases");
  if (before) before.replaceWith(list); else parentElement.appendChild(list);
}
