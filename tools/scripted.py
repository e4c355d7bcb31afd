"""A model's double for tests and examples: answers written beforehand, by call."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from debate_core.domain.model import Completion, OnText, Request, Usage
from debate_core.llm.errors import ModelError

Answer = str | Completion | ModelError
Answers = Mapping[str, Sequence[Answer] | Answer]


class Scripted:
    """Answers from `answers`: one answer, or one for each attempt (the last repeats), else `otherwise`, else a failure.
    `seconds`: how long each call takes."""

    def __init__(
        self,
        answers: Answers | None = None,
        *,
        otherwise: Callable[[Request], str] | None = None,
        seconds: float = 0.0,
    ) -> None:
        self._answers = dict(answers or {})
        self._otherwise = otherwise
        self._seconds = seconds
        self.asked: Counter[str] = Counter()
        self.requests: list[Request] = []

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        self.asked[request.call] += 1
        self.requests.append(request)
        await asyncio.sleep(self._seconds)
        answer = self._answer(request)
        if isinstance(answer, ModelError):
            if on_text and answer.partial:
                on_text(answer.partial)
            raise answer
        if isinstance(answer, Completion):
            return answer
        if on_text:
            on_text(answer)
        return Completion(text=answer, finish="stop", usage=Usage(input=100, output=max(1, len(answer) // 4)))

    def _answer(self, request: Request) -> Answer:
        written = self._answers.get(request.call)
        if written is None and self._otherwise is not None:
            return self._otherwise(request)
        if written is None:
            raise ModelError(f"nothing is written for call {request.call!r}", kind="not_found")
        if isinstance(written, str | Completion | ModelError):
            return written
        return written[min(self.asked[request.call], len(written)) - 1]
