"""The closing: what a side concedes, what still stands, and its final position (SD-4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debate_core.answers.fields import (
    Notes,
    is_object,
    pick,
    plain,
    text_of,
    texts_of,
    word_count,
    words_came,
)
from debate_core.answers.form import Choice, Form, Text, Texts
from debate_core.answers.json import find_object
from debate_core.asks.speech import BROKEN_OFF, Speaking, Speech, role, silence, unread
from debate_core.prompts.passages import add_debate, start
from debate_core.prompts.prompt import Prompt, in_form, paragraphs
from debate_core.transcript import SHIFTS, Phase, Shift, Side
from debate_core.transcript import Closing as ClosingSaid

CLOSING_WORDS = 200
FORM = Form(
    {
        "concessions": Texts(
            means="a list of what your side grants the other after this exchange, one sentence each; an empty list if "
            "nothing",
            shown="concession",
        ),
        "unrebutted": Texts(
            means="a list of your own arguments that were not effectively answered, each with its id and why; an empty "
            "list if none",
            shown="id: why it stands",
        ),
        "position": Text(
            means="your final position in one to three sentences, with the conditions it now depends on"
        ),
        "shift": Choice(
            words=SHIFTS,
            means=f"what the exchange did to your position, one of: {', '.join(SHIFTS)}",
        ),
    }
)


@dataclass(frozen=True, kw_only=True)
class Closing(Speaking):
    """A side is to close."""

    kind: ClassVar[str] = "closing"
    phase: ClassVar[Phase] = "closing"

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        """The debate so far, and what a closing says."""
        passages = start(self.topic, nonce)
        add_debate(passages, self.heard)
        task = paragraphs(
            f"{role(self.side)} This is your closing. Bring no new arguments and no new evidence.",
            f"Give\n{FORM.lines()}",
            f"Stay under {CLOSING_WORDS} words in all.",
            in_form(FORM.told),
        )
        return self.asked(passages, task, FORM, faults)

    def speech(self, text: str, *, shown: str = "", final: bool = False) -> Speech:
        """Read a closing."""
        return read_closing(text, side=self.side, shown=shown, final=final)


def read_closing(text: str, *, side: Side, shown: str = "", final: bool = False) -> Speech:
    """Read a closing (SD-4); 200 words or more is a warning on it."""
    if not text.strip():
        return silence(final)
    found = find_object(text, transcript=shown)
    value = found.value[0] if isinstance(found.value, list) and len(found.value) == 1 else found.value
    if not is_object(value) or not _is_closing(value):
        asked = "Expected an object with concessions, unrebutted, position and shift."
        return _unstructured_closing(text, side) if final else unread(found, asked)
    notes = Notes(final=final)
    if found.cut:
        notes.wrong(BROKEN_OFF)
    position = text_of(value, "position", "closing", notes)
    if not position and pick(value, "position") is not None:
        notes.wrong("closing: position holds no words.")
    concessions = texts_of(value, "concessions", notes)
    unrebutted = texts_of(value, "unrebutted", notes)
    shift = _shift(value, notes)
    words = word_count("\n".join([*concessions, *unrebutted, position]))
    closing = ClosingSaid(
        side=side,
        concessions=concessions,
        unrebutted=unrebutted,
        position=position,
        shift=shift,
        warnings=(*notes.warnings, *_length_warning(words)),
    )
    return Speech(closing=closing, faults=tuple(notes.faults))


def _is_closing(value: Mapping[str, object]) -> bool:
    return any(pick(value, name) is not None for name in ("position", "concessions", "unrebutted"))


def _shift(value: Mapping[str, object], notes: Notes) -> Shift | None:
    given = (plain(pick(value, "shift")) or "").casefold()
    if given in SHIFTS:
        return given
    notes.wrong(f"shift should be one of {', '.join(SHIFTS)}; none of them came.", "It is not given.")
    return None


def _unstructured_closing(text: str, side: Side) -> Speech:
    words = words_came(text)
    if not words:
        return silence(True)
    warning = "This closing came in no readable form; its words are kept."
    warnings = (warning, *_length_warning(word_count(words)))
    closing = ClosingSaid(side=side, position=words, structured=False, warnings=warnings)
    return Speech(closing=closing, readable=False)


def _length_warning(words: int) -> tuple[str, ...]:
    if words < CLOSING_WORDS:
        return ()
    return (f"This closing is {words} words long; it was to stay under {CLOSING_WORDS}.",)
