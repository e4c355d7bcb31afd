// Tables of tinted cells, drawn anew only where something changed. All words become text, never markup. One stop of the
// Tab key a table: inside it the arrow keys move, Enter or a click opens.
const FIRST = 10; // lines in sight of a long table, until all are asked for

function part(parent, tag, role, name, text = null) {
  const element = make(parent, tag, name, text);
  element.setAttribute("role", role);
  return element;
}

function named(parent, one) {
  if (one.shape) shape(parent, one.shape);
  const words = make(parent, "span", "", one.name);
  words.title = one.name;
  if (one.note) make(parent, "small", "", one.note);
}

function legend(map, one) {
  const place = make(map, "div", `legend ${one.kind}`);
  place.setAttribute("aria-hidden", "true");
  make(place, "i", "");
  const ticks = make(place, "div", "");
  for (const tick of one.ticks) make(ticks, "span", "", tick);
}

function head(line, row) {
  const place = part(line, "div", "rowheader", "line");
  if (row.id === null) { place.classList.add("judge"); named(place, row); return; }
  const id = make(place, "span", "which");
  make(id, "b", `id ${row.side}`, row.id);
  if (row.mark) make(id, "span", "mark", "◆");
  const claim = make(place, "span", "claim", row.claim);
  if (row.settled) make(claim, "small", "", row.settled);
}

function cell(line, one, column, kind, root) {
  if (one === null) { part(line, "div", "gridcell", "none"); return; }
  const button = part(line, "button", "gridcell", one.depth === null ? "cell missing" : `cell ${kind === "away" && one.depth > 0 ? "kinder" : ""}`);
  button.type = "button";
  button.tabIndex = -1;
  button.style.setProperty("--t", Math.abs(one.depth ?? 0));
  button.setAttribute("aria-label", one.said);
  button.title = one.said;
  const label = make(button, "span", "label");
  if (column.shape) shape(label, column.shape); else label.textContent = column.name;
  make(button, "b", "", one.big);
  if (one.small) make(button, "span", "", one.small);
  if (!one.opens) { button.setAttribute("aria-disabled", "true"); return; }
  button.addEventListener("click", () => {
    root.last = button;
    root.open({ argument: one.opens, judge: one.judge });
  });
}

function spread(line, one) {
  const place = part(line, "div", "gridcell", "spread");
  make(place, "span", "", one.said);
  make(place, "i", "").style.setProperty("--t", one.depth);
}

// The arrow keys move from cell to cell over what is in sight; the cell last reached is where Tab comes back to.
function walk(grid) {
  const lines = () => [...grid.querySelectorAll("[role=row]:not([hidden])")].map((row) => [...row.querySelectorAll("button")]).filter((row) => row.length);
  const stop = (button) => {
    for (const one of grid.querySelectorAll("button[tabindex='0']")) one.tabIndex = -1;
    if (button) button.tabIndex = 0;
  };
  stop(grid.querySelector("button"));
  grid.addEventListener("focusin", (event) => stop(event.target.closest("button")));
  grid.addEventListener("keydown", (event) => {
    const rows = lines();
    const y = rows.findIndex((row) => row.includes(event.target));
    if (y < 0) return;
    const x = rows[y].indexOf(event.target);
    const to = {
      ArrowRight: () => rows[y][x + 1], ArrowLeft: () => rows[y][x - 1],
      ArrowDown: () => rows[y + 1]?.[x], ArrowUp: () => rows[y - 1]?.[x],
      Home: () => rows[y][0], End: () => rows[y].at(-1),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    to()?.focus();
  });
}

function table(maps, one, root) {
  const map = make(maps, "div", "map");
  const top = make(map, "div", "top");
  if (one.title) {
    const words = make(top, "div", "");
    make(words, "h3", "", one.title);
    make(words, "p", "", one.caption);
  }
  legend(top, one);
  const grid = part(map, "div", "grid", `grid ${one.kind}${one.spread ? " spreads" : ""}${one.rows[0]?.id === null ? " square" : ""}`);
  grid.setAttribute("aria-label", one.title || "How alike each two judges score");
  grid.style.setProperty("--n", one.columns.length);
  const heads = part(grid, "div", "row", "row heads");
  part(heads, "div", "columnheader", "head corner", one.rows[0]?.id === null ? "Judge" : one.noun ?? "Argument");
  for (const column of one.columns) named(part(heads, "div", "columnheader", `head ${column.note}`), column);
  if (one.spread) part(heads, "div", "columnheader", "head spreading", one.spread);
  one.rows.forEach((row, place) => {
    const line = part(grid, "div", "row", "row");
    if (place >= FIRST && one.rows.length > FIRST + 2) line.classList.add("later");
    head(line, row);
    row.cells.forEach((each, at) => cell(line, each, one.columns[at], one.kind, root));
    if (row.spread) spread(line, row.spread);
  });
  walk(grid);
}

function draw(root, data) {
  const place = make(root, "section", "place");
  const maps = make(place, "div", `maps${data.beside ? " beside" : ""}`);
  data.maps.forEach((one) => table(maps, one, root));
  const count = data.maps[0].rows.length;
  const later = [...place.querySelectorAll(".later")];
  maps.style.setProperty("--lines", count + 1);
  if (!later.length) return;
  const more = make(place, "button", "more");
  const show = (all) => {
    root.all = all;
    for (const line of later) line.hidden = !all;
    maps.style.setProperty("--lines", (all ? count : FIRST) + 1);
    more.textContent = all ? `Show the ${FIRST} widest apart` : `Show all ${count} arguments`;
    more.setAttribute("aria-expanded", String(all));
  };
  more.type = "button";
  more.addEventListener("click", () => show(!root.all));
  show(Boolean(root.all));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const { closed, ...drawn } = data;
  const key = JSON.stringify(drawn);
  parentElement.open = (chosen) => setTriggerValue("chosen", chosen);
  if (parentElement.drawn !== key) {
    parentElement.drawn = key;
    parentElement.querySelector(".place")?.remove();
    draw(parentElement, drawn);
    release(parentElement);
  }
  // An argument that was opened here was closed: the focus goes back to its cell.
  if (parentElement.closed !== undefined && parentElement.closed !== closed) parentElement.last?.focus();
  parentElement.closed = closed;
}
