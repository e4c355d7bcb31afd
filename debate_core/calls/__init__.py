"""Every kind of step of a record; a new kind is a class in a module of its theme, one event, and a line here."""

from typing import Any

from debate_core.calls.arc import ConflictResolution, ConvergenceCheck, NarrativeVerdict, Pairwise
from debate_core.calls.artifact_review import ArtifactReview, ReviewProbe, ReviewRescore
from debate_core.calls.ask import Kind, Step
from debate_core.calls.ask import ModelTask as ModelTask
from debate_core.calls.briefing import Brief
from debate_core.calls.cross_examination import CrossExamination
from debate_core.calls.deliberation import Deliberate, Probing
from debate_core.calls.judging import Scoring
from debate_core.calls.live_turn import LiveTurn
from debate_core.calls.rescore import Gate
from debate_core.calls.rescore import Peer as Peer
from debate_core.calls.speeches import ClosingCall, Exchange, ImportedTurn, Opening
from debate_core.store.model_record import Config

KINDS: dict[str, type[Kind[Any, Any]]] = {
    kind.kind: kind
    for kind in (
        ImportedTurn,
        Opening,
        CrossExamination,
        ClosingCall,
        Exchange,
        LiveTurn,
        Pairwise,
        NarrativeVerdict,
        ConflictResolution,
        ConvergenceCheck,
        Scoring,
        Gate,
        Deliberate,
        Probing,
        Brief,
        ArtifactReview,
        ReviewRescore,
        ReviewProbe,
    )
}
"""Every kind, by its name, in an order in which a record can have them."""


def graph(config: Config) -> tuple[Step, ...]:
    """Every step of a record, each after the steps it needs; moderator and estimate walk this graph."""
    kinds = [kind for kind in KINDS.values() if isinstance(config, kind.belongs_to)]
    waiting = [step for kind in kinds for step in kind.steps(config)]
    placed: dict[str, Step] = {}
    while waiting:
        ready = next(step for step in waiting if placed.keys() >= set(step.needs))
        waiting.remove(ready)
        placed[ready.name] = ready
    return tuple(placed.values())


def steps_in_words(config: Config) -> dict[str, str]:
    """Every step as a person would say it, by its name."""
    return {step.name: KINDS[step.kind].title(step) for step in graph(config)}
