// What every fragment draws with: it stands before each. Words enter as text, never as markup.

// An element at its parent's end.
function make(parent, tag, name = "", text = null) {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  if (text !== null) element.textContent = text;
  return element;
}

// What is said, a line a part of it: its kind, what leads it, and its words.
function write(parent, lines) {
  for (const [kind, lead, said] of lines) {
    const line = make(parent, "p", kind);
    make(line, "b", "", lead && `${lead} `);
    make(line, "span", "", said);
  }
}

// Markup of ours, with every word escaped where it was made: inert until it stands on the page.
const parsed = (markup) => new DOMParser().parseFromString(markup, "text/html").body.firstElementChild;

// What was opened, measured or hidden here, and not drawn.
const KEPT = ["open", "style", "hidden"];

// Makes one node as another is, and touches nothing else of it: the focus, and what is opened or scrolled, stay.
function morph(old, now) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  // In another state it is opened or folded as drawn.
  if (old.localName === "details" && old.className !== now.className) old.open = now.open;
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !KEPT.includes(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value && !KEPT.includes(name)) old.setAttribute(name, value);
  const nodes = [...now.childNodes];
  nodes.forEach((one, at) => {
    const name = one.dataset?.name, there = name ? [...old.children].find((mine) => mine.dataset.name === name) : old.childNodes[at];
    const kept = there?.nodeName === one.nodeName && there.dataset?.name === name;
    if (kept) morph(there, one);
    if (!kept || old.childNodes[at] !== there) old.insertBefore(kept ? there : one, old.childNodes[at] ?? null);
  });
  while (old.childNodes.length > nodes.length) old.lastChild.remove();
}

// The height that was kept free is an estimate: from now on the content says it; in a row, others still say the width.
function release(root) {
  for (let at = root.getRootNode().host ?? root; at; at = at.parentElement) {
    at.style.height = "auto";
    if (!at.parentElement?.classList.contains("stHorizontalBlock")) at.style.flex = "0 0 auto";
    if (at.classList.contains("stElementContainer")) { at.style.overflow = "visible"; return; }
  }
}
