// The decision study, drawn from values alone. All words become text, never markup.
function make(parent, tag, name, values = {}, text = null) {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  for (const [key, value] of Object.entries(values)) element.style.setProperty(`--${key}`, value);
  if (text !== null) element.textContent = text;
  return element;
}

function dots(plot, data) {
  for (const one of data.places) {
    if (one.absolute !== null) make(plot, "i", "absolute", { x: one.x, y: one.absolute }).title = one.said;
    if (one.relative !== null) make(plot, "i", one.mark ? "marked" : "", { x: one.x, y: one.relative }).title = one.said;
  }
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const place = make(parentElement, "div", "place");
  const plot = make(place, "div", "plot");
  plot.setAttribute("role", "img");
  plot.setAttribute("aria-label", data.alt);
  for (const [y, said] of [[0, "0"], [data.target, ".80"], [1, "1"]]) {
    make(plot, "div", y === data.target ? "level target" : "level", { y });
    make(plot, "span", "axis", { y }, said);
  }
  dots(plot, data);
  const ticks = make(place, "div", "ticks");
  for (const one of data.places) if (one.tick) make(ticks, "span", "", { x: one.x }, String(one.judges));
  const legend = make(place, "div", "legend");
  for (const [name, said] of data.legend) {
    const item = make(legend, "span", "");
    make(item, "i", name);
    item.append(said);
  }
}
