"""The live judge's part of the verdict: its reading held against itself, then the evidence behind it, then its limits.

Reads the live part of a report. Invariant: shown only in a debate with a live judge, and beside the outcome, never in
its place; what is missing says why, and what a person's word on the register has overtaken says so.
"""

import streamlit as st

from debate_core.asks.convergence import CONVERGENCE_FROM
from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.live import LiveFound
from debate_core.scorecard.nouns import Conflict, Convergence, ConvergenceKind, Pattern
from pages.ui.charts.running_score import running_score_plot
from pages.ui.widgets import terms
from pages.ui.widgets.chart import show_chart
from pages.ui.widgets.live_failures import absence, show_live_failures
from pages.ui.widgets.register_table import show_register_history
from pages.ui.widgets.scorecard_line import mean_of, show_turns
from pages.ui.widgets.scorecard_narrative import show_both, show_heading
from pages.ui.widgets.turn_links import LONGEST, UNSUPPORTED, show_statements, turns_cited
from pages.ui.widgets.words import show_words

PATTERNS: dict[Pattern, tuple[str, str]] = {
    "coherence_collapse": (
        "Coherence collapse",
        "The side ahead on rounds won them one at a time, but kept shifting its central claim.",
    ),
    "asymmetric_depth": (
        "Asymmetric depth",
        "One side won on style; the other held the stronger logic.",
    ),
    "convergence_failure": (
        "Convergence failure",
        "The sides argued past each other, so rounds were won that answered nothing.",
    ),
    "none_of_these": ("None of the known patterns", "The judge explains the difference in its own way."),
}
KINDS: dict[ConvergenceKind, tuple[str, str]] = {
    "genuine_agreement": (
        "Genuine agreement",
        "By the end they agree on the matter itself, not only in tone.",
    ),
    "definitional_dispute": (
        "Definitional dispute",
        "What is left between them is what a word means, not what is the case.",
    ),
    "narrowed_to_degree": (
        "Narrowed to degree",
        "They agree on the direction and differ on how much, how fast or how far.",
    ),
    "degenerate": (
        "Degenerate",
        "Both now defend the same thing: one of them has given up its side without saying so.",
    ),
    "none": ("No convergence", "They stand as far apart as they began."),
}
_DIFFER = (
    "Leaders are compared by code. Where they differ, one call asks the live judge why, and for a pattern: coherence "
    "collapse, asymmetric depth, convergence failure, or none of these."
)
_STALE = "It was written when they differed; a person's word on the register has changed the scorecard since."
_POSITIONS = (
    f"In debates of {CONVERGENCE_FROM} turns or more, the live judge compares the positions of turns 1 and 2 with "
    "those of the last two."
)
_LIMITS = (
    "Its scores are estimates and change between runs.",
    "A judge can prefer a style over the reasoning under it.",
    "Neither judge nor register can check a source outside the debate: a true but obscure fact can be flagged. A "
    "person can overturn a flag.",
    "The first turns are less calibrated: the first has no comparison at all.",
    "Archetypes bend a model's manner, not its nature.",
)
_SHARED = "Both debaters are on one model and share its blind spots; what neither sees, neither can expose."
HEIGHT = 280


def show_reading(held: Record, found: LiveFound, report: Report | None) -> None:
    """Who leads on rounds and who in the telling, and why they differ. `report`: None before two judges scored."""
    show_heading(found, report)
    show_live_failures(held, found)
    if not found.live:
        st.markdown("No turn has been judged yet, so there is nothing to read.")
        return
    show_both(held, found)
    _show_bridge(held, found)


def show_arc(held: Record, found: LiveFound) -> None:
    """Turning points, the register and convergence, and what none of it can tell."""
    if not found.live:
        return
    _show_turning_points(held, found)
    show_register_history(held, found)
    _show_convergence(held, found)
    with st.expander("What the live judge can't tell", icon=":material/info:"):
        same = held.config.pro.model == held.config.con.model
        st.markdown("\n".join(f"- {line}" for line in (*_LIMITS, *[_SHARED] * same)))


def _show_bridge(held: Record, found: LiveFound) -> None:
    """Why they differ; nothing where they never did."""
    if not found.differ:
        if found.conflict:
            with st.expander("The explanation of an earlier difference"):
                st.caption(_STALE)
                _show_finding(held, PATTERNS[found.conflict.pattern], found.conflict)
        return
    with st.container(border=True, key="bridge"):
        st.markdown("#### Why they differ", help=_DIFFER)
        if found.conflict:
            _show_finding(held, PATTERNS[found.conflict.pattern], found.conflict)
        else:
            st.markdown(absence(held, found, "conflict", "The live judge is asked when both are there."))


def _show_finding(held: Record, kind: tuple[str, str], said: Conflict | Convergence) -> None:
    """What kind of thing it is and what that means, the judge's words, and the turns they cite."""
    st.markdown(f"**{kind[0]}.** {kind[1]}")
    show_words(said.text, most=LONGEST)
    st.markdown(f"It cites {turns_cited(held, said.turns)}." if said.turns else UNSUPPORTED)


def _show_turning_points(held: Record, found: LiveFound) -> None:
    """The running score with the turns marked on it, and what turned there; only a turn cited has a mark."""
    st.subheader("Turning points", help=terms.RUNNING_SCORE, anchor=False)
    told = found.narrative.turning_points if found.narrative else ()
    turning = sorted({turn for point in told for turn in point.turns})
    show_chart(
        running_score_plot(found.scorecard.running, found.live, turning, HEIGHT),
        key="turning_points",
        alt=_alt(found, turning),
    )
    st.caption(
        "Lines: each side's mean composite so far, PRO solid, CON dashed. Marks: single turns, PRO circles, CON "
        "squares. ◆ a turning point."
    )
    if told:
        show_statements(held, "", told)
    elif found.narrative:
        st.markdown("The narrative names none.")
    else:
        st.markdown(
            f"The narrative names them. {absence(held, found, 'narrative', 'It comes when every turn is judged.')}"
        )
    with st.expander("Show the numbers: turn by turn", icon=":material/table_rows:"):
        show_turns(found)


def _alt(found: LiveFound, turning: list[int]) -> str:
    running = found.scorecard.running
    if not running:
        return "No turn has been spoken yet."
    last = running[-1]
    marked = f" Turning points at {listed([f'turn {n}' for n in turning])}." if turning else ""
    pro, con = mean_of(last.means, "pro", "missing"), mean_of(last.means, "con", "missing")
    return (
        f"Running score over {len(running)} turns. After turn {last.turn} PRO's mean is {pro} of 100, CON's {con}."
        f"{marked}"
    )


def _show_convergence(held: Record, found: LiveFound) -> None:
    """The kind, what it means, the judge's words and the turns; or why it was not checked."""
    st.subheader("Convergence", help=_POSITIONS, anchor=False)
    said = found.convergence
    if said:
        _show_finding(held, KINDS[said.kind], said)
    elif held.turns_in_all < CONVERGENCE_FROM:
        st.markdown(f"*Not checked:* fewer than {CONVERGENCE_FROM} turns.")
    else:
        st.markdown(absence(held, found, "convergence", "It is checked when every turn has been spoken."))
