"""What came of judges reading each other, as sections of lines that each format sets in its own way.

Knows the report only. Invariant: every word of a model goes through `say`, the format's own neutraliser; nothing here
is said to be the outcome, and a probe never to be a result.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from debate_core.exports.sections import Say, Section
from debate_core.numerals import UNDEFINED, coefficient, counted, listed, odds
from debate_core.report.heard import alpha_after, cause_said, change_said
from debate_core.report.talk import (
    AfterTalk,
    ConformityReport,
    DisagreementRow,
    MoveRow,
    ProbeRow,
    RoundReport,
    TalkReport,
)
from debate_core.wording import CALLS, MOVES, PROBES, worded

EFFECTS = {
    "normative": "Positions alone, beyond reading again",
    "informational": "Reasons alone, beyond reading again",
    "planted": "Positions of another argument",
}


def talk_sections(found: TalkReport, say: Say) -> Iterator[Section]:
    """How the judges deliberated, each round, and what the probes tell; nothing where they did not."""
    talk = found.after_talk
    if talk is None:
        return
    yield Section(
        title="Deliberation (after talk, not independent: not the outcome)", lines=_whole(talk, say)
    )
    for number, one in enumerate(found.deliberation or (), start=1):
        yield Section(title=f"Round {number} of the deliberation", lines=tuple(_round(one, talk.judge, say)))
    if found.conformity and (found.probes or found.deliberation):
        yield Section(title="What moved them", lines=tuple(_moved(found.conformity, found.probes or (), say)))


def _whole(talk: AfterTalk, say: Say) -> tuple[str, ...]:
    first, last = coefficient(talk.accord_first), coefficient(talk.accord_last)
    if talk.accord_first is None:
        lines = [f"Accord is undefined: {talk.accord_reason}."]
    elif talk.rounds:
        lines = [f"Accord {first} before any talk, {last} after {counted(talk.rounds, 'round')}."]
    else:
        lines = [f"Accord {first}; no round was held."]
    lines.append(f"It ended because {talk.closed_said}." if talk.closed_said else "It has not ended.")
    lines += [f"{say(name)} kept its sheet: {say(why)}." for name, why in talk.keeps.items()]
    if talk.alpha:
        lines.append(alpha_after(talk))
    if talk.outcome:
        would = f"By the last sheets the rules would say: {CALLS[talk.outcome.call]}"
        lines.append(f"{would}. The first scores stay the result.")
    return tuple(lines)


def _round(one: RoundReport, judge: str, say: Say) -> Iterator[str]:
    yield f"Accord {coefficient(one.accord_before)} before, {coefficient(one.accord_after)} after."
    parted, after = areas_said(one.disagreements), areas_said(one.disagreements_after)
    yield f"The {judge}s disagreed on {parted}; after it on {after}."
    held = [say(part.judge) for part in one.evaluations if part.doing == "held"]
    if held:
        yield f"{listed(held)} held."
    yield from (
        f"{say(name)} was missing and kept its sheet: {say(why)}." for name, why in one.missing.items()
    )
    yield from _moves(one.moves, say)


def areas_said(areas: Sequence[DisagreementRow]) -> str:
    """Areas of disagreement with their severity, in words."""
    said = [
        f"{'the verdict' if one.dimension is None else _area(one)} (severity {coefficient(one.severity)})"
        for one in areas
    ]
    return listed(said) or "nothing"


def _area(one: DisagreementRow) -> str:
    return worded(one.dimension or "") + (f" of {one.side.upper()}" if one.side else "")


def _moves(moves: Sequence[MoveRow], say: Say) -> Iterator[str]:
    """A line for each judge and argument: what it changed there, how it moved, and what it says moved it."""
    for (judge, argument), group in groupby(moves, key=lambda one: (one.judge, one.argument)):
        rows = list(group)
        on = "" if argument == rows[0].dimension else f" on {argument}"
        line = f"{say(judge)}{on}: {', '.join(map(change_said, rows))}"
        label = next((MOVES[one.label] for one in rows if one.label), "")
        causes = dict.fromkeys(cause_said(one.cause, say) for one in rows if one.cause)
        yield "; ".join(filter(None, (line, label, *(causes or ["it named no cause"])))) + "."


def _moved(found: ConformityReport, probes: Sequence[ProbeRow], say: Say) -> Iterator[str]:
    yield f"{'; '.join(found.findings).capitalize()}."
    for one in probes:
        yield f"Probe {PROBES[one.probe]}: {one.changed} of {one.of} composites changed; never a result."
        yield from (f"{say(name)} was missing: {say(why)}." for name, why in one.missing.items())
    for effect in found.effects:
        value = f"{coefficient(effect.value)}, chance of so much from nothing {odds(effect.p)}"
        yield f"{EFFECTS[effect.kind]}: {value if effect.value is not None else f'{UNDEFINED} ({effect.reason})'}."
