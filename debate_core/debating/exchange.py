"""The free exchange: alternating turns of one argument each, pro first (SD-11); whose turn it is, and reading it.

Knows config and transcript; asks no model. Invariant: side and argument id follow from the turn's number alone: turns
1, 2, 3, 4 are pro, con, pro, con, with PRO-1, CON-1, PRO-2, CON-2.
"""

from debate_core.config import DebateConfig
from debate_core.debating.fields import Notes, is_bare, is_object, objects_under, pick
from debate_core.debating.reading import argument_from, kept_as_came, note_cut, silence, unread
from debate_core.debating.speech import Speech
from debate_core.llm.base import Exchange
from debate_core.prompts.answers import find_object
from debate_core.transcript import SIDES, Side, Transcript, Turn, argument_id

ASKED = "Expected an object with claim, reasoning and evidence."


def side_of_turn(number: int) -> Side:
    """Who speaks turn `number`, counted from 1.

    >>> [side_of_turn(number) for number in (1, 2, 3, 4)]
    ['pro', 'con', 'pro', 'con']
    """
    return SIDES[(number - 1) % 2]


def id_of_turn(number: int) -> str:
    """The id of the argument of turn `number`: its side's running number.

    >>> [id_of_turn(number) for number in (1, 2, 3, 4)]
    ['PRO-1', 'CON-1', 'PRO-2', 'CON-2']
    """
    return argument_id(side_of_turn(number), (number + 1) // 2)


def exchange_purpose(
    config: DebateConfig, transcript: Transcript, number: int, directive: str = ""
) -> Exchange:
    """What the speaker of turn `number` is to do, having heard the turns before it. `transcript` may hold more."""
    heard = tuple(turn for turn in transcript.turns if turn.number < number)
    return Exchange(
        topic=config.topic,
        side=side_of_turn(number),
        number=number,
        turns=config.turns,
        heard=Transcript(topic=transcript.topic, turns=heard),
        directive=directive,
    )


def read_exchange(text: str, *, side: Side, number: int, shown: str = "", final: bool = False) -> Speech:
    """Read the one argument of turn `number` (SD-2's warnings, SD-5). `shown` is the words of others that the prompt
    showed; `final`: it won't be asked again."""
    place = (number + 1) // 2
    if not text.strip():
        return silence(final)
    found = find_object(text, transcript=shown)
    entries = _entries(found.value)
    if entries is None or (final and found.cut[-1:] in (("claim",), ("reasoning",))):
        # Half a chain of reasoning is better kept as it came than dropped for its missing end.
        return kept_as_came(text, side, place) if final else unread(found, ASKED)
    notes = Notes(final=final)
    worded = [entry for entry in entries if not is_bare(entry)]
    if not worded:
        return silence(final)
    if len(worded) > 1:
        notes.wrong(f"1 argument was asked for; {len(worded)} came.", "Only the first is kept.")
    argument = argument_from(worded[0], argument_id(side, place), "the argument", notes)
    note_cut(found, notes)
    return Speech(arguments=(argument,), warnings=tuple(notes.warnings), faults=tuple(notes.faults))


def turn_of_exchange(number: int, speech: Speech) -> Turn:
    """A speech in its place in the exchange."""
    return Turn(
        number=number,
        phase="exchange",
        side=side_of_turn(number),
        arguments=speech.arguments,
        warnings=speech.warnings,
    )


def _entries(value: object) -> list[object] | None:
    """The argument an answer holds, or the several it should not; None where there is none for certain."""
    if value is not None and is_bare(value):
        return []
    if is_object(value) and pick(value, "claim") is not None:
        return [value]
    return objects_under(value, "arguments", marked_by="claim")
