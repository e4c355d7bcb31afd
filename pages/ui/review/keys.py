"""The keys of the Review page, as one growing string from the browser, so that none is lost however fast they come.

Knows streamlit's components and key names; not what a key does. Invariant: what arrives is every key pressed since the
argument came before the person, in order; a key that was handled is not handled again; keys pressed while one writes
belong to the writing.
"""

from collections.abc import Callable

import streamlit as st

UP, DOWN = "u", "d"
_JS = """
// Every key since `item` began; the module lives as long as the page, whatever is drawn anew in it.
let item = null, pressed = "", send = null;
const NAMES = { ArrowUp: "u", ArrowDown: "d" };

function writes(element) {
  const kinds = ["radio", "checkbox", "button"];
  return element.isContentEditable || element.tagName === "TEXTAREA" || element.tagName === "SELECT" ||
    (element.tagName === "INPUT" && !kinds.includes(element.type));
}

window.addEventListener("keydown", (event) => {
  const at = event.composedPath()[0];
  const key = NAMES[event.key] || (/^[0-9]$/.test(event.key) ? event.key : "");
  if (!send || !key || event.ctrlKey || event.metaKey || event.altKey || writes(at)) return;
  if (NAMES[event.key] && at.tagName === "INPUT") return;
  if (NAMES[event.key]) event.preventDefault();
  pressed += key;
  send("pressed", pressed);
});

export default function ({ data, setStateValue }) {
  if (data.item !== item) { item = data.item; pressed = ""; }
  send = setStateValue;
}
"""
_COMPONENT = st.components.v2.component("review_keys", js=_JS)
_HANDLED = "review_keys_handled"


def listen(name: str, handle: Callable[[str], None]) -> None:
    """Hand each key pressed to `handle`, in order: a digit, `UP` or `DOWN`. `name`: of what the keys answer."""

    def arrived() -> None:
        pressed = str(st.session_state[name]["pressed"] or "")
        handled: dict[str, int] = st.session_state.setdefault(_HANDLED, {})
        for key in pressed[handled.get(name, 0) :]:
            handle(key)
        handled[name] = len(pressed)

    _COMPONENT(key=name, data={"item": name}, default={"pressed": ""}, on_pressed_change=arrived)
