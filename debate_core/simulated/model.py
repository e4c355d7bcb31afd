"""`Simulated`: a model that needs no key and no network, a function of what is asked, the seed and the call. Its
`Usage` is characters divided by four."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from debate_core.asks.ask import Ask
from debate_core.llm.base import Completion, OnText, Request, Usage
from debate_core.llm.errors import ModelError
from debate_core.simulated.arc import conflict, convergence, narrative
from debate_core.simulated.briefing import briefing
from debate_core.simulated.debaters import closing, cross_examination, exchange, opening
from debate_core.simulated.deliberation import deliberating, reviewing_anew
from debate_core.simulated.judges import judging
from debate_core.simulated.live import live, pairwise
from debate_core.simulated.phrases import chance
from debate_core.simulated.reviewers import artifact_review

_CHARACTERS_A_TOKEN = 4
_SKILLS = {"careful": 1.0, "hasty": -1.0}
"""How much better than the standard one a model argues, as a debater; as a judge all are the same."""
_SPEECHES = (opening, cross_examination, closing, exchange)
_ANSWERS: tuple[Callable[[Any, int, str], Mapping[str, object]], ...] = (
    *(judging, deliberating, briefing, live, pairwise, narrative, conflict, convergence),
    *(artifact_review, reviewing_anew),
)
# By the kind that is asked; a probe is answered as a round, from what it shows.
_SAID = {answer.__name__: answer for answer in _ANSWERS} | {
    "probe": deliberating,
    "review_probe": reviewing_anew,
}
_SPOKEN: dict[str, Callable[..., Mapping[str, object]]] = {speech.__name__: speech for speech in _SPEECHES}


class Simulated:
    """The simulated provider. `pace`: characters a second while streaming, 0 for no pause."""

    def __init__(self, ask: Ask, pace: float = 0.0) -> None:
        self.ask = ask
        self.pace = pace

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        # Surrogates in a topic would make text that no log can store.
        if self.ask.kind in _SPOKEN:
            skill = _SKILLS.get(request.model.partition(":")[2], 0.0)
            said = _SPOKEN[self.ask.kind](self.ask, request.seed, request.call, skill)
        elif self.ask.kind in _SAID:
            said = _SAID[self.ask.kind](self.ask, request.seed, request.call)
        else:
            raise ModelError(f"the simulation has no words for {self.ask.kind!r}", kind="internal")
        text = json.dumps(said, ensure_ascii=False, indent=1)
        text = text.encode("utf-8", "replace").decode("utf-8")
        for piece in _pieces(text, request):
            if on_text is not None:
                on_text(piece)
            if self.pace > 0:
                await asyncio.sleep(len(piece) / self.pace)
        await asyncio.sleep(0)
        heard = sum(len(message.content) for message in request.messages)
        usage = Usage(input=-(-heard // _CHARACTERS_A_TOKEN), output=-(-len(text) // _CHARACTERS_A_TOKEN))
        return Completion(text=text, finish="stop", usage=usage)


def _pieces(text: str, request: Request) -> list[str]:
    rng = chance(request.seed, request.call, "pieces")
    pieces, at = [], 0
    while at < len(text):
        size = rng.randint(6, 22)
        pieces.append(text[at : at + size])
        at += size
    return pieces
