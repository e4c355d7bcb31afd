// The height that was kept free is an estimate: from now on the content says it; in a row, others still say the width.
function release(root) {
  for (let at = root.getRootNode().host ?? root; at; at = at.parentElement) {
    at.style.height = "auto";
    if (!at.parentElement?.classList.contains("stHorizontalBlock")) at.style.flex = "0 0 auto";
    if (at.classList.contains("stElementContainer")) { at.style.overflow = "visible"; return; }
  }
}
