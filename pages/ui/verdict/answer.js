// The answer, drawn from values alone. Words that people or models wrote arrive in `data` and become text, never markup.

function words(card, data) {
  const place = make(card, "div", "words");
  make(place, "h2", data.side, data.word);
  make(place, "p", "lede", data.lede);
  for (const part of data.parts) {
    make(place, "h3", "", part.title);
    if (part.text) make(place, "p", "part", part.text);
    if (part.markup) picture(place, part.markup);
    if (part.items.length) {
      const list = make(place, "ul", "");
      part.items.forEach((item) => make(list, "li", "", item));
    }
  }
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  parentElement.querySelector(".place")?.remove();
  const card = make(make(parentElement, "div", "place"), "section", "answer");
  card.setAttribute("aria-label", `${data.word}. ${data.lede}`);
  words(card, data);
  release(parentElement);
}
