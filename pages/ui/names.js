// The product's name, and the pages' names as links. A plain click goes on in this session; any other opens the address
// anew.
// In a session's first run it tells when it is drawn, and in how wide a window: the page waits for that.

const HALVES = ["M9.6 2.2v17.6a8.9 8.9 0 0 1 0-17.6z", "M12.4 2.2v17.6a8.9 8.9 0 0 0 0-17.6z"];

function linkIn(parent, nav, stem) {
  const link = make(parent, "a");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    for (const open of nav.querySelectorAll("details[open]")) open.open = false;
    nav.go(stem);
  });
  return link;
}

function draw(nav, pages) {
  const brand = linkIn(nav, nav, "set_up");
  brand.className = "brand";
  brand.href = "./";
  const mark = shape(brand, HALVES[0]);
  mark.setAttribute("viewBox", "0 0 22 22");
  mark.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", HALVES[1]);
  make(brand, "span", "", "Split Decision");
  const row = make(nav, "div", "row");
  nav.links = {};
  for (const one of pages.filter((one) => !one.more)) nav.links[one.stem] = linkIn(row, nav, one.stem);
  const more = make(row, "details");
  nav.more = make(more, "summary", "", "More");
  const folded = make(more, "div");
  for (const one of pages.filter((one) => one.more)) nav.links[one.stem] = linkIn(folded, nav, one.stem);
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    more.open = false;
    nav.more.focus();
  });
}

// A page gets its debate into the address once it is drawn. That stands in the history in place of the address without
// it: else Back would lead from the page to itself. Streamlit tells the new page's debate before its name, so that the
// page one leaves is completed first: it gets its own address back.
function completeInPlace() {
  if (history.completesInPlace) return;
  history.completesInPlace = true;
  const push = history.pushState.bind(history);
  let before = "";
  history.pushState = (state, title, url) => {
    const to = new URL(url, location.href);
    const here = new URLSearchParams(location.search);
    // Another debate or text on the same page begins at its top, before anything of it is drawn.
    const another = ["debate", "artifact"].some((name) => (to.searchParams.get(name) ?? "") !== (here.get(name) ?? ""));
    if (another && to.pathname === location.pathname) document.querySelector("[data-testid=stMain]").scrollTop = 0;
    if (to.pathname === location.pathname && !here.get("debate") && to.searchParams.get("debate")) {
      before = location.href;
      setTimeout(() => { before = ""; }, 1000);
      history.replaceState(state, title, url);
      return;
    }
    if (before && to.pathname !== location.pathname) history.replaceState(history.state, "", before);
    push(state, title, url);
  };
}

export default function ({ data, parentElement, setTriggerValue }) {
  // What takes the focus, or is linked to, comes to stand below Streamlit's bar and not under it.
  document.querySelector("[data-testid=stMain]").style.scrollPaddingTop = "68px";
  completeInPlace();
  const nav = parentElement.querySelector("nav") ?? make(parentElement, "nav");
  nav.setAttribute("aria-label", "Split Decision");
  nav.go = (stem) => setTriggerValue("went", stem);
  if (!nav.links) draw(nav, data.pages);
  const here = (link, is) => (is ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  for (const one of data.pages) {
    const link = nav.links[one.stem];
    link.textContent = one.name;
    link.href = one.href;
    here(link, one.here);
  }
  here(nav.more, data.pages.some((one) => one.more && one.here));
  if (data.begins) setTriggerValue("drawn", innerWidth < 768 ? "narrow" : "wide");
}
