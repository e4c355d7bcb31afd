"""The structured debate: opening, cross-examination, closing; whose turn it is and what a speaker may have
heard.

Knows config and transcript; asks no model. Invariant: a turn's number depends on its phase and side alone:
opening pro 1, con 2, cross-examination pro 3, con 4, closing pro 5, con 6.
"""

from debate_core.config import DebateConfig
from debate_core.debating.speech import Speech
from debate_core.llm.base import Closing, CrossExamination, Opening
from debate_core.transcript import SIDES, Phase, Side, Transcript, Turn, opponent

PHASES: tuple[Phase, ...] = ("opening", "cross_examination", "closing")


def turn_number(phase: Phase, side: Side) -> int:
    """The number of a side's turn in a phase.

    >>> [turn_number(phase, side) for phase in PHASES for side in ("pro", "con")]
    [1, 2, 3, 4, 5, 6]
    """
    return 2 * PHASES.index(phase) + SIDES.index(side) + 1


def heard_by(config: DebateConfig, transcript: Transcript, phase: Phase, side: Side) -> Transcript:
    """What a speaker may have heard (SD-12): the phases before; when sides alternate, what was said before
    its turn.

    `transcript` may hold more, as when both sides of a phase speak at the same time.
    """
    if config.order == "simultaneous":
        return transcript.before(phase)
    own = turn_number(phase, side)
    turns = tuple(turn for turn in transcript.turns if turn.number < own)
    return Transcript(topic=transcript.topic, turns=turns)


def purpose_of(
    config: DebateConfig, transcript: Transcript, phase: Phase, side: Side, directive: str = ""
) -> Opening | CrossExamination | Closing:
    """What a side is to do in a phase, in the manner of `directive`. A cross-examination may have no targets: then
    there is nothing to ask."""
    topic, heard = config.topic, heard_by(config, transcript, phase, side)
    if phase == "opening":
        count = config.arguments_per_side
        return Opening(topic=topic, side=side, count=count, heard=heard, directive=directive)
    if phase == "cross_examination":
        targets = heard.arguments_of(opponent(side))
        return CrossExamination(topic=topic, side=side, targets=targets, heard=heard, directive=directive)
    return Closing(topic=topic, side=side, heard=heard, directive=directive)


def turn_of(phase: Phase, side: Side, speech: Speech) -> Turn:
    """A speech in its place in the debate."""
    return Turn(
        number=turn_number(phase, side),
        phase=phase,
        side=side,
        arguments=speech.arguments,
        responses=speech.responses,
        closing=speech.closing,
        warnings=speech.warnings,
    )
