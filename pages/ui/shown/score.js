// Each side's score from turn to turn, drawn from values alone; shapes stretch with the place, words and marks do not.
export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".score")?.remove();
  const place = make(parentElement, "div", "score");
  place.style.height = `${data.height}px`;
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", data.alt);
  const plot = make(place, "div", "plot");
  const across = (turn) => ((turn - data.first + 0.6) / (data.last - data.first + 1.2)) * 100;
  const down = (value) => ((data.high - value) / (data.high - data.low)) * 100;
  for (let value = Math.ceil(data.low / 10) * 10; value <= Math.min(100, data.high); value += 10)
    make(plot, "i", "level", null, { top: down(value) }).dataset.said = value;
  const lines = plot.appendChild(document.createElementNS(SVG, "svg"));
  lines.setAttribute("viewBox", "0 0 100 100");
  lines.setAttribute("preserveAspectRatio", "none");
  for (const one of data.turns) {
    if (one.turning) make(plot, "i", "turning", "◆", { left: across(one.number) });
    make(plot, "span", "turn", one.said, { left: across(one.number) });
  }
  for (const side of data.sides) {
    if (!side.means.length) continue;
    const line = lines.appendChild(document.createElementNS(SVG, "polyline"));
    line.setAttribute("class", side.name);
    line.setAttribute("points", side.means.map(([turn, mean]) => `${across(turn)},${down(mean)}`).join(" "));
    const [turn, mean] = side.means.at(-1);
    make(plot, "b", `${side.name} ${side.ahead ? "above" : "below"}`, side.name.toUpperCase(), { left: across(turn), top: down(mean) });
  }
  for (const mark of data.marks)
    make(plot, "i", `mark ${mark.side}`, null, { left: across(mark.turn), top: down(mark.value) }).title = mark.said;
  make(place, "span", "axis", data.axis);
}
