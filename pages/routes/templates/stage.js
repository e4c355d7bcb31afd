const lost = document.getElementById("lost"), phase = document.getElementById("phase");

function say(one) {
  const place = document.getElementById(one.side);
  if (!place) return;
  const words = place.querySelector(".words"), follows = words.scrollHeight - words.scrollTop - words.clientHeight < 60;
  const now = make(new DocumentFragment(), "div", "words");
  write(now, one.lines.map(([name, ...said]) => [`of-${name}`, ...said])); // a picture has a class "claim", too
  morph(words, now);
  place.hidden = false;
  if (follows) words.scrollTop = words.scrollHeight;
}

const stop = listen(`${location.pathname}/words${location.search}`, ([head, ...spoken]) => {
  lost.hidden = true;
  if (phase.dataset.layout !== head.layout) {
    stop();
    // Not everyone in a hall at once.
    return setTimeout(() => location.replace(location.href), 600 * Math.random());
  }
  phase.textContent = head.phase;
  spoken.forEach(say);
}, (over) => {
  lost.hidden = false;
  // A browser doesn't come back to a stream that was refused: the page does, where it is reached, or says it is gone.
  if (over) setTimeout(async () => {
    if (!lost.hidden && await fetch(location.href, { method: "HEAD" }).catch(() => null)) location.replace(location.href);
  }, 1000 + 2000 * Math.random());
});
