"""The evidence behind the live judge's reading: turning points, the register where a person can overturn, convergence.

Reads the live part of a report; writes a person's word to the store. Invariant: nothing is ever taken out: the flag,
its penalty and why it was overturned stay on record, and only the points change.
"""

import streamlit as st

from debate_core.asks.convergence import CONVERGENCE_FROM
from debate_core.numerals import MINUS, listed
from debate_core.record import Record
from debate_core.report.live import LiveReport
from debate_core.scorecard.nouns import ConvergenceKind
from debate_core.scorecard.register import CONCERN_WORDS, CountedContradiction, Entry
from debate_core.transcript import SIDES
from debate_core.wording import SLIPS
from pages.ui.shown import terms
from pages.ui.shown.figures import fold_numbers, show_table
from pages.ui.shown.persons_word import LONGEST, show_flags, status_named
from pages.ui.shown.score import show_running_score
from pages.ui.shown.speech import mean_of, show_statements, show_turns, watch_link
from pages.ui.shown.words import clip, escaped
from pages.ui.verdict.live_reading import absence, show_finding

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
_POSITIONS = (
    f"In debates of {CONVERGENCE_FROM} turns or more, the live judge compares the positions of turns 1 and 2 with "
    "those of the last two."
)
_LIMITS = (
    "Its scores are estimates and change between runs.",
    "A judge can prefer a style over the reasoning under it.",
    "Neither judge nor register can check a source outside the debate: a true but obscure fact can be flagged. A "
    "person can overturn a flag.",
    "The first turns are less calibrated: the first has no comparison at all and answers nobody, so it counts in no "
    "round and no mean. In simulations of even sides with it counted, the side that answers first led in 10 to 93 "
    "debates of a hundred more than the other, by how marks run; without it in about 1.",
    "Archetypes bend a model's manner, not its nature.",
)
_SHARED = "Both debaters are on one model and share its blind spots; what neither sees, neither can expose."
HEIGHT = 280


def show_arc(record: Record, found: LiveReport) -> None:
    """Turning points, the register and convergence, and what none of it can tell."""
    if not found.live:
        return
    _show_turning_points(record, found)
    _show_register_history(record, found)
    _show_convergence(record, found)
    with st.expander("What the live judge can't tell", icon=":material/info:"):
        same = record.config.pro.model == record.config.con.model
        st.markdown("\n".join(f"- {line}" for line in (*_LIMITS, *[_SHARED] * same)))


def _show_turning_points(record: Record, found: LiveReport) -> None:
    """The running score with the turns marked on it, and what turned there; only a turn cited has a mark."""
    st.subheader("Turning points", help=terms.RUNNING_SCORE, anchor=False)
    told = found.narrative.turning_points if found.narrative else ()
    turning = sorted({turn for point in told for turn in point.turns})
    show_running_score(found, key="turning_points", alt=_alt(found, turning), turning=turning, height=HEIGHT)
    st.caption(
        "Lines: each side's mean composite so far, PRO solid, CON dashed. Marks: single turns, PRO circles, CON "
        "squares. ◆ a turning point."
    )
    if told:
        show_statements(record, "", told)
    elif found.narrative:
        st.markdown("The narrative names none.")
    else:
        st.markdown(
            f"The narrative names them. {absence(record, found, 'narrative', 'It comes when every turn is judged.')}"
        )
    with fold_numbers("turn by turn"):
        show_turns(found)


def _alt(found: LiveReport, turning: list[int]) -> str:
    running = found.scorecard.running
    if not running:
        return "No turn has been spoken yet."
    last = running[-1]
    marked = f" Turning points at {listed([f'turn {n}' for n in turning])}." if turning else ""
    pro, con = (mean_of(last.means, side, "missing") for side in SIDES)
    means = f"After turn {last.turn} PRO's mean is {pro} of 100, CON's {con}."
    return f"Running score over {len(running)} turns. {means}{marked}"


def _show_convergence(record: Record, found: LiveReport) -> None:
    """The kind, what it means, the judge's words and the turns; or why it was not checked."""
    st.subheader("Convergence", help=_POSITIONS, anchor=False)
    said = found.convergence
    if said:
        show_finding(record, KINDS[said.kind], said)
    elif record.turns_in_all < CONVERGENCE_FROM:
        st.markdown(f"*Not checked:* fewer than {CONVERGENCE_FROM} turns.")
    else:
        st.markdown(absence(record, found, "convergence", "It is checked when every turn has been spoken."))


def _show_register_history(record: Record, found: LiveReport) -> None:
    """One line a claim; unfolded, its words, its history, and a person's say in it. Then the slips."""
    st.subheader("Suspect claims", help=terms.REGISTER, anchor=False)
    if found.claims:
        show_table(
            [_claim(entry) for entry in found.claims],
            key="register",
            alt="Each suspect claim with its turn, concern, status and points",
        )
    else:
        st.markdown("The live judge flagged none.")
    show_flags(record, found.claims)
    if found.slips:
        st.markdown("**Contradictions and dropped premises**")
        st.markdown("\n".join(_slip(record, slip) for slip in found.slips))


def _claim(entry: Entry) -> dict[str, str]:
    return {
        "Claim": entry.id,
        "Turn": f"{entry.turn}, {entry.side.upper()}" if entry.side else str(entry.turn),
        "Words": clip(entry.quote or entry.text, 60),
        "Concern": CONCERN_WORDS[entry.concern],
        "Status": status_named(entry),
        "Logic": f"{MINUS}{-entry.penalty}" if entry.penalty else "0",
        "Exposed by": f"turn {entry.exposed_by}" if entry.exposed_by else "–",
    }


def _slip(record: Record, slip: CountedContradiction) -> str:
    later, earlier = watch_link(record, slip.turn), watch_link(record, slip.earlier)
    words = escaped(clip(slip.text, LONGEST))
    return f"- **{slip.id}** {slip.side.upper()} in {later} {SLIPS[slip.kind]} {earlier}: {words}"
