"""Conducting an example: the engine asks, the written words answer, and what it noted becomes an event file.

Knows the moderator and the sources. Invariant: the same sources give the same bytes: no clock, no chance, and nothing
that depends on how long a prompt is or how fast a machine.
"""

import asyncio
import json
import pathlib
import tempfile
from collections.abc import Mapping
from typing import Any

from debate_core.asks import KINDS, graph
from debate_core.config import BUILT_IN_JUDGES, DebateConfig, Debater, Deliberation, Live, Panel
from debate_core.events import CallCompleted, CallStarted, DebateOpened, Event
from debate_core.examples.opening import FOLDER, WRITTEN_BY
from debate_core.judging.deliberating import of_deliberation
from debate_core.llm.base import Completion, Usage
from debate_core.llm.scripted import Scripted
from debate_core.moderator.conducting import Moderator
from debate_core.store import SQLiteStore
from debate_core.transcript import Side, Topic
from tools.examples.answers import answers_of
from tools.examples.source import sources

WRITTEN = "example:written"
NOTHING = Usage(input=0, output=0)


class Unwritten(Exception):
    """The words of an example don't fit the debate: an answer was asked for twice, or never, or was not there."""


def config_of(source: Mapping[str, Any]) -> DebateConfig:
    """The configuration an example was conducted with."""
    characters = source.get("personalities", {})

    def debater(side: Side) -> Debater:
        return Debater(side=side, model=WRITTEN, personality=characters.get(side))

    return DebateConfig(
        topic=Topic(**source["topic"]),
        format=source["format"],
        turns=len(source["turn"]) if "turn" in source else 6,
        live=Live(model=WRITTEN, feedback="strict"),
        pro=debater("pro"),
        con=debater("con"),
        panel=Panel(judges=tuple(judge.model_copy(update={"model": WRITTEN}) for judge in BUILT_IN_JUDGES)),
        briefing_model=WRITTEN,
        deliberation=Deliberation() if "talk" in source else None,
    )


def events_of(source: Mapping[str, Any]) -> list[Event]:
    """The events of an example, conducted in a store of its own. Raises Unwritten."""
    config = config_of(source)
    texts = answers_of(source)
    model = Scripted(
        {call: Completion(text=text, finish="stop", usage=NOTHING) for call, text in texts.items()}
    )
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "example.sqlite3", clock=lambda: 0.0)
        try:
            record = store.open_record(DebateOpened(config=config, example=WRITTEN_BY), source["record"])
            moderator = Moderator(
                store, store.acquire(record), lambda name, ask: model, nonce=lambda: "0" * 32
            )
            asyncio.run(moderator.conduct())
            events = [timeless(stored.event) for stored in store.read(record)]
        finally:
            store.close()
    if wrong := _misfits(config, set(texts), model, events):
        raise Unwritten(f"{source['record']}: " + "\n".join(wrong))
    return events


def lines_of(events: list[Event]) -> str:
    """The event file: one event a line, without what is as the schema has it anyway."""
    bodies = (
        {"kind": event.kind, **event.model_dump(mode="json", exclude_defaults=True)} for event in events
    )
    return "".join(json.dumps(body, ensure_ascii=False) + "\n" for body in bodies)


def write_all(folder: pathlib.Path = FOLDER) -> None:
    """Conduct every example and write its event file."""
    for source in sources():
        path = folder / f"{source['record']}.jsonl"
        path.write_text(lines_of(events_of(source)), encoding="utf-8", newline="\n")


def timeless(event: Event) -> Event:
    """The same fact without what the conducting machine added: nothing was reserved, and nothing took time."""
    if isinstance(event, CallStarted):
        return event.model_copy(update={"reserved": 0})
    return event.model_copy(update={"seconds": 0.0}) if isinstance(event, CallCompleted) else event


def _misfits(config: DebateConfig, answered: set[str], model: Scripted, events: list[Event]) -> list[str]:
    """Where the written words don't fit what was asked."""
    wrong = [
        f"{event.kind}: {event.model_dump_json(exclude={'kind'})}"
        for event in events
        if event.kind in ("answer_faulted", "step_failed", "debate_paused")
    ]
    wrong += [f"never asked for: {call}" for call in sorted(answered - set(model.asked))]
    wrong += [f"asked for twice: {call}" for call, times in model.asked.items() if times > 1]
    due = {s.name for s in graph(config) if KINDS[s.kind].askings and not of_deliberation(s.name)}
    unasked = due - set(model.asked) - {"conflict"}
    return [*wrong, *(f"not written: {name}" for name in sorted(unasked))]
