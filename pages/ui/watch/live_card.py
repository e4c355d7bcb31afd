"""What the live judge said of one turn, and what code made of it: marks, links, claims, the comparison, slips.

Reads the live part of a report. Invariant: what is missing is said with its cause; a mark that was adjusted stands
beside the one proposed, with every reason; no word of the judge is shown but through `words`.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.config import DebateConfig
from debate_core.numerals import MINUS, listed
from debate_core.record import Record, Status
from debate_core.report.live import LiveReport
from debate_core.scorecard.caps import LINK_WORDS
from debate_core.scorecard.floor import Compared
from debate_core.scorecard.live_scores import (
    DIMENSIONS,
    MAXIMA,
    TOLERANCE,
    CountedLink,
    Dimension,
    Flag,
    points,
)
from debate_core.scorecard.nouns import LinkState, QuoteMatch
from debate_core.scorecard.register import CONCERN_WORDS, CountedContradiction, Entry
from debate_core.scorecard.tally import TurnScore
from debate_core.transcript import opponent
from debate_core.wording import SLIPS, capital
from pages.ui.shown import terms
from pages.ui.shown.access import ask_again
from pages.ui.shown.speech import status_words, turn_link
from pages.ui.shown.words import clip, escaped, show_words

STATES: dict[LinkState, tuple[str, str]] = {
    "present": (":material/check_circle:", "present"),
    "weak": (":material/contrast:", "weak"),
    "missing": (":material/cancel:", "missing"),
    "not_applicable": (":material/block:", "can't apply"),
}
FOUND: dict[QuoteMatch, str] = {
    "exact": "exact words",
    "near": "near match",
    "not_found": "words not found in the turn",
}
_CLAIM_MOST = 200


def show_live_card(number: int, record: Record, found: LiveReport, now: Status) -> None:
    """The live judge's card of one turn, in whatever state its judging is."""
    score = next((one for one in found.live if one.turn == number), None)
    with st.container(border=True, gap="small", key=f"live_card_{number}"):
        if score is None:
            _show_unjudged(number, record, found, now)
        else:
            _show_score(score, record.config)
        _show_failed_comparison(number, record, found, now)
        _show_claims(number, found)


def _show_unjudged(number: int, record: Record, found: LiveReport, now: Status) -> None:
    st.markdown("**Live judge**")
    step = f"live:{number}"
    if step in found.live_failures:
        _show_failure(step, "This turn has no score", record, found, now)
    elif now == "running":
        begun = bool(record.calls_of(step))
        st.caption("Is reading this turn." if begun else "Has not read this turn yet.")
    else:
        resumed = "" if now == "finished" else " Resuming the debate goes on with it."
        st.caption(f"This turn has not been judged; it is missing from the score, not zero.{resumed}")


def _show_failed_comparison(number: int, record: Record, found: LiveReport, now: Status) -> None:
    for step in (f"pairwise:{number}", f"pairwise:{number}:swapped"):
        if step in found.live_failures:
            what = f"The comparison with turn {number - 1}{' in the other order' * step.endswith('swapped')} failed"
            _show_failure(step, what, record, found, now)


def _show_failure(step: str, what: str, record: Record, found: LiveReport, now: Status) -> None:
    """A call that failed: what is missing, why, and asking again once the debate is over."""
    cause = escaped(clip(found.live_failures[step], 300))
    st.markdown(f":material/error: **{what}.** {cause}")
    if now == "finished":
        st.button(
            "Ask again",
            key=f"ask_again_{step}",
            icon=":material/refresh:",
            on_click=ask_again,
            args=(record,),
        )
    else:
        st.caption("The debate goes on; this can be asked again when it is finished.")


def _show_score(score: TurnScore, config: DebateConfig) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(
            f"**Live judge: {points(score.composite)} of 100**", width="content", help=terms.LIVE_SCORE
        )
        if _differs(score.raw.composite, score.composite):
            st.caption(f"proposed {points(score.raw.composite)}", width="content")
        if not score.calibrated:
            st.badge("Uncalibrated", color="gray", icon=":material/tune:", help=terms.UNCALIBRATED)
    for dimension, column in zip(DIMENSIONS, st.columns(3), strict=True):
        with column:
            _show_bar(dimension, score)
    _show_flags(score.flags)
    _show_chain(score.links, score.cap)
    if score.compared:
        _show_compared(score.compared, score)
    _show_beside(score, config)


def _show_bar(dimension: Dimension, score: TurnScore) -> None:
    most, value, raw = MAXIMA[dimension], score.on(dimension), score.raw.on(dimension)
    proposed = f"  \nproposed {points(raw)}" if _differs(raw, value) else ""
    st.progress(
        value / most, text=f"{dimension.capitalize()} **{points(value)}** of {points(most)}{proposed}"
    )


def _differs(raw: float, adjusted: float) -> bool:
    return abs(raw - adjusted) > TOLERANCE


def _show_flags(flags: Sequence[Flag]) -> None:
    """Every adjustment with its reason, in the order it was made."""
    lines = [f"- {_moved(flag)} {escaped(flag.reason)}" for flag in flags]
    if lines:
        st.markdown("\n".join(["Adjusted, in this order:", "", *lines]))


def _moved(flag: Flag) -> str:
    name = flag.dimension.capitalize()
    if not _differs(flag.raw, flag.adjusted):
        return f"**{name} stays {points(flag.raw)}.**"
    return f"**{name} {points(flag.raw)} → {points(flag.adjusted)}.**"


def _show_compared(compared: Compared, score: TurnScore) -> None:
    """The comparison with the turn before, from this turn's side."""
    won = {d: compared.won(d) for d in DIMENSIONS}
    said = [
        f"{verb} {listed([d for d in DIMENSIONS if won[d] == which])}"
        for verb, which in (("wins", "newer"), ("loses", "older"), ("draws on", "draw"))
        if which in won.values()
    ]
    against = f"{turn_link(compared.older)} ({opponent(score.side).upper()})"
    st.markdown(f":material/compare_arrows: **Against {against}:** it {listed(said)}.")
    if compared.inconsistent:
        st.caption(f"Asked in both orders, the answers differ on {listed(compared.inconsistent)}: a draw.")
    if compared.reason:
        show_words(clip(compared.reason, 400), quiet=True)


def _show_beside(score: TurnScore, config: DebateConfig) -> None:
    parts = score.parts
    st.caption(
        f"Not in the composite: frame control {points(parts.frame_control)} of 10, credibility "
        f"{points(parts.credibility)} of 10."
    )
    with st.expander("Parts of rhetoric, and the judge's notes"):
        st.markdown(
            f"Framing {points(parts.framing)}, clarity {points(parts.clarity)}, resonance {points(parts.resonance)}, "
            f"delivery {points(parts.delivery)}: of 7.5 each."
        )
        show_words(score.notes or "No notes were given.", quiet=True)
        if config.live:
            show_words(f"Judged by {config.live.model}. {terms.LIVE_LIMIT}", quiet=True)


def _show_claims(number: int, found: LiveReport) -> None:
    """Suspect claims of this turn, what it exposes in earlier ones, and slips that begin or end here."""
    own = [_entry_line(entry) for entry in found.claims if entry.turn == number]
    exposed = [
        f"- Exposes **{entry.id}** of {turn_link(entry.turn)}: {escaped(clip(entry.text, 160))}"
        for entry in found.claims
        if entry.exposed_by == number and entry.turn != number
    ]
    slips = [_slip_line(slip, number) for slip in found.slips if number in (slip.turn, slip.earlier)]
    if own:
        st.markdown("\n".join([":material/flag: **Suspect claims**", "", *own]))
    if exposed or slips:
        st.markdown("\n".join([*exposed, *slips]))


def _slip_line(slip: CountedContradiction, number: int) -> str:
    if number == slip.turn:
        return (
            f"- **{slip.id}** {SLIPS[slip.kind]} {turn_link(slip.earlier)}: {escaped(clip(slip.text, 240))}"
        )
    verb = "Contradicted by" if slip.kind == "contradiction" else "A premise of it is dropped in"
    return f"- {verb} {turn_link(slip.turn)}: {escaped(clip(slip.text, 240))}"


def _show_chain(links: Sequence[CountedLink], cap: float) -> None:
    """The chain, link by link, and what it allows on logic."""
    st.markdown(f"**Causal chain** allows {points(cap)} on logic", help=terms.LINKS)
    st.markdown("  \n".join(_link(link) for link in links))


def _link(link: CountedLink) -> str:
    icon, state = STATES[link.counted]
    name = LINK_WORDS[link.kind]
    given = f", given as {STATES[link.given][1]}" if link.given and link.given != link.counted else ""
    words = f" “{escaped(clip(link.quote, 220))}”" if link.quote.strip() else ""
    found = f" *({FOUND[link.found]})*" if link.found and words else ""
    reason = f" {escaped(link.reason)}" if link.reason else ""
    return f"{icon} **{capital(name)}** {state}{given}.{words}{found}{reason}"


def _entry_line(entry: Entry) -> str:
    """One claim as a line of a list."""
    status = status_words(entry)
    if entry.exposed_by is not None:
        status = f"exposed by {turn_link(entry.exposed_by)}"
        status += "; overturned by a person" if entry.status == "overturned" else ""
    cost = f"{MINUS}{-entry.penalty} on logic" if entry.penalty else "costs nothing"
    words = escaped(clip(entry.quote or entry.text, _CLAIM_MOST))
    why = f" {escaped(clip(entry.why, _CLAIM_MOST))}" if entry.why else ""
    return f"- **{entry.id}** {CONCERN_WORDS[entry.concern]}, {status}, {cost}. “{words}”{why}"
