"""Where a replay can stand: after each turn, or each review of a text, after the judging, and at the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.domain.steps import review_step, speech_step
from debate_core.store.deliberation import FIRST
from debate_core.store.events import ArtifactReviewed, SheetRead
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import ArtifactRecord, ScoredRecord

PANEL, END = "panel", "end"


@dataclass(frozen=True, kw_only=True)
class Stop:
    """One place: its name in an address (`3`, `panel`, `end`), in words, and the last event that belongs to it."""

    name: str
    words: str
    sequence: int


def stops_of(record: ScoredRecord) -> tuple[Stop, ...]:
    """Every stop of a debate, or a review, as far as it has come, in order; none before the first turn, or review."""
    if isinstance(record, ArtifactRecord):
        return _stops_of_review(record)
    numbered = {
        turn.number: record.places[speech_step(turn.phase, turn.side, turn.number)]
        for turn in record.transcript.turns
    }
    spoken = sorted(numbered.items(), key=lambda turn: turn[1])
    if not spoken:
        return ()
    scored = [record.places[step] for step, found in record.results.items() if isinstance(found, SheetRead)]
    after = [place - 1 for _, place in spoken[1:]]
    after.append(min(scored) - 1 if scored else record.sequence)
    turns = [
        Stop(name=str(number), words=f"Turn {number}", sequence=place)
        for (number, _), place in zip(spoken, after, strict=True)
    ]
    panel = [Stop(name=PANEL, words="Panel", sequence=max(scored))] if scored else []
    return (*turns, *panel, Stop(name=END, words="The end", sequence=record.sequence))


def _stops_of_review(record: ArtifactRecord) -> tuple[Stop, ...]:
    """After each review, in the order they came, and after each round in which the reviewers had read each other."""
    read = {step: one for step, one in record.results.items() if isinstance(one, ArtifactReviewed)}
    alone = [
        (record.places[s], one.sheet.reviewer)
        for s, one in read.items()
        if s == review_step(one.sheet.reviewer)
    ]
    if not alone:
        return ()
    stops = [
        Stop(name=str(number), words=f"{name} has answered", sequence=place)
        for number, (place, name) in enumerate(sorted(alone), start=1)
    ]
    for number in range(FIRST, record.judging.rounds + 1):
        last = max(record.places[s] for s, one in read.items() if (one.round, one.probe) == (number, None))
        stops.append(
            Stop(
                name=f"talk{number - INDEPENDENT}",
                words=f"Round {number - INDEPENDENT} of the discussion",
                sequence=last,
            )
        )
    return (*stops, Stop(name=END, words="The end", sequence=record.sequence))


def around(stops: Sequence[Stop], here: Stop) -> tuple[Stop | None, Stop | None]:
    place = stops.index(here)
    return (stops[place - 1] if place else None), (stops[place + 1] if place + 1 < len(stops) else None)
