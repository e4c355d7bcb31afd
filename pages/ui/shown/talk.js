// Before and after on one line a judge and argument, drawn from values alone. All words become text, never markup.

function gaps(card, lanes) {
  const place = make(card, "div", "gaps");
  for (const lane of lanes) {
    make(place, "span", "quiet", lane.said);
    const track = make(place, "div", "track");
    if (lane.low !== null) make(track, "i", lane.when, null, { low: lane.low, high: lane.high });
    if (lane.at !== null) make(track, "u", "", null, { at: lane.at });
  }
  make(place, "span", "");
  const ticks = make(place, "div", "ticks quiet");
  for (const at of [-2, 0, 2]) make(ticks, "span", "", at ? `${at < 0 ? "CON" : "PRO"} by 2` : "0", { at });
}

function legend(card, data) {
  const place = make(card, "p", "legend quiet");
  for (const [name, words] of [["hollow", data.before], ["", data.after]]) {
    const one = make(place, "span", "");
    shape(one, data.shape, name);
    make(one, "span", "", words);
  }
  make(place, "span", "", data.unit);
}

function judge(group, one) {
  const row = make(group, "div", "row");
  const who = make(row, "span", "who");
  shape(who, one.shape);
  make(who, "span", "", one.judge);
  const line = make(row, "div", "line");
  line.setAttribute("role", "img");
  line.setAttribute("aria-label", one.alt);
  const [low, high] = [Math.min(one.before, one.after), Math.max(one.before, one.after)];
  if (high > low) {
    make(line, "i", "", null, { low, high });
    shape(line, one.shape, "hollow", one.before);
  }
  shape(line, one.shape, "", one.after);
  const did = make(row, "div", "did");
  make(did, "b", "", one.said);
  for (const cause of one.causes) make(did, "span", "quiet", ` ${cause}`);
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const card = make(make(parentElement, "div", "place"), "section", "talk");
  card.setAttribute("aria-label", data.alt);
  if (data.gaps.length) gaps(card, data.gaps);
  legend(card, data);
  for (const one of data.groups) {
    const group = make(card, "div", "group");
    const claim = make(group, "div", "claim");
    make(claim, "b", one.side, one.id);
    make(claim, "h3", "", one.claim);
    make(claim, "span", "apart quiet", one.apart);
    one.judges.forEach((heard) => judge(group, heard));
  }
  const axis = make(card, "div", "row axis quiet");
  make(axis, "span", "");
  const line = make(axis, "div", "line");
  for (const tick of data.ticks) make(line, "span", "", tick.said, { at: tick.at });
  make(axis, "span", "did");
}
