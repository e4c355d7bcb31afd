"""Lab: how good is a panel like this? The address says what is asked, so that it can be shared."""

import streamlit as st

from debate_core.domain.options import changes, options_of
from debate_core.reporting.lab import lab_document
from debate_core.reporting.lab_panel import about_text
from debate_core.reporting.worked_example import worked_document
from debate_core.verdicts.lab import Question
from debate_core.verdicts.rules import rules_of
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_beside, show_block
from pages.ui.shared.widgets import fold, offer_action, show_option, show_refused
from pages.ui.shared.words import escaped
from pages.ui.studies import show_link

_FOLDED = ("differ", "spread", "bias", "leanings", "split", "errors", "gone", "standings", "whole", "uneven")

router.enter()

# read
asked = state.lab_query()
question = asked.question
worked = worked_document()


def ask(*names: str) -> None:
    for name in names:
        show_option(name, options_of(Question)[name], getattr(question, name), of="lab")


def ask_first() -> None:
    with st.grid(3, min_column_width=140, key="lab_first"):
        ask("related", "judges", "arguments")


def show_worked() -> None:
    st.markdown(escaped(worked.about))
    for block in worked.blocks:
        show_block(block, 3)
    offer_downloads(worked, "worked")


# ask
st.title("How good is a panel like this?", anchor=False)
about = about_text(question, rules_of(question.rules, asked.thresholds))
st.markdown(f":violet-badge[:material/science: Simulated] :gray[{escaped(about)} No model is asked.]")
show_refused(asked.refused)
with st.spinner(f"Simulating {asked.panels:,} panels of each size…"):
    document = lab_document(state.simulated_lab(asked))
answer, one_model, cover, sizes, limits = document.blocks

# show
show_beside(one_model, below=ask_first)
with st.container(key="lab_answer"):
    show_block(answer)
form, figures = st.columns([2, 5], gap="medium")
with form, st.container(border=True, key="lab_form"):
    st.subheader("The panel", anchor=False)
    with st.grid(2, min_column_width=140, key="lab_choices"):
        ask("gap", "noise", "severity", "missing")
    ask("shared", "rules")
    odd = not changes(question).keys().isdisjoint(_FOLDED)
    more = st.expander("More about judges and arguments", expanded=odd, key="lab_more")
    with more, st.grid(2, min_column_width=140, key="lab_more_choices"):
        ask(*_FOLDED)
    show_option("panels", options_of(state.Effort)["panels"], str(asked.panels), of="lab")
    usual, clear = not (changes(question) or changes(asked.thresholds)), st.query_params.clear
    offer_action("The usual panel", "lab_reset", clear, icon="restart_alt", disabled=usual)
    st.caption("The address of this page holds these choices: copy it to share them.")
with figures:
    show_block(cover)
    show_block(sizes, folded=state.narrow())
show_block(limits)
offer_downloads(document, "lab")
fold(worked.title, "worked", show_worked, icon=":material/calculate:")
show_link()
