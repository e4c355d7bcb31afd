"""Whole debates by the simulated model, held as nouns, for the tests that read them."""

import asyncio
import json
from functools import lru_cache
from typing import Any

from debate_core import asks
from debate_core.config import BUILT_IN_JUDGES, Judge, Simulation
from debate_core.llm import base
from debate_core.rubric import STANDARD, Rubric
from debate_core.scoresheet import ArgumentScores, Overall, Scoresheet
from debate_core.simulated import Simulated
from debate_core.transcript import (
    SIDES,
    Argument,
    Closing,
    Phase,
    Response,
    Side,
    Topic,
    Transcript,
    Turn,
    argument_id,
    opponent,
)

TOPICS = (
    "Should schools start later in the morning?",
    "Ban cars from city centres",
    "Should we move from our monolith to microservices?",
    "Voting should be compulsory",
    "Is intermittent fasting good for you?",
    "Should my mother move in with us?",
    "Nuclear power versus wind for a small country",
    "Does homework help primary pupils?",
    "Should we get a dog?",
    "Tax sugar",
    "Should museums be free to enter?",
    "Homework",
    "Should face recognition be allowed in stations?",
    "What is the best way to learn a language?",
    "¿Deberíamos prohibir los coches en el centro?",
)
WIDE = (
    *TOPICS,
    "Abolishing the death penalty",
    "God exists",
    "Should I leave my husband?",
    "Rent or buy in the city",
    "Napoleon was poisoned on Saint Helena",
    "Is <b>pineapple</b> on pizza acceptable?",
    "We should not abolish the <i>House of Lords</i>",
    "Don't ban smoking",
    "Should we keep the monarchy?",
    "Love",
    "42",
    "Freedom is more important than security",
    "It is wrong to lie to a dying friend",
    "Soll man das Bargeld abschaffen?",
    "Der Mensch ist von Natur aus gut",
    "我们应该禁止汽车",
    "吃素更健康吗？",
    "La eutanasia debe ser legal",
    "The moon landing was faked",
    "The Roman Empire fell because of lead poisoning",
    "Cats vs dogs",
    "Tea or coffee?",
    "To be or not to be",
    "I should quit my job and become a painter",
    "Should you tell a friend that their partner is cheating?",
    "Why do we dream?",
    "Never lie",
    "**Remote** work, `always`",
    "She said “no” and meant [it] {truly}",
    "?",
    "Should phones not be banned in schools?",
    "should " + "very " * 95 + "long topics be debated",
)


def ask(
    purpose: asks.Ask, *, seed: int = 1, call: str = "call", heard: list[str] | None = None
) -> dict[str, Any]:
    """What the simulated model answers to `purpose`, read as JSON."""
    request = base.Request(call=call, model="simulated:standard", messages=(), cap=1500, seed=seed)
    completion = asyncio.run(
        Simulated(purpose).complete(request, heard.append if heard is not None else None)
    )
    answer = json.loads(completion.text)
    assert isinstance(answer, dict)
    return answer


def _speech(phase: Phase, side: Side, heard: Transcript, seed: int, count: int) -> dict[str, Any]:
    """What a side says in a phase, as the fields of its turn, with the engine's ids."""
    asked: Any = {"topic": heard.topic, "side": side, "heard": heard}
    call = f"{phase}:{side}"
    if phase == "opening":
        rows = ask(asks.Opening(**asked, count=count), seed=seed, call=call)["arguments"]
        ids = (argument_id(side, n) for n in range(1, count + 1))
        return {
            "arguments": tuple(Argument(id=i, side=side, **row) for i, row in zip(ids, rows, strict=True))
        }
    if phase == "cross_examination":
        targets = heard.arguments_of(opponent(side))
        rows = ask(asks.CrossExamination(**asked, targets=targets), seed=seed, call=call)["responses"]
        return {"responses": tuple(Response(side=side, **row) for row in rows)}
    return {"closing": Closing(side=side, **ask(asks.Closing(**asked), seed=seed, call=call))}


@lru_cache(maxsize=512)
def debate(topic: str, *, seed: int = 1, count: int = 3) -> Transcript:
    """A whole simultaneous debate."""
    told = Transcript(topic=Topic(text=topic))
    phases: tuple[Phase, ...] = ("opening", "cross_examination", "closing")
    for place, phase in enumerate(phases):
        said = {side: _speech(phase, side, told, seed, count) for side in SIDES}
        turns = [
            Turn(number=2 * place + n, phase=phase, side=side, **said[side])
            for n, side in enumerate(SIDES, start=1)
        ]
        told = Transcript(topic=told.topic, turns=(*told.turns, *turns))
    return told


def sheet(transcript: Transcript, judge: Judge, *, seed: int = 1, rubric: Rubric = STANDARD) -> Scoresheet:
    """What one judge says of a debate."""
    purpose = asks.Judging(judge=judge, rubric=rubric, transcript=transcript)
    answer = ask(purpose, seed=seed, call=f"judging:{judge.name}")
    entries = tuple(
        ArgumentScores(
            argument_id=row["argument_id"],
            scores={d.key: row[d.score_name] for d in rubric.dimensions},
            standing=row["standing"],
            fallacies=tuple(row["fallacies"]),
            notes=row["notes"],
        )
        for row in answer["scores"]
    )
    kept = {key: answer["overall"][key] for key in ("ballot", "confidence", "key_finding")}
    return Scoresheet(judge=judge.name, entries=entries, overall=Overall(**kept))


def sheets(transcript: Transcript, *, seed: int = 1) -> tuple[Scoresheet, ...]:
    """What the default panel says of a debate."""
    return tuple(sheet(transcript, judge, seed=seed) for judge in BUILT_IN_JUDGES)


def exact(name: str = "Exact", domain: str = "general", **declared: float) -> Judge:
    """A judge without chance error, and with whatever else is declared."""
    return Judge(name=name, domain=domain, simulation=Simulation(**{"noise": 0.0, **declared}))


def words_of(transcript: Transcript, *sides: str) -> list[str]:
    """Every text a debater spoke, of both sides or one."""
    said = []
    for turn in transcript.turns:
        if turn.side in (sides or SIDES):
            said += [text for a in turn.arguments for text in (a.claim, a.reasoning, a.evidence)]
            said += [text for r in turn.responses for text in (r.reasoning, r.question)]
            if closing := turn.closing:
                said += [*closing.concessions, *closing.unrebutted, closing.position]
    return said


def swapped(transcript: Transcript) -> Transcript:
    """The same words, the sides exchanged."""
    text = transcript.model_dump_json()
    for one, other in (('"pro"', '"con"'), ("PRO-", "CON-")):
        text = text.replace(one, "\x00").replace(other, one).replace("\x00", other)
    return Transcript.model_validate_json(text)
