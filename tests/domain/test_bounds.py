"""What a person chooses is bounded when a debate is set up; what is stored already can be read all the same."""

import pytest

from debate_core.composition import model_factory
from debate_core.domain.artifact import BUILT_IN_REVIEWERS, Artifact, ArtifactConfig
from debate_core.domain.bounds import check_lengths
from debate_core.domain.cast import Debater, Judge, Panel
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Server
from debate_core.domain.rubric import STANDARD, Scale
from debate_core.domain.transcript import Topic
from debate_core.importing.documents.artifact import read_pasted
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened

TOPIC = Topic(text="Should schools start later?")


def with_first(**changes):
    first, *rest = STANDARD.dimensions
    dimensions = (first.model_copy(update=changes), *rest)
    return DebateConfig(topic=TOPIC, rubric=STANDARD.model_copy(update={"dimensions": dimensions}))


def with_judges(**changes):
    judges = tuple(Judge(name=name, domain="x", **changes) for name in ("Ada", "Grace"))
    return DebateConfig(topic=TOPIC, panel=Panel(judges=judges))


TOO_LONG = {
    "a topic that nobody sees": (DebateConfig(topic=Topic(text="\u200b\u2060")), "a debate needs a topic"),
    "topic": (
        DebateConfig(topic=Topic(text="x" * 20_001)),
        "topic: expected at most 20,000 characters; got 20,001",
    ),
    "background": (
        DebateConfig(topic=Topic(text="x", background="x" * 5000)),
        "background: expected at most 4,000 characters; got 5,000",
    ),
    "traits": (
        DebateConfig(topic=TOPIC, con=Debater(side="con", traits="formal 9" + "," * 1000)),
        "the traits of CON: expected at most 1,000 characters; got 1,008",
    ),
    "brief": (with_judges(brief="x" * 1001), "the brief of judge Ada: expected at most 1,000"),
    "brief of a reviewer": (
        ArtifactConfig(
            artifact=read_pasted("A rule."),
            reviewers=tuple(one.model_copy(update={"brief": "x" * 1001}) for one in BUILT_IN_REVIEWERS),
        ),
        "the brief of judge .* expected at most 1,000",
    ),
    "model": (
        with_judges(model="simulated:" + "x" * 300),
        "the name of a model: expected at most 200 characters; got 310",
    ),
    "question": (with_first(question="x" * 201), "the question of logic: expected at most 200"),
    "end": (with_first(high="x" * 101), "the ends of logic: expected at most 100"),
    "scale": (
        DebateConfig(topic=TOPIC, rubric=STANDARD.model_copy(update={"scale": Scale(low=10, high=1)})),
        "the rubric's lowest score: expected at most 0 points; got 10",
    ),
    "servers": (
        DebateConfig(
            topic=TOPIC, servers=tuple(Server(name=f"s{n}", base_url="http://localhost") for n in range(21))
        ),
        "servers: expected at most 20 addresses; got 21",
    ),
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_what_is_too_long_or_missing_is_said_before_anything_is_stored(tmp_path, name):
    config, words = TOO_LONG[name]
    store = SQLiteStore(tmp_path / "log.sqlite3")
    runner = Runner(store, reach=model_factory)
    with pytest.raises(SetUpError, match=words):
        runner.start(config, Access())
    runner.close()
    assert not store.path.exists()


def test_as_long_as_may_be_is_taken():
    check_lengths(DebateConfig(topic=Topic(text="x" * 20_000, background="x" * 4_000)))
    whole = read_pasted("A rule.").model_dump()
    assert Artifact(**{**whole, "name": "x" * 200})
    assert Artifact(**{**whole, "text": "a\n\nb\n"}).lines == ("a", "", "b")
    with pytest.raises(ValueError, match="at most 200 characters"):
        Artifact(**{**whole, "name": "x" * 201})


def test_a_stored_debate_of_any_length_is_read(tmp_path):
    store = SQLiteStore(tmp_path / "log.sqlite3")
    record = store.open_record(DebateOpened(config=TOO_LONG["topic"][0]))
    assert len(store.read(record)[0].event.config.topic.text) == 20_001
    store.close()
