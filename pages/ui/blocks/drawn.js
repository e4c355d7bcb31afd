// A picture that the server drew with every word escaped. As a second guard only what pictures are made of is taken
// over: no script, no link, nothing that loads.
const KINDS = new Set("section article header h1 h2 h3 h4 div span p b strong i mark small details summary table thead tbody tr th td ul ol li dl dt dd button svg g line rect path circle polyline polygon text title".split(" "));
const ATTRIBUTES = /^(class|role|title|scope|tabindex|type|height|width|x|y|x1|x2|y1|y2|cx|cy|dx|dy|r|rx|d|points|transform|viewBox|preserveAspectRatio|text-anchor|overflow|aria-[a-z]+|data-(pick|name)|colspan)$/;

function picture(parent, markup, moves = false) {
  const place = parsed(`<div class="${moves ? "place plays" : "place"}">${markup}</div>`);
  for (const one of place.querySelectorAll("*")) {
    if (!KINDS.has(one.localName)) one.remove();
    for (const { name } of [...one.attributes]) if (!ATTRIBUTES.test(name)) one.removeAttribute(name);
  }
  return parent.appendChild(place);
}
