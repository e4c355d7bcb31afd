// Phases in one line: what is done, what is under way with its words, what is to come.
export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".phases")?.remove();
  const list = make(parentElement, "ol", "phases");
  for (const phase of data.phases) {
    const item = make(list, "li", phase.state);
    item.title = `${phase.name}: ${phase.words}`;
    make(item, "b", "", phase.name);
    if (phase.shows) item.append(`: ${phase.words}`);
  }
}
