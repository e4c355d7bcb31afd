// The same panel with each judge's own errors and with shared ones. All words become text, never markup.
const KINDS = ["pro", "con", "none"];

function kind(parent, one) {
  const box = make(parent, "section", "kind");
  const label = make(box, "h3", "", one.label);
  if (one.asked) make(label, "span", "", one.asked);
  const share = make(box, "p", "share", one.share);
  make(share, "span", "", one.interval);
  const dots = make(box, "div", "dots");
  dots.setAttribute("role", "img");
  dots.setAttribute("aria-label", one.said);
  one.dots.forEach((count, place) => { for (let i = 0; i < count; i += 1) make(dots, "i", KINDS[place]); });
}

function measure(table, one) {
  const body = make(table, "tbody", "");
  const title = make(make(body, "tr", ""), "th", "title", one.title);
  title.colSpan = 3;
  title.scope = "rowgroup";
  if (one.promised) make(title, "span", "", one.promised);
  one.bars.forEach((bar, place) => {
    const row = make(body, "tr", place ? "shared" : "own");
    make(row, "th", "", bar.name).scope = "row";
    const track = make(make(row, "td", ""), "div", "track");
    if (bar.value !== null) {
      make(track, "i", "bar", null, { high: bar.value });
      make(track, "i", "reach", null, { low: bar.low, high: bar.high });
    }
    if (one.promise !== null) make(track, "i", "promise", null, { low: one.promise });
    const said = make(row, "td", "said", bar.said);
    if (bar.interval) make(said, "span", "", bar.interval);
  });
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const place = make(parentElement, "div", "place");
  make(place, "p", "quiet", data.question);
  make(place, "h2", "", data.sentence);
  const picture = make(place, "div", "picture");
  kind(picture, data.kinds[0]);
  make(picture, "div", "arrow").setAttribute("aria-hidden", "true");
  kind(picture, data.kinds[1]);
  const why = make(picture, "div", "why");
  const lead = make(why, "p", "");
  make(lead, "b", "", `${data.why.lead} `);
  lead.append(data.why.text);
  const table = make(why, "table", "");
  make(table, "caption", "", data.of);
  data.measures.forEach((one) => measure(table, one));
  const legend = make(place, "p", "key");
  data.key.forEach((words, at) => { const one = make(legend, "span", ""); make(one, "i", KINDS[at]); one.append(words); });
  make(legend, "span", "", data.dot);
  make(place, "p", "tie", data.tie);
  release(parentElement);
}
