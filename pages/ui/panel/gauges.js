// Agreement figures on one scale. All words become text, never markup.
function gauge(place, one) {
  const box = make(place, "div", "gauge");
  make(box, "h3", "", one.title);
  if (one.value === null) { make(box, "p", "", one.said); return; }
  const scale = make(box, "div", "scale");
  scale.setAttribute("role", "img");
  scale.setAttribute("aria-label", `${one.title} ${one.said}`);
  for (const band of one.bands) make(scale, "i", "band", null, { low: band.low, high: band.high, depth: band.depth }).title = band.name;
  if (one.interval) make(scale, "i", "reach", null, { low: one.interval.low, high: one.interval.high });
  make(scale, "i", "value", null, { low: one.value });
  for (const tick of one.ticks) make(scale, "span", tick.at === 0 ? "first" : tick.at === 1 ? "last" : "", tick.said, { low: tick.at });
  make(box, "p", "", one.said);
  make(box, "p", "quiet", one.advice);
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const place = make(make(parentElement, "div", "place"), "div", "gauges");
  data.gauges.forEach((one) => gauge(place, one));
}
