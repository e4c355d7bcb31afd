"""A debate whose judges have read each other, as the facts a store would hold: one moved on evidence, one without, one
failed, one held; and a re-read probe.

Written by hand on the table in which the judges part, so that what should be said can be read off here.
"""

from statistics import fmean

from debate_core.domain.config import Deliberation, Probe
from debate_core.domain.steps import probe_step, round_step
from debate_core.store import events
from debate_core.store.record import Record, replay
from tests.building.facts import failed, stored
from tests.building.structured import IDS, JUDGES, PARTED, STATES, sheet

QUOTE = "the waiting ends."
"""Words of PRO-1."""
Row = tuple[tuple[int, ...], ...]


def _row(judge: str, **changed: tuple[int, int, int, int]) -> Row:
    """A judge's row of the table with other scores of some arguments: `pro_2=(5, 4, 4, 5)`."""
    row = list(PARTED[JUDGES.index(judge)])
    for name, scores in changed.items():
        side, number = name.split("_")
        row[(0 if side == "pro" else 3) + int(number) - 1] = scores
    return tuple(row)


def revised(
    judge: str,
    row: Row,
    *,
    number: int = 2,
    probe: Probe | None = None,
    changes: tuple[events.ScoreChange, ...] = (),
) -> events.SheetRevised:
    step = probe_step(judge, probe) if probe else round_step(judge, number)
    others = [name for name in JUDGES if name != judge]
    seen = {} if probe == "re_read" else dict(zip("ABC", others, strict=True))
    told = {"round": 1 if probe else number, "probe": probe, "seen": seen, "changes": changes}
    return events.SheetRevised(sheet=sheet(judge, row), call=step, rung="strict", **told)


CITED = (
    events.ScoreChange(argument="PRO-2", dimension="logic", because=QUOTE, found="exact", turn=1, new=True),
    events.ScoreChange(
        argument="PRO-2", dimension="evidence", because=QUOTE, found="exact", turn=1, new=True
    ),
    events.ScoreChange(argument="CON-1", dimension="honesty", because="nobody said so", found="not_found"),
)
ROUND = (
    revised("Technical", _row("Technical", pro_2=(7, 7, 8, 9), con_1=(7, 6, 7, 7)), changes=CITED),
    revised("Business", _row("Business", pro_2=(6, 7, 7, 6))),
    failed(round_step("Risk", 2), "auth: the key was not accepted"),
    revised("General", _row("General")),
)


def talked(
    *, closed: bool = True, probes: tuple[Probe, ...] = ("re_read",), threshold: float = 0.8
) -> tuple[events.Event, ...]:
    """The whole debate; without its end while it is going on."""
    settings = Deliberation(threshold=threshold, rounds=1, probes=probes)
    opened = events.DeliberationOpened(settings=settings, takes_part=JUDGES)
    begun = (*STATES["no_call"], events.DebateResumed(), opened)
    again = [
        revised(name, _row(name, pro_1=(8, 7, 8, 8)), probe=one) for one in probes for name in JUDGES[:2]
    ]
    end = (events.DeliberationClosed(why="round_limit"), *again, events.DebateFinished())
    return (*begun, *ROUND, *end) if closed else (*begun, *ROUND[:1])


def talked_record(*, closed: bool = True) -> Record:
    return replay(stored(talked(closed=closed)))


def conformed() -> tuple[events.Event, ...]:
    """The whole debate with a planted probe in which every judge went most of the way to scores that were those of
    another argument: positions in which nothing speaks for this one."""
    settings = Deliberation(rounds=1, probes=("planted",))
    opened = events.DeliberationOpened(settings=settings, takes_part=JUDGES)
    probe = tuple(_swayed(seat, name) for seat, name in enumerate(JUDGES))
    end = (events.DeliberationClosed(why="round_limit"), *probe, events.DebateFinished())
    return (*STATES["no_call"], events.DebateResumed(), opened, *ROUND, *end)


def _swayed(seat: int, judge: str) -> events.SheetRevised:
    """A judge's sheet for the planted probe: each argument is shown the scores of the one that stands `seat` + 1 on."""
    shown = {one: IDS[(place + seat + 1) % len(IDS)] for place, one in enumerate(IDS)}
    others = [row for other, row in enumerate(PARTED) if other != seat]

    def moved(place: int) -> tuple[int, ...]:
        there_scored = [row[IDS.index(shown[IDS[place]])] for row in others]
        planted = [fmean(column) for column in zip(*there_scored, strict=True)]
        own = PARTED[seat][place]
        return tuple(round(was + 0.7 * (there - was)) for was, there in zip(own, planted, strict=True))

    row = tuple(moved(place) for place in range(len(IDS)))
    return revised(judge, row, probe="planted").model_copy(update={"planted": shown})
