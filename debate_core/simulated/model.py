"""`Simulated`: a model that needs no key and no network, the same to the letter for one seed and request.

Knows what is asked and nothing else: no clock, no memory between calls; it reads no prompt. Its `Usage` is an estimate,
characters divided by four. Invariant: the text is a function of what is asked, the seed and the call.
"""

import asyncio
import json

from debate_core.asks.ask import Ask
from debate_core.asks.briefing import Brief
from debate_core.asks.closing import Closing
from debate_core.asks.conflict import ConflictResolution
from debate_core.asks.convergence import ConvergenceCheck
from debate_core.asks.cross_examination import CrossExamination
from debate_core.asks.exchange import Exchange
from debate_core.asks.judging import Judging
from debate_core.asks.live_turn import LiveTurn
from debate_core.asks.narrative import NarrativeVerdict
from debate_core.asks.opening import Opening
from debate_core.asks.pairwise import Pairwise
from debate_core.llm.base import Completion, OnText, Request, Usage
from debate_core.llm.errors import ModelError
from debate_core.simulated.arc import conflict, convergence, narrative
from debate_core.simulated.briefing import briefing
from debate_core.simulated.chance import chance
from debate_core.simulated.debaters import closing, cross_examination, opening
from debate_core.simulated.exchange import exchange
from debate_core.simulated.judges import judging
from debate_core.simulated.live import live_turn, pairwise

_CHARACTERS_A_TOKEN = 4


class Simulated:
    """The simulated provider (MD-3), given what it is asked. `pace` is characters a second while streaming; 0 means no
    pause."""

    def __init__(self, ask: Ask, pace: float = 0.0) -> None:
        self.ask = ask
        self.pace = pace

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Answer `request` in the JSON form it asks for. Never fails, and never reaches the token cap's end."""
        # Surrogates in a topic would make text that no log can store.
        text = json.dumps(answer(self.ask, request.seed, request.call), ensure_ascii=False, indent=1)
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


def answer(purpose: Ask, seed: int, call: str) -> dict[str, object]:
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
        case Brief():
            return briefing(purpose, seed, call)
        case Exchange():
            return dict(exchange(purpose, seed, call))
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
    raise ModelError(f"the simulation has no words for {purpose.kind!r}", kind="internal")


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
