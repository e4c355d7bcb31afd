"""A debate with everything that a report can hold: a live judge, one discussion and its control round, two people who
scored it blind, and an argument that one of them settled."""

from debate_core.domain.config import Deliberation
from debate_core.domain.steps import probe_step, round_step
from debate_core.store import Store, events
from debate_core.store.record import Record, load
from tests.building.exchanges import OVERTURNED, WORDS, compared, conflict_of, with_ending
from tests.building.facts import but, put
from tests.building.reviewed import reviews_of

NAME = "discussed"
PEOPLE = {"Ana": (6, 5, 7, 6, 5, 8), "Ben": (5, 7, 6, 8, None, 7)}


def put_discussed(store: Store) -> Record:
    """The debate in a store, finished, under its name."""
    debate = with_ending(conflict_of(), OVERTURNED, compared(4, "older", swapped=True))
    put(store, NAME, [*debate, *_discussion([one for one in debate if isinstance(one, events.SheetRead)])])
    for person, points in PEOPLE.items():
        store.append(NAME, reviews_of(load(store, NAME), person, points))
    settled = events.ArgumentSettled(
        person="Ana", argument="PRO-2", standing="PARTIALLY_UPHELD", reason="The order book was found."
    )
    store.append(NAME, [settled, events.OutcomeKnown(outcome="CON", reason="The centre was opened again.")])
    return load(store, NAME)


def _discussion(sheets: list[events.SheetRead]) -> list[events.Event]:
    names = [one.sheet.judge for one in sheets]
    return [
        events.DebateResumed(),
        events.DeliberationOpened(
            settings=Deliberation(rounds=1, probes=("re_read",)), takes_part=tuple(names)
        ),
        *(_revised(one, place, names) for place, one in enumerate(sheets)),
        events.DeliberationClosed(why="round_limit"),
        *(_revised(one, place, names, again=True) for place, one in enumerate(sheets)),
        events.DebateFinished(),
    ]


def _revised(read: events.SheetRead, place: int, names: list[str], *, again: bool = False) -> events.Event:
    """What a judge gave after it had read the others: a point less on one argument, with words that are there for it;
    read again alone, a point more elsewhere."""
    judge, at = read.sheet.judge, (place + 3 * again) % len(read.sheet.entries)
    entries = [
        but(entry, scores={**entry.scores, "logic": entry.scores["logic"] + (1 if again else -1)})
        if number == at
        else entry
        for number, entry in enumerate(read.sheet.entries)
    ]
    step = probe_step(judge, "re_read") if again else round_step(judge, 2)
    others = [name for name in names if name != judge]
    where = {"argument": entries[at].argument_id, "dimension": "logic", "turn": at + 1}
    because = events.ScoreChange(because=WORDS[at][0], found="exact", new=True, **where)
    return events.SheetRevised(
        sheet=but(read.sheet, entries=tuple(entries)),
        call=step,
        rung="strict",
        round=1 if again else 2,
        probe="re_read" if again else None,
        seen={} if again else dict(zip("ABC", others, strict=True)),
        changes=() if again else (because,),
    )
