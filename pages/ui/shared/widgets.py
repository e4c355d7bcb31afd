"""Buttons, files, folds, tabs and settings as widgets; and each term of the pages in plain words."""

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from debate_core.domain.live_judge import PATTERN_MEANINGS, PATTERN_TESTS
from debate_core.domain.options import Number, OneOf, Option, Switch, options_of
from debate_core.domain.rubric import FALLACY_EXAMPLES, FALLACY_QUESTIONS, STANDING_MEANINGS, STANDINGS
from debate_core.domain.settings import hosting
from debate_core.domain.wording import RULINGS, capital, name_text
from debate_core.store.access import FOR_BROWSER
from pages.ui import state
from pages.ui.shared.words import clip, escaped
from pages.ui.state.session import NOTHING, SettingsForm, mark, widget_value


def open_argument(name: str | None, by: str = "", judge: str = "") -> None:
    """Let the address name this argument. `by`: what it was chosen in; `judge`: whose score of it was."""
    if name:
        st.query_params["arg"] = name
        state.drawer_opened_by.keep(by)
        state.drawer_judge.keep(judge)


def turn_to_argument(name: str) -> None:
    """Let the address name another argument while one is open: what that was chosen in stays known."""
    st.query_params["arg"] = name
    state.drawer_judge.take()


def close_argument() -> None:
    """Forget the argument, and with it what was selected where it was chosen, so that it can be clicked again."""
    st.query_params.pop("arg", None)
    state.drawer_judge.take()
    closed = state.drawers_closed.of(state.drawer_opened_by.take())
    closed.keep(closed() + 1)


def offer_action(
    label: str,
    key: str,
    action: Callable[..., Any] | None,
    *given: object,
    icon: str = "",
    kind: Literal["primary", "secondary", "tertiary"] = "secondary",
    **more: Any,
) -> None:
    """A button that does something with what is ``given``, before anything is drawn anew; ``icon``: a symbol's name."""
    symbol = f":material/{icon}:" if icon else None
    st.button(label, key=key, icon=symbol, type=kind, on_click=action, args=given, **more)


def offer_file(
    label: str, data: str | bytes | Callable[[], str | bytes], name: str, mime: str, *, key: str, **more: Any
) -> None:
    """A file for whoever sees the button, and, of a server that serves others, for this browser alone."""
    made = _make_here(data) if callable(data) else data
    kind = mime if hosting().mode == "desk" else f"{mime}{FOR_BROWSER}{mark()}"
    st.download_button(
        label, made, name, kind, key=key, icon=":material/download:", on_click="ignore", **more
    )


def _make_here(make: Callable[[], str | bytes]) -> Callable[[], str | bytes]:
    """Streamlit makes a file in a thread that knows neither the person nor the address: they are handed on."""
    here = get_script_run_ctx()

    def run() -> str | bytes:
        with ThreadPoolExecutor(1, initializer=lambda: add_script_run_ctx(ctx=here)) as one:
            return one.submit(make).result()

    return run


def fold_numbers(which: str = "") -> DeltaGenerator:
    return st.expander(f"Show the numbers{which}", icon=":material/table_rows:")


def fold(label: str, key: str, show: Callable[[], object], icon: str = ":material/table_rows:") -> None:
    """A section folded away, which is computed and sent only while it is open."""
    section = st.expander(label, icon=icon, key=key, on_change="rerun")
    if section.open:
        with section:
            show()


def show_tabs(key: str, parts: Mapping[str, Callable[[], None]]) -> None:
    """Sections side by side, by their titles; only the open one is computed and sent."""
    for tab, show in zip(st.tabs(list(parts), key=key, on_change="rerun"), parts.values(), strict=True):
        if tab.open:
            with tab:
                show()


def component(name: str, *places: str, css: str = "", isolate_styles: bool = True) -> ComponentRenderer:
    """A fragment of our own in the browser, from styles and scripts under `pages/ui`; ``css``: before these."""
    at = Path(__file__).parents[1]
    styles, js = (
        "".join(file.read_text(encoding="utf-8") for one in places if (file := at / f"{one}.{kind}").exists())
        for kind in ("css", "js")
    )
    made_with = (at / "shared" / "fragment.js").read_text(encoding="utf-8")
    return st.components.v2.component(
        name, css=css + styles, js=made_with + js, isolate_styles=isolate_styles
    )


MANY = 4
"""Choices, none of them counted as one, above which they stand in a box and not beside each other."""


def ask(form: SettingsForm[Any], field: str, place: DeltaGenerator | None = None, **more: Any) -> None:
    """The widget of a form's setting; below few choices, what the chosen one means. `more`: not as declared."""
    kind: Any = form.kind
    option = options_of(kind)[field]
    more_of = _label(option) | form.widget(field) | more
    with place or st.container(gap="small"):
        match option:
            case Number():
                empty = {"value": None, "placeholder": option.empty} if option.empty else {}
                widget = st.slider if more_of.pop("slides", False) else st.number_input
                widget(**range_of(option) | empty | more_of)
            case Switch():
                st.checkbox(**more_of)
            case OneOf():
                _ask_one(option, more_of)
            case _:
                st.text_area(**{"placeholder": option.hint or None} | more_of)


def _label(option: Option) -> dict[str, Any]:
    return {"label": option.title, "help": option.words or None}


def offer_to_delete(name: str, key: str, keep: Callable[[str, None], None]) -> None:
    """A button that deletes what a person saved under a name: nothing is kept in its place."""
    why = f"Delete {escaped(name)}"
    offer_action("Delete", key, keep, name, None, icon="delete", kind="tertiary", help=why)


def _ask_one(option: OneOf, more_of: dict[str, Any]) -> None:
    words = {NOTHING: option.nothing} | dict(option.options) if option.nothing else option.options
    choice: dict[str, Any] = {"options": list(words), "format_func": words.__getitem__}
    if option.many:
        st.pills(selection_mode="multi", **choice, **more_of)
    elif len(words) > MANY:
        st.selectbox(**choice, **more_of)
    else:
        st.segmented_control(required=True, **choice, **more_of)
    chosen = widget_value(more_of["key"])()
    if option.many:
        lines = [f"*{words[one]}*: {option.means[one]}." for one in words if one in (chosen or ())]
        st.caption("  \n".join(lines) or option.means[NOTHING])
    elif meaning := option.means.get(chosen):
        st.caption(meaning)


def range_of(option: Number, form: str = "") -> dict[str, Any]:
    """The ends, step and form of a number's widget; in percent where it is shown so."""
    per, kind = 100 if option.percent else 1, int if option.whole or option.percent else float
    digits = 0 if kind is int else option.decimals
    least = option.low + (10.0**-digits if option.above else 0)
    ends = {"min_value": least, "max_value": option.high, "step": option.step}
    scaled = {end: kind(round(one * per, 6)) for end, one in ends.items() if math.isfinite(one)}
    return scaled | {"format": form or ("%d" if kind is int else f"%.{digits}f")}


def show_option(name: str, option: Option, value: Any, *, of: str, form: str = "") -> None:
    """The widget of one option of the address; its key begins with `of`. `form`: how a number is written."""
    key = f"{of}_{name}"
    more_of = _label(option) | {"key": key, "on_change": _choose}
    match option:
        case Number():
            per = 100 if option.percent else 1
            ends = range_of(option, form)
            widget_value(key).keep(type(ends["step"])(round(value * per, 6) if per > 1 else value))
            st.number_input(**ends, args=(name, key, per), **more_of)
        case Switch():
            widget_value(key).keep(value)
            st.toggle(args=(name, key), **more_of)
        case OneOf(options=words, nothing=nothing):
            # None would show as no selection at all, and no option of a box is called by an empty word.
            widget_value(key).keep(value or "")
            labels: Mapping[str, str] = {"": nothing} | dict(words) if nothing else words
            st.selectbox(options=list(labels), format_func=labels.__getitem__, args=(name, key), **more_of)


def _choose(name: str, key: str, per: int = 1) -> None:
    """Put the choice into the address; `per`: 100 for percent. The widget may be gone by then."""
    if (widget := widget_value(key)).is_there:
        value = widget()
        state.choose(**{name: value / per if per > 1 else value})


def show_refused(refused: Sequence[str], missing: Sequence[str] = ()) -> None:
    """What of the address doesn't count: settings `refused`, and in sentences what a debate doesn't have."""
    texts = [clip(one, 160) for one in missing]
    if refused:
        what, several = "; ".join(clip(words, 160) for words in refused), len(refused) > 1
        texts.append(
            f"This address sets what can't be: {what}. The usual {'values count' if several else 'value counts'}."
        )
    if texts:
        st.warning(escaped(" ".join(texts)), icon=":material/link_off:")


_ALPHA = (
    "How alike the judges scored, beyond chance: 1 is full agreement, 0 is chance. Judges who differ in strictness "
    "lower it (Krippendorff's alpha, of the scores as given)."
)
_KAPPA = "How often the judges gave the same ruling, beyond chance: 1 is always, 0 is chance (Fleiss' kappa)."
_CONSISTENCY = (
    "Alpha on adjusted scores: do the judges rank arguments alike? Not agreement: strictness is removed."
)
RELATIVE_HELP = (
    "How well the panel's average tells arguments, or sides, apart once strictness is removed: 1 fully, 0 not at all. "
    "It counts judges with independent errors like these (ICC(C,k))."
)
PAIRS_HELP = (
    "How alike two judges scored, beyond chance: 1 is full agreement, 0 is chance. A stricter judge counts as "
    "disagreement."
)
GAUGES_HELP = f"**Alpha.** {_ALPHA}\n\n**Kappa.** {_KAPPA}\n\n**Once adjusted.** {_CONSISTENCY}"
RULINGS_HELP = "  \n".join(
    f"{capital(RULINGS[name])}: {STANDING_MEANINGS[name]}." for name in reversed(STANDINGS)
)
FALLACIES_HELP = "What judges look for:" + "".join(
    f"  \n{name_text(name)}: {asked} {FALLACY_EXAMPLES[name]}" for name, asked in FALLACY_QUESTIONS.items()
)
PATTERNS_HELP = "The patterns and their tests:" + "".join(
    f"  \n{name_text(name)}: {PATTERN_MEANINGS[name]}. Test: {test}." for name, test in PATTERN_TESTS.items()
)
