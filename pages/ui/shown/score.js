// Each side's score from turn to turn, drawn from values alone; shapes stretch with the place, words and marks do not.
const SVG = "http://www.w3.org/2000/svg";

function make(parent, tag, name, at = {}, text = "") {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  for (const [key, value] of Object.entries(at)) element.style[key] = `${value}%`;
  element.textContent = text;
  return element;
}

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
    make(plot, "i", "level", { top: down(value) }).dataset.said = value;
  const lines = plot.appendChild(document.createElementNS(SVG, "svg"));
  lines.setAttribute("viewBox", "0 0 100 100");
  lines.setAttribute("preserveAspectRatio", "none");
  for (const one of data.turns) {
    if (one.turning) make(plot, "i", "turning", { left: across(one.number) }, "◆");
    make(plot, "span", "turn", { left: across(one.number) }, one.said);
  }
  for (const side of data.sides) {
    if (!side.means.length) continue;
    const line = lines.appendChild(document.createElementNS(SVG, "polyline"));
    line.setAttribute("class", side.name);
    line.setAttribute("points", side.means.map(([turn, mean]) => `${across(turn)},${down(mean)}`).join(" "));
    const [turn, mean] = side.means.at(-1);
    make(plot, "b", `${side.name} ${side.ahead ? "above" : "below"}`, { left: across(turn), top: down(mean) }, side.name.toUpperCase());
  }
  for (const mark of data.marks)
    make(plot, "i", `mark ${mark.side}`, { left: across(mark.turn), top: down(mark.value) }).title = mark.said;
  make(place, "span", "axis", {}, data.axis);
}
