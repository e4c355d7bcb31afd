// The answer, drawn from values alone. Words that people or models wrote arrive in `data` and become text, never markup.

function words(card, data) {
  const place = make(card, "div", "words");
  make(place, "h2", data.side, data.word);
  make(place, "p", "lede", data.lede);
  if (data.scope) make(place, "p", "scope", data.scope);
  for (const part of data.parts) {
    make(place, "h3", "", part.title);
    if (part.text) make(place, "p", "part", part.text);
    if (part.items.length) {
      const list = make(place, "ul", "");
      part.items.forEach((item) => make(list, "li", "", item));
    }
  }
  make(place, "p", "foot", data.foot);
}

function leans(card, data) {
  const place = make(card, "div", "leans");
  make(place, "p", "what", data.what);
  for (const one of data.stands) {
    const lane = make(place, "div", "lane");
    const who = make(lane, "span", "who");
    shape(who, one.shape);
    make(who, "span", "", one.judge);
    const track = make(lane, "div", "track");
    if (one.at === null) { make(track, "b", "missing", one.said); continue; }
    const side = one.at < 0 ? "con" : "pro";
    make(track, "span", `stem ${side}`, null, { at: one.at });
    shape(track, one.shape, "", one.at);
    make(track, "b", `${side}${Math.abs(one.at) > 2.2 ? " inward" : ""}`, one.said, { at: one.at });
  }
  data.reaches.forEach((reach, n) => {
    const lane = make(place, "div", "lane reach");
    make(lane, "span", "who", reach.whose);
    const track = make(lane, "div", "track");
    make(track, "i", `${n ? "thin" : ""} ${data.side}`, null, { low: reach.low, high: reach.high });
    if (!n && data.estimate !== null) make(track, "u", "", null, { at: data.estimate });
  });
  const ticks = make(place, "div", "ticks");
  for (const at of [-2, 0, 2]) make(ticks, "span", "", at ? `${at < 0 ? "CON" : "PRO"} by 2` : "0", { at });
  if (data.levels) make(place, "p", "levels", data.levels);
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const card = make(make(parentElement, "div", "place"), "section", "answer");
  card.setAttribute("aria-label", `${data.word}. ${data.lede}`);
  words(card, data);
  leans(card, data);
  release(parentElement);
}
