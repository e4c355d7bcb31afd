// The judges of one argument side by side. All words become text, never markup.

function card(place, one) {
  const box = make(place, "article", `card${one.clicked ? " clicked" : ""}`);
  const head = make(box, "div", "head");
  shape(head, one.shape);
  make(head, "h4", "", one.name);
  if (one.clicked) make(head, "small", "", "you clicked");
  const score = make(box, "div", "score");
  make(score, "b", "", one.score);
  make(score, "span", "", one.away);
  make(box, "div", "standing", one.standing);
  make(box, "p", "", one.reason);
  const list = make(box, "dl", "");
  for (const each of one.dimensions) {
    const pair = make(list, "div", "");
    make(pair, "dt", "", each.title);
    make(pair, "dd", "", each.value);
  }
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const place = make(parentElement, "div", "place");
  make(place, "h3", "", data.claim);
  make(place, "p", "quiet", data.summary);
  const cards = make(place, "div", "cards");
  data.cards.forEach((one) => card(cards, one));
  // What is to know of the qualities goes where these go.
  const foot = make(place, "p", "quiet");
  data.foot.forEach((words, nth) => make(foot, "span", nth ? "small" : "", `${words} `));
  release(parentElement);
}
