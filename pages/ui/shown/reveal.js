// The stage in a page; `draw` is line.js's, which stands before this.
// A page that draws anew above the stage mounts it again: what has moved once then stands.
const played = new Set();

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const moves = data.plays > 0 && !played.has(data.plays);
  draw(parentElement, { ...data, moves });
  played.add(data.plays);
  // With its ways on below it: their room is the stage's margin.
  if (moves) parentElement.querySelector(".stage").scrollIntoView({ block: "nearest" });
}
