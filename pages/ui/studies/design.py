"""Designing a study on the page, the same as its file could be. It begins as a comparison of two models."""

from itertools import cycle
from typing import Any

import streamlit as st

from debate_core.domain.config import BUILT_IN_JUDGES
from debate_core.domain.errors import SetUpError
from debate_core.study.design import Study, plan_study, toml_text, usual_topics
from pages.ui import state
from pages.ui.shown.figures import offer_file
from pages.ui.shown.words import fault_shown
from pages.ui.studies.running import show_first_run

MOST = 200
"""Debates of a study that a page begins; a file may have more."""
_MODELS = ["simulated:careful", "simulated:hasty", "simulated:standard"]


def show_design() -> None:
    left, right = st.columns(2, gap="large")
    usual = "\n".join(one["text"] for one in usual_topics("10"))
    lasts: dict[str, Any] = {"persist_state": "session"}
    models = lasts | {"accept_new_options": True, "help": "Choose some, or type provider:model."}
    name = left.text_input("Name", "Two models", key="design_name", max_chars=80, **lasts)
    topics = left.text_area("Topics, one on each line", usual, key="design_topics", height=275, **lasts)
    debaters = right.multiselect("Who debates", _MODELS, _MODELS[:2], key="design_debaters", **models)
    judging = right.multiselect("Who judges", _MODELS, _MODELS[2:], key="design_judges", **models)
    repeats = right.number_input("Repeats", 1, 20, key="design_repeats", **lasts)
    limit: dict[str, Any] = {"value": None, "placeholder": "no limit", **lasts}
    calls = right.number_input("Most calls in all", 1, key="design_calls", **limit)
    dollars = right.number_input("Most dollars in all", 0.5, key="design_dollars", **limit)
    st.caption("Each topic is debated from both sides. Four judges score; the models take turns as judges.")
    lines = [line.strip() for line in topics.splitlines() if line.strip()]
    if not (name.strip() and lines and debaters and judging):
        st.info("It needs a name, topics, and models that debate and judge.")
        return
    more = {"repeats": repeats, "budget": {"calls": calls, "dollars": dollars}}
    with fault_shown():
        study = _study(name.strip(), lines, debaters, judging, **more)
        show_first_run(study, "Start the study", "run_design")
        offer_file(
            "Download the study (TOML)", toml_text(study), "study.toml", "application/toml", key="design_file"
        )


def _study(name: str, topics: list[str], debaters: list[str], judging: list[str], **more: Any) -> Study:
    seats = zip(BUILT_IN_JUDGES, cycle(judging), strict=False)
    judges = [one.model_dump(mode="json", exclude_none=True) | {"model": model} for one, model in seats]
    servers = [one.model_dump(mode="json", exclude_none=True) for one in state.draft().servers]
    base = {"panel": {"judges": judges}, "servers": servers}
    study = plan_study(name, topics, debaters, base=base, **more)
    if study.debates > MOST:
        raise SetUpError(f"this comes to {study.debates:,} debates, and a page begins {MOST} at most")
    return study
