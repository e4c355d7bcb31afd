// The stage, drawn from values alone. Words that people or models wrote arrive in `data` and become text, never markup.
const sideOf = (said) => (said.startsWith("PRO") ? "pro" : said.startsWith("CON") ? "con" : "");

function standing(parent, layout, size, data) {
  const group = make(parent, "div", `marks ${size}`);
  layout.marks.forEach((mark, place) => {
    const column = `${((mark.seat + 0.5) / data.seats) * 100}%`;
    shape(make(group, "div", "mark", null, { at: mark.at, up: `${mark.up}px`, place, column }), data.shapes[mark.seat]);
    if (data.moves) make(group, "span", "name", mark.judge, { place, column, wide: `${100 / data.seats}%` });
  });
  layout.flags.forEach((flag) => {
    // After the last of those it speaks for has landed.
    const place = layout.marks.findLastIndex((mark) => Math.abs(mark.at - flag.at) < 0.06);
    const values = { at: flag.at, up: `${flag.up}px`, foot: `${flag.foot}px`, over: `${flag.over}px`, rise: flag.over ? "0px" : "18px", place };
    const mark = make(group, "div", `flag ${flag.at < 0 ? "con" : "pro"} ${flag.said.startsWith("tie") ? "tie" : ""}`, null, values);
    make(mark, "i", "");
    const words = make(mark, "span", "", flag.names ? `${flag.names} ` : "");
    make(words, "b", "", flag.said);
  });
}

function draw(root, data) {
  const side = sideOf(data.word);
  const flagless = ["wide", "narrow"].filter((size) => !data[size].flags.length).map((size) => `${size}-flagless`);
  const stage = make(make(root, "div", "place"), "div", ["stage", ...(data.moves ? ["moves"] : []), ...(data.small ? ["small"] : []), ...flagless].join(" "));
  stage.style.setProperty("--rows", Math.ceil(data.legend.length / 2));
  stage.setAttribute("role", "img");
  stage.setAttribute("aria-label", data.alt);
  for (const half of ["con", "pro"]) if (!side || side === half) make(stage, "i", `wash ${half}`);
  make(stage, "i", "zero");
  // Until the shapes have names it is said what is seen, so that a still taken midway reads, too.
  if (data.moves) make(stage, "p", "ask", data.ask);
  const word = make(stage, "div", `word ${side || "no"} ${data.word.length > 10 ? "long" : ""}`);
  if (side) make(word, "span", "", data.word);
  else { make(word, "span", "l", `${data.halves[0]} `); make(word, "span", "r", data.halves[1]); }
  const say = make(stage, "div", `say ${side}`);
  make(say, "p", "", data.sentence);
  if (data.beside && !data.small) make(say, "p", "quiet", data.beside);
  if (data.scope && !data.small) make(say, "p", "scope", data.scope);
  const field = make(stage, "div", "field");
  standing(field, data.wide, "wide", data);
  standing(field, data.narrow, "narrow", data);
  make(field, "div", "axis");
  const reaches = make(field, "div", "reaches");
  if (data.estimate !== null) make(reaches, "i", "estimate", null, { at: data.estimate });
  data.reaches.forEach((reach, place) => {
    const middle = (data.estimate - reach.low) / Math.max(1e-9, reach.high - reach.low);
    const values = { low: reach.low, high: reach.high, from: `${Math.min(1, Math.max(0, middle)) * 100}%` };
    const line = make(reaches, "div", `reach ${place ? "thin" : ""} ${side} ${reach.words}`, null, values);
    const bar = make(line, "i", "");
    for (const end of reach.beyond) make(bar, "b", end);
    make(line, "p", "", reach.said);
  });
  const ticks = make(field, "div", "ticks");
  for (const at of [-3, -2, -1, 0, 1, 2, 3]) {
    const said = at ? `${at < 0 ? "CON" : "PRO"} by ${Math.abs(at)}` : "0";
    make(ticks, "span", at % 2 ? "far" : "", said, { at });
  }
  const legend = make(stage, "div", "legend");
  data.legend.forEach((one) => {
    const name = make(legend, "span", "");
    shape(name, data.shapes[one.seat]);
    name.appendChild(document.createTextNode(`${one.judge} `));
    make(name, "b", sideOf(one.said), one.said);
  });
}
