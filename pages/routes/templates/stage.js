// Words arrive as they are spoken and become text, never markup.
const token = encodeURIComponent(new URLSearchParams(location.search).get("t"));
const lost = document.getElementById("lost"), phase = document.getElementById("phase");
let drawn = null;

function put(place, text) {
  const before = place.textContent;
  if (before && text.startsWith(before)) place.append(text.slice(before.length));
  else if (text !== before) place.textContent = text;
}

function say(one) {
  const place = document.getElementById(one.side);
  if (!place) return;
  const words = place.querySelector(".words"), follows = words.scrollHeight - words.scrollTop - words.clientHeight < 60;
  one.lines.forEach(([name, label, text], at) => {
    const line = words.children[at] ?? words.appendChild(document.createElement("p"));
    if (!line.firstChild) line.append(document.createElement("b"), document.createElement("span"));
    line.className = `of-${name}`; // a picture has a class "claim", too
    put(line.firstChild, label && `${label} `);
    put(line.lastChild, text);
  });
  while (words.children.length > one.lines.length) words.lastChild.remove();
  place.hidden = false;
  if (follows) words.scrollTop = words.scrollHeight;
}

const stop = listen(`${location.pathname}/words?t=${token}`, ([head, ...spoken]) => {
  lost.hidden = true;
  if (drawn !== null && drawn !== head.page) {
    stop();
    // Not everyone in a hall at once.
    setTimeout(() => location.replace(`${location.pathname}?t=${token}`), 600 * Math.random());
    return;
  }
  drawn = head.page;
  phase.textContent = head.phase;
  spoken.forEach(say);
}, () => { lost.hidden = false; });
