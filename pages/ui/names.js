// The pages' names: a plain click goes on in this session; any other opens the address anew. In a session's first run it
// tells when it is drawn, in how wide a window, and what was typed in this tab before a reload: the page waits for that.

// A page gets its debate into the address once it is drawn. That stands in the history in place of the address without
// it: else Back would lead from the page to itself. Streamlit tells the new page's debate before its name, so that the
// page one leaves is completed first: it gets its own address back.
const push = history.pushState.bind(history);
let before = "";
history.pushState = (state, title, url) => {
  const to = new URL(url, location.href), here = new URL(location.href), stays = to.pathname === here.pathname;
  // Another debate, text or study on the same page, and a comparison, begins at its top, before anything of it is drawn.
  const another = ["debate", "artifact", "study", "compare"].some((name) => to.searchParams.get(name) !== here.searchParams.get(name));
  if (stays && another) document.querySelector("[data-testid=stMain]").scrollTop = 0;
  if (stays && !here.searchParams.get("debate") && to.searchParams.get("debate")) {
    before = location.href;
    setTimeout(() => { before = ""; }, 1000);
    return history.replaceState(state, title, url);
  }
  if (before && !stays) history.replaceState(history.state, "", before);
  push(state, title, url);
};

// Streamlit's own words when the server is gone speak to whoever wrote the script: names.css has ours in their place.
function markLost() {
  for (const title of document.querySelectorAll("[data-testid=stDialog] h2")) {
    title.parentElement.toggleAttribute("data-lost", title.textContent === "Connection error");
  }
}

const tab = (() => { try { return sessionStorage; } catch { return {}; } })(); // a browser may keep nothing
export default function ({ data, parentElement, setTriggerValue }) {
  const drawn = parsed(data.markup), nav = parentElement.querySelector("nav") ?? parentElement.appendChild(drawn);
  if (nav !== drawn) morph(nav, drawn);
  nav.onclick = (event) => {
    const link = event.target.closest("a[data-stem]");
    if (event.target.closest("[href$=logout]")) tab.drafts = "";
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    for (const menu of nav.querySelectorAll("[popover]")) menu.hidePopover();
    setTriggerValue("went", link.dataset.stem);
  };
  if (data.begins) setTriggerValue("drawn", [innerWidth < 768 ? "narrow" : "wide", tab.drafts ?? ""]);
  else tab.drafts = data.drafts;
}
