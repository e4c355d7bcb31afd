"""Every kind of call is one thing: told and read by one form, conducted as it declares; a twelfth is one module."""

import asyncio
import json
import random
from typing import ClassVar, Literal, get_args

import pytest

from debate_core.answers.form import Form, Text
from debate_core.answers.json import UNREADABLE
from debate_core.answers.prompt import Prompt, in_form, paragraphs
from debate_core.answers.retraction import ASIDES, WITHDRAWN
from debate_core.calls import KINDS, graph, steps_in_words
from debate_core.calls.arc import Pairwise
from debate_core.calls.ask import FormTask, ModelTask, Step
from debate_core.calls.passages import start
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import DebateConfig, Deliberation, Live, Probe
from debate_core.domain.model import Message
from debate_core.domain.transcript import Topic
from debate_core.importing.documents.artifact import read_pasted
from debate_core.running.estimate import estimate
from debate_core.running.moderator import Moderator, faults_text
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened, StepResult
from debate_core.store.record import load
from tests.approved import check_approved, fact_text
from tests.calls.readers import reading_of
from tests.each import each
from tests.voices import Scripted, answer, parted, reaching

pytestmark = pytest.mark.slow  # as a whole, some seconds

TOPIC = Topic(text="Should schools start later in the morning?")
LIVE = DebateConfig(topic=TOPIC, format="exchange", turns=10, live=Live(both_orders=True))
TALKING = DebateConfig(topic=TOPIC, deliberation=Deliberation(probes=get_args(Probe)))
DEBATES = {name: kind for name, kind in KINDS.items() if isinstance(TALKING, kind.belongs_to)}
CALLS = {name: kind for name, kind in DEBATES.items() if issubclass(kind, ModelTask)}


def conduct(store, config, model):
    """Conduct a debate on these answers, to its end."""
    record = store.open_record(DebateOpened(config=config))
    reach = reaching(model)(None)
    asyncio.run(Moderator(store, store.acquire(record), reach).conduct())
    return load(store, record)


def test_thirteen_kinds_of_calls_and_the_gates_between_rounds_make_every_debate_there_is():
    structured, exchange = DebateConfig(topic=TOPIC, live=Live()), LIVE
    found = {step.kind for config in (structured, exchange, TALKING) for step in graph(config)}
    assert found == set(DEBATES)
    assert len(CALLS) == len(DEBATES) - 1 == 13
    # Ten turns: nine pairs, each in both orders.
    assert sum(step.kind == Pairwise.kind for step in graph(LIVE)) == 18


def test_the_steps_of_each_kind_of_record_are_as_was_approved():
    heeding = Live(feedback="strict", temperature=0.7, model="a:b")
    configs = [
        DebateConfig(topic=TOPIC, narrative=True),
        DebateConfig(topic=TOPIC, order="alternating", live=heeding, reading="both"),
        DebateConfig(topic=TOPIC, format="exchange", turns=4, live=heeding, narrative=False),
        LIVE.model_copy(update={"turns": 3}),
        TALKING,
        ArtifactConfig(
            artifact=read_pasted("Logs are kept."), deliberation=Deliberation(rounds=1, probes=("reasons",))
        ),
    ]
    steps = ((config, step) for config in configs for step in graph(config))
    told = (f"{fact_text(step)} {steps_in_words(config)[step.name]}\n" for config, step in steps)
    check_approved("calls/steps", "".join(told))


@pytest.mark.parametrize("config", [DebateConfig(topic=TOPIC), LIVE, TALKING])
def test_every_step_waits_for_steps_that_stand_before_it_and_has_words_of_its_own(config):
    before = set()
    for step in graph(config):
        assert before.issuperset(step.needs)
        before.add(step.name)
    words = steps_in_words(config).values()
    assert len(set(words)) == len(words)
    assert not any(":" in said for said in words)
    first = {"PRO's turn 1", "comparing turns 1 and 2"} if config is LIVE else {"PRO's opening"}
    assert first <= set(words)


def test_all_judges_of_a_round_share_one_prefix_of_nine_tenths_as_the_product_makes_it(store):
    model = Scripted(otherwise=answer)
    conduct(store, DebateConfig(topic=TOPIC), model)
    judging = [r for r in model.requests if r.call.startswith("judging:")]
    said = {r.call: "".join(m.content for m in r.messages) for r in judging}
    assert len(said) == 4
    blocks = {r.call: [m for m in r.messages if m.cacheable] for r in judging}
    assert len(next(iter(blocks.values()))) == 2
    assert len({tuple(found) for found in blocks.values()}) == 1
    prefix = next(n for n, chars in enumerate(zip(*said.values(), strict=False)) if len(set(chars)) > 1)
    assert all(prefix >= 0.9 * len(text) for text in said.values())
    # real marks: 32 hexadecimal digits, the same for the judges and for nobody else
    marks = {r.call: r.messages[-2 if r.call.startswith("judging:") else -1].content for r in model.requests}
    drawn = {call: text.split("never write yourself, is ")[1][:32] for call, text in marks.items()}
    assert len({drawn[call] for call in said}) == 1
    assert len(set(drawn.values())) == len(drawn) - 3
    assert all(r.schema == judging[0].schema for r in judging)


def test_the_burden_of_proof_is_in_every_prompt_of_the_debate(store):
    model = Scripted(otherwise=answer)
    topic = TOPIC.model_copy(update={"burden": "con"})
    conduct(store, LIVE.model_copy(update={"topic": topic}), model)
    assert {
        KINDS[kind] for kind in ("exchange", "live", "pairwise", "narrative", "convergence", "judging")
    } <= {type(ask) for ask in model.asks.values()}
    for request in model.requests:
        assert "The burden of proof is on CON" in "".join(m.content for m in request.messages)


SAID = "process 2 follows and result 2 can be measured"


def sample(schema):
    """A value that a schema asks for; its words are words of turn 2, so that they can be quoted."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: sample(part) for name, part in schema["properties"].items()}
    if schema["type"] == "array":
        return [sample(place) for place in schema.get("prefixItems", [schema["items"]])]
    return {"integer": 1, "number": 1, "string": SAID}[schema["type"]]


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What is asked, once of each kind, in debates as the product conducts them."""
    found = {}
    for n, config in enumerate((LIVE, TALKING)):
        store = SQLiteStore(tmp_path_factory.mktemp("asked") / f"{n}.sqlite3")
        model = Scripted(otherwise=parted)
        conduct(store, config, model)
        store.close()
        found |= {ask.kind: ask for call, ask in model.asks.items() if call not in ("live:1", "live:3")}
        found["live"] = found.get("live") and model.asks.get("live:2", found["live"])
    return found


EACH = each("kind", CALLS)


def places(value):
    """Every place in a value, as its holder and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [one for key in keys for one in places(value[key])]


def good(ask):
    """An answer made from the schema alone."""
    return json.dumps(sample(dict(ask.prompt("f" * 32).schema)))


def read(ask, text, shown=""):
    """What is read of an answer, beside what else was shown."""
    return reading_of(ask, text, f"{ask.prompt('f' * 32).plain}\n{shown}")


@EACH
def test_an_answer_made_from_the_schema_alone_becomes_the_fact(asked, kind):
    reading = read(asked[kind], good(asked[kind]))
    assert reading.faults == ()
    assert reading.fact is not None
    assert getattr(reading.fact, "rung", "strict") == "strict"


@EACH
def test_an_answer_is_read_whatever_stands_around_it(asked, kind):
    text = good(asked[kind])
    around = f"```json\n{text}\n```", f"<think>3? No.</think>{text}", f"Here it is:\n{text}", json.dumps(text)
    for answered in around:
        fact = read(asked[kind], answered).fact
        assert fact.model_dump(exclude={"rung"}) == read(asked[kind], text).fact.model_dump(exclude={"rung"})


@EACH
def test_an_answer_in_no_form_is_asked_for_again(asked, kind):
    text = good(asked[kind])
    for answered in ("", "I can't do that.", "[]", "{}", "3", '"words"', text[:20], text[: len(text) // 2]):
        reading = read(asked[kind], answered)
        assert reading.fact is None
        assert reading.faults


@EACH
def test_an_answer_that_stands_in_the_debate_is_not_the_models_own(asked, kind):
    text = good(asked[kind])
    assert read(asked[kind], text, f"Say {text}").faults
    assert not read(asked[kind], text, "Say nothing of the kind.").faults


@EACH
def test_words_that_can_not_be_stored_are_made_sound(asked, kind):
    fact = read(asked[kind], good(asked[kind]).replace(SAID, f"{SAID} \\ud800 \\u0000.")).fact
    stored = fact.model_dump_json()
    assert "\\u0000" not in stored
    assert type(fact).model_validate_json(stored.encode("utf-8")) == fact


@EACH
def test_faults_never_quote_the_answer(asked, kind):
    secret = "zebra-4711"
    whole = json.loads(good(asked[kind]))
    bent = [{**whole, name: value} for name in whole for value in (secret, [secret], {secret: secret})]
    for answered in (secret, *map(json.dumps, [{secret: secret}, *bent])):
        assert secret not in " ".join(read(asked[kind], answered).faults)


@EACH
def test_a_damaged_or_bent_answer_becomes_a_fact_that_can_be_stored_or_has_faults(asked, kind):
    rng, text = random.Random(23), good(asked[kind])
    pieces = ["", "{", "}", '"', "]", ",", ":", "9", "null", "\\", "\ud800", "turn 9", '"text": 3,']
    others = [None, -1, 0, 7.6, 41, 1e9, True, "", "PRO", "T4-C1", "5", [], {}, [[]]]
    for _ in range(25):
        at, bent = rng.randrange(len(text)), json.loads(text)
        holder, key = rng.choice(places(bent))
        holder[key] = rng.choice(others)
        damaged = text[:at] + rng.choice(pieces) + text[at + rng.randrange(9) :]
        for reading in (read(asked[kind], damaged), read(asked[kind], json.dumps(bent))):
            assert (reading.fact is None) == bool(reading.faults)
            if reading.fact:
                assert type(reading.fact).model_validate_json(reading.fact.model_dump_json()) == reading.fact


def test_faults_that_are_alike_are_said_once():
    faults = (*(f"PRO-{n}: expected x." for n in (1, 2, 3)), "Expected one object.")
    assert faults_text(faults) == "PRO-1, PRO-2, PRO-3: expected x. Expected one object."


def test_what_a_judge_got_wrong_most_often_is_said_in_plain_words(asked):
    rows = json.loads(good(asked["judging"]))
    first, second = rows["scores"][:2]
    first["logic_score"], second["standing"] = "?", "so-so"
    rows["scores"].append({**rows["scores"][2], "logic_score": 9})
    names = [row["argument_id"] for row in rows["scores"]]
    assert faults_text(read(asked["judging"], json.dumps(rows)).faults) == (
        f"{names[0]} had a score that is missing or not a whole number from 1 to 10. "
        f"{names[1]} had no clear ruling. {names[2]} came twice."
    )
    told = "It came in no form that could be read. Its reasons speak of its own scores."
    assert faults_text((UNREADABLE, ASIDES)) == told
    assert faults_text((WITHDRAWN,)) == "Words beside its scores may take them back."
    empty = tuple(
        f"{name}: text still holds the placeholder of the form." for name in ("key_insight", "question 1")
    )
    assert faults_text(empty) == "key insight, question 1 was left as in the empty form."


# ── a twelfth kind: one module, one event, a line in KINDS ──

MOTTO = Form({"motto": Text(means="the debate in five words")})


class MottoFound(StepResult):
    """The debate in a few words."""

    kind: Literal["motto_found"] = "motto_found"
    motto: str


class Motto(FormTask):
    """A model is to put the whole debate into a few words."""

    kind: ClassVar[str] = "motto"
    form: ClassVar[Form] = MOTTO
    topic: Topic

    @classmethod
    def steps(cls, config):
        return (Step(name="motto", kind="motto", needs=("briefing",), model="m", cap=50, temperature=0.0),)

    @classmethod
    def called(cls, step):
        return "the motto"

    @classmethod
    def at(cls, record, step):
        return cls(topic=record.config.topic)

    def prompt(self, nonce, faults=()):
        passages = start(self.topic, nonce)
        said = paragraphs(passages.text, f"Give\n{MOTTO.lines()}", in_form(MOTTO.layout))
        return Prompt(
            messages=(Message(role="user", content=said),), schema=MOTTO.schema(), plain=passages.plain
        )

    def fact(self, read, answer, parse_stage):
        return MottoFound(**read, call=answer.call)


def _answered(ask):
    return json.dumps({"motto": "Sleep first, then the bell"}) if isinstance(ask, Motto) else answer(ask)


def test_a_twelfth_kind_is_conducted_stored_folded_and_resumed(store, monkeypatch):
    monkeypatch.setitem(KINDS, "motto", Motto)
    config = DebateConfig(topic=TOPIC)
    assert graph(config)[-1].name == "motto"
    assert estimate(config).calls == 12
    model = Scripted(otherwise=_answered)
    held = conduct(store, config, model)
    assert model.asked["motto"] == 1
    assert held.progress == "finished"
    assert held.results["motto"].motto == "Sleep first, then the bell"
    # conducting again from the log buys nothing
    again = Scripted(otherwise=_answered)
    asyncio.run(Moderator(store, store.acquire(held.id), reaching(again)(None)).conduct())
    assert not again.asked
