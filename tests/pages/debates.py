"""Ready-made debates in every state a page must show, made from one simulated debate's own events.

`fill(store)` puts one of each into a store. The other pages' tests and the browser's use the same ones.
"""

import pathlib
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, get_args

from debate_core.briefing import Statement
from debate_core.config import Budget, DebateConfig, Debater, Judge, Panel
from debate_core.events import (
    BriefingWritten,
    CallFailed,
    CallStarted,
    DebateFinished,
    DebateOpened,
    DebatePaused,
    DebateStopped,
    Event,
    SheetRead,
    TurnSpoken,
)
from debate_core.llm.catalogue import Access
from debate_core.runner import Runner
from debate_core.scoresheet import ArgumentScores, Overall, Scoresheet
from debate_core.store import Store
from debate_core.transcript import Argument, Response, Topic, Turn
from tests.facts import failed, judge_failed

State = Literal[
    "running",
    "retrying",
    "interrupted",
    "paused",
    "stopped",
    "failed_judge",
    "one_judge_left",
    "finished",
    "no_call",
    "marred",
    "hostile",
]
STATES: tuple[State, ...] = get_args(State)
TOPIC = "Secondary schools should start later in the morning"


@cache
def simulated_events(folder: str) -> tuple[Event, ...]:
    """The events of one simulated debate, run once in `folder`."""
    store = Store(pathlib.Path(folder) / "one.sqlite3")
    runner = Runner(store)
    record = runner.start(DebateConfig(topic=Topic(text=TOPIC)), Access(pace=0))
    assert runner.wait(record, 30)
    runner.close()
    events = tuple(stored.event for stored in store.read(record))
    assert isinstance(events[-1], DebateFinished), events[-1]
    store.close()
    return events


def fill(store: Store, events: Sequence[Event], states: Sequence[State] = STATES) -> dict[State, str]:
    """One debate of each state; its id is the state's name with a number."""
    made: dict[State, str] = {}
    for number, state in enumerate(states):
        name = f"{state.replace('_', '')}{number:02d}"
        made[state] = name
        first, *rest = _BUILDERS[state](list(events))
        assert isinstance(first, DebateOpened)
        store.open_record(first, name)
        store.append(name, rest)
        if state in ("running", "retrying"):
            _hold(store, name)
    if "running" in made:
        store.write_words(made["running"], "cross_examination:pro", PARTIAL)
    return made


def _hold(store: Store, record: str) -> None:
    """A lease that a test can outlast, held by this process."""
    ahead = Store(store.path, clock=lambda: time.time() + 3600)
    ahead.acquire(record)
    ahead.close()


PARTIAL = '{"responses": [{"argument_id": "CON-1", "response_type": "challenge", "reasoning": "The claim rests on a sin'


def after_openings(events: Sequence[Event]) -> list[Event]:
    """The events until both openings are spoken."""
    at = max(n for n, e in enumerate(events) if isinstance(e, TurnSpoken) and e.turn.number in (1, 2))
    return [
        e for e in events[: at + 1] if not (isinstance(e, CallStarted) and e.call.step.startswith("cross"))
    ]


def _running(events: list[Event]) -> list[Event]:
    started = [_start(f"cross_examination:{side}") for side in ("pro", "con")]
    return [*after_openings(events), *started]


def _retrying(events: list[Event]) -> list[Event]:
    busy = CallFailed(
        call="cross_examination:pro",
        attempt=1,
        failure="retryable",
        message="the server is busy (529): try again later",
        partial='{"responses": [{"argument_id": "CON-1", "response_type": "refute", "reasoning": "The figu',
        retry_in=8.0,
        seconds=2.0,
    )
    return [*_running(events), busy]


def _paused(events: list[Event]) -> list[Event]:
    limited = with_config(
        after_openings(events), lambda config: config.model_copy(update={"budget": Budget(calls=2)})
    )
    return [
        *limited,
        DebatePaused(by_budget=True, cause="the budget of 2 calls is used up; raise it in a new debate"),
    ]


def _stopped(events: list[Event]) -> list[Event]:
    return [*after_openings(events), DebateStopped()]


def _failed_judge(events: list[Event]) -> list[Event]:
    return [_failed_instead(event, ("Risk",)) for event in events]


def _one_judge_left(events: list[Event]) -> list[Event]:
    briefing = failed("briefing", "retryable: the server is busy (529)")
    kept = [_failed_instead(e, ("Technical", "Business", "Risk")) for e in events]
    return [briefing if e.kind == "briefing_written" else e for e in kept]


def _failed_instead(event: Event, names: Sequence[str]) -> Event:
    if isinstance(event, SheetRead) and event.sheet.judge in names:
        cause = "no readable answer in 3 askings: logic_score of PRO-2 is missing; CON-1 stands twice"
        return judge_failed(event.sheet.judge, cause)
    return event


def _no_call(events: list[Event]) -> list[Event]:
    """The same debate with judges who contradict one another on every argument."""
    return [_contradicting(event) for event in events]


def _contradicting(event: Event) -> Event:
    if not isinstance(event, SheetRead):
        return event
    turned = event.sheet.judge in ("Technical", "Risk")
    entries = []
    for entry in event.sheet.entries:
        high = (entry.argument_id.startswith("PRO") != turned) != entry.argument_id.endswith("2")
        scores = {key: (8 if high else 3) + number % 2 for number, key in enumerate(entry.scores)}
        standing: Literal["UPHELD", "REFUTED"] = "UPHELD" if high else "REFUTED"
        entries.append(
            ArgumentScores(argument_id=entry.argument_id, scores=scores, standing=standing, notes=entry.notes)
        )
    sheet = Scoresheet(judge=event.sheet.judge, entries=tuple(entries), overall=Overall())
    return event.model_copy(update={"sheet": sheet})


def _marred(events: list[Event]) -> list[Event]:
    """Unstructured words, a missing answer with words nobody could read, warnings, a closing over its cap."""
    return [_with_turn(event, _mar) for event in events]


def _mar(turn: Turn) -> Turn:
    if turn.number == 1:
        words = "Well, I would rather say a few things freely. First, sleep. Then, buses."
        one = Argument(
            id="PRO-1", side="pro", claim=words, structured=False, warnings=("no readable form came twice",)
        )
        return turn.model_copy(update={"arguments": (one, *turn.arguments[1:])})
    if turn.number == 2:
        short = turn.arguments[0].model_copy(
            update={"evidence": "", "warnings": ("evidence has fewer than 5 characters",)}
        )
        return turn.model_copy(update={"arguments": (short, *turn.arguments[1:])})
    if turn.number == 3:
        none = Response(
            argument_id="CON-2", side="pro", response_type=None, unreadable="I refuse to say either way"
        )
        kept = tuple(none if r.argument_id == "CON-2" else r for r in turn.responses)
        return turn.model_copy(update={"responses": kept, "warnings": ("One answer is missing.",)})
    if turn.closing is not None and turn.number == 5:
        closing = turn.closing.model_copy(
            update={"warnings": ("214 words, over the cap of 200",), "shift": None}
        )
        return turn.model_copy(update={"closing": closing})
    return turn


def _hostile(events: list[Event], words: str = "") -> list[Event]:
    """Every word that a model or a person may write is hostile."""
    said = words or HOSTILE
    return [_poisoned(event, said) for event in events]


def poisoned(store: Store, events: Sequence[Event], address: str) -> dict[State, str]:
    """A finished debate full of words that would ask `address` for something, were they markup."""
    words = HOSTILE.replace("http://127.0.0.1:9", address)
    opened, *rest = _hostile(list(events), words)
    assert isinstance(opened, DebateOpened)
    store.open_record(opened, "hostile")
    store.append("hostile", rest)
    return {"hostile": "hostile"}


def _poisoned(event: Event, words: str) -> Event:
    match event:
        case DebateOpened(config=config):
            topic = Topic(text=words, background=words)
            return DebateOpened(config=config.model_copy(update={"topic": topic}))
        case TurnSpoken(turn=turn):
            return event.model_copy(update={"turn": poison(turn, words)})
        case SheetRead(sheet=sheet):
            entries = tuple(
                e.model_copy(update={"notes": words, "fallacies": (words,)}) for e in sheet.entries
            )
            overall = sheet.overall.model_copy(update={"key_finding": words})
            return event.model_copy(
                update={"sheet": sheet.model_copy(update={"entries": entries, "overall": overall})}
            )
        case BriefingWritten(briefing=briefing):
            said = Statement(text=words, rests_on=briefing.key_insight.rests_on)
            hostile = {"key_insight": said, "unresolved": (said,), "recommendation": said}
            return event.model_copy(update={"briefing": briefing.model_copy(update=hostile)})
    return event


HOSTILE = (
    "![x](http://127.0.0.1:9/probe.png) <script>fetch('http://127.0.0.1:9/script')</script> "
    "<img src=http://127.0.0.1:9/img onerror=alert(1)> $x^2$ :red[loud] :material/home: **bold** [l](http://127.0.0.1:9/l)"
)


def poison(turn: Turn, words: str) -> Turn:
    """Every field a model may fill, filled with `words`."""
    arguments = tuple(
        a.model_copy(update={"claim": words, "reasoning": words, "evidence": words, "warnings": (words,)})
        for a in turn.arguments
    )
    responses = tuple(r.model_copy(update={"reasoning": words, "question": words}) for r in turn.responses)
    closing = turn.closing
    if closing is not None:
        closing = closing.model_copy(
            update={"concessions": (words,), "unrebutted": (words,), "position": words}
        )
    said = {"arguments": arguments, "responses": responses, "closing": closing, "warnings": (words,)}
    return turn.model_copy(update=said)


def with_config(events: Sequence[Event], change: Callable[[DebateConfig], DebateConfig]) -> list[Event]:
    """The same events opened with another config."""
    first = events[0]
    assert isinstance(first, DebateOpened)
    return [DebateOpened(config=change(first.config)), *events[1:]]


def needing_a_key(config: DebateConfig) -> DebateConfig:
    """The config with a debater that needs a key."""
    return config.model_copy(update={"pro": Debater(side="pro", model="openai:gpt-4.1-mini")})


def two_judges(config: DebateConfig) -> DebateConfig:
    """The config with two judges."""
    judges: tuple[Judge, ...] = config.panel.judges[:2]
    return config.model_copy(update={"panel": Panel(judges=judges)})


def _with_turn(event: Event, change: Callable[[Turn], Turn]) -> Event:
    if isinstance(event, TurnSpoken):
        return event.model_copy(update={"turn": change(event.turn)})
    return event


def _start(call: str) -> CallStarted:
    return CallStarted(call=call, attempt=1, model="simulated:standard", reserved=2200)


_BUILDERS: dict[State, Callable[[list[Event]], list[Event]]] = {
    "running": _running,
    "retrying": _retrying,
    "interrupted": after_openings,
    "paused": _paused,
    "stopped": _stopped,
    "failed_judge": _failed_judge,
    "one_judge_left": _one_judge_left,
    "finished": list,
    "no_call": _no_call,
    "marred": _marred,
    "hostile": _hostile,
}
