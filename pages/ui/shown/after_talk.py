"""After they heard each other: before and after on one line a judge and argument, who moved toward whom and on what,
each round, what the probes tell, and what the rules would say; beside the result, never in its place.

Knows the report and the pages' state. Invariant: that it is after talk and not independent stands with every figure; a
judge that was missing is named; words reach the browser as text only.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from debate_core.deliberation import FIRST
from debate_core.exports.audit import audit_as_markdown, audit_of
from debate_core.exports.sections import in_json
from debate_core.findings.reporting import Reviewed
from debate_core.judging.judging import INDEPENDENT
from debate_core.measuring.estimate import Estimate
from debate_core.numerals import bare, listed
from debate_core.record import Record
from debate_core.replay import Judged
from debate_core.report import Report, heard
from debate_core.report.deliberated import FIRST_STAND, NOT_INDEPENDENT
from debate_core.report.heard import Group, Heard
from debate_core.report.line import clipped, shape, within
from debate_core.report.talk import AfterTalk, MoveRow, RoundReport, TalkReport
from debate_core.rubric import Scale
from debate_core.wording import CALLS, MOVES, capital
from pages.ui import state
from pages.ui.shown import terms
from pages.ui.shown.deliberating import show_door, show_more
from pages.ui.shown.figures import component, fold_numbers, offer_file, show_table
from pages.ui.shown.words import clip, escaped

_TALK = component("after_talk", "shown/talk")
Data = dict[str, Any]
_TITLE = "After they heard each other"
STANDS = f"{capital(FIRST_STAND)}."


def show_after_talk(report: Report, record: Record, *, switch: bool = True) -> None:
    """The whole section; where the judges have not deliberated, the door to it. `switch`: the round is asked here."""
    talk = report.after_talk
    if talk is None:
        show_door(record)
        return
    st.header(title_of(talk), anchor="after-talk", help=terms.AFTER_TALK)
    said = [escaped(heard.headline(report)), escaped(heard.beside_outcome(report))]
    st.markdown(f"**{' '.join(said)}** {escaped(heard.who_moved(report)) if talk.rounds else ''}")
    about = {row.id: {"side": row.side, "claim": clip(row.claim, 160)} for row in report.arguments}
    if switch and talk.rounds > 1:
        pick_round(record)
    show_talked(report, record, about, gaps=_gaps(report))
    show_more(record)
    show_audit(report, report.debate)


def title_of(talk: AfterTalk) -> str:
    """What the section is called: where no round was held nobody has heard another."""
    return _TITLE if talk.rounds else "Deliberation"


def show_talked(
    talked: TalkReport,
    record: Judged,
    about: Mapping[str, Data],
    *,
    gaps: list[Data] | None = None,
) -> None:
    """Who moved toward whom and why, each round, and what the probes tell. `about`: what each line is of, by its id;
    `gaps`: what the rules say before and after."""
    talk = talked.after_talk
    assert talk is not None, "the judges have not deliberated"
    parts = (STANDS if talk.rounds else "", heard.why_moved(talked), _ended(talk, record))
    st.caption(escaped(" ".join(filter(None, parts))))
    if talk.rounds:
        _show_lines(talked, record, about, gaps or [])
        _show_rounds(talked)
    if talk.alpha:
        st.markdown(escaped(heard.alpha_after(talk)), help=terms.ALPHA_AFTER)
    _show_probes(talked)


def show_beside(report: Report) -> None:
    """In a line under the outcome: what the rules would say after talk."""
    talk = report.after_talk
    if talk is None:
        return
    said = f"{heard.headline(report)} {heard.beside_outcome(report)}"
    said, rest = (said, STANDS) if talk.rounds else (heard.headline(report), heard.ended(talk))
    title = "The judges read each other." if talk.rounds else "Deliberation."
    with st.container(border=True, key="beside_outcome"):
        st.markdown(f":material/forum: **{title}** {escaped(said)} {escaped(rest)}")


def _ended(talk: AfterTalk, record: Judged) -> str:
    if state.status(record) == "running" and not talk.closed:
        return "They are still at it: these figures change."
    return heard.ended(talk)


def ask_round(record: Record) -> int | None:
    """Of which round scores are shown, as the judging counts it; None: the first, given alone, which are the result."""
    if record.judging.rounds < FIRST:
        return None
    pick_round(record, "Alone: the result", "After round")
    here = state.round_shown(record)
    if here:
        st.warning(
            f"{capital(NOT_INDEPENDENT)}: the tables and numbers below, and the argument they open, hold the scores "
            f"after round {here - INDEPENDENT}. Everything else here rests on those given alone.",
            icon=":material/forum:",
        )
    return here


def pick_round(record: Judged, first: str = "The whole talk", each: str = "Round") -> None:
    """Which round is looked at; the address names it."""
    held = range(FIRST, record.judging.rounds + 1)
    names = {0: first} | {number: f"{each} {number - INDEPENDENT}" for number in held}
    key = f"round_{record.id}"
    st.session_state[key] = state.round_shown(record) or 0
    st.radio(
        "What to look at",
        list(names),
        format_func=lambda one: names[one],
        key=key,
        horizontal=True,
        on_change=lambda: state.look_at_round(st.session_state[key] or None),
        label_visibility="collapsed",
    )


# ── the lines ──


def _show_lines(talked: TalkReport, record: Judged, about: Mapping[str, Data], gaps: list[Data]) -> None:
    number = state.round_shown(record)
    found = heard.groups(talked, number)
    moved = [one for one in found if one.moved]
    still = [one.argument for one in found if not one.moved]
    when = "after talk" if number is None else f"after round {number - 1}"
    scale = record.config.rubric.scale
    _TALK(
        key=f"talk_{record.id}",
        data={
            "alt": f"{_TITLE}: {heard.headline(talked)} {capital(NOT_INDEPENDENT)}.",
            "shape": shape(0),
            "before": "alone" if number in (None, 2) else f"after round {number - 2}",
            "after": when,
            "unit": f"scores from {scale.low} to {scale.high}, as given"
            + (", under the common weights" if record.judging.sides else ""),
            "gaps": gaps if number is None else [],
            "groups": [_group(one, record, about[one.argument]) for one in moved],
            "ticks": [
                {"said": str(value), "at": _place(value, scale)}
                for value in range(scale.low, scale.high + 1, max(1, scale.width // 3))
            ],
        },
    )
    if still:
        st.caption(f"Nothing changed on {escaped(listed(still))}.")
    _show_changes(talked, record, number)


def _gaps(report: Report) -> list[Data]:
    """The gap's interval of the first scores, and of the last."""
    after = report.after_talk.outcome if report.after_talk else None
    if after is None:
        return []
    return [
        _lane("before", f"alone, the result: {CALLS[report.outcome.call]}", report.outcome.gap),
        _lane("after", f"after talk: {CALLS[after.call]}", after.gap),
    ]


def _lane(when: str, said: str, gap: Estimate) -> Data:
    low, high = clipped(*gap.interval) if gap.interval else (None, None)
    at = None if gap.value is None else within(gap.value)
    return {"when": when, "said": said, "low": low, "high": high, "at": at}


def _group(one: Group, record: Judged, about: Data) -> Data:
    names, scale = record.judging.names, record.config.rubric.scale
    return {
        "id": one.argument,
        **about,
        "apart": heard.spread_said(one),
        "judges": [_judge(each, names.index(each.judge), scale) for each in one.judges],
    }


def _judge(one: Heard, seat: int, scale: Scale) -> Data:
    change = f"from {bare(one.before, 1)} to {bare(one.after, 1)}"
    return {
        "judge": one.judge,
        "shape": shape(seat),
        "before": _place(one.before, scale),
        "after": _place(one.after, scale),
        "alt": f"{one.judge}: {change if one.before != one.after else bare(one.after, 1)}",
        "said": clip(one.said, 200) + "." * (not one.said.endswith(".")),
        "causes": [clip(cause, 260) for cause in one.causes],
    }


def _place(value: float, scale: Scale) -> float:
    return (value - scale.low) / scale.width


def _show_changes(talked: TalkReport, record: Judged, number: int | None) -> None:
    rounds = [one for one in talked.deliberation or () if number in (None, one.round)]
    lines = [_change(one, move, record) for one in rounds for move in one.moves]
    if not lines:
        return
    with fold_numbers("every change"):
        show_table(
            lines,
            alt=f"Every score, standing or verdict that a {record.judge} changed, and what it says moved it",
        )


def _change(one: RoundReport, move: MoveRow, record: Judged) -> dict[str, str]:
    return {
        "Round": str(one.round - 1),
        capital(record.judge): move.judge,
        **({"Argument": move.argument} if record.judging.sides else {}),
        "Changed": heard.change_said(move),
        "Moved": MOVES[move.label] if move.label else "score unmoved",
        "Because": heard.causes_said([move]),
    }


# ── rounds, probes, what can be had ──


def _show_rounds(report: TalkReport) -> None:
    """Accord a round, who did what, and on what they parted."""
    rounds = enumerate(report.deliberation or (), start=1)
    st.markdown(
        "\n".join(f"- **Round {number}**: {heard.round_said(one, escaped)}." for number, one in rounds)
    )


def _show_probes(report: TalkReport) -> None:
    if rows := heard.probe_rows(report):
        st.markdown("**What the probes tell**", help=terms.PROBES)
        show_table(rows, alt="Each probe and what it shows; a probe is never a result", whole=True)
        for missing in heard.missing_from_probes(report, escaped):
            st.caption(missing)


def show_audit(report: Report | Reviewed, name: str) -> None:
    """The audit summary as files."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption("Audit summary", width="content")
        for label, data, kind, mime in (
            ("JSON", in_json(audit_of(report)), "json", "application/json"),
            ("Markdown", audit_as_markdown(report), "md", "text/markdown"),
        ):
            offer_file(label, data, f"{name}-deliberation.{kind}", mime, key=f"audit_{kind}", type="tertiary")
