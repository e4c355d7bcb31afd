"""`Simulated`: a model that needs no key and no network, the same to the letter for one seed and request.

Knows the request and nothing else: no clock, no memory between calls. Its `Usage` is an estimate, characters divided by
four. Invariant: the text is a function of the request's purpose, seed and call.
"""

import asyncio
import json

from debate_core.llm.base import (
    Briefing,
    Closing,
    Completion,
    ConflictResolution,
    ConvergenceCheck,
    CrossExamination,
    Exchange,
    Judging,
    LiveTurn,
    NarrativeVerdict,
    OnText,
    Opening,
    Pairwise,
    Purpose,
    Request,
    Usage,
)
from debate_core.llm.simulated.answers import closing, cross_examination
from debate_core.llm.simulated.arc import conflict, convergence, narrative
from debate_core.llm.simulated.briefing import briefing
from debate_core.llm.simulated.chance import chance
from debate_core.llm.simulated.exchange import exchange
from debate_core.llm.simulated.judging import judging
from debate_core.llm.simulated.live import live_turn, pairwise
from debate_core.llm.simulated.openings import opening

_CHARACTERS_A_TOKEN = 4


class Simulated:
    """The simulated provider (MD-3). `pace` is characters a second while streaming; 0 means no pause."""

    def __init__(self, pace: float = 0.0) -> None:
        self.pace = pace

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Answer `request` in the JSON form of its purpose. Never fails, and never reaches the token cap's end."""
        # Surrogates in a topic would make text that no log can store.
        text = json.dumps(answer(request.purpose, request.seed, request.call), ensure_ascii=False, indent=1)
        text = text.encode("utf-8", "replace").decode("utf-8")
        for piece in _pieces(text, request):
            if on_text is not None:
                on_text(piece)
            if self.pace > 0:
                await asyncio.sleep(len(piece) / self.pace)
        await asyncio.sleep(0)
        heard = sum(len(message.content) for message in request.messages)
        usage = Usage(input=_tokens(heard), output=_tokens(len(text)))
        return Completion(text=text, finish="stop", usage=usage)


def answer(purpose: Purpose, seed: int, call: str) -> dict[str, object]:
    """What a simulated model says for a purpose, as the JSON value it will send."""
    match purpose:
        case Opening():
            return opening(purpose, seed, call)
        case CrossExamination():
            return cross_examination(purpose, seed, call)
        case Closing():
            return closing(purpose, seed, call)
        case Judging():
            return judging(purpose, seed, call)
        case Briefing():
            return briefing(purpose, seed, call)
        case Exchange():
            return exchange(purpose, seed, call)
        case LiveTurn():
            return live_turn(purpose, seed, call)
        case Pairwise():
            return pairwise(purpose, seed, call)
        case NarrativeVerdict():
            return narrative(purpose, seed, call)
        case ConflictResolution():
            return conflict(purpose, seed, call)
        case ConvergenceCheck():
            return convergence(purpose, seed, call)


def _pieces(text: str, request: Request) -> list[str]:
    """`text` in small pieces of uneven length, as words come from a real model."""
    rng = chance(request.seed, request.call, "pieces")
    pieces, at = [], 0
    while at < len(text):
        size = rng.randint(6, 22)
        pieces.append(text[at : at + size])
        at += size
    return pieces


def _tokens(characters: int) -> int:
    return -(-characters // _CHARACTERS_A_TOKEN)
