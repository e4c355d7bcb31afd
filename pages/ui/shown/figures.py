"""What a click does and opens, files to download, and parts that are folded or drawn in the browser."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from debate_core.domain.settings import hosting
from debate_core.store.access import FOR_BROWSER
from pages.ui.state.visitor import mark

_OPENED_BY, _CLOSED, _JUDGE = "drawer_opened_by", "drawers_closed", "drawer_judge"


def open_argument(name: str | None, by: str = "", judge: str = "") -> None:
    """Let the address name this argument. `by`: what it was chosen in; `judge`: whose score of it was."""
    if name:
        st.query_params["arg"] = name
        st.session_state[_OPENED_BY] = by
        st.session_state[_JUDGE] = judge


def chosen_judge() -> str:
    """The judge whose score of the open argument a person chose; empty where none was."""
    return str(st.session_state.get(_JUDGE, ""))


def close_argument() -> None:
    """Forget the argument, and with it what was selected where it was chosen, so that it can be clicked again."""
    st.query_params.pop("arg", None)
    by = st.session_state.pop(_OPENED_BY, "")
    st.session_state.pop(_JUDGE, None)
    closed: dict[str, int] = st.session_state.setdefault(_CLOSED, {})
    closed[by] = closed.get(by, 0) + 1


def times_closed(name: str) -> int:
    closed: dict[str, int] = st.session_state.get(_CLOSED, {})
    return closed.get(name, 0)


def offer_action(
    label: str,
    key: str,
    action: Callable[..., Any] | None,
    *given: object,
    icon: str = "",
    kind: Literal["primary", "secondary", "tertiary"] = "secondary",
    place: DeltaGenerator | None = None,
    **more: Any,
) -> None:
    """A button that does something with what is ``given``, before anything is drawn anew; ``icon``: a symbol's name."""
    symbol = f":material/{icon}:" if icon else None
    (place or st).button(label, key=key, icon=symbol, type=kind, on_click=action, args=given, **more)


def offer_file(
    label: str, data: str | bytes | Callable[[], str | bytes], name: str, mime: str, *, key: str, **more: Any
) -> None:
    """A file for whoever sees the button, and, of a server that serves others, for this browser alone."""
    made = _as_here(data) if callable(data) else data
    kind = mime if hosting().mode == "desk" else f"{mime}{FOR_BROWSER}{mark()}"
    st.download_button(
        label, made, name, kind, key=key, icon=":material/download:", on_click="ignore", **more
    )


def _as_here(make: Callable[[], str | bytes]) -> Callable[[], str | bytes]:
    """Streamlit makes a file in a thread that knows neither the person nor the address: they are handed on."""
    here = get_script_run_ctx()

    def made() -> str | bytes:
        with ThreadPoolExecutor(1, initializer=lambda: add_script_run_ctx(ctx=here)) as one:
            return one.submit(make).result()

    return made


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
    made_with = (at / "shown" / "fragment.js").read_text(encoding="utf-8")
    return st.components.v2.component(
        name, css=css + styles, js=made_with + js, isolate_styles=isolate_styles
    )
