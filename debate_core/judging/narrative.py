"""Reading what the live judge says of the whole debate: its arc, why scorecard and narrative part, and what became of
the positions (LV-6, LV-7, LV-10); or the faults to ask again with.

Knows the forms of `prompts.arc`; not the scorecard. Invariant: there is no leader, pattern or kind by default, and a
statement cites only turns that exist; one that cites none stays, unsupported.
"""

from collections.abc import Collection
from dataclasses import dataclass

from debate_core.judging.entries import CUT, Entry, Notes, own_entry
from debate_core.prompts.answers import Rung
from debate_core.prompts.arc import LEADERS
from debate_core.scorecard.nouns import CONVERGENCES, PATTERNS, Conflict, Convergence, Leader, Narrative, Told

NARRATIVE_FORM = "Expected an object with leader, spine, evolved, broke and turning_points."
CONFLICT_FORM = "Expected an object with pattern, text and turns."
CONVERGENCE_FORM = "Expected an object with kind, text and turns."
NO_SPINE = "spine should hold at least one statement."


@dataclass(frozen=True, kw_only=True)
class NarrativeReading:
    """The narrative read from an answer, or None with the `faults` to ask again with. `remarks` say what was left
    out."""

    narrative: Narrative | None = None
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    rung: Rung = "strict"


@dataclass(frozen=True, kw_only=True)
class ConflictReading:
    """The explanation read from an answer, or None with the `faults` to ask again with."""

    conflict: Conflict | None = None
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    rung: Rung = "strict"


@dataclass(frozen=True, kw_only=True)
class ConvergenceReading:
    """The finding read from an answer, or None with the `faults` to ask again with."""

    convergence: Convergence | None = None
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    rung: Rung = "strict"


def read_narrative(text: str, *, turns: Collection[int], shown: str = "") -> NarrativeReading:
    """Read the narrative verdict. `turns` are the numbers there are; `shown` is the words of others that the prompt
    showed."""
    notes = Notes()
    rung, answer = _own(text, shown, NARRATIVE_FORM, notes)
    if answer is None:
        return NarrativeReading(faults=tuple(notes.faults), rung=rung)
    leader = _leader(answer)
    spine, evolved, broke, turning_points = (
        _statements(answer, name, called, turns)
        for name, called in (
            ("spine", "spine statement"),
            ("evolved", "evolved statement"),
            ("broke", "broke statement"),
            ("turning_points", "turning point"),
        )
    )
    if not spine:
        notes.wrong(NO_SPINE)
    if notes.faults or leader is None:
        return NarrativeReading(faults=tuple(notes.faults), rung=rung)
    told = Narrative(leader=leader, spine=spine, evolved=evolved, broke=broke, turning_points=turning_points)
    return NarrativeReading(narrative=told, remarks=tuple(notes.remarks), rung=rung)


def read_conflict(text: str, *, turns: Collection[int], shown: str = "") -> ConflictReading:
    """Read why scorecard and narrative differ, and the pattern it is."""
    notes = Notes()
    rung, answer = _own(text, shown, CONFLICT_FORM, notes)
    if answer is None:
        return ConflictReading(faults=tuple(notes.faults), rung=rung)
    pattern, said, cited = answer.word("pattern", PATTERNS), answer.text("text"), answer.turns("turns", turns)
    if notes.faults or pattern is None:
        return ConflictReading(faults=tuple(notes.faults), rung=rung)
    conflict = Conflict(pattern=pattern, text=said, turns=cited)
    return ConflictReading(conflict=conflict, remarks=tuple(notes.remarks), rung=rung)


def read_convergence(text: str, *, turns: Collection[int], shown: str = "") -> ConvergenceReading:
    """Read what became of the two positions."""
    notes = Notes()
    rung, answer = _own(text, shown, CONVERGENCE_FORM, notes)
    if answer is None:
        return ConvergenceReading(faults=tuple(notes.faults), rung=rung)
    kind, said, cited = answer.word("kind", CONVERGENCES), answer.text("text"), answer.turns("turns", turns)
    if notes.faults or kind is None:
        return ConvergenceReading(faults=tuple(notes.faults), rung=rung)
    convergence = Convergence(kind=kind, text=said, turns=cited)
    return ConvergenceReading(convergence=convergence, remarks=tuple(notes.remarks), rung=rung)


def _own(text: str, shown: str, form: str, notes: Notes) -> tuple[Rung, Entry | None]:
    """The judge's own object, whole."""
    found, answer = own_entry(text, shown=shown, form=form, notes=notes)
    if found.cut:
        notes.wrong(CUT)
    return found.rung, answer


def _leader(answer: Entry) -> Leader | None:
    word = answer.word("leader", tuple(LEADERS.values()))
    return next((leader for leader, told in LEADERS.items() if told == word), None)


def _statements(answer: Entry, name: str, called: str, turns: Collection[int]) -> tuple[Told, ...]:
    """The statements under `name`; a bare sentence is one that cites no turn."""
    listed = answer.fields.get(name)
    if isinstance(listed, list):
        objects = [{"text": item} if isinstance(item, str) else item for item in listed]
        answer = Entry(fields={**answer.fields, name: objects}, where=answer.where, notes=answer.notes)
    return tuple(
        Told(text=entry.text("text"), turns=entry.turns("turns", turns))
        for entry in answer.entries(name, called)
    )
