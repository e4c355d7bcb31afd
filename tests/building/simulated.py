"""One simulated debate, run once in a process, and its events bent into every state a page must show.

`fill(store)` puts one of each into a store. The other pages' tests and the browser's use the same ones.
"""

import itertools
import pathlib
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from debate_core.composition import model_factory
from debate_core.domain.cast import Debater
from debate_core.domain.config import Budget, DebateConfig
from debate_core.domain.rubric import ArgumentScores, Overall
from debate_core.domain.transcript import Argument, Response, Topic, Turn
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore, Store
from debate_core.store.events import (
    BriefingWritten,
    CallStarted,
    DebateFinished,
    DebatePaused,
    DebateStopped,
    Event,
    SheetRead,
    TurnSpoken,
)
from tests.building.facts import (
    HOSTILE,
    but,
    changed,
    failed,
    judge_failed,
    poisoned,
    put_states,
    refused,
    started,
)

TOPIC = "Secondary schools should start later in the morning"
PARTIAL = '{"responses": [{"argument_id": "CON-1", "response_type": "challenge", "reasoning": "The claim rests on a sin'


@cache
def simulated_events() -> tuple[Event, ...]:
    """The events of one simulated debate, from the engine itself."""
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "one.sqlite3")
        runner = Runner(store, reach=model_factory)
        record = runner.start(DebateConfig(topic=Topic(text=TOPIC)), Access(pace=0))
        assert runner.wait(record, 60)
        runner.close()
        events = tuple(stored.event for stored in store.read(record))
        store.close()
    assert isinstance(events[-1], DebateFinished), events[-1]
    return events


def fill(store: Store, states: Iterable[str] | None = None) -> dict[str, str]:
    """One debate of each state; its id is the state's name."""
    made = put_states(store, STATES, STATES if states is None else states)
    # A lease that a test can outlast, held by this process.
    ahead = SQLiteStore(store.path, clock=lambda: time.time() + 3600)
    for state in {"running", "retrying"} & made.keys():
        ahead.acquire(made[state])
    ahead.close()
    if "running" in made:
        store.add_words(made["running"], "cross_examination:pro", PARTIAL)
    return made


def with_config(events: Sequence[Event], **changes: object) -> list[Event]:
    return [changed(events[0], "config", **changes), *events[1:]]


def on_models(events: Sequence[Event], *models: str) -> list[Event]:
    """The same debate with its judges on these models, in turn."""
    panel = events[0].config.panel
    judges = tuple(but(one, model=model) for one, model in zip(panel.judges, itertools.cycle(models)))
    return with_config(events, panel=but(panel, judges=judges))


NEEDS_A_KEY = {"pro": Debater(side="pro", model="openai:gpt-4.1-mini")}


def after_openings(events: Sequence[Event] = ()) -> list[Event]:
    events = events or simulated_events()
    at = max(n for n, e in enumerate(events) if isinstance(e, TurnSpoken) and e.turn.number in (1, 2))
    return [
        e for e in events[: at + 1] if not (isinstance(e, CallStarted) and e.call.step.startswith("cross"))
    ]


def _running() -> list[Event]:
    calls = (f"cross_examination:{side}" for side in ("pro", "con"))
    return [*after_openings(), *(started(call, model="simulated:standard", reserved=2200) for call in calls)]


def _retrying() -> list[Event]:
    partial = '{"responses": [{"argument_id": "CON-1", "response_type": "refute", "reasoning": "The figu'
    call, message = "cross_examination:pro", "the server is busy (529): try again later"
    return [*_running(), refused(call, message=message, partial=partial, retry_in=8.0, seconds=2.0)]


def _paused() -> list[Event]:
    cause = "the budget of 2 calls is used up; raise it in a new debate"
    events = with_config(after_openings(), budget=Budget(calls=2))
    return [*events, DebatePaused(by_budget=True, cause=cause)]


def _without_judges(*names: str, briefing: bool = True) -> list[Event]:
    cause = "three answers couldn't be read. The last: PRO-2 had no clear score. CON-1 came twice."

    def lost(event: Event) -> Event:
        if isinstance(event, SheetRead) and event.sheet.judge in names:
            return judge_failed(event.sheet.judge, cause)
        if isinstance(event, BriefingWritten) and not briefing:
            return failed("briefing", "retryable: the server is busy (529)")
        return event

    return list(map(lost, simulated_events()))


def _no_call() -> list[Event]:
    """The same debate with judges who contradict one another on every argument."""
    return [_contradicting(e) if isinstance(e, SheetRead) else e for e in simulated_events()]


def _contradicting(event: SheetRead) -> Event:
    turned = event.sheet.judge in ("Technical", "Risk")

    def entry_of(entry: ArgumentScores) -> ArgumentScores:
        high = (entry.argument_id.startswith("PRO") != turned) != entry.argument_id.endswith("2")
        scores = {key: (8 if high else 3) + number % 2 for number, key in enumerate(entry.scores)}
        standing = "UPHELD" if high else "REFUTED"
        return but(entry, scores=scores, standing=standing)

    return changed(event, "sheet", entries=tuple(map(entry_of, event.sheet.entries)), overall=Overall())


def _marred() -> list[Event]:
    """Unstructured words, a missing answer with words nobody could read, warnings, a closing over its cap."""
    return [
        changed(event, "turn", **_mar(event.turn)) if isinstance(event, TurnSpoken) else event
        for event in simulated_events()
    ]


def _mar(turn: Turn) -> dict[str, object]:
    match turn.number:
        case 1:
            words = "Well, I would rather say a few things freely. First, sleep. Then, buses."
            told = ("no readable form came twice",)
            one = Argument(id="PRO-1", side="pro", claim=words, structured=False, warnings=told)
            return {"arguments": (one, *turn.arguments[1:])}
        case 2:
            told = ("evidence has fewer than 5 characters",)
            short = but(turn.arguments[0], evidence="", warnings=told)
            return {"arguments": (short, *turn.arguments[1:])}
        case 3:
            words = "I refuse to say either way"
            none = Response(argument_id="CON-2", side="pro", response_type=None, unreadable=words)
            kept = tuple(none if r.argument_id == "CON-2" else r for r in turn.responses)
            return {"responses": kept, "warnings": ("One answer is missing.",)}
        case 5:
            told = ("214 words, over the cap of 200",)
            return {"closing": but(turn.closing, warnings=told, shift=None)}
    return {}


def hostile(words: str = HOSTILE) -> list[Event]:
    """Every word that a model or a person may write is `words`."""
    opened, *rest = simulated_events()
    topic = Topic(text=words, background=words)
    written = TurnSpoken | SheetRead | BriefingWritten
    said = [poisoned(event, words) if isinstance(event, written) else event for event in rest]
    return [changed(opened, "config", topic=topic), *said]


STATES: dict[str, Callable[[], Sequence[Event]]] = {
    "running": _running,
    "retrying": _retrying,
    "interrupted": after_openings,
    "paused": _paused,
    "stopped": lambda: [*after_openings(), DebateStopped()],
    "failed_judge": partial(_without_judges, "Risk"),
    "one_judge_left": partial(_without_judges, "Technical", "Business", "Risk", briefing=False),
    "finished": simulated_events,
    "no_call": _no_call,
    "marred": _marred,
    "hostile": hostile,
}
