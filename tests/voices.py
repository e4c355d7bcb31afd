"""Models that answer as a well-behaved one would: for tests that need a debate, not its words. PRO is the stronger side
throughout."""

import json
from collections.abc import Callable
from typing import Any

from debate_core import calls as asks
from debate_core.calls.ask import ModelTask
from debate_core.domain.model import Completion, OnText, Request
from debate_core.llm.catalogue import Access
from tools import scripted

SPREAD = {"PRO-1": 8, "PRO-2": 7, "PRO-3": 8, "CON-1": 4, "CON-2": 5, "CON-3": 3}


class Scripted(scripted.Scripted):
    """A scripted model that knows what it is asked: `otherwise` answers that, and `asks` keeps it by call."""

    def __init__(
        self, answers: Any = None, *, otherwise: Callable[[ModelTask], str] | None = None, **more: Any
    ) -> None:
        self.asks: dict[str, Any] = {}
        by_call = (lambda request: otherwise(self.asks[request.call])) if otherwise else None
        super().__init__(answers, otherwise=by_call, **more)


class _Asked:
    def __init__(self, model: Any, ask: ModelTask) -> None:
        self._model, self._ask = model, ask

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        getattr(self._model, "asks", {})[request.call] = self._ask
        return await self._model.complete(request, on_text)


def reaching(model: Any) -> Callable[[Access], Callable[[str, ModelTask], _Asked]]:
    """A runner's `reach` that gives every name the same model."""
    return lambda access: lambda name, ask: _Asked(model, ask)


def answer(ask: ModelTask) -> str:
    """A complete answer to whatever is asked; scores follow SPREAD, shifted a little by judge."""
    match ask:
        case asks.Opening(side=side, count=count):
            return opening(side, count)
        case asks.CrossExamination(targets=targets):
            return responses([a.id for a in targets])
        case asks.ClosingCall(side=side, questions=questions):
            return closing(side, questions)
        case asks.Scoring(judge=judge, rubric=rubric, transcript=transcript):
            return scores([a.id for a in transcript.arguments], rubric, len(judge.name) % 2)
        case asks.Deliberate(own=own, rubric=rubric):
            return revised(own, rubric)
        case asks.Brief(transcript=transcript):
            return briefing(transcript.arguments[0].id)
        case asks.Exchange(number=number):
            return json.dumps(argument(number))
        case asks.LiveTurn(turn=turn):
            return judged(turn)
        case asks.Pairwise(newer=newer, swapped=swapped):
            return json.dumps(compared("FIRST" if (newer.side == "pro") == swapped else "SECOND"))
        case asks.NarrativeVerdict():
            return narrative("CON")
        case asks.ConflictResolution():
            told = {"pattern": "asymmetric_depth", "text": "Style against logic.", "turns": [1, 2]}
            test = "How it comes about was asked twice and never said."
            return json.dumps(told | {"test": test, "quotes": [{"turn": 1, "quote": "plain enough"}]})
        case asks.ConvergenceCheck():
            became = {"kind": "narrowed_to_degree", "text": "How much, not whether."}
            return json.dumps(became | {"turns": [1, 9]})
    raise AssertionError(ask)


def opening(side, count=3):
    claims = (f"The {side} claim number {n} is plain enough." for n in range(1, count + 1))
    return json.dumps({"arguments": [argument(n, claim) for n, claim in enumerate(claims, start=1)]})


def responses(ids, response_type="challenge"):
    said = {"response_type": response_type, "question": "What would change your mind?"}
    rows = [
        {"argument_id": one, "reasoning": f"The cause given in {one} has not been shown."} | said
        for one in ids
    ]
    return json.dumps({"responses": rows})


def closing(side, questions=()):
    why = {"shift": "unchanged", "why": "Nothing that was said reached its cause."}
    said = {"concessions": ["The cost is real."], "position": "The case stands as it was put."}
    answers = [{"argument_id": name, "answer": "A trial that fails."} for name in questions]
    return json.dumps(said | why | {"unrebutted": [f"{side.upper()}-1"], "answers": answers})


def scores(ids, rubric, shift=0, spread=SPREAD):
    rows = []
    for name in ids:
        points = spread.get(name, 5)
        given = dict.fromkeys(rubric.score_names, max(1, min(10, points + shift)))
        standing = "UPHELD" if points > 5 else "REFUTED"
        notes = {"standing": standing, "fallacies": [], "notes": f"Read {name} with care."}
        rows.append({"argument_id": name, **given, **notes})
    overall = {"ballot": "PRO", "confidence": 0.7, "key_finding": "One side gave causes."}
    return json.dumps({"scores": rows, "overall": overall})


CONTRARY = {name: 11 - points for name, points in SPREAD.items()}


def parted(ask: ModelTask) -> str:
    """As `answer`, but Business and General see every argument the other way round; nobody moves in talk."""
    if isinstance(ask, asks.Scoring) and ask.judge.name in ("Business", "General"):
        return scores(ask.ids, ask.rubric, spread=CONTRARY)
    return answer(ask)


def revised(own, rubric, changes=()):
    """A judge's own sheet again, but for these: argument, dimension, the new score, and what is said to have moved it
    (None: nothing)."""
    new = {(argument, dimension): (score, because) for argument, dimension, score, because in changes}
    rows = []
    for entry in own.entries:
        here = {key: new[entry.argument_id, key] for key in rubric.keys if (entry.argument_id, key) in new}
        given = {f"{key}_score": here.get(key, (entry.scores[key],))[0] for key in rubric.keys}
        said = {"standing": entry.standing, "fallacies": [], "notes": entry.notes}
        moved = [{"dimension": key, "because": because} for key, (_, because) in here.items() if because]
        rows.append({"argument_id": entry.argument_id, **given, **said, "changes": moved})
    overall = {"ballot": "PRO", "confidence": 0.6, "key_finding": "One side gave causes."}
    return json.dumps({"scores": rows, "overall": overall})


def briefing(argument_id):
    def statement(text):
        return {"text": text, "rests_on": [argument_id]}

    unresolved = [statement("Whether the cause holds elsewhere.")]
    insight, advice = map(
        statement, ("The first claim carries the rest.", "Check the table before deciding.")
    )
    return json.dumps({"key_insight": insight, "unresolved": unresolved, "recommendation": advice})


def argument(number, claim=None):
    return {
        "claim": claim or f"Claim {number} is plain enough to read.",
        "reasoning": f"Because of cause {number}, process {number} follows and result {number} can be measured.",
        "evidence": f"An invented table with row {number}.",
    }


def judged(turn, **changes):
    """A proposal for a turn, its links resting on words of the turn itself; PRO's turns are the stronger, by far more
    than either side's differ from one another."""
    words = turn.arguments[0].reasoning if turn.arguments else "words"
    if turn.responses:
        words = turn.responses[0].reasoning
    if turn.closing:
        words = turn.closing.position
    first = turn.number == 1 or turn.phase == "opening"
    premise = {"kind": "premise_addressed", "state": "not_applicable", "quote": ""}
    if not first:
        premise |= {"state": "weak", "quote": words}
    links = [
        {"kind": kind, "state": "present", "quote": words} for kind in ("cause", "process", "consequence")
    ]
    answer = {
        "logic": (30 if turn.side == "pro" else 20) + turn.number // 2 % 2,
        "links": [*links, premise],
        "rhetoric": {"framing": 5, "clarity": 5, "resonance": 4, "delivery": 4},
        "tactics": 20 if turn.side == "pro" else 12,
        "frame_control": 5,
        "credibility": 6,
        "suspect_claims": [],
        "exposures": [],
        "slips": [],
        "weaker": "CON",
        "pressure": {"cognitive": 2, "emotional": 0, "strategic": 0, "credibility": 1},
        "notes": "Read with care.",
    }
    return json.dumps(answer | changes)


def compared(winner):
    return {"logic": winner, "tactics": winner, "rhetoric": "DRAW", "reason": "It answered."}


def narrative(leader):
    told = [{"text": "One side kept to its cause.", "turns": [1, 2]}]
    return json.dumps({"leader": leader, "spine": told, "evolved": told, "broke": [], "turning_points": told})
