"""A judging: items, rubric, seats, and each seat's sheets by round and probe; what the panel says by itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Generic, Literal, NamedTuple

import numpy as np
from typing_extensions import TypeVar

from debate_core.domain.cast import MIN_JUDGES
from debate_core.domain.config import Deliberation, Probe, WhyClosed
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import is_simulated, provider_of
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.rubric import (
    ArgumentScores,
    Ratings,
    Rubric,
    Scoresheet,
    Standing,
    composites,
    dimension_ratings,
    standing_lists,
)
from debate_core.domain.transcript import Side, Transcript
from debate_core.domain.wording import group
from debate_core.llm.catalogue import family
from debate_core.measuring.additive import Floor, floor_of
from debate_core.measuring.arrays import mean_given, scalar
from debate_core.measuring.table import PanelTable, panel_table
from debate_core.measuring.weights import JudgeWeights, judge_weights, topic_type
from debate_core.scorecard.tally import Scorecard, panel_scorecard
from debate_core.store import events
from debate_core.verdicts.evidence import evidence
from debate_core.verdicts.verdict import decide


class Deliberating(FrozenValue):
    """The newest opening, and why it was closed, if it was. `at`, `closed_at`: seconds since 1970, for people; `spent`:
    seconds the debate had taken by then; `held`: the judging's last round by then."""

    opened: events.DeliberationOpened
    at: float
    spent: float
    held: int
    closed: WhyClosed | None = None
    closed_at: float | None = None

    @property
    def settings(self) -> Deliberation:
        return self.opened.settings


SeatState = Literal["waiting", "reading", "asked_again", "done", "failed"]
S = TypeVar("S", default=Scoresheet)
INDEPENDENT = 1


class SheetId(NamedTuple):
    judge: str
    round: int = INDEPENDENT
    probe: Probe | None = None


class Item(FrozenValue):
    """One thing that is scored. `side` is None where there are no sides to take, as in an artifact."""

    id: str
    side: Side | None = None


class Seat(FrozenValue, Generic[S]):
    """One place on the panel. `model` is None for a person; `weights` are its own, by dimension, summing to 1."""

    name: str
    domain: str
    weights: Mapping[str, float]
    model: str | None = None
    state: SeatState
    sheet: S | None = None
    failure: events.Failure | None = None
    askings: int = 0
    parse_stage: str | None = None
    readings: int = 1

    @property
    def kin(self) -> str:
        """What the noise of its scores is learnt by: its model, and whether they are the mean of two readings."""
        return f"{self.model or ''}{', read in both orders' if self.readings > 1 else ''}"

    @property
    def person(self) -> bool:
        return self.model is None

    @property
    def cause_text(self) -> str | None:
        return self.failure.in_words if self.failure else None

    @property
    def ended(self) -> bool:
        return self.state in ("done", "failed")


class Judging(FrozenValue, Generic[S]):
    """Items, a rubric, seats in fixed order, and sheets. `round`: the one looked at; `defect`: why it means nothing;
    `under_way`: a discussion is."""

    items: tuple[Item, ...]
    rubric: Rubric
    seats: tuple[Seat[S], ...]
    read: Mapping[SheetId, S] = field(default_factory=dict)
    round: int = INDEPENDENT
    defect: str = ""
    under_way: bool = False

    def at(self, number: int) -> "Judging[S]":
        seats = tuple(replace(seat, sheet=self.sheet(seat.name, number), readings=1) for seat in self.seats)
        return replace(self, seats=seats, round=number)

    def sheet(self, judge: str, number: int) -> S | None:
        """A judge's last sheet up to a round; None before its first, and never a probe's."""
        up_to = (self.read.get(SheetId(judge, earlier)) for earlier in range(number, 0, -1))
        return next((sheet for sheet in up_to if sheet), None)

    def probe_sheets(self, probe: Probe) -> tuple[S | None, ...]:
        """Each seat's sheet of a probe; None where there is none. Never a result."""
        sheets = {at.judge: sheet for at, sheet in self.read.items() if at.probe == probe}
        return tuple(sheets.get(seat.name) for seat in self.seats)

    @property
    def rounds(self) -> int:
        """How many there are. A round of a discussion that only one answered is none, once it is over."""
        given = [at.round for at in self.read if at.probe is None]
        alone = () if self.under_way else [n for n in given if n > INDEPENDENT and given.count(n) == 1]
        return max((n for n in given if n not in alone), default=0)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(item.id for item in self.items)

    @property
    def sides(self) -> tuple[Side, ...] | None:
        sides = tuple(item.side for item in self.items if item.side)
        return sides if len(sides) == len(self.items) else None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def sheets(self) -> tuple[S | None, ...]:
        return tuple(seat.sheet for seat in self.seats)

    @property
    def usable(self) -> int:
        return sum(seat.sheet is not None for seat in self.seats)

    @property
    def awaited(self) -> int:
        return sum(not seat.ended for seat in self.seats)

    @property
    def people(self) -> int:
        return sum(seat.person for seat in self.seats)

    @property
    def settled(self) -> bool:
        """Whether every seat has scored or failed, and at least two judges have scored."""
        return not self.awaited and self._usable_judges >= MIN_JUDGES

    @property
    def came_to_nothing(self) -> bool:
        """Whether every seat has scored or failed, and fewer than two judges have scored."""
        return bool(self.seats) and not self.awaited and self._usable_judges < MIN_JUDGES

    @property
    def causes(self) -> tuple[str, ...]:
        whose = group(
            ((seat.cause_text or "no cause was recorded").rstrip("."), seat.name) for seat in self.failed
        )
        return tuple(f"{join_and(names)} failed: {cause}" for cause, names in whose.items())

    @property
    def _usable_judges(self) -> int:
        return sum(seat.sheet is not None for seat in self.seats if not seat.person)

    @property
    def failed(self) -> tuple[Seat[S], ...]:
        return tuple(seat for seat in self.seats if seat.state == "failed")

    @property
    def panel_text(self) -> str:
        """The panel in words: `4 judges`, or `3 of 4 judges and 1 person`."""
        usable, people = self._usable_judges, self.people
        judges = len(self.seats) - people
        panel = f" of {judges}" if usable < judges else ""
        guests = f" and {pluralise(people, 'person', 'people')}" if people else ""
        return f"{usable}{panel} judges{guests}"


class Scored(FrozenValue):
    """One round's scores as arrays (n_judges, n_items): common and own composites, dimensions, standings."""

    judging: Judging
    ids: tuple[str, ...]
    sides: tuple[str, ...] | None
    common: Ratings
    own: Ratings
    dimensions: dict[str, Ratings]
    standings: list[list[Standing | None]]


def scored_of(judging: Judging) -> Scored:
    ids, sheets, rubric = judging.ids, judging.sheets, judging.rubric
    return Scored(
        judging=judging,
        ids=ids,
        sides=judging.sides,
        common=composites(sheets, ids, [rubric.weights] * len(sheets)),
        own=composites(sheets, ids, [seat.weights for seat in judging.seats]),
        dimensions={key: dimension_ratings(sheets, ids, key) for key in rubric.keys},
        standings=standing_lists(sheets, ids),
    )


def points(judging: Judging[Any], sheets: Sequence[Any]) -> Ratings:
    """Sheets in points (n_judges, n_items), NaN missing: common composites, or an artifact's scores."""
    if judging.sides is not None:
        return composites(sheets, judging.ids, [judging.rubric.weights] * len(sheets))
    scores = [[sheet.scores.get(key, np.nan) if sheet else np.nan for key in judging.ids] for sheet in sheets]
    return np.array(scores, dtype=np.float64).reshape(len(sheets), len(judging.ids))


G = TypeVar("G", bound=events.GivenScores)


def first_of(reviews: Iterable[G]) -> dict[str, dict[str, G]]:
    """Each person's first scores, by argument; people in the order of their first one."""
    by_person: dict[str, dict[str, G]] = {}
    for one in reviews:
        by_person.setdefault(one.person, {}).setdefault(one.argument, one)
    return by_person


def blind_of(reviews: Iterable[G]) -> dict[str, dict[str, G]]:
    """The same of the scores that were given blind."""
    return first_of(one for one in reviews if one.blind)


def kinds_of(given: Mapping[str, Mapping[str, G]]) -> dict[str, dict[str, events.Sampled]]:
    """Why each person's blind scores were given: as in that person's queue; *divergent* in anybody's holds for all, and
    what somebody chose counts with those whose queue held it."""
    by_person: dict[str, dict[str, events.Sampled]] = {}
    for person, reviews in given.items():
        for name, one in reviews.items():
            by_person.setdefault(name, {})[person] = one.sampled
    ranked: tuple[events.Sampled, ...] = ("divergent", "anchor", "named", "chosen")
    for kinds in by_person.values():
        urgent = next(kind for kind in ranked if kind in kinds.values())
        kinds.update({who: urgent for who, own in kinds.items() if urgent == "divergent" or own == "chosen"})
    return by_person


def with_people(
    judging: Judging[Any], reviews: Sequence[events.ReviewGiven | events.TextReviewed]
) -> Judging[Any]:
    seats, read = list(judging.seats), dict(judging.read)
    for person, given in blind_of(reviews).items():
        name = distinct_name(person, [seat.name for seat in seats])
        sheet = _sheet(name, tuple(given.values()))
        weights = judging.rubric.weights
        seats.append(Seat(name=name, domain="general", weights=weights, state="done", sheet=sheet))
        read[SheetId(name)] = sheet
    return replace(judging, seats=tuple(seats), read=read)


def _sheet(
    judge: str, given: Sequence[events.ReviewGiven | events.TextReviewed]
) -> Scoresheet | events.TextReviewed:
    entries = []
    for one in given:
        if isinstance(one, events.TextReviewed):
            return one
        entries.append(
            ArgumentScores(
                argument_id=one.argument, scores=one.scores, standing=one.standing, notes=one.reason
            )
        )
    return Scoresheet(judge=judge, entries=tuple(entries))


def distinct_name(person: str, names: Sequence[str]) -> str:
    """The name itself, or marked as a person's until nobody seated is called so."""
    taken = {name.casefold() for name in names}
    while person.casefold() in taken:
        person = f"{person} (person)"
    return person


def table_of(scored: Scored, weights: JudgeWeights, shared: float = np.nan) -> PanelTable:
    """The table for the rules. `shared`: of their error variance, what two judges are known to have in common from
    other debates, NaN where that isn't known; two simulated ones have nothing."""
    judging = scored.judging
    shares = weights.weights if judging.usable else None
    models = [seat.model or "" for seat in judging.seats]
    simulated = np.array(list(map(is_simulated, models)))
    return replace(
        panel_table(scored.common, scored.sides, scored.standings, shares, scored.own),
        names=judging.names,
        people=judging.people,
        floor=floor_under(judging.rubric),
        shared=np.where(simulated[:, None] & simulated, 0.0, shared),
        # A person has no kin, nor have scores that were written by hand.
        families=tuple(None if provider_of(model) in ("", "example") else family(model) for model in models),
        defect=judging.defect,
    )


def floor_under(rubric: Rubric) -> Floor:
    """The floor under composites' error variance: of whole scores, each dimension's step is one point."""
    return floor_of(rubric.scale.width, sum(weight**2 for weight in rubric.weights.values()))


def usual_scorecard(judging: Judging, transcript: Transcript) -> Scorecard:
    """The panel's scorecard under the usual rules and without other debates: it stays as it is when both change."""
    scored = scored_of(judging)
    topic, seats = topic_type(transcript.topic.text), judging.seats
    present = [seat.sheet is not None for seat in seats]
    weights = judge_weights([seat.domain for seat in seats], topic.type, present=present)
    concluded = decide(evidence(table_of(scored, weights)))
    call = None if judging.awaited or concluded.gap is None else concluded.call
    means = dict(zip(scored.ids, map(scalar, mean_given(scored.common, 0).tolist()), strict=True))
    return panel_scorecard(transcript, call, means, judging.rubric.scale)
