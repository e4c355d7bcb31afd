// The judges' columns, drawn anew only where something changed. All words become text, never markup.

function head(grid, column) {
  const place = make(grid, "div", `head ${column.state}`);
  const name = make(place, "strong", "");
  shape(name, column.shape).setAttribute("viewBox", "-1 -1 22 22");
  make(name, "span", "", column.name);
  make(place, "span", "", column.said);
}

function cell(grid, one) {
  const place = make(grid, "div", `cell ${one.state}`);
  if (one.state === "reading") { make(place, "span", "", "reading"); return; }
  if (one.value === null) { make(place, "small", "", one.said); return; }
  const words = make(place, "span", "");
  make(words, "b", "", one.value);
  make(words, "small", "", one.said);
  make(place, "i", "").style.setProperty("--share", one.share);
}

// As tall as the window has room for with the page at its top, as far down as what is being read, unless a person
// scrolled it.
function follow(frame) {
  const { host } = frame.getRootNode(), main = host.closest("[data-testid=stMain]");
  frame.className = "frame follows";
  frame.style.maxHeight = `${Math.max(300, innerHeight - host.getBoundingClientRect().top - main.scrollTop - 12)}px`;
  const last = [...frame.querySelectorAll(".reading")].pop();
  if (last && !frame.away) frame.scrollTop += Math.max(0, last.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom);
  frame.onwheel = frame.ontouchmove = () => { frame.away = true; };
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  const grid = document.createElement("section");
  grid.className = "grid";
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", data.alt);
  grid.style.setProperty("--seats", data.columns.length);
  const corner = make(grid, "div", "head all");
  make(corner, "strong", "", data.title);
  make(corner, "span", "", data.note);
  data.columns.forEach((column) => head(grid, column));
  for (const row of data.rows) {
    const claim = make(grid, "div", "claim");
    make(claim, "b", `id ${row.side}`, row.id);
    make(claim, "span", "", row.claim);
    row.cells.forEach((one) => cell(grid, one));
  }
  const frame = parentElement.querySelector(".frame") ?? make(parentElement, "div", "frame");
  frame.replaceChildren(grid);
  release(parentElement);
  if (data.follows) follow(frame);
}
