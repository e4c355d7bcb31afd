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

// A picture that the server drew with every word escaped. As a second guard only what pictures are made of is taken
// over: no script, no link, nothing that loads.
const KINDS = new Set("div span p b i small details summary table thead tbody tr th td ul ol li button svg g line rect path circle polyline polygon text title".split(" "));
const ATTRIBUTES = /^(class|role|scope|tabindex|type|height|width|x|y|x1|x2|y1|y2|cx|cy|dx|dy|r|rx|d|points|transform|viewBox|preserveAspectRatio|text-anchor|overflow|aria-[a-z]+|data-pick|colspan)$/;

function taken(node, parent) {
  if (node.nodeType === Node.TEXT_NODE) { parent.appendChild(document.createTextNode(node.data)); return; }
  if (node.nodeType !== Node.ELEMENT_NODE || !KINDS.has(node.localName)) return;
  const element = parent.appendChild(document.createElementNS(node.namespaceURI, node.localName));
  for (const one of node.attributes) if (ATTRIBUTES.test(one.name)) element.setAttribute(one.name, one.value);
  for (const child of node.childNodes) taken(child, element);
}

function picture(parent, markup, moves = false) {
  const place = make(parent, "div", moves ? "place moves" : "place");
  // A document of its own is inert: nothing in it runs or loads.
  for (const node of new DOMParser().parseFromString(markup, "text/html").body.childNodes) taken(node, place);
  return place;
}
