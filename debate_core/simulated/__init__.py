"""The simulated provider: a model that needs no key and no network."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from debate_core.calls.ask import ModelTask, chance
from debate_core.calls.speech import Speaking
from debate_core.domain.model import Completion, OnText, Request, Usage
from debate_core.llm.errors import ModelError
from debate_core.simulated import debaters, judges, live

_CHARACTERS_A_TOKEN = 4
_SKILLS = {"careful": 1.0, "hasty": -1.0}
"""How much better than the standard one a model argues, as a debater; as a judge all are the same."""
_ANSWERS: tuple[Callable[..., Any], ...] = (
    *(debaters.opening, debaters.cross_examination, debaters.closing, debaters.exchange),
    *(judges.judging, judges.deliberating, judges.artifact_review, judges.review_rescore),
    *(live.live, live.pairwise, live.narrative, live.conflict, live.convergence, live.briefing),
)
_BY_KIND = {answer.__name__: answer for answer in _ANSWERS}
# A probe is answered as a round, from what it shows.
_BY_KIND |= {"probe": judges.deliberating, "review_probe": judges.review_rescore}


class Simulated:
    """The simulated provider. `pace`: characters a second while streaming, 0 for no pause."""

    def __init__(self, ask: ModelTask, pace: float = 0.0) -> None:
        self.ask = ask
        self.pace = pace

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        if self.ask.kind not in _BY_KIND:
            raise ModelError(f"the simulation has no words for {self.ask.kind!r}", kind="internal")
        skill = (_SKILLS.get(request.model.partition(":")[2], 0.0),) if isinstance(self.ask, Speaking) else ()
        answer = _BY_KIND[self.ask.kind](self.ask, request.seed, request.call, *skill)
        # Surrogates in a topic would make text that no log can store.
        text = json.dumps(answer, ensure_ascii=False, indent=1).encode("utf-8", "replace").decode("utf-8")
        rng, at = chance(request.seed, request.call, "pieces"), 0
        while at < len(text):
            piece = text[at : at + rng.randint(6, 22)]
            at += len(piece)
            if on_text is not None:
                on_text(piece)
            if self.pace > 0:
                await asyncio.sleep(len(piece) / self.pace)
        await asyncio.sleep(0)
        sent = sum(len(message.content) for message in request.messages)
        usage = Usage(input=-(-sent // _CHARACTERS_A_TOKEN), output=-(-len(text) // _CHARACTERS_A_TOKEN))
        return Completion(text=text, finish="stop", usage=usage)
