// What is being said: cards in lists, each keeping its own newest words in sight, in a pane that reaches the window's
// end. A card is made once and then changed, so that what a person opened stays open; a place that a person scrolled up
// is left alone until its newest words are in sight again. What is said comes as text into a letter box in the pane,
// which can be changed more often than a fragment can be called. All words become text, never markup.
const LEAST = 300, MARGIN = 8;
// Less than the pane's padding: where a place is scrolled already, what comes in above moves nothing in sight.
const BELOW = 12;
// Milliseconds until a stream without a first word counts as none.
const SILENT = 4000;

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function write(place, lines) {
  while (place.children.length > lines.length) place.lastChild.remove();
  lines.forEach(([name, lead, said], at) => {
    const line = place.children[at] ?? make(place, "p");
    if (!line.firstChild) { make(line, "b"); make(line, "span"); }
    line.className = name;
    say(line.firstChild, lead && `${lead} `);
    say(line.lastChild, said);
  });
}

function makeCard(list) {
  const place = make(list, "details"), head = make(place, "summary");
  const parts = { place, id: make(head, "b"), short: make(head, "span", "short"), kind: make(head, "b") };
  const body = make(place, "div", "body");
  return Object.assign(parts, { own: make(body, "div", "own"), answer: make(body, "div") });
}

function fill(parts, one) {
  for (const name of ["id", "short", "kind"]) say(parts[name], one[name]);
  parts.id.className = `id ${one.side}`;
  parts.kind.className = `kind ${one.by}`;
  parts.answer.className = one.answer ? `answer ${one.by}` : "none";
  write(parts.own, one.own);
  write(parts.answer, one.answer ?? []);
  if (one.state === "writing") parts[one.answer ? "answer" : "own"].lastChild?.classList.add("newest");
  if (parts.state === one.state) return;
  parts.state = one.state;
  parts.place.className = `${one.state} ${one.answer ? "pair" : "speech"}`;
  parts.place.open = one.open;
}

function makeList(root, told) {
  const place = make(root.lists, "section", "list");
  place.tabIndex = 0;
  place.setAttribute("aria-label", told.label);
  if (told.name) make(place, "h2", told.side, told.name);
  const cards = make(place, "div", "cards"), waits = make(place, "p", "waits"), back = make(place, "button", "back", "Newest words");
  back.hidden = true;
  back.onclick = () => { place.away = false; place.classList.remove("away"); back.hidden = true; follow(root); };
  return { place, cards, waits, back, kept: new Map() };
}

function fillList(list, told) {
  say(list.waits, told.waits);
  const keys = new Set(told.cards.map((one) => one.key));
  for (const [key, parts] of list.kept) if (!keys.has(key)) { parts.place.remove(); list.kept.delete(key); }
  for (const one of told.cards) {
    if (!list.kept.has(one.key)) list.kept.set(one.key, makeCard(list.cards));
    fill(list.kept.get(one.key), one);
  }
}

const newest = (place) => [...place.querySelectorAll(place.matches(".answer") ? ".newest" : ".writing, .failed:not(.held):last-child, .lists:not(.cross_examination) .held:last-child")].pop() ?? place.querySelector("h2 ~ .cards > .judged");
const below = (place, at) => at.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom + 1;

function size(pane, height) {
  for (const name of ["height", "flexBasis"]) pane.parentElement.style[name] = height;
}

function keep(place, at) {
  if (at && !place.away) place.scrollTop += Math.max(0, below(place, at));
}

// As tall as the window has room for with the page at its top; then each place as far down as its newest words.
function follow(root) {
  const { host, pane, still } = root;
  if (!host.isConnected) { root.ends(); return; }
  if (still) size(pane, "");
  else {
    const top = pane.getBoundingClientRect().top + pane.closest("[data-testid=stMain]").scrollTop;
    size(pane, `${Math.max(LEAST, innerHeight - top - MARGIN)}px`);
    const history = pane.querySelector(".st-key-history"), said = history?.getBoundingClientRect().bottom;
    const head = host.getBoundingClientRect().top - (said ?? pane.getBoundingClientRect().top - pane.scrollTop);
    const room = pane.clientHeight - BELOW - head;
    root.lists.style.setProperty("--room", `${room}px`);
    // What is being said has one place from the first turn on: what was said before ends just above it.
    if (history && root.exchange) Object.assign(history.style, { minHeight: `${room - root.lists.offsetHeight - 16}px`, justifyContent: "flex-end" });
  }
  for (const place of [...root.querySelectorAll(".answer"), ...root.querySelectorAll(".list")]) keep(place, newest(place));
  if (!pane.away) pane.scrollTop = pane.scrollHeight;
}

function begin(root) {
  root.lists = make(root, "div", "lists");
  root.pane = root.host.closest(".st-key-transcript");
  Object.assign(root.pane, { tabIndex: 0, role: "region", ariaLabel: "The debate so far" }); // for who scrolls by keys
  root.told = [];
  const again = () => { read(root); follow(root); }, seen = new MutationObserver(again), sized = new ResizeObserver(again);
  const scrolled = ({ target }) => {
    const at = newest(target), left = target.scrollHeight - target.clientHeight - target.scrollTop;
    target.away = (target === root.pane ? left : at ? below(target, at) : 0) > 4;
    for (const { place, back } of root.told) back.hidden = !place.classList.toggle("away", Boolean(place.away));
  };
  root.addEventListener("scroll", scrolled, true);
  const leave = () => { size(root.pane, ""); root.pane.querySelector(".st-key-history")?.removeAttribute("style"); };
  const seenOrHidden = () => (document.hidden ? hang(root) : hear(root));
  document.addEventListener("visibilitychange", seenOrHidden);
  root.ends = () => { hang(root); document.removeEventListener("visibilitychange", seenOrHidden); seen.disconnect(); sized.disconnect(); leave(); };
  root.pane.addEventListener("scroll", scrolled);
  seen.observe(root.pane, { childList: true, subtree: true, characterData: true });
  const main = root.pane.closest("[data-testid=stMain]");
  for (const one of [main, ...main.children]) sized.observe(one);
}

// The stream of this page's address. It goes on where the page is drawn anew, and gives way to one with a newer token;
// a hidden tab has none: a browser keeps six connections to a host. Without one the page itself hands on the words.
function hear(root) {
  if (!root.address || document.hidden || (root.stream && root.heardAt === root.address)) return;
  hang(root);
  const stream = root.stream = new EventSource(root.heardAt = root.address);
  const refused = () => { if (root.stream !== stream) return; hang(root); root.refused(); };
  root.due = setTimeout(refused, SILENT);
  let parts = [];
  stream.onmessage = ({ data }) => {
    clearTimeout(root.due);
    parts = changed(parts, data);
    const [head, ...cards] = parts.map((part) => JSON.parse(part));
    root.heard = { ...head, lists: head.lists.map((list) => ({ ...list, cards: cards.splice(0, list.cards) })) };
    read(root);
    follow(root);
  };
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) root.heardAt === root.address ? refused() : hear(root); };
}

function hang(root) {
  clearTimeout(root.due);
  root.stream?.close();
  root.stream = null;
}

// What is heard of this state of the debate; until its first word, what stands in the letter box.
function read(root) {
  const letter = root.pane.querySelector(".st-key-letter_box [data-testid=stText]")?.textContent;
  const heard = root.address && root.heard?.stands === root.stands && root.heard;
  if (!heard && !letter || root.drawn === (heard || letter)) return;
  root.drawn = heard || letter;
  const told = heard || JSON.parse(letter), labels = JSON.stringify(told.lists.map((list) => list.label));
  root.still = told.still;
  root.exchange = told.phase === "exchange";
  root.lists.className = `lists ${told.still ? "still" : "runs"} ${told.phase}`;
  if (root.labels !== labels) {
    root.labels = labels;
    root.lists.replaceChildren();
    root.told = told.lists.map((list) => makeList(root, list));
  }
  told.lists.forEach((list, at) => fillList(root.told[at], list));
  root.lists.style.setProperty("--rows", root.lists.querySelectorAll(".pair").length);
  release(root);
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  if (!root.lists) begin(root);
  root.address = data.stream;
  root.stands = data.stands;
  root.refused = () => setTriggerValue("refused", true);
  if (root.address) hear(root);
  else hang(root);
  read(root);
  follow(root);
  return () => { if (!root.host.isConnected) root.ends(); };
}
