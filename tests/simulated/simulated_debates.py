"""Whole debates by the simulated model, held as nouns, for the tests that read them."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from debate_core import calls as asks
from debate_core.domain import model as base
from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Simulation
from debate_core.domain.config import DebateConfig
from debate_core.domain.rubric import STANDARD, ArgumentScores, Overall, Rubric, Scoresheet
from debate_core.domain.transcript import SIDES, Topic, Transcript
from debate_core.simulated import Simulated
from debate_core.simulated.phrases import PHRASES, variants
from debate_core.store.events import StoredEvent
from debate_core.store.record import Record
from tests.approved import check_approved
from tests.calls.readers import reading_of


def listed(texts: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts.split("|"))


TOPICS = listed("""
Should schools start later in the morning? | Ban cars from city centres |
Should we move from our monolith to microservices? | Voting should be compulsory |
Is intermittent fasting good for you? | Should my mother move in with us? |
Nuclear power versus wind for a small country | Does homework help primary pupils? | Should we get a dog? |
Tax sugar | Should museums be free to enter? | Homework | Should face recognition be allowed in stations? |
What is the best way to learn a language? | ¿Deberíamos prohibir los coches en el centro?
""")
MORE = listed("""
Abolishing the death penalty | God exists | Should I leave my husband? | Rent or buy in the city |
Napoleon was poisoned on Saint Helena | Is <b>pineapple</b> on pizza acceptable? |
We should not abolish the <i>House of Lords</i> | Don't ban smoking | Should we keep the monarchy? | Love | 42 |
Freedom is more important than security | It is wrong to lie to a dying friend | Soll man das Bargeld abschaffen? |
Der Mensch ist von Natur aus gut | 我们应该禁止汽车 | 吃素更健康吗？ | La eutanasia debe ser legal |
The moon landing was faked | The Roman Empire fell because of lead poisoning | Cats vs dogs | Tea or coffee? |
To be or not to be | I should quit my job and become a painter |
Should you tell a friend that their partner is cheating? | Why do we dream? | Never lie |
**Remote** work, `always` | She said “no” and meant [it] {truly} | ? |
Should phones not be banned in schools?
""")
WIDE = (*TOPICS, *MORE, f"should {'very ' * 95}long topics be debated")


def ask(
    purpose: asks.ModelTask, *, seed: int = 1, call: str = "call", heard: list[str] | None = None
) -> dict[str, Any]:
    """What the simulated model answers to `purpose`, read as JSON."""
    request = base.Request(call=call, model="simulated:standard", messages=(), cap=1500, seed=seed)
    answering = Simulated(purpose).complete(request, heard.append if heard is not None else None)
    try:
        while True:  # It waits for nothing: no loop is needed to run it.
            answering.send(None)
    except StopIteration as done:
        completion = done.value
    answer = json.loads(completion.text)
    assert isinstance(answer, dict)
    return answer


MARKS = {
    max(re.split(r"\{[^}]*\}", wording), key=len).strip(): f"{table}.{key}"
    for table in ("arc", "brief", "closing", "live", "note", "review")
    for key, among in PHRASES[table].items()
    for template in ([among] if isinstance(among, str) else among)
    for wording in variants(template)
}
"""The longest run of words of each phrase that holds no slot, and where the phrase stands in the book."""


def decided(answer: object) -> str:
    """Numbers, names and tags; a sentence, which may be put better one day, by what it stands under in the book."""
    match answer:
        case dict():
            return decided([*answer.values()])
        case list() | tuple():
            return f"[{' '.join(map(decided, answer))}]"
    words = str(answer)
    if words.endswith((".", "?", "”")):
        return ",".join(sorted({key for mark, key in MARKS.items() if mark in words})) or "."
    return words or "-"


def check_decided(name: str, answers: Iterable[object]) -> None:
    """A seed gives the demonstration that was approved, up to its sentences."""
    check_approved(f"simulated/{name}", "".join(f"{decided(one)}\n" for one in answers))


def read(purpose: asks.ModelTask, answer: dict[str, Any], plain: str = "") -> Any:
    """The fact that an answer becomes; `plain` is the words of others in its prompt."""
    reading = reading_of(purpose, json.dumps(answer, ensure_ascii=False), plain)
    assert reading.fact is not None, (reading.faults, answer)
    return reading.fact


def spoken(config: DebateConfig, *, seed: int, directive: str = "") -> Transcript:
    """Every speech of a debate, asked for in the product's order; the directive is con's, in an exchange."""
    record = Record(id="one", config=config, opened_at=0.0, last_at=0.0, sequence=1)
    for step in asks.graph(config):
        if step.side is None:
            continue
        purpose = asks.KINDS[step.kind].at(record, step)
        if directive and step.side == "con":
            purpose = replace(purpose, directive=directive)
        fact = read(purpose, ask(purpose, seed=seed, call=step.name))
        record = record.apply(StoredEvent(record="one", sequence=record.sequence + 1, at=0.0, event=fact))
    return record.transcript


@lru_cache(maxsize=512)
def debate(topic: str, *, seed: int = 1, count: int = 3) -> Transcript:
    """A whole simultaneous debate."""
    # A copy is not checked: the simulated people speak on an empty topic, too.
    config = DebateConfig(topic=Topic(text="Any"), arguments_per_side=count)
    return spoken(config.model_copy(update={"topic": Topic(text=topic)}), seed=seed)


def sheet(
    transcript: Transcript, judge: Judge, *, seed: int = 1, rubric: Rubric = STANDARD, con_first: bool = False
) -> Scoresheet:
    """What one judge says of a debate."""
    purpose = asks.Scoring(judge=judge, rubric=rubric, transcript=transcript, con_first=con_first)
    answer = ask(purpose, seed=seed, call=f"judging:{judge.name}")
    entries = tuple(
        ArgumentScores(
            argument_id=row["argument_id"],
            scores={d.key: row[d.score_name] for d in rubric.dimensions},
            **{name: row[name] for name in ("standing", "fallacies", "notes")},
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
