"""What judges and reviewers share when they read each other and judge again, in rounds and in probes."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain
from random import Random
from string import ascii_uppercase
from types import UnionType
from typing import Any, ClassVar, Self

from debate_core.answers.fields import read_name, read_text, read_word
from debate_core.answers.form import ChoiceField, Form, Many, Part, Text
from debate_core.answers.quotes import find_quote
from debate_core.calls.ask import Kind, ModelTask, Step, chance
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.cast import Judge
from debate_core.domain.config import DebateConfig, Probe
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.steps import DELIBERATION, gate_step, probe_step, round_step, scoring_steps
from debate_core.domain.wording import PROBES
from debate_core.llm.errors import UNBILLED
from debate_core.measuring.deliberation import Disagreement
from debate_core.store import events
from debate_core.store.deliberation import FIRST, closeness_in, who_takes_part, why_none
from debate_core.store.judging import INDEPENDENT, Judging
from debate_core.store.model_record import ModelRecord

MAX_NOTE = 300
"""Characters of a judge's note on one argument that the others are shown."""
WITH_REASONS = (None, "reasons")
"""The probes that show what others noted, and None: so does a round."""
CHANGES = "changes"
"""The field of an argument's row that names what moved the judge."""


class Peer(FrozenValue):
    letter: str
    name: str
    sheet: Any
    verdict: str | None = None


class Readable(FrozenValue):
    """Words that a judge could read: of a turn, of another judge, or neither: of the text that is judged."""

    words: str
    turn: int | None = None
    note_of: str | None = None


class Rescore(ModelTask[Any, Any]):
    """A judge is asked again in round `number`. `own`: its last sheet; `areas`: where the panel parts, worst first;
    `planted`: by item, the item whose positions are shown in its place."""

    asked_of: ClassVar[str]
    """Whose part it is, in a person's words."""
    no_other: ClassVar[str]
    """Why nothing could be planted where there is too little."""

    number: int
    own: Any
    peers: tuple[Peer, ...]
    areas: tuple[Disagreement, ...] = ()
    probe: Probe | None = None
    planted: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    @abstractmethod
    def seats(cls, config: Any) -> tuple[tuple[Judge, ...], int]:
        """Who is on the panel, and the most tokens an answer may have."""

    @classmethod
    @abstractmethod
    def of(cls, record: Any, judge: str, before: Judging[Any]) -> dict[str, Any]:
        """What is asked of a judge beside what all kinds have."""

    @classmethod
    def steps(cls, config: Any) -> tuple[Step, ...]:
        rounds = config.deliberation.rounds if config.deliberation else 0
        return tuple(
            cls.step(config, judge, name=round_step(judge.name, n), needs=(gate_step(n),), round=n)
            for n in range(FIRST, FIRST + rounds)
            for judge in cls.seats(config)[0]
        )

    @classmethod
    def step(cls, config: Any, judge: Judge, **placed: Any) -> Step:
        how: dict[str, Any] = {"cap": cls.seats(config)[1], "temperature": judge.temperature}
        return Step(kind=cls.kind, judge=judge.name, model=judge.model, **how, **placed)

    @classmethod
    def title(cls, step: Step) -> str:
        return f"{cls.asked_of.format(step=step)} in round {step.round}"

    @classmethod
    def at(cls, record: Any, step: Step) -> "ModelTask[Any, Any] | events.StepFailed | None":
        open_ = record.deliberating
        takes = open_.opened.takes_part if open_ and not open_.closed and step.round > open_.held else ()
        if step.judge not in takes:
            return None
        before = record.failures.get(round_step(step.judge or "", step.round - 1))
        if before and before.kind in (*UNBILLED, "deadline") and step.round - 1 > open_.held:
            return events.StepFailed(step=step.name, failure=before)
        return cls.from_round(record, step)

    @classmethod
    def from_round(cls, record: Any, step: Step) -> Self | events.StepFailed:
        before = record.judging.at(INDEPENDENT if step.probe else step.round - 1)
        sheets = {seat.name: seat.sheet for seat in before.seats if seat.sheet}
        judge = step.judge or ""
        if judge not in sheets or (step.probe == "planted" and len(before.ids) < 2):
            return events.StepFailed(
                step=step.name, failure=events.Failure(kind="nothing_to_ask", message=cls.no_other)
            )
        rng = chance(record.id, step.probe or step.round, judge)
        names = [name for name in sheets if name != judge]
        rng.shuffle(names)
        others = dict(zip(ascii_uppercase, names, strict=False))
        close, alone = closeness_in(record, before.round, inside=True), step.probe == "re_read"
        verdicts = dict(zip(before.names, close.stands.verdicts, strict=False))
        peers = (
            Peer(letter=at, name=name, sheet=sheets[name], verdict=verdicts.get(name))
            for at, name in others.items()
        )
        return cls(
            number=step.round,
            own=sheets[judge],
            peers=() if alone else tuple(peers),
            areas=() if alone else close.disagreements,
            probe=step.probe,
            planted=derange(before.ids, rng) if step.probe == "planted" else {},
            **cls.of(record, judge, before),
        )

    @property
    def round(self) -> str:
        return f"{self.kind} {self.probe or self.number}"

    @abstractmethod
    def words_of_peer(self, sheet: Any) -> dict[str, str]:
        """What is shown of the words on another's sheet, by what they are on."""

    @property
    def readable_notes(self) -> list[Readable]:
        """Others' words, where they are shown."""
        peers = self.peers if self.probe in WITH_REASONS else ()
        words = ((peer, "\n".join(self.words_of_peer(peer.sheet).values())) for peer in peers)
        return [Readable(words=text, note_of=peer.name) for peer, text in words]

    @property
    def circumstances(self) -> dict[str, Any]:
        """What the event tells of the round beside the sheet and its changes."""
        seen = {peer.letter: peer.name for peer in self.peers}
        return {"round": self.number, "probe": self.probe, "seen": seen, "planted": self.planted}


class ProbeRescore(Rescore):
    """A judge is asked again for a probe, from its independent sheet."""

    @classmethod
    def steps(cls, config: Any) -> tuple[Step, ...]:
        probes = config.deliberation.probes if config.deliberation else ()
        return tuple(
            cls.step(
                config, judge, name=probe_step(judge.name, probe), needs=(gate_step(FIRST),), probe=probe
            )
            for probe in probes
            for judge in cls.seats(config)[0]
        )

    @classmethod
    def title(cls, step: Step) -> str:
        name = PROBES[step.probe] if step.probe else ""
        return f"{cls.asked_of.format(step=step)} in the control round “{name}”"

    @classmethod
    def at(cls, record: Any, step: Step) -> "ModelTask[Any, Any] | events.StepFailed | None":
        open_ = record.deliberating
        if open_ is None or step.judge not in open_.opened.takes_part:
            return None
        idle = open_.closed and record.judging.rounds < FIRST and open_.settings.rounds
        return None if idle else cls.from_round(record, step)


def read_changes(given: object, words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The dimension, out of these words, and the cause of each entry that names both; others are left out."""
    for one in given if isinstance(given, list) else ():
        parts = {read_name(name): part for name, part in one.items()} if isinstance(one, dict) else {}
        dimension = read_word(parts.get("dimension"), words)
        because = (read_text(parts.get("because")) or "").strip()
        if dimension and because:
            yield dimension, because


def trace(named: events.ScoreChange, places: Sequence[Readable], words: str) -> events.ScoreChange:
    """A change with the place of the words it names. `words`: the judge's own words."""
    tried = [(find_quote(named.because, one.words), one) for one in places]
    match, place = min(tried, key=lambda one: ("exact", "near", "not_found").index(one[0]))
    if match == "not_found":
        return named
    new = find_quote(named.because, words) == "not_found"
    where = {"turn": place.turn, "note_of": place.note_of}
    return named.model_copy(update={"found": match, "new": new, **where})


def derange(ids: Sequence[str], rng: Random) -> dict[str, str]:
    """A random derangement of 2 ids or more."""
    drawn = list(ids)
    while any(one == other for one, other in zip(ids, drawn, strict=True)):
        rng.shuffle(drawn)
    return dict(zip(ids, drawn, strict=True))


def changes_of(words: Sequence[str], means: str) -> Part:
    form = Form({"dimension": ChoiceField(words=words, hint="dimension"), "because": Text(hint="quotation")})
    return Many(form=form, means=means)


class Gate(Kind[DebateConfig | ArtifactConfig, ModelRecord]):
    """Opens the deliberation, and closes it when no further round is needed. No model is asked."""

    kind: ClassVar[str] = DELIBERATION
    belongs_to: ClassVar[type | UnionType] = DebateConfig | ArtifactConfig

    @classmethod
    def steps(cls, config: DebateConfig | ArtifactConfig) -> tuple[Step, ...]:
        if config.deliberation is None:
            return ()
        alone = scoring_steps(config)
        last = FIRST + config.deliberation.rounds
        needs = {FIRST: (DELIBERATION,)} | {
            n: tuple(round_step(judge, n - 1) for judge in alone) for n in range(FIRST + 1, last + 1)
        }
        opening = Step(name=DELIBERATION, kind=cls.kind, needs=tuple(chain(*alone.values())))
        gates = (Step(name=gate_step(n), kind=cls.kind, needs=needs[n], round=n) for n in needs)
        return (opening, *gates)

    @classmethod
    def title(cls, step: Step) -> str:
        if step.name == DELIBERATION:
            return "the opening of the deliberation"
        return f"whether round {step.round} of the judging is needed"

    @classmethod
    def at(cls, record: ModelRecord, step: Step) -> events.Event | None:
        open_, plan = record.deliberating, record.planned.deliberation
        assert plan is not None
        if step.name == DELIBERATION:
            takes, keeps = who_takes_part(record, {})
            return None if open_ else events.DeliberationOpened(settings=plan, takes_part=takes, keeps=keeps)
        if open_ is None or open_.closed:
            return None
        held, end = record.judging.rounds, step.round == FIRST + plan.rounds
        if step.round <= held and not end:
            return None
        why = why_none(record, max(step.round, held + 1) if end else step.round)
        return events.DeliberationClosed(why=why) if why else None
