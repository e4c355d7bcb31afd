"""An option of the core as a widget; what a person changes goes into the address and nowhere else."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from debate_core.options import Number, OneOf, Option, Switch
from pages.ui import state
from pages.ui.shown.words import clip, escaped


def marked(key: str, said: Callable[[Any], str] = str) -> Callable[[Any], str]:
    """How a row of segments says each choice: the chosen one in violet, as Streamlit's colour is too faint on dark."""

    def shown(one: object) -> str:
        chosen = st.session_state.get(key)
        picked = one in chosen if isinstance(chosen, list | tuple) else one == chosen
        return f":violet[{said(one)}]" if picked else said(one)

    return shown


def show_option(name: str, option: Option, value: Any, *, of: str, form: str = "") -> None:
    """The widget of one option; its key begins with `of`. `form`: how a number is written, by its step if not given."""
    key = f"{of}_{name}"
    told: dict[str, Any] = {"key": key, "help": option.words, "on_change": _choose}
    match option:
        case Number():
            per = 100 if option.percent else 1
            kind = int if option.whole or option.percent else float
            least, most, step, st.session_state[key] = (
                kind(round(one * per, 6) if per > 1 else one)
                for one in (option.least, option.most, option.step, value)
            )
            form = form or ("%d" if kind is int else "%.1f" if step * 10 == round(step * 10) else "%.2f")
            st.number_input(option.title, least, most, step=step, format=form, args=(name, key, per), **told)
        case Switch():
            st.session_state[key] = value
            st.toggle(option.title, args=(name, key), **told)
        case OneOf(options=words, nothing=nothing):
            # None would show as no selection at all, and no option of a box is called by an empty word.
            st.session_state[key] = value or ""
            st.selectbox(
                option.title,
                [*[""][: len(nothing)], *words],
                format_func=lambda one: words.get(one, nothing),
                args=(name, key),
                **told,
            )


def _choose(name: str, key: str, per: int = 1) -> None:
    """Put the choice into the address; `per`: 100 for percent. The widget may be gone by then."""
    if key in st.session_state:
        value = st.session_state[key]
        state.choose(**{name: value / per if per > 1 else value})


def show_refused(refused: Sequence[str]) -> None:
    if refused:
        what = escaped("; ".join(clip(words, 160) for words in refused))
        usual = "The usual value stands instead." if len(refused) == 1 else "The usual values stand instead."
        st.warning(f"The address asks for what can't be: {what}. {usual}", icon=":material/link_off:")
