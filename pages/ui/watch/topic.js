// The topic as the page's heading.
export default function ({ data, parentElement }) {
  const said = parentElement.querySelector("h1") ?? make(parentElement, "h1");
  if (said.textContent !== data.topic) said.textContent = data.topic;
  said.style.minHeight = `${Math.max(40, 26 * data.lines)}px`;
  release(parentElement);
}
