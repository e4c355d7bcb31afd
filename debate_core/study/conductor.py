"""Conducts a study within its budget, some debates at a time; stopping at any moment loses nothing."""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from pydantic import ValidationError

from debate_core.domain.config import Budget
from debate_core.domain.errors import DebateError, FactStored, LeaseHeld
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import dollars_text, number_text
from debate_core.library.report.usage import cost_of
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import Store
from debate_core.store.call import Spending
from debate_core.store.record import Record, load
from debate_core.study.design import Cell, Study
from debate_core.study.rows import IMPORTED, worded_cells

LOOK_EVERY = 0.05
STOP_SECONDS = 5.0
LIMITS = ("calls", "tokens", "dollars")


class Progress(FrozenValue):
    """How far a study has come. `failed`: paused or broken off, for now; `why` others may not begin; `used`: by ended
    debates, and at most by those under way."""

    planned: int
    finished: int
    failed: int
    under_way: int
    used: Spending
    why: str | None


def keep(study: Study, runner: Runner) -> None:
    """Have the store know of the study, so that it can be shown."""
    runner.store.note("study", study.name, study.model_dump_json())


def all_studies(store: Store) -> dict[str, Study]:
    """The studies of the store by name, the one begun last first; without those of another version."""
    studies = {}
    for name, (body, _) in store.read_notes("study").items():
        with suppress(ValidationError):
            studies[name] = Study.model_validate_json(body)
    return studies


class Conductor:
    def __init__(self, study: Study, runner: Runner, access: Access) -> None:
        self._study, self._runner, self._access = study, runner, access
        self._cells = {cell.id: cell for cell in worded_cells(runner.store, study)}
        self._waiting: dict[str, Cell] = {}
        self._under_way: dict[str, Budget] = {}
        self._used: dict[str, Mapping[str, float]] = {}
        self._finished: set[str] = set()
        self._imported: set[str] = set()
        self._why: str | None = None
        self._halts = False
        self._thread = threading.Thread(target=self._conduct, name="study", daemon=True)
        self.faults: dict[str, str] = {}

    @property
    def progress(self) -> Progress:
        busy = len(self._under_way)
        return Progress(
            planned=len(self._cells),
            finished=len(self._finished),
            failed=len(self._cells) - len(self._finished) - len(self._waiting) - busy,
            under_way=busy,
            used=Spending(calls=int(self._in_use("calls")), tokens=int(self._in_use("tokens"))),
            why=self._why,
        )

    def conduct(self, show: Callable[[Progress], None] = lambda _: None) -> Progress:
        """Returns when nothing more can be begun and all has ended. Raises SetUpError before anything is begun."""
        self._check()
        keep(self._study, self._runner)
        self._runner.limit(self._study.limits)
        self._look()
        try:
            while not self._halts and (self._begin() or self._under_way):
                show(self.progress)
                time.sleep(LOOK_EVERY)
                for name in [name for name in self._under_way if not self._runner.conducts(name)]:
                    self._settle(name)
        finally:
            self._stop()
        show(self.progress)
        return self.progress

    def begin(self) -> None:
        """Conduct it on a thread of its own. Raises SetUpError before anything is begun."""
        self._check()
        keep(self._study, self._runner)
        self._thread.start()

    def has_begun(self, name: str) -> bool:
        """Whether it runs, and has taken up this debate."""
        return self.runs and name in self._cells and name not in self._waiting

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def halt(self, *_: object) -> None:
        """Begin no further debate and stop those under way; a signal may call it, so it takes no lock."""
        self._halts = True

    def stop(self) -> None:
        """The same, and wait a little for their ends."""
        self.halt()
        self._thread.join(STOP_SECONDS)

    def _conduct(self) -> None:
        try:
            self.conduct()
        except DebateError as error:
            self._why = str(error)

    def _check(self) -> None:
        for cell in {cell.config.models: cell for cell in self._cells.values()}.values():
            self._runner.check(cell.config, self._access)

    def _look(self) -> None:
        for name, cell in self._cells.items():
            if self._runner.store.read_note("imported", "", record=name):
                self._imported.add(name)
                self.faults[name] = f"{IMPORTED}. Delete that record, then run the study again"
                continue
            if self._runner.store.last_sequence(name):
                self._take_in(load(self._runner.store, name))
            if name not in self._finished:
                self._waiting[name] = cell

    def _take_in(self, record: Record) -> None:
        spent, dollars = record.spent, cost_of(record).dollars or 0.0
        self._used[record.id] = {"calls": spent.calls, "tokens": spent.tokens, "dollars": dollars}
        if record.progress == "finished":
            self._finished.add(record.id)

    def _settle(self, name: str) -> None:
        self._take_in(load(self._runner.store, name))
        if fault := self._runner.fault_text(name):
            self.faults[name] = fault
        del self._under_way[name]

    def _begin(self) -> bool:
        begun = False
        for name, cell in list(self._waiting.items()):
            busy = sum(not self._runner.in_batch(one) for one in self._under_way)
            if self._halts or busy >= self._study.debates_at_once:
                break
            if cell.source in self._waiting or cell.source in self._under_way:
                continue
            own = cell.source if cell.source not in self._imported else None
            spoken = load(self._runner.store, own) if own else None
            if cell.source and not (spoken and len(spoken.transcript.turns) >= spoken.turns_in_all):
                del self._waiting[name]
                self.faults[name] = f"debate {cell.source}, whose speeches it would take over, lacks some"
                continue
            limit = cell.limit(in_money=self._study.budget.dollars is not None)
            self._why = self._over_reason(name, limit)
            if self._why:
                break
            del self._waiting[name]
            begun |= self._start(cell, limit, spoken)
        return begun

    def _start(self, cell: Cell, limit: Budget, spoken: Record | None) -> bool:
        try:
            if cell.id in self._used:
                self._runner.resume(cell.id, self._access)
            else:
                config = cell.config.model_copy(update={"budget": limit})
                self._runner.start(config, self._access, name=cell.id, spoken=spoken, study=self._study.name)
        except (LeaseHeld, FactStored):
            # Workers go on with what a study before this one had begun.
            if not self._runner.conducts(cell.id):
                self.faults[cell.id] = "another process conducts it"
                return False
        self._under_way[cell.id] = limit
        return True

    def _in_use(self, limit: str) -> float:
        ended = sum(used[limit] for name, used in self._used.items() if name not in self._under_way)
        return ended + sum(float(getattr(budget, limit) or 0) for budget in self._under_way.values())

    def _over_reason(self, name: str, wanted: Budget) -> str | None:
        for limit in LIMITS:
            maximum, before = getattr(self._study.budget, limit), self._used.get(name, {}).get(limit, 0)
            own = float(getattr(wanted, limit) or 0)
            needed = self._in_use(limit) - before + own
            if maximum is not None and needed > maximum:
                return (
                    f"the next debate may use {_amount_text(own, limit)}; with what others used or may use that is "
                    f"{_amount_text(needed, limit)}, and the study's budget is {_amount_text(float(maximum), limit)}: "
                    "a larger one lets it go on"
                )
        return None

    def _stop(self) -> None:
        for name in self._under_way:
            self._runner.stop(name, wait=0.0)
        for name in list(self._under_way):
            self._runner.wait(name, 2.0)
            self._settle(name)


def _amount_text(amount: float, limit: str) -> str:
    return dollars_text(amount) if limit == "dollars" else f"{number_text(amount, 0)} {limit}"


KEPT_ENDED = 40
"""Conductors that have ended and are still known; a server that runs for months ends many."""
_BACKGROUND: dict[tuple[str, str], Conductor] = {}
_REGISTRY = threading.Lock()


def begin(study: Study, runner: Runner, access: Access) -> Conductor:
    """Conduct a study on a thread of this process, once at a time. Raises SetUpError before anything begins."""
    with _REGISTRY:
        running = background_of(runner, study.name)
        if running and running.runs:
            return running
        conductor = Conductor(study, runner, access)
        ended = [place for place, one in _BACKGROUND.items() if not one.runs]
        for place in ended[: max(0, len(ended) - KEPT_ENDED)]:
            del _BACKGROUND[place]
        conductor.begin()
        _BACKGROUND[runner.store.place, study.name] = conductor
        return conductor


def background_of(runner: Runner, study: str) -> Conductor | None:
    """The study of that name as this process conducts it, or did last."""
    return _BACKGROUND.get((runner.store.place, study))
