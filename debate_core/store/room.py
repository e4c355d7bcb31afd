"""What a room sees of a debate and how it votes: facts beside the record, never in it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, field, replace
from typing import Any, Literal, get_args

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.store.log import Store

Moment = Literal["before", "after"]
Choice = Literal["pro", "con", "undecided"]
MOMENTS: tuple[Moment, ...] = get_args(Moment)
CHOICES: tuple[Choice, ...] = get_args(Choice)
MAX_PHONES = 3000
"""Phones that may vote in one debate."""


class VoteClosed(SetUpError):
    """No vote is being taken now."""


class Stage(FrozenValue):
    """What the host lets the room see. topic: of a debate that is still to begin. voting: the vote that is open.
    revealed: the verdict and the votes are on the stage. known: the room has heard some of the debate, so no vote is
    *before* any more. over: it has seen what came of it, so no vote at all is to come."""

    topic: str = ""
    voting: Moment | None = None
    revealed: bool = False
    known: bool = False
    over: bool = False


def stage_of(store: Store, record: str) -> Stage:
    noted = store.read_note("stage", "", record=record)
    stage = Stage(**json.loads(noted[0])) if noted else Stage()
    hears = bool(noted) and stage.voting != "before" and store.last_sequence(record) > 0
    over = stage.over or stage.revealed
    return replace(stage, known=stage.known or over or hears, over=over)


def set_stage(store: Store, record: str, **change: Any) -> None:
    """Change what the room sees. Raises VoteClosed for a vote that the room knows too much for."""
    stage = replace(stage_of(store, record), **change)
    if stage.voting and (stage.over or (stage.known and stage.voting == "before")):
        raise VoteClosed(f"the room has {'seen what came of' if stage.over else 'heard'} the debate")
    store.note("stage", "", json.dumps(asdict(stage)), record=record)


def cast_vote(store: Store, record: str, moment: Moment, phone: str, choice: Choice) -> None:
    """Take a phone's vote in place of its earlier one. Raises VoteClosed, also where too many phones have voted."""
    now = store._clock()
    with store._writing("facts") as db:
        # Read in the same transaction: a vote after the closing doesn't slip in.
        noted = db.execute(
            "SELECT body FROM notes WHERE kind = 'stage' AND who = '' AND record = ? AND argument = ''",
            (record,),
        ).fetchone()
        if noted is None or json.loads(noted[0])["voting"] != moment:
            raise VoteClosed("this vote is closed")
        taken = db.execute(
            "INSERT INTO votes SELECT ?, ?, ?, ?, ? WHERE"
            " (SELECT count(*) FROM votes WHERE record = ? AND moment = ?) < ?"
            " OR EXISTS (SELECT 1 FROM votes WHERE record = ? AND moment = ? AND phone = ?)"
            " ON CONFLICT (record, moment, phone) DO UPDATE SET side = excluded.side, at = excluded.at",
            (record, moment, phone, choice, now, record, moment, MAX_PHONES, record, moment, phone),
        )
        if not taken.rowcount:
            raise VoteClosed("as many phones have voted as can")


def was_deleted(store: Store, record: str) -> bool:
    """Of a debate without events: whether it once had some."""
    return bool(store._select("SELECT 1 FROM records WHERE id = ?", (record,)))


def vote_of(store: Store, record: str, moment: Moment, phone: str) -> Choice | None:
    rows = store._select(
        "SELECT side FROM votes WHERE record = ? AND moment = ? AND phone = ?", (record, moment, phone)
    )
    return rows[0][0] if rows else None


class Tally(FrozenValue):
    """The room's votes. counts: by moment and choice. moved: of phones that voted twice, by choice before and after."""

    counts: Mapping[Moment, Mapping[Choice, int]] = field(default_factory=dict)
    moved: Mapping[tuple[Choice, Choice], int] = field(default_factory=dict)

    def cast(self, moment: Moment) -> int:
        return sum(self.counts.get(moment, {}).values())

    @property
    def both(self) -> int:
        return sum(self.moved.values())

    def net(self, side: Choice) -> int:
        """How many more of those who voted twice chose it after than before."""
        return sum(n * ((after == side) - (before == side)) for (before, after), n in self.moved.items())


def tally_of(store: Store, record: str) -> Tally:
    rows = store._select(
        "SELECT moment, side, count(*) FROM votes WHERE record = ? GROUP BY moment, side", (record,)
    )
    counts: dict[Moment, dict[Choice, int]] = {}
    for moment, side, number in rows:
        counts.setdefault(moment, {})[side] = number
    pairs = store._select(
        "SELECT one.side, two.side, count(*) FROM votes AS one JOIN votes AS two"
        " ON two.record = one.record AND two.phone = one.phone AND two.moment = 'after'"
        " WHERE one.record = ? AND one.moment = 'before' GROUP BY one.side, two.side",
        (record,),
    )
    return Tally(counts=counts, moved={(before, after): number for before, after, number in pairs})
