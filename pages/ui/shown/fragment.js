// What every fragment draws with: it stands before each. Words enter as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

// An element at its parent's end.
function make(parent, tag, name = "", text = null) {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  if (text !== null) element.textContent = text;
  return element;
}

// A judge's shape; what is said beside it names the judge.
function shape(parent, path) {
  const svg = parent.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", path);
  return svg;
}

// The height that was kept free is an estimate: from now on the content says it; in a row, others still say the width.
function release(root) {
  for (let at = root.getRootNode().host ?? root; at; at = at.parentElement) {
    at.style.height = "auto";
    if (!at.parentElement?.classList.contains("stHorizontalBlock")) at.style.flex = "0 0 auto";
    if (at.classList.contains("stElementContainer")) { at.style.overflow = "visible"; return; }
  }
}
