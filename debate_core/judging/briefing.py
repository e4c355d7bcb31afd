"""Reading the briefing for the decision-maker (SD-8), or the faults to ask again with.

Knows the form of `prompts.briefing`; not who wrote it, and not the outcome. Invariant: a briefing that is
read names only arguments that exist, and no winner: the outcome is the panel's.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from debate_core.briefing import Briefing, Statement
from debate_core.prompts.answers import find_object
from debate_core.prompts.fence import sound
from debate_core.prompts.prompt import is_placeholder

FORM = "Expected an object with key_insight, unresolved and recommendation."
NAMES_A_WINNER = "names a winner; say what to do or verify instead: the outcome is the panel's."
_ID = re.compile(r"\b(?:PRO|CON)-\d{1,3}\b", re.IGNORECASE)
_SIDE = r"(?:PRO|CON|(?i:pro|con)(?: side|'s side))"
_HOW = r"(?: has| had| clearly| narrowly| thus| therefore| decisively)*"
_WON = r"(?:wins|won(?!['’\w-])|prevails|prevailed|is the winner|lost the debate|loses the debate)"
_AWARDED = r"(?i:winner(?: is| of the debate is|:)|won by|victory (?:for|of|goes to)|debate goes to)"
_WINNER = re.compile(rf"\b{_SIDE}{_HOW} {_WON}\b|\b{_AWARDED} (?:the )?{_SIDE}\b")


@dataclass(frozen=True, kw_only=True)
class BriefingReading:
    """A briefing, or None with the `faults` to ask again with. `notes` says what was left out of one that
    was read."""

    briefing: Briefing | None = None
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_briefing(text: str, *, argument_ids: Sequence[str], shown: str = "") -> BriefingReading:
    """Read a briefing. `shown` is the words of others that the prompt showed.

    Ids that don't exist are dropped from `rests_on` and noted; a statement left with none is unsupported,
    not a fault."""
    found = find_object(text, transcript=shown)
    value = found.value[0] if isinstance(found.value, list) and len(found.value) == 1 else found.value
    if not isinstance(value, dict):
        return BriefingReading(faults=(*found.faults, FORM))
    reader = _Reader(ids=frozenset(argument_ids))
    insight = reader.statement(value, "key_insight")
    unresolved = reader.questions(value)
    recommendation = reader.statement(value, "recommendation")
    if found.cut:
        reader.faults.append("The answer broke off before its end; write less.")
    if reader.faults:
        return BriefingReading(faults=tuple(reader.faults), notes=tuple(reader.notes))
    briefing = Briefing(key_insight=insight, unresolved=unresolved, recommendation=recommendation)
    return BriefingReading(briefing=briefing, notes=tuple(reader.notes))


@dataclass(kw_only=True)
class _Reader:
    ids: frozenset[str]
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def statement(self, answer: Mapping[str, object], name: str) -> Statement:
        """The statement under `name`."""
        if answer.get(name) is None:
            self.faults.append(f"{name} is missing.")
            return Statement(text="")
        return self._statement(answer[name], name)

    def questions(self, answer: Mapping[str, object]) -> tuple[Statement, ...]:
        """The unresolved questions; there may be none."""
        value = answer.get("unresolved")
        if not isinstance(value, list):
            self.faults.append("unresolved should be a list of questions, each with text and rests_on.")
            return ()
        return tuple(
            self._statement(item, f"question {number}") for number, item in enumerate(value, start=1)
        )

    def _statement(self, value: object, where: str) -> Statement:
        named: object = value.get("rests_on") if isinstance(value, dict) else None
        text = value.get("text") if isinstance(value, dict) else value
        words = sound(text).strip() if isinstance(text, str) else ""
        if not words or is_placeholder(words):
            self.faults.append(f"{where} should be an object with a text of its own and rests_on.")
        elif _WINNER.search(words):
            self.faults.append(f"{where} {NAMES_A_WINNER}")
        return Statement(text=words, rests_on=self._existing(named, where))

    def _existing(self, named: object, where: str) -> tuple[str, ...]:
        given = named if isinstance(named, list) else [named] if named is not None else []
        kept: list[str] = []
        for item in given:
            ids = [name.upper() for name in _ID.findall(item)] if isinstance(item, str) else []
            kept += [name for name in ids if name in self.ids]
            if not ids or any(name not in self.ids for name in ids):
                self.notes.append(f"{where} names {str(item)[:40]!r}, which is no argument of this debate.")
        return tuple(dict.fromkeys(kept))
