"""Where a debate stands: what a room sees, the words under way, and where a replay can stand."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from debate_core.answers.json import Line, lines_of, readable, speech_parts
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.steps import review_step, round_step, speech_step
from debate_core.domain.transcript import SIDES, Side, side_of_turn
from debate_core.domain.wording import PHASE_NAMES, capital, response_verb
from debate_core.store import Store
from debate_core.store.access import Signer, Visitor, grant_of, may
from debate_core.store.deliberation import FIRST
from debate_core.store.events import SheetRead
from debate_core.store.events.base import CallId
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import ArtifactRecord, Record, ScoredRecord, load
from debate_core.store.room import Stage, stage_of, was_deleted

VIEWER_SECONDS = 7 * 24 * 3600.0
Progress = Literal["ahead", "running", "stopped", "finished"]


def viewer_token(signer: Signer, record: str, link: int, now: float) -> str:
    return signer.sign("viewer", f"{record}|{link}", now + VIEWER_SECONDS)


def viewer_of(signer: Signer, store: Store, token: str, now: float) -> Visitor | None:
    """Whoever holds a token that is ours, not over and not revoked; their key is the record."""
    words = signer.read("viewer", token, now)
    if words is None:
        return None
    record, _, link = words.rpartition("|")
    viewer = Visitor(key=record, role="link", link=int(link))
    return viewer if still_may(store, viewer, now) else None


def still_may(store: Store, viewer: Visitor, now: float) -> bool:
    return may(viewer, grant_of(store, viewer.key), "see", now)


def origin_text(record: Record | None) -> str:
    """Where the words come from, where no real model says them; empty for the rest."""
    if record is None or record.example:
        return "Sample: no model said these words" if record else ""
    words = "Brought from elsewhere" if record.imported else ""
    return ". ".join(filter(None, [words, capital(record.config.simulation_note)]))


class StageView(FrozenValue):
    """`record`: None before the debate has begun. `sequence`: its last event."""

    topic: str
    progress: Progress
    phase: str
    stage: Stage
    record: Record | None = None
    sequence: int = 0

    @property
    def shows_outcome(self) -> bool:
        return self.stage.revealed and self.record is not None and self.record.judging.settled

    @property
    def layout(self) -> str:
        """A page drawn of it is old once this has changed."""
        return f"{self.progress} {self.stage.voting} {self.shows_outcome}"


@lru_cache(maxsize=20)
def _record_at(store: Store, name: str, sequence: int) -> Record:
    """Read once, however many phones ask."""
    return load(store, name, upto=sequence)


def stage_view(store: Store, name: str) -> StageView | None:
    """What stands on the stage now; None where there is neither a debate nor one to come. Raises RecordUnreadable."""
    sequence, stage = store.last_sequence(name), stage_of(store, name)
    if not sequence:
        ahead = StageView(topic=stage.topic, progress="ahead", phase="", stage=stage)
        return ahead if stage.topic and not was_deleted(store, name) else None
    record = _record_at(store, name, sequence)
    status = record.status(store.goes_on(name))
    progress: Progress = status if status in ("running", "finished") else "stopped"
    return StageView(
        topic=record.config.topic.text,
        progress=progress,
        phase="A vote before the debate" if stage.voting == "before" else _phase_text(record, progress),
        stage=stage,
        record=record,
        sequence=sequence,
    )


def _phase_text(record: Record, progress: Progress) -> str:
    turns = record.transcript.turns
    if record.judging.settled:
        return "The judges have scored"
    if progress == "stopped":
        return "The debate has stopped"
    if turns and turns[-1].phase == "closing" and turns[-1].number % 2 == 0:
        return "The judges are scoring"
    return PHASE_NAMES[turns[-1].phase] if turns else "The debate begins"


def phase_text(view: StageView, words: dict[str, str]) -> str:
    """What goes on: the phase of the speech under way before that of the last turn."""
    words = {} if view.stage.voting == "before" else words
    under_way = {CallId.read(call).step.partition(":")[0] for call in words}
    return next((PHASE_NAMES[phase] for phase in PHASE_NAMES if phase in under_way), view.phase)


class Spoken(FrozenValue):
    """The words of one side, line by line: under way, or its last turn."""

    side: Side
    lines: tuple[Line, ...]


def voices(view: StageView, words: dict[str, str]) -> tuple[Spoken, ...]:
    """What each side says now, or said last, PRO first; nothing to those who are asked before they hear it."""
    if view.record is None or view.stage.voting == "before":
        return ()
    return tuple(one for side in SIDES if (one := _speech_of(view.record, side, words)))


def _speech_of(record: Record, side: Side, words: dict[str, str]) -> Spoken | None:
    for call, text in reversed(words.items()):
        if _side_of(CallId.read(call).step) == side:
            lines = tuple(_lines(record, speech_parts(text)))
            if not lines and (plain := readable(text).strip()):
                lines = (Line("plain", "", plain),)
            if lines:
                return Spoken(side=side, lines=lines)
    turn = next((one for one in reversed(record.transcript.turns) if one.side == side), None)
    parts = (*turn.arguments, *turn.responses, turn.closing) if turn else ()
    beside = turn.model_dump(include={"answers", "question"}) if turn else {}
    lines = tuple(_lines(record, [*(one.model_dump() for one in parts if one), beside]))
    return Spoken(side=side, lines=lines) if lines else None


def _lines(record: Record, parts: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
    """What a room sees of a speech; before an answer the claim that it answers."""
    claims = {one.id: one.claim for one in record.transcript.arguments}
    for part in parts:
        if (name := str(part.get("argument_id"))) in claims:
            yield Line("answered", f"{response_verb(part.get('response_type'))} {name}.", claims[name])
        yield from lines_of(part, record.transcript.questions)


def _side_of(step: str) -> Side | None:
    phase, _, rest = step.partition(":")
    if phase == "exchange":
        return side_of_turn(int(rest))
    if phase not in ("opening", "cross_examination", "closing"):
        return None
    return next(side for side in SIDES if side == rest)


Look = Callable[[], Sequence[str] | None]
"""What is being said, in parts that are JSON each; None where the record has moved on, or is gone."""
LISTENER_SECONDS = 300.0
_MAX = 40
_offered: dict[tuple[str, str], tuple[int, Look]] = {}


def offer_words(place: str, record: str, sequence: int, look: Look) -> None:
    """From now on words of a store's record, as it stood at that event, are looked up so; none older replaces newer."""
    if _offered.get((place, record), (0, look))[0] <= sequence:
        _offered.pop((place, record), None)
        _offered[place, record] = sequence, look
        if len(_offered) > _MAX:
            del _offered[next(iter(_offered))]


def offered_words(place: str, record: str) -> Look | None:
    """Looks up the newest words; what there was last while a page is drawn anew. None where no page shows any."""
    last: Sequence[str] = ()

    def look() -> Sequence[str] | None:
        nonlocal last
        _, newest = _offered.get((place, record), (0, lambda: None))
        last = newest() or last
        return last

    return look if (place, record) in _offered else None


def listener_token(signer: Signer, person: Visitor, record: str, now: float) -> str:
    """For a person who sees a record on a page: its words, for some minutes; the same within a minute."""
    until = now - now % 60 + LISTENER_SECONDS
    return signer.sign("listener", json.dumps([record, person.key, person.role, until]), until)


def listener_of(signer: Signer, token: str, now: float) -> tuple[str, Visitor, float] | None:
    """The record, who may hear its words, and until when."""
    words = signer.read("listener", token, now)
    if words is None:
        return None
    record, key, role, until = json.loads(words)
    return record, Visitor(key=key, role=role), until


PANEL, END = "panel", "end"


class Stop(FrozenValue):
    """One place: its name in an address (`3`, `panel`, `end`), in words, and the last event that belongs to it."""

    name: str
    words: str
    sequence: int


def stops_of(record: ScoredRecord) -> tuple[Stop, ...]:
    """Every stop of a debate, or a review, as far as it has come, in order; none before the first turn, or review."""
    if isinstance(record, ArtifactRecord):
        return _stops_of_review(record)
    numbered = {
        turn.number: record.sequences[speech_step(turn.phase, turn.side, turn.number)]
        for turn in record.transcript.turns
    }
    spoken = sorted(numbered.items(), key=lambda turn: turn[1])
    if not spoken:
        return ()
    scored = [
        record.sequences[step] for step, result in record.results.items() if isinstance(result, SheetRead)
    ]
    after = [place - 1 for _, place in spoken[1:]]
    after.append(min(scored) - 1 if scored else record.sequence)
    turns = [
        Stop(name=str(number), words=f"Turn {number}", sequence=place)
        for (number, _), place in zip(spoken, after, strict=True)
    ]
    panel = [Stop(name=PANEL, words="Panel", sequence=max(scored))] if scored else []
    return (*turns, *panel, Stop(name=END, words="The end", sequence=record.sequence))


def _stops_of_review(record: ArtifactRecord) -> tuple[Stop, ...]:
    names = [reviewer.name for reviewer in record.config.reviewers]
    answered = {step: place for step, place in record.sequences.items() if step in record.results}
    alone = sorted((answered[step], name) for name in names if (step := review_step(name)) in answered)
    if not alone:
        return ()
    stops = [
        Stop(name=str(number), words=f"{name} has answered", sequence=place)
        for number, (place, name) in enumerate(alone, start=1)
    ]
    for number in range(FIRST, record.judging.rounds + 1):
        last = max(answered.get(round_step(name, number), 0) for name in names)
        talk = number - INDEPENDENT
        stops.append(Stop(name=f"talk{talk}", words=f"Round {talk} of the discussion", sequence=last))
    return (*stops, Stop(name=END, words="The end", sequence=record.sequence))


def around(stops: Sequence[Stop], here: Stop) -> tuple[Stop | None, Stop | None]:
    place = stops.index(here)
    return (stops[place - 1] if place else None), (stops[place + 1] if place + 1 < len(stops) else None)
