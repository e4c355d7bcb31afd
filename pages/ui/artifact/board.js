// The reviewers, drawn anew only where something changed. All words become text, never markup.
function scores(card, row, high) {
  const place = make(card, "div", "scores");
  for (const [key, score] of row.scores) {
    const one = make(place, "span", "", `${key} `);
    make(one, "b", "", String(score));
    if (high <= 5) for (let at = 1; at <= high; at += 1) make(one, "i", at <= score ? "on" : "").setAttribute("aria-hidden", "true");
  }
}

export default function ({ data, parentElement }) {
  const key = JSON.stringify(data);
  if (parentElement.drawn === key) return;
  parentElement.drawn = key;
  const open = new Set([...parentElement.querySelectorAll("details[open]")].map((one) => one.dataset.name));
  parentElement.querySelector(".board")?.remove();
  const board = make(parentElement, "section", "board");
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", data.alt);
  for (const row of data.rows) {
    const card = make(board, "div", `card ${row.state}`);
    const head = make(card, "div", "head");
    make(head, "strong", "", row.name);
    if (row.verdict) make(head, "b", row.verdict, row.verdict);
    make(card, "p", "said", row.said);
    if (row.scores.length) scores(card, row, data.high);
    if (!row.rationale) continue;
    const why = make(card, "details", "");
    why.dataset.name = row.name;
    why.open = open.has(row.name);
    make(why, "summary", "", "Why");
    make(why, "p", "", row.rationale);
    make(why, "p", "", row.model);
  }
}
