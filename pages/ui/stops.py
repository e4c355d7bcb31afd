"""Where a replay can stand: after each turn, after the panel has scored, and at the end.

Knows the record; nothing of the screen. Invariant: a stop is a place in the log, so that what is shown there is what
stood there then: the judging of a turn that came after the next speech is not yet in the stop before that speech.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.events import SheetRead, speech_step
from debate_core.record import Record

PANEL, END = "panel", "end"


@dataclass(frozen=True, kw_only=True)
class Stop:
    """One place: its name in an address (`3`, `panel`, `end`), in words, and the last event that belongs to it."""

    name: str
    words: str
    sequence: int


def stops_of(held: Record) -> tuple[Stop, ...]:
    """Every stop of a debate as far as it has come, in order; none before the first turn is spoken."""
    numbered = {turn.number: held.places[speech_step(turn)] for turn in held.transcript.turns}
    spoken = sorted(numbered.items(), key=lambda turn: turn[1])
    if not spoken:
        return ()
    scored = [held.places[step] for step, found in held.results.items() if isinstance(found, SheetRead)]
    after = [place - 1 for _, place in spoken[1:]]
    after.append(min(scored) - 1 if scored else held.sequence)
    turns = [
        Stop(name=str(number), words=f"Turn {number}", sequence=place)
        for (number, _), place in zip(spoken, after, strict=True)
    ]
    panel = [Stop(name=PANEL, words="Panel", sequence=max(scored))] if scored else []
    return (*turns, *panel, Stop(name=END, words="The end", sequence=held.sequence))


def around(stops: Sequence[Stop], here: Stop) -> tuple[Stop | None, Stop | None]:
    """The stop before and the stop after, None at either end."""
    place = stops.index(here)
    return (stops[place - 1] if place else None), (stops[place + 1] if place + 1 < len(stops) else None)
