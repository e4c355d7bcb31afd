// A picture that the server drew with every word escaped. As a second guard only what pictures are made of is taken
// over: no script, no link, nothing that loads.
const KINDS = new Set("section article header h1 h2 h3 h4 div span p b strong i mark small details summary table thead tbody tr th td ul ol li dl dt dd button svg g line rect path circle polyline polygon text title".split(" "));
const ATTRIBUTES = /^(class|role|title|scope|tabindex|type|height|width|x|y|x1|x2|y1|y2|cx|cy|dx|dy|r|rx|d|points|transform|viewBox|preserveAspectRatio|text-anchor|overflow|aria-[a-z]+|data-(pick|name)|colspan)$/;

function taken(node, parent) {
  if (node.nodeType === Node.TEXT_NODE) { parent.appendChild(document.createTextNode(node.data)); return; }
  if (node.nodeType !== Node.ELEMENT_NODE || !KINDS.has(node.localName)) return;
  const element = parent.appendChild(document.createElementNS(node.namespaceURI, node.localName));
  for (const one of node.attributes) if (ATTRIBUTES.test(one.name)) element.setAttribute(one.name, one.value);
  for (const child of node.childNodes) taken(child, element);
}

function picture(parent, markup, moves = false) {
  const place = make(parent, "div", moves ? "place plays" : "place");
  // A document of its own is inert: nothing in it runs or loads.
  for (const node of new DOMParser().parseFromString(markup, "text/html").body.childNodes) taken(node, place);
  return place;
}
