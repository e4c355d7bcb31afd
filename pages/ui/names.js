// The pages' names as links, all in sight. A plain click goes on in this session; any other opens the address anew.
// In a session's first run it tells when it is drawn, and in how wide a window: the page waits for that.

function linkIn(nav) {
  const link = make(nav, "a");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    nav.go(link.dataset.stem);
  });
  return link;
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
  data.pages.forEach((one, place) => {
    const link = nav.children[place] ?? linkIn(nav);
    link.textContent = one.name;
    link.href = one.href;
    link.dataset.stem = one.stem;
    if (one.here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  if (data.begins) setTriggerValue("drawn", innerWidth < 768 ? "narrow" : "wide");
}
