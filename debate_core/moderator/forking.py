"""What a debate takes over from another whose speeches it judges anew: no call, and nothing that the panel had a part
in."""

from debate_core.asks import graph
from debate_core.asks.speech import speech_names
from debate_core.config import DebateConfig
from debate_core.events import Event, StepFailed
from debate_core.record import Record


def apart_from_panel(config: DebateConfig) -> tuple[str, ...]:
    """The speeches and the live judge's work: steps that no judge of the panel has a part in."""
    of_panel: set[str] = set()
    steps = graph(config)
    for step in steps:
        if step.judge or of_panel & set(step.needs):
            of_panel.add(step.name)
    return tuple(step.name for step in steps if step.name not in of_panel)


def taken_over(record: Record) -> tuple[Event, ...]:
    steps = set(apart_from_panel(record.config))
    came: list[Event] = [result for step, result in record.results.items() if step in steps]
    return (*came, *(StepFailed(step=s, failure=f) for s, f in record.failures.items() if s in steps))


def all_said(record: Record) -> bool:
    return all(step in record.results for step in speech_names(record.config))
