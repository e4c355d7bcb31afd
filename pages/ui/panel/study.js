// The decision study, drawn from values alone. All words become text, never markup.
function dots(plot, data) {
  for (const one of data.places) {
    if (one.absolute !== null) make(plot, "i", "absolute", null, { x: one.x, y: one.absolute }).title = one.said;
    if (one.relative !== null) make(plot, "i", one.kind, null, { x: one.x, y: one.relative }).title = one.said;
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
  for (const [y, said] of [[0, "0"], [data.target, "0.80"], [1, "1"]]) {
    make(plot, "div", y === data.target ? "level target" : "level", null, { y });
    make(plot, "span", "axis", said, { y });
  }
  dots(plot, data);
  const ticks = make(place, "div", "ticks");
  for (const one of data.places) if (one.tick) make(ticks, "span", "", String(one.judges), { x: one.x });
  make(place, "div", "below", "number of such judges");
  const legend = make(place, "div", "legend");
  for (const [name, said] of data.legend) {
    const item = make(legend, "span", "");
    make(item, "i", name);
    item.append(said);
  }
}
