"""What came of judges reading each other, as it is told: how close they came, who moved how, what may be said of why.

Reads a Report, or a talk alone; computes no statistic of agreement. Invariant: no sentence takes the outcome's place; a
judge that was missing never counts as one that held; without a probe nothing is said of what moved anybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev

from debate_core.deliberation import Part
from debate_core.measuring.conformity import LEVEL, ProbeFinding
from debate_core.measuring.conformity import Kind as EffectKind
from debate_core.numerals import UNDEFINED, bare, coefficient, counted, interval_words, listed, odds, span
from debate_core.report.shape import Report
from debate_core.report.talk import (
    AfterTalk,
    Cause,
    DisagreementRow,
    EffectRow,
    Line,
    MoveRow,
    PartRow,
    ProbeRow,
    RoundReport,
    TalkReport,
)
from debate_core.wording import CALLS, PROBES, Say, capital, worded

FINDINGS: Mapping[ProbeFinding, str] = {
    "conformity shown": "Conformity shown: {judge}s {why}.",
    "evidence moved them": "Evidence moved them: reasons without scores moved {judge}s, beyond what reading again "
    "does.",
    "unexplained moves": "Unexplained moves: no probe was run that could tell conformity from conviction.",
    "can't tell": "Can't tell: the probes that were run show neither conformity nor evidence at work.",
    "nothing moved": "Nothing moved.",
}
"""What the probes, or their lack, allow to be said of those who took part."""
_CONFORMED: Mapping[EffectKind, str] = {
    "normative": "moved on others' positions alone, beyond what reading again does",
    "planted": "followed positions that came from another argument",
}
EFFECTS: Mapping[EffectKind, str] = {
    "normative": "Positions alone, beyond reading again",
    "informational": "Reasons alone, beyond reading again",
    "planted": "Positions of another argument",
}
_MARKS: Mapping[ProbeFinding, str] = {
    "conformity shown": "conformity shown on this panel",
    "can't tell": "can't tell why",
}
_HOW = {
    "toward_with_evidence": "moved toward the others with new evidence",
    "toward_without_evidence": "moved toward the others without new evidence",
    "away": "moved away from the others",
    "restood": "changed standings only",
    "held": "held",
    "at_it": "still reading",
    "missing": "missing: earlier scores stand",
}


_AT_IT = ("waiting", "reading", "asked_again")


@dataclass(frozen=True, kw_only=True)
class Heard:
    """One judge on one argument: its composite before and after in points, what it did in words, and the causes it
    names, each with where that stands."""

    judge: str
    before: float
    after: float
    said: str
    causes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Group:
    """One argument: its judges, and the standard deviation of their composites before and after, in points; None for
    fewer than 2. `moved`: whether anything changed."""

    argument: str
    judges: tuple[Heard, ...]
    before: float | None
    after: float | None
    moved: bool


def headline(report: TalkReport) -> str:
    """How close they came."""
    talk = _talk(report)
    first, last = talk.accord_first, talk.accord_last
    if first is None or last is None:
        return f"Accord is undefined: {talk.accord_reason}."
    if not talk.rounds and not talk.closed:
        return f"They are reading each other: accord {coefficient(first)} before it."
    if not talk.rounds:
        return f"No round was held: accord {coefficient(first)}."
    change = f"accord {coefficient(first)} → {coefficient(last)}"
    if coefficient(first) == coefficient(last):
        return f"They are as close as before: {change}."
    return f"They came closer: {change}." if last > first else f"They moved apart: {change}."


def beside_outcome(report: Report) -> str:
    """What the rules would say of the last sheets, and that the outcome stands."""
    talk, call = report.after_talk, CALLS[report.outcome.call]
    found = talk.outcome if talk else None
    if found is None:
        return f"The result stays {call}."
    would = CALLS[found.call]
    if would == call:
        return f"The result is {call}; the scores after talk would say the same."
    return f"The result stays {call}; the scores after talk would say {would}."


def who_moved(report: TalkReport) -> str:
    """Every judge by what it did over the whole talk; a move without new evidence outweighs one with it."""
    did: dict[str, list[str]] = {}
    for name in _names(report):
        did.setdefault(_deed(report, name), []).append(name)
    return (
        capital("; ".join(f"{listed(did[how])} {words}" for how, words in _HOW.items() if how in did)) + "."
    )


def why_moved(report: TalkReport) -> str:
    """What may be said of what moved them; with a re-read alone, what it is good for."""
    found = report.conformity
    if found is None:
        return ""
    judge = report.after_talk.judge if report.after_talk else "judge"
    shown = [one.effect.kind for one in found.effects if one.shown]
    why = " and ".join(_CONFORMED[kind] for kind in shown if kind in _CONFORMED)
    said = " ".join(FINDINGS[one].format(judge=judge, why=why) for one in found.findings)
    if why and (not_shown := [EFFECTS[one.effect.kind] for one in found.effects if not one.shown]):
        said += f" Not shown: {'; '.join(not_shown)}."
    if found.findings == ("unexplained moves",) and any(p.probe == "re_read" for p in report.probes or ()):
        return "Unexplained moves: a re-read tells how much changes by chance, not what moved them."
    return said


def round_said(one: RoundReport, say: Say = str) -> str:
    """A round in a line: accord before and after it, who did what, the time its slowest judge took, if known, and on
    what they parted."""
    did: dict[str, list[str]] = {}
    for part in one.evaluations:
        did.setdefault(say(part_said(part)), []).append(say(part.judge))
    who = (f"{listed(names)} {how}" for how, names in did.items())
    accord = f"accord {coefficient(one.accord_before)} → {coefficient(one.accord_after)}"
    took = [f"{bare(one.seconds, 1)} s"] if one.seconds else []
    parted = f"they disagreed on {areas_said(one.disagreements)}; after it on {areas_said(one.disagreements_after)}"
    return "; ".join([accord, *who, *took, parted])


def areas_said(areas: Sequence[DisagreementRow]) -> str:
    """Areas of disagreement with their severity, in words."""
    said = [
        f"{'the verdict' if one.dimension is None else _area(one)} (severity {coefficient(one.severity)})"
        for one in areas
    ]
    return listed(said) or "nothing"


def _area(one: DisagreementRow) -> str:
    return worded(one.dimension or "") + (f" of {one.side.upper()}" if one.side else "")


def restood(report: TalkReport, argument: str) -> tuple[tuple[int, MoveRow], ...]:
    """Every standing of an argument that changed in the talk, with the number of its round, the first being 1."""
    return tuple(
        (number, move)
        for number, one in enumerate(report.deliberation or (), start=1)
        for move in one.moves
        if move.argument == argument and isinstance(move.before, str)
    )


def ended(talk: AfterTalk, say: Say = str) -> str:
    """Whether it goes on, or why it ended; who took no part, and why."""
    because = "It ended because" if talk.rounds else "No round was held:"
    said = [f"{because} {talk.closed_said}." if talk.closed_said else "It has not ended yet."]
    said += [f"{say(name)} took no part: {say(why)}." for name, why in talk.keeps.items()]
    return " ".join(said)


def probe_rows(report: TalkReport) -> list[dict[str, str]]:
    """Each probe, and what it shows, by column; none where nobody was probed."""
    found = report.conformity
    if found is None or not report.probes:
        return []
    those = f"95% interval, these {_talk(report).judge}s"
    what = "composite" if _talk(report).judge == "judge" else "score"
    return [
        *(_probe(one, those, what) for one in report.probes),
        *(_effect(one, those) for one in found.effects),
    ]


def _probe(one: ProbeRow, those: str, what: str) -> dict[str, str]:
    return {
        "Probe": capital(PROBES[one.probe]),
        "Found": f"{one.changed} of {counted(one.of, what)} changed",
        "Pull to the others": coefficient(one.pull.value),
        those: span(one.pull.interval) if one.pull.interval else one.pull.reason or "",
    }


def _effect(row: EffectRow, those: str) -> dict[str, str]:
    one = row.effect
    chance = "" if one.p is None else f"chance of so much from nothing {odds(one.p)}"
    if one.p is not None and one.interval and row.shown != (one.interval[0] > 0):
        chance += ", by a test of its own, which looks one way only and decides"
    return {
        "Probe": EFFECTS[one.kind],
        "Found": _shown(row),
        "Pull to the others": coefficient(one.value),
        those: "; ".join(filter(None, (span(one.interval) if one.interval else one.reason, chance))),
    }


def _shown(one: EffectRow) -> str:
    if one.effect.value is None:
        return UNDEFINED
    corrected = not one.shown and one.effect.p is not None and one.effect.p <= LEVEL
    return "shown" if one.shown else f"not shown{', corrected for two tests' if corrected else ''}"


def missing_from_probes(report: TalkReport, say: Say) -> list[str]:
    """Who was missing from which probe, and why."""
    return [
        f"{say(name)} was missing from the probe {PROBES[one.probe]}: {say(why)}."
        for one in report.probes or ()
        for name, why in one.missing.items()
    ]


def alpha_after(talk: AfterTalk) -> str:
    """Alpha after talk beside the one before it, their difference with its interval; what it is not."""
    if talk.alpha is None:
        return ""
    found = talk.alpha.change
    if found.value is None:
        return f"Alpha after talk is {UNDEFINED}: {found.reason}."
    within = interval_words(found, f"these {talk.judge}s")
    return (
        f"Alpha {coefficient(found.before)} of the first scores, {coefficient(found.after)} after talk, not "
        f"independent: a difference of {coefficient(found.value)} ({within}). After talk it is no reliability."
    )


def groups(report: TalkReport, number: int | None) -> tuple[Group, ...]:
    """Every argument with its judges, over the whole talk or in one round (as the judging counts it): those on which
    something moved first, each time the widest apart before first."""
    rounds = [one for one in report.deliberation or () if number in (None, one.round)]
    lines = _talk(report).lines if number is None else rounds[0].lines if rounds else ()
    by_argument: dict[str, list[Line]] = {}
    for line in lines:
        by_argument.setdefault(line.argument, []).append(line)
    found = [_group(name, those, rounds, report) for name, those in by_argument.items()]
    return tuple(sorted(found, key=lambda one: (not one.moved, -(one.before or 0.0))))


def spread_said(one: Group) -> str:
    """How far the judges are apart before and after.

    >>> spread_said(Group(argument="PRO-1", judges=(), before=2.28, after=1.21, moved=True))
    'spread 2.3 → 1.2 points'
    """
    if one.before is None or one.after is None:
        return f"spread {UNDEFINED}"
    return f"spread {bare(one.before, 1)} → {bare(one.after, 1)} points"


def cause_said(cause: Cause, say: Say = str) -> str:
    """Words that a judge says moved it, and where they stand; `say` neutralises what a model wrote."""
    where = (
        f"turn {cause.turn}"
        if cause.turn
        else f"a note of {say(cause.note_of)}"
        if cause.note_of
        else "the text"
    )
    if cause.found == "not_found":
        return f"“{say(cause.because)}” (found nowhere it could have read it)"
    nearly, again = "nearly so " if cause.found == "near" else "", "" if cause.new else ", said before"
    return f"“{say(cause.because)}” ({nearly}in {where}{again})"


def causes_said(moves: Sequence[MoveRow], say: Say = str) -> str:
    """What a judge says made it change these, each cause once."""
    causes = dict.fromkeys(cause_said(one.cause, say) for one in moves if one.cause)
    return "; ".join(causes) or "it named no cause"


def change_said(one: MoveRow) -> str:
    """One changed score or standing, from what to what."""
    before, after = (worded(end) if isinstance(end, str) else str(end) for end in (one.before, one.after))
    return f"{worded(one.dimension)} {before} to {after}"


def move_said(line: Line, moves: Sequence[MoveRow], mark: str = "") -> str:
    """How one judge moved on one argument, and whom it came nearer to; `mark`: what is said of a move toward the others
    that names nothing new."""
    if line.label in (None, "held"):
        standings = [change_said(move) for move in moves if isinstance(move.before, str)]
        return f"Held its score; {', '.join(standings)}" if standings else "Held its score in the end"
    toward = f"Toward {listed(line.toward)}" if line.toward else "Toward the others"
    if line.label == "toward_with_evidence":
        return f"{toward}, new evidence"
    if line.label == "away":
        return "Away from the others"
    return f"{toward}, no new evidence{f': {mark}' if mark else ''}"


def part_said(part: Part | PartRow) -> str:
    """What a judge did in a round, in a word, with the cause where it could not."""
    said = {"failed": "missing", "keeps": "took no part"}.get(part.doing, worded(part.doing))
    return f"{said}: {part.why}" if part.why and part.why != said else said


def _talk(report: TalkReport) -> AfterTalk:
    assert report.after_talk is not None, "the judges have not deliberated"
    return report.after_talk


def _names(report: TalkReport) -> Sequence[str]:
    """The judges that have scores, in panel order."""
    order = [part.judge for one in report.deliberation or () for part in one.evaluations]
    scored = {line.judge for line in _talk(report).lines}
    return [name for name in dict.fromkeys(order) if name in scored]


def _deed(report: TalkReport, judge: str) -> str:
    labels = {line.label for line in _talk(report).lines if line.judge == judge}
    for label in ("toward_without_evidence", "away", "toward_with_evidence"):
        if label in labels:
            return label
    if any(move.judge == judge for one in report.deliberation or () for move in one.moves):
        return "restood"
    took = [part for one in report.deliberation or () for part in one.evaluations if part.judge == judge]
    if took and took[-1].doing in _AT_IT:
        return "at_it"
    return "held" if any(part.doing == "held" for part in took) else "missing"


def _group(name: str, lines: Sequence[Line], rounds: Sequence[RoundReport], report: TalkReport) -> Group:
    moves = [move for one in rounds for move in one.moves if move.argument == name]
    judges = tuple(
        Heard(
            judge=line.judge,
            before=line.before,
            after=line.after,
            said=_said(line, [move for move in moves if move.judge == line.judge], rounds, report),
            causes=tuple(
                dict.fromkeys(cause_said(m.cause) for m in moves if m.judge == line.judge and m.cause)
            ),
        )
        for line in lines
    )
    return Group(
        argument=name,
        judges=judges,
        before=_spread([line.before for line in lines]),
        after=_spread([line.after for line in lines]),
        moved=bool(moves),
    )


def _spread(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None


def _said(line: Line, moves: Sequence[MoveRow], rounds: Sequence[RoundReport], report: TalkReport) -> str:
    """What one judge did on one argument, or why it did nothing."""
    if not moves:
        took = [part for one in rounds for part in one.evaluations if part.judge == line.judge]
        return "Held" if any(part.doing in ("held", "moved") for part in took) else _absent(took)
    findings = report.conformity.findings if report.conformity else ()
    return move_said(line, moves, next((_MARKS[one] for one in findings if one in _MARKS), "unexplained"))


def _absent(took: Sequence[PartRow]) -> str:
    """Why a judge changed nothing although it gave no answer."""
    return capital(part_said(took[-1])) if took else "Held"
