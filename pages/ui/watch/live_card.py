"""What the live judge said of one turn, and what code made of it: marks, links, claims, the comparison, slips; beside
the transcript the running score, the register of suspect claims, and the debaters' hidden directions.

Reads the live part of a report. Invariant: what is missing is said with its cause; a mark that was adjusted stands
beside the one proposed, with every reason; no word of the judge is shown but through `words`; no outcome is named; a
claim's status is a word; nothing of a personality is shown before a person asks.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.config import DebateConfig
from debate_core.numerals import DUST, counted, listed
from debate_core.personalities import PERSONALITIES, TRAITS, elasticity_of
from debate_core.record import Record, Status
from debate_core.report import told
from debate_core.report.live import LiveReport
from debate_core.scorecard.drift import TraitsAt, directive_at
from debate_core.scorecard.floor import LINK_WORDS, Compared
from debate_core.scorecard.live_scores import (
    DIMENSIONS,
    MAXIMA,
    CountedLink,
    Dimension,
    Flag,
    points,
)
from debate_core.scorecard.nouns import LinkState, QuoteMatch
from debate_core.scorecard.register import Entry
from debate_core.scorecard.tally import TurnScore
from debate_core.steps import comparison_step, live_turn_step
from debate_core.transcript import SIDES, Side, opponent
from debate_core.wording import capital
from pages.ui.charts.turns import trait_drift_plot, trait_name
from pages.ui.shown import terms
from pages.ui.shown.access import ask_again
from pages.ui.shown.figures import show_chart
from pages.ui.shown.score import show_running_score
from pages.ui.shown.speech import mean_of, one_model, show_turns, turn_link
from pages.ui.shown.words import clip, escaped, show_words

_EXPLAINED = (
    "This shows what the debaters weren't told in words. The live judge puts pressure on the weaker side; it moves "
    "that speaker's traits, which reach it only as one hidden line about its manner. The opponent and the panel "
    "saw none of it. An archetype bends a model's manner, not its nature."
)
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
_HERE = told.Form(say=lambda text: escaped(clip(text, 240)), link=turn_link)


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
    step = live_turn_step(number)
    if step in found.live_failures:
        _show_failure(step, "This turn has no score", record, found, now)
    elif now == "running":
        st.caption(_reads(step, record))
    else:
        resumed = "" if now == "finished" else " Resuming the debate goes on with it."
        st.caption(f"This turn has not been judged; it is missing from the score, not zero.{resumed}")


def _reads(step: str, record: Record) -> str:
    return "Is reading this turn." if record.calls_of(step) else "Has not read this turn yet."


def said_of_turn(number: int, record: Record, found: LiveReport) -> tuple[str, list[tuple[str, str]]]:
    """The same as plain text while its phase is still spoken: in one line, and what lies behind it, each after what it
    is called."""
    score, step = next((one for one in found.live if one.turn == number), None), live_turn_step(number)
    failed = [("Comparison failed.", found.live_failures[one]) for one in _comparisons(number, found)]
    if score is None:
        cause = found.live_failures.get(step)
        return f"No score: {cause}" if cause else _reads(step, record), failed
    marks = ", ".join(f"{name} {points(score.on(name))} of {points(MAXIMA[name])}" for name in DIMENSIONS)
    chain = ", ".join(f"{LINK_WORDS[link.kind]} {STATES[link.counted][1]}" for link in score.links)
    behind = [
        ("", f"{capital(marks)}."),
        *(("Adjusted.", f"{_moved(flag)} {flag.reason}") for flag in score.flags),
        ("Causal chain", f"allows {points(score.cap)} on logic: {chain}."),
        *([("Against", f"turn {one.older}: it {_won(one)}.")] if (one := score.compared) else []),
        *failed,
        *(
            (
                entry.id,
                f"{told.claim_words(entry)}: “{entry.quote or entry.text}”",
            )
            for entry in found.claims
            if entry.turn == number
        ),
    ]
    return f"{points(score.composite)} of 100{_proposed(score)}", behind


def _proposed(score: TurnScore) -> str:
    raw = score.raw.composite
    return f", proposed {points(raw)}" if _differs(raw, score.composite) else ""


def _comparisons(number: int, found: LiveReport) -> list[str]:
    """The comparisons of a turn that failed."""
    steps = [comparison_step(number, swapped=swapped) for swapped in (False, True)]
    return [one for one in steps if one in found.live_failures]


def _show_failed_comparison(number: int, record: Record, found: LiveReport, now: Status) -> None:
    for step in _comparisons(number, found):
        what = (
            f"The comparison with turn {number - 1}{' in the other order' * step.endswith('swapped')} failed"
        )
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
        if proposed := _proposed(score):
            st.caption(proposed.removeprefix(", "), width="content")
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
    return abs(raw - adjusted) > DUST


def _show_flags(flags: Sequence[Flag]) -> None:
    """Every adjustment with its reason, in the order it was made."""
    lines = [f"- **{_moved(flag)}** {escaped(flag.reason)}" for flag in flags]
    if lines:
        st.markdown("\n".join(["Adjusted, in this order:", "", *lines]))


def _moved(flag: Flag) -> str:
    name = flag.dimension.capitalize()
    if not _differs(flag.raw, flag.adjusted):
        return f"{name} stays {points(flag.raw)}."
    return f"{name} {points(flag.raw)} → {points(flag.adjusted)}."


def _show_compared(compared: Compared, score: TurnScore) -> None:
    """The comparison with the turn before, from this turn's side."""
    against = f"{turn_link(compared.older)} ({opponent(score.side).upper()})"
    st.markdown(f":material/compare_arrows: **Against {against}:** it {_won(compared)}.")
    if compared.inconsistent:
        st.caption(f"Asked in both orders, the answers differ on {listed(compared.inconsistent)}: a draw.")
    if compared.reason:
        show_words(clip(compared.reason, 400), quiet=True)


def _won(compared: Compared) -> str:
    won = {d: compared.won(d) for d in DIMENSIONS}
    return listed(
        [
            f"{verb} {listed([d for d in DIMENSIONS if won[d] == which])}"
            for verb, which in (("wins", "newer"), ("loses", "older"), ("draws on", "draw"))
            if which in won.values()
        ]
    )


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
            show_words(f"Judged by {config.live.model}. {told.IN_SHORT}", quiet=True)


def _show_claims(number: int, found: LiveReport) -> None:
    """Suspect claims of this turn, what it exposes in earlier ones, and slips that begin or end here."""
    own = [_entry_line(entry) for entry in found.claims if entry.turn == number]
    exposed = [
        f"- Exposes **{entry.id}** of {turn_link(entry.turn)}: {escaped(clip(entry.text, 160))}"
        for entry in found.claims
        if entry.exposed_by == number and entry.turn != number
    ]
    slips = [
        f"- **{slip.id}** {told.slip_words(slip, _HERE)}"
        for slip in found.slips
        if number in (slip.turn, slip.earlier)
    ]
    if own:
        st.markdown("\n".join([":material/flag: **Suspect claims**", "", *own]))
    if exposed or slips:
        st.markdown("\n".join([*exposed, *slips]))


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
    words = escaped(clip(entry.quote or entry.text, _CLAIM_MOST))
    why = f" {escaped(clip(entry.why, _CLAIM_MOST))}" if entry.why else ""
    return f"- **{entry.id}** {told.claim_words(entry, _HERE)}. “{words}”{why}"


def show_scorecard(found: LiveReport, record: Record) -> None:
    """The score as it stands after the last turn shown, then the register."""
    card = found.scorecard
    st.subheader("Running score", anchor=False, help=terms.RUNNING_SCORE)
    if not found.live:
        st.caption("No turn has been judged yet.")
        return
    _show_standing(found)
    alt = f"Running score over turns. {told.running_words(found)}"
    show_running_score(found, key="running_score", alt=alt)
    st.caption(card.reason)
    with st.expander("Turn by turn"):
        show_turns(found)
    for lack in told.left_out(card, _HERE):
        st.caption(lack)
    _show_register(found.claims)
    st.caption(" ".join((told.IN_SHORT, *one_model(record), "The outcome is the panel's.")))


def _show_standing(found: LiveReport) -> None:
    means, won = found.scorecard.means or {}, found.scorecard.rounds_won or {}
    columns = st.container(key="running_means").columns(2)
    for side, column in zip(SIDES, columns, strict=True):
        column.metric(f"{side.upper()}, mean of 100", mean_of(means, side), border=True)
        column.caption(f"{counted(won.get(side, 0), 'round')} won")


def _show_register(entries: Sequence[Entry]) -> None:
    """The register as it stands, beside the running score."""
    st.subheader("Suspect claims", anchor=False, help=terms.REGISTER)
    if not entries:
        st.caption("None so far.")
        return
    for entry in entries:
        st.markdown(
            f"**{entry.id}** {told.spoken_in(entry, _HERE)}: {told.claim_words(entry, _HERE)}  \n"
            f"{escaped(clip(entry.text, 120))}"
        )


def show_traits(record: Record, found: LiveReport) -> None:
    """The switch, and what it reveals; nothing where no debater has a personality."""
    with_one = [side for side in SIDES if record.config.debater(side).personality]
    if not with_one:
        return
    st.header("Hidden directions", anchor=False)
    if not st.toggle("Reveal the hidden directions", key="reveal_traits", persist_state="session"):
        st.caption(
            "Who the debaters were asked to be, and how the live judge's pressure moved them, stay hidden."
        )
        return
    st.markdown(_EXPLAINED)
    st.markdown("\n".join(_who(record, side) for side in with_one))
    if not found.traits:
        st.caption("Nobody with a personality has spoken yet.")
        return
    moved = [_drifted([at for at in found.traits if at.side == side], side) for side in with_one]
    show_chart(
        trait_drift_plot(found.traits),
        key="trait_drift",
        alt=f"Twelve traits, 1 to 10, over turns. {' '.join(moved)}",
    )
    st.caption("PRO: solid line, circles. CON: dashed line, squares. From 1 to 10.")
    st.markdown("\n".join(f"- {line}" for line in moved))
    with st.expander("The hidden line of each turn"):
        for at in found.traits:
            line = directive_at(at.side, at.turn, record.proposals, record.config)
            st.markdown(f"**Turn {at.turn}, {at.side.upper()}.** {escaped(line)}")


def _who(record: Record, side: Side) -> str:
    debater = record.config.debater(side)
    assert debater.personality is not None
    who, elasticity = (
        PERSONALITIES[debater.personality],
        elasticity_of(debater.personality, debater.elasticity),
    )
    return f"- **{side.upper()}** {who.name}, elasticity {elasticity}: {who.described}"


def _drifted(ats: list[TraitsAt], side: Side) -> str:
    """What has moved between a side's first and its latest turn."""
    if not ats:
        return f"{side.upper()} has not spoken yet."
    first, last = ats[0].values, ats[-1].values
    moves = [
        f"{trait_name(trait).lower()} {points(first[trait])} → {points(last[trait])}"
        for trait in TRAITS
        if points(first[trait]) != points(last[trait])
    ]
    return f"{side.upper()}: {', '.join(moves) if moves else 'nothing has moved'}."
