// The topic as the page's heading.
export default function ({ data, parentElement }) {
  const said = parentElement.querySelector("h1") ?? make(parentElement, "h1");
  if (said.textContent !== data) said.textContent = data;
  release(parentElement);
}
