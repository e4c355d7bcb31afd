"""The outcome as it is told in a room: one word, one sentence, and what to know beside it; and where each judge stands.

Reads a Report; knows no figure. Invariant: on no call no side is called the better one; a judge without a position
stands nowhere; every interval says for whom it holds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from debate_core.measuring.gap import TIE_WITHIN, ballot_of
from debate_core.measuring.robustness import Decision
from debate_core.numerals import bare, odds, points_beside_zero, share_words, spelled
from debate_core.record import NOTHING_ARGUED
from debate_core.report.shape import Change, JudgeRow, Report
from debate_core.scoresheet import BALLOTS, Ballot
from debate_core.wording import CALIBRATIONS, capital, side_of, toward

SCOPE = "This is about the arguments made here, not about what is true."
NO_POSITION = "no scores on both sides"
NOT_NAMED = "Their scores don't allow a side to be named."
SIMULATED = "Simulated: it proves nothing about the topic."
PARTLY = "What is simulated proves nothing about the topic."
_NAMED: Mapping[Decision, str] = {"pro": "a call for PRO", "con": "a call for CON", "no_call": "no call"}


@dataclass(frozen=True, kw_only=True)
class Stand:
    """Where one judge stands: `seat` its place on the panel from 0, `value` its own side gap in points, PRO above 0."""

    judge: str
    seat: int
    value: float


@dataclass(frozen=True, kw_only=True)
class Reach:
    """An interval of the gap, in points; `whose`: its level and for whom it holds, `reaches`: from where to where."""

    low: float
    high: float
    whose: str
    reaches: str

    @property
    def said(self) -> str:
        """For whom it holds, and from where to where."""
        return f"{self.whose}: {self.reaches}"


class Part(TypedDict):
    """A part of the answer: a title, a text, and items below it."""

    title: str
    text: str
    items: list[str]


@dataclass(frozen=True, kw_only=True)
class OutcomeWords:
    """What was found. `word`: PRO, CON, or that no side is named; `title` the same as a heading; `scope`: what it
    is not about; `estimate`: the gap in points; `parts`: whether it could be luck or why nobody is named; what it
    doesn't mean."""

    word: str
    title: str
    sentence: str
    beside: str
    scope: str
    stands: tuple[Stand, ...]
    estimate: float | None
    reaches: tuple[Reach, ...]
    lede: str
    parts: tuple[Part, Part]


def outcome_words(report: Report, most: int) -> OutcomeWords:
    """The outcome of a report whose every judge has ended; `most` is the highest score of its scale."""
    found = report.outcome
    named = found.call != "no_call"
    sentence, beside = _of_side(report, most) if named else _of_no_call(report)
    title = f"{found.call.upper()} argued better" if named else unnamed_title(report)
    return OutcomeWords(
        word=found.call.upper() if named else title.upper(),
        title=title,
        sentence=sentence,
        beside=beside,
        scope=_scope(report),
        stands=tuple(
            Stand(judge=judge.name, seat=seat, value=judge.position)
            for seat, judge in enumerate(report.judges)
            if judge.position is not None
        ),
        estimate=found.gap.value,
        reaches=_reaches(report),
        lede=_lede(report, sentence),
        parts=(luck(report), {"title": "What this doesn't mean", "text": not_meant(report), "items": []}),
    )


def unnamed_title(report: Report) -> str:
    """What it came to where no side is named."""
    if report.progress == "failed":
        return "Failed: too few scores"
    return NOTHING_ARGUED if report.outcome.nothing_argued else "No call"


def _scope(report: Report) -> str:
    """What the result is not about: where words or scores were simulated, the topic."""
    if not report.simulated_said or report.example:
        return SCOPE if report.outcome.call != "no_call" else ""
    if report.simulated_said == "simulated":
        return SIMULATED
    return f"{capital(report.simulated_said)}. {PARTLY}"


def _lede(report: Report, sentence: str) -> str:
    """The finding in a line, beside its word: results first, then who leans where."""
    if report.outcome.call == "no_call":
        return sentence
    results = sentence.rstrip(".").partition(": ")[2]
    lean = leaning(report.judges, towards=report.outcome.call.upper()).rstrip(".")
    lean = lean[:1].lower() + lean[1:]
    rest = results or sentence.rstrip(".").partition(", ")[2]
    return f"{capital(rest)}; {lean}."


def luck(report: Report) -> Part:
    """Whether a named side could be luck; on no call, why no side is named."""
    found = report.outcome
    if found.call == "no_call":
        return {"title": "Why no side is named", "text": "", "items": list(found.reasons)}
    title = "Could it be luck?"
    alike: dict[str, list[str]] = {}
    for one in _reaches(report):
        alike.setdefault(one.reaches, []).append(one.whose)
    could = " and ".join(f"{reaches} points ({'; '.join(whose)})" for reaches, whose in alike.items())
    reaches = f"The difference could be {could}." if could else ""
    chance = None if found.p_pro is None else found.p_pro if found.call == "pro" else 1 - found.p_pro
    if chance is None or found.gap.value is None or side_of(found.gap.value) != found.call:
        reason = found.gap.reason or "the rules look at standardised scores"
        return {"title": title, "text": f"Can't tell in points: {reason}. {reaches}".strip(), "items": []}
    sure = (
        f"As {report.those} weigh arguments, it is {odds(chance)} likely that {found.call.upper()} argued better, if "
        "each of them errs by itself and neither side was favoured beforehand."
    )
    shared = report.shared_errors
    # Where sharing is to be reckoned with, from which share on stands with the cautions.
    together = f"That counts no errors that judges share. {'' if shared.near else shared.in_short or ''}"
    return {"title": title, "text": " ".join(f"{sure} {together} {reaches}".split()), "items": []}


def levels_said(report: Report) -> str:
    """Why the interval for others like them is held to less; empty where it isn't."""
    at, by_judge = report.outcome.gap.level, report.outcome.by_judge.level
    if by_judge >= at or not report.outcome.by_judge.interval:
        return ""
    count = spelled(sum(judge.position is not None for judge in report.judges))
    those = f"{count} {'people and judges' if report.seated else 'judges'}"
    return (
        f"Why {share_words(by_judge)} for others like them: {those} show little of how others would score, and at "
        f"{share_words(at)} many true differences would be missed."
    )


def not_meant(report: Report) -> str:
    """What one might take it for, and mustn't."""
    if report.outcome.call == "no_call":
        said = "That both sides are equally right, or equally good. These scores don't settle which argued better."
    else:
        said = f"That {report.outcome.call.upper()} is right. {SCOPE}"
    return said


def _of_side(report: Report, most: int) -> tuple[str, str]:
    found, side = report.outcome, report.outcome.call.upper()
    results = [value for _, value in sorted(found.sides.items(), key=lambda one: one[0] != found.call)]
    ahead, behind = (None if value is None else bare(value, 1) for value in results)
    beside = leaning(report.judges, towards=side)
    gap = found.gap.value
    if gap is None or side_of(gap) != found.call:
        return f"{side} argued better, on standardised scores.", beside
    if ahead is None or behind is None or ahead == behind:
        return f"{side} argued better, by {points_beside_zero(abs(gap))}.", beside
    return f"{side} argued better: {ahead} to {behind} out of {most}.", beside


def _of_no_call(report: Report) -> tuple[str, str]:
    lean = leaning(report.judges)
    if not lean or report.void or report.progress == "failed":
        return report.outcome.reasons[0], ""
    parted = [row.id for row in report.arguments if row.divergent]
    if not parted:
        return lean, NOT_NAMED
    where = f"one argument, {parted[0]}" if len(parted) == 1 else f"{spelled(len(parted))} arguments"
    return f"{lean} They disagree on {where}.", _to_find_out(report)


def _to_find_out(report: Report) -> str:
    """The first thing that would help to decide, as something to do."""
    if not report.helps:
        return NOT_NAMED
    text = report.helps[0].text
    return f"Find out {text[:1].lower()}{text[1:]}." if text.startswith("What ") else f"{text}."


def lean_said(value: float) -> str:
    """A judge's own gap by its side.

    >>> lean_said(2.04), lean_said(-0.62), lean_said(0.2), lean_said(0.01)
    ('PRO 2.0', 'CON 0.6', 'tie (PRO 0.2)', '0')
    """
    size = bare(abs(value), 1)
    if size == "0":
        return size
    lean = f"{'PRO' if value > 0 else 'CON'} {size}"
    return f"tie ({lean})" if ballot_of(value) == "TIE" else lean


def lean_of(judge: JudgeRow) -> str:
    """Where a judge's own scores lean, or that they can't."""
    return NO_POSITION if judge.position is None else lean_said(judge.position)


def leaning(judges: tuple[JudgeRow, ...], towards: str = "") -> str:
    """How many judges' own scores prefer which side, `towards` first; empty where no judge has a position. Seated
    people are counted with them."""
    count = Counter(judge.ballot for judge in judges if judge.ballot)
    people = any(judge.model is None for judge in judges)
    order: list[Ballot] = sorted((one for one in BALLOTS if count[one]), key=lambda one: one != towards)
    if not order:
        return ""
    if len(order) == 1:
        return _all_alike(order[0], count[order[0]], towards, people)
    said = [f"{spelled(count[one])} {_does(one, count[one], towards)}" for one in order]
    first, *rest = said
    noun = "who scored" if people else "judge" if count[order[0]] == 1 else "judges"
    number, _, does = first.partition(" ")
    return f"{capital(number)} {noun} {does}, {' and '.join(rest)}."


def _all_alike(ballot: Ballot, count: int, towards: str, people: bool) -> str:
    if count == 1:
        return f"The one {'who has' if people else 'judge with'} scores on both sides {_does(ballot, 1, towards)}."
    who = f"{'Both' if count == 2 else f'All {spelled(count)}'} {'who scored' if people else 'judges'}"
    return f"{who} {_does(ballot, count, towards)}."


def _does(ballot: Ballot, count: int, towards: str) -> str:
    one = count == 1
    if ballot == "TIE":
        return f"{'sees' if one else 'see'} a tie (within {TIE_WITHIN:g} points)"
    return f"{'leans' if one else 'lean'} {'its way' if ballot == towards else ballot}"


def _reaches(report: Report) -> tuple[Reach, ...]:
    """The gap's intervals: for those who scored, then for others like them."""
    found = report.outcome
    return tuple(
        Reach(
            low=ends[0],
            high=ends[1],
            whose=f"{whose}, {share_words(one.level)} interval",
            reaches=toward(*ends),
        )
        for one, whose in ((found.gap, report.those), (found.by_judge, report.like_those))
        if (ends := one.interval)
    )


# ── what it hangs on ──


def change_words(change: str) -> str:
    """A change of the robustness table in words: a calibration by its name.

    >>> change_words("calibration zscore"), change_words("equal weights")
    ('z-scores', 'equal weights')
    """
    return CALIBRATIONS.get(change.removeprefix("calibration "), change)


def robust_words(call: Decision, changes: Sequence[Change]) -> str:
    """What the robustness table says, in one sentence."""
    flipped = [change for change in changes if change.flips]
    idle = sum(change.same for change in changes)
    tried = f"{len(changes) - idle} changes that could alter it"
    if idle == len(changes):
        return f"No change tried could alter the outcome, {_NAMED[call]}."
    if not flipped:
        return f"The outcome, {_NAMED[call]}, stands under all {tried}."
    return f"The outcome, {_NAMED[call]}, changes under {len(flipped)} of {tried}, {flips_words(changes)}."


def flips_words(changes: Sequence[Change]) -> str:
    """To what the outcome changes, and under what."""
    ends: dict[Decision, list[str]] = {}
    for change in changes:
        if change.flips:
            ends.setdefault(change.call, []).append(change_words(change.change))
    return ", ".join(f"to {_NAMED[end]}: {'; '.join(changed)}" for end, changed in ends.items())
