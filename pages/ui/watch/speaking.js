// What is being said: cards in lists, each with its newest words in sight, in a pane that reaches the window's end.
// A place that a person scrolled up is left alone until its newest words are in sight again. Without a stream words come
// into a letter box in the pane, which can be changed more often than a fragment can be called.
const LEAST = 300, MARGIN = 8;
// Less than the pane's padding: where a place is scrolled already, what comes in above moves nothing in sight.
const BELOW = 12;

function card(list, one) {
  const place = make(list, "details", `${one.state} ${one.answer ? "pair" : "speech"}`), head = make(place, "summary");
  place.dataset.name = one.key;
  place.open = one.open;
  make(head, "b", `id ${one.side}`, one.id);
  make(head, "span", "short", one.short);
  make(head, "b", `kind ${one.by}`, one.kind);
  const body = make(place, "div", "body"), own = make(body, "div", "own");
  body.dataset.name = one.state; // a new one where it opens: a folded one that unfolds would count as moved
  const answer = make(body, "div", one.answer ? `answer ${one.by}` : "none");
  write(own, one.own);
  write(answer, one.answer ?? []);
  if (one.state === "writing") (one.answer ? answer : own).lastChild?.classList.add("newest");
}

function list(lists, told) {
  const place = make(lists, "section", "list");
  place.dataset.name = told.label;
  place.tabIndex = 0;
  place.setAttribute("aria-label", told.label);
  if (told.name) make(place, "h2", told.side, told.name);
  const cards = make(place, "div", "cards");
  told.cards.forEach((one) => card(cards, one));
  make(place, "p", "waits", told.waits);
  make(place, "button", "back", "Newest words").hidden = true;
}

const newest = (place) => [...place.querySelectorAll(place.matches(".answer") ? ".newest" : ".writing, .failed:not(.held):last-child, .lists:not(.cross_examination) .held:last-child")].pop() ?? place.querySelector("h2 ~ .cards > .judged");
const below = (place, at) => at.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom + 1;

// As tall as the window has room for with the page at its top; then each place as far down as its newest words.
function follow(root) {
  const { host, pane } = root;
  if (!host.isConnected) { root.ends(); return; }
  read(root);
  if (root.still) pane.parentElement.removeAttribute("style");
  else {
    const top = pane.getBoundingClientRect().top + pane.closest("[data-testid=stMain]").scrollTop;
    const height = `${Math.max(LEAST, innerHeight - top - MARGIN)}px`;
    pane.parentElement.style = `height: ${height}; flex-basis: ${height}`;
    const history = pane.querySelector(".st-key-history"), said = history?.getBoundingClientRect().bottom;
    const head = host.getBoundingClientRect().top - (said ?? pane.getBoundingClientRect().top - pane.scrollTop);
    const room = pane.clientHeight - BELOW - head;
    root.lists.style.setProperty("--room", `${room}px`);
    // What is being said has one place from the first turn on: what was said before ends just above it.
    if (history && root.exchange) Object.assign(history.style, { minHeight: `${room - root.lists.offsetHeight - 16}px`, justifyContent: "flex-end" });
  }
  for (const place of [...root.querySelectorAll(".answer"), ...root.querySelectorAll(".list")]) {
    const at = !place.away && newest(place);
    if (at) place.scrollTop += Math.max(0, below(place, at));
  }
  if (!pane.away) pane.scrollTop = pane.scrollHeight;
}

function begin(root, exchange) {
  root.lists = make(root, "div", exchange ? "lists runs exchange" : "lists");
  root.exchange = exchange;
  root.pane = root.host.closest(".st-key-transcript");
  Object.assign(root.pane, { tabIndex: 0, role: "region", ariaLabel: "The debate so far" }); // for who scrolls by keys
  const again = () => follow(root), seen = new MutationObserver(again), sized = new ResizeObserver(again);
  const scrolled = ({ target }) => {
    const at = newest(target), left = target.scrollHeight - target.clientHeight - target.scrollTop;
    target.away = (target === root.pane ? left : at ? below(target, at) : 0) > 4;
    for (const back of root.querySelectorAll(".back")) back.hidden = !back.parentElement.away;
  };
  root.addEventListener("scroll", scrolled, true);
  root.addEventListener("click", ({ target }) => {
    if (!target.matches(".back")) return;
    target.hidden = true;
    target.parentElement.away = false;
    follow(root);
  });
  root.ends = () => {
    hear(root, "");
    for (const watcher of [seen, sized]) watcher.disconnect();
    for (const one of [root.pane.parentElement, root.pane.querySelector(".st-key-history")]) one?.removeAttribute("style");
  };
  root.pane.addEventListener("scroll", scrolled);
  seen.observe(root.pane, { childList: true, subtree: true, characterData: true });
  const main = root.pane.closest("[data-testid=stMain]");
  for (const one of [main, ...main.children]) sized.observe(one);
}

// The stream of this page's address. It goes on where the page is drawn anew, and gives way to one with a newer token.
// Without one the page itself hands on the words.
function hear(root, address) {
  if (root.address === address) return;
  root.stop?.();
  root.address = address;
  root.stop = address ? listen(address, ([head, ...cards]) => {
    if (!head) return; // before the first word
    root.heard = { ...head, lists: head.lists.map((list) => ({ ...list, cards: cards.splice(0, list.cards) })) };
    follow(root);
  }, (isLost) => isLost && root.refused()) : null;
}

// What is heard of this state of the debate; until its first word, what stands in the letter box.
function read(root) {
  const letter = root.pane.querySelector(".st-key-letter_box [data-testid=stText]")?.textContent;
  const heard = root.address && root.heard?.stands === root.stands && root.heard;
  if (!heard && !letter || root.drawn === (heard || letter)) return;
  root.drawn = heard || letter;
  const told = heard || JSON.parse(letter), lists = make(new DocumentFragment(), "div");
  root.still = told.still;
  root.exchange = told.phase === "exchange";
  lists.className = `lists ${told.still ? "still" : "runs"} ${told.phase}`;
  told.lists.forEach((one) => list(lists, one));
  morph(root.lists, lists);
  root.lists.style.setProperty("--rows", root.lists.querySelectorAll(".pair").length);
  release(root);
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  if (!root.lists) begin(root, data.exchange);
  root.stands = data.stands;
  root.refused = () => setTriggerValue("refused", true);
  hear(root, data.stream);
  follow(root);
  return () => { if (!root.host.isConnected) root.ends(); };
}
