"""The review of a text, conducted: stored, stopped half way, resumed, paused, and beside debates in one store."""

import json
from typing import get_args

import pytest

from debate_core.domain.artifact import BUILT_IN_REVIEWERS, ArtifactConfig
from debate_core.domain.cast import BUILT_IN_JUDGES, Panel
from debate_core.domain.config import Budget, DebateConfig, Deliberation, Probe
from debate_core.domain.errors import RecordNotFound
from debate_core.domain.transcript import Topic
from debate_core.library import library
from debate_core.library.text_review import text_review
from debate_core.llm.catalogue import Access
from debate_core.llm.errors import ModelError
from debate_core.reporting.text_values import text_values
from debate_core.running.estimate import estimate
from debate_core.simulated.judges import artifact_review, review_rescore
from debate_core.store.events import ArtifactOpened, DebateFinished
from debate_core.store.record import ArtifactRecord, load
from tests.library.findings.artifacts import ARCHITECT, ARTIFACT, NAMES
from tests.library.test_nulls import unexplained
from tests.voices import Scripted

pytestmark = pytest.mark.slow  # as a whole, some seconds

CONFIG = ArtifactConfig(artifact=ARTIFACT, seed=3)
FIRST = f"review:{ARCHITECT}"


def said(ask):
    answer = artifact_review if ask.kind == "artifact_review" else review_rescore
    return json.dumps(answer(ask, 3, f"{ask.round}:{ask.reviewer.name}"))


def answering(**answers):
    return Scripted(answers, otherwise=said)


@pytest.fixture
def review(bench):
    """Conduct a review to its end, on these answers; gives the record."""

    def review(model=None, config=CONFIG):
        record = bench.runner(model or answering()).start(config, Access())
        bench.end(record)
        return ArtifactRecord.load(bench.store, record)

    return review


def test_a_review_asks_every_reviewer_at_once_and_is_stored_whole(review, bench):
    held = review()
    assert held.progress == "finished"
    assert list(held.sheets()) == list(NAMES)
    facts = bench.events(held.id)
    assert isinstance(facts[0], ArtifactOpened)
    assert isinstance(facts[-1], DebateFinished)
    assert estimate(CONFIG).calls == held.spent.calls == len(NAMES)
    assert estimate(CONFIG).deep == 1


def test_a_reviewer_without_a_verdict_has_failed_and_can_be_asked_again(review, bench):
    unread = {f"{FIRST}{mark}": "I would rather not." for mark in ("", "#2", "#3")}
    held = review(answering(**unread))
    assert held.progress == "finished"
    assert held.state_of(FIRST) == "failed"
    found = text_review(held)
    assert found.reviewers[0].verdict is found.reviewers[0].weight is None
    assert sum(found.outcome.weights.values()) == pytest.approx(1)
    again = answering()
    bench.resume(held.id, again, retry_failed=True)
    assert list(again.asked) == [f"{FIRST}#4"]
    assert ArtifactRecord.load(bench.store, held.id).state_of(FIRST) == "done"


def test_a_review_that_paused_goes_on_without_asking_anybody_twice(review, bench):
    held = review(config=CONFIG.model_copy(update={"budget": Budget(calls=2)}))
    assert (held.progress, held.out_of_budget, len(held.sheets())) == ("paused", True, 2)
    rest = answering()
    bench.resume(held.id, rest, budget=Budget(calls=9))
    whole = ArtifactRecord.load(bench.store, held.id)
    assert whole.progress == "finished"
    assert not set(rest.asked) & set(held.results)
    assert whole.where_text == "5 of 5 reviewers have answered"


def test_a_review_is_no_debate_and_a_debate_no_review(review, bench):
    held, debate = review(), bench.run()
    with pytest.raises(RecordNotFound, match="is not a debate"):
        load(bench.store, held.id)
    with pytest.raises(RecordNotFound, match="is not the review of a text"):
        ArtifactRecord.load(bench.store, debate)


def test_the_library_tells_reviews_from_debates_and_learns_nothing_from_them(review, bench):
    reviews, debate = [review().id for _ in range(3)], bench.run()
    assert [one.id for one in library.list_newest(bench.store, "debate", 2)] == [debate]
    assert {one.id for one in library.list_newest(bench.store, "artifact", 3)} == set(reviews)
    found = {one.id: one for one in library.list_summaries(bench.store)}
    assert {(found[name].topic, found[name].judges, found[name].outcome) for name in reviews} == {
        (ARTIFACT.name, "5 of 5 reviewers", None)
    }
    assert [one.debate for one in library.read_history_entries(bench.store)] == [debate]


def test_who_of_the_reviewers_is_simulated_is_said():
    real = BUILT_IN_REVIEWERS[0].model_copy(update={"model": "openai:gpt"})
    assert CONFIG.simulation_note == "simulated"
    mixed = ArtifactConfig(artifact=ARTIFACT, reviewers=(real, *BUILT_IN_REVIEWERS[1:3]))
    assert mixed.simulation_note == "partly simulated: Compliance auditor and Security analyst"
    judges = [one.model_copy(update={"model": "openai:gpt"}) for one in BUILT_IN_JUDGES]
    debate = DebateConfig(topic=Topic(text="Trams"), panel=Panel(judges=judges))
    assert debate.simulation_note == "partly simulated: both debaters"
    assert not ArtifactConfig(
        artifact=ARTIFACT, reviewers=(real, real.model_copy(update={"name": "B"}))
    ).simulated


TALKING = CONFIG.model_copy(update={"deliberation": Deliberation(rounds=2, probes=get_args(Probe))})


def test_reviewers_read_each_other_by_the_engine_of_debates_and_the_first_reviews_stay_the_result(review):
    model = answering()
    alone, held = text_review(review()), review(model, TALKING)
    open_ = held.deliberating
    assert open_ is not None and open_.closed
    assert estimate(TALKING).calls == len(NAMES) * 7
    assert not [one for one in model.asked if "deliberation:4" in one]
    found = text_review(held)
    assert (found.outcome, found.findings) == (alone.outcome, alone.findings)
    assert found.reviewers == alone.reviewers
    assert found.after_talk.rounds == held.judging.rounds - 1 > 0
    assert found.later is not None
    assert [one.probe for one in found.probes] == list(get_args(Probe))
    told = text_values(found)
    assert told["deliberation"]["rounds"] == len(told["deliberation"]["per_round"])
    assert unexplained(told["deliberation"]["per_round"]) == []


def test_who_could_not_be_had_in_a_round_keeps_its_review_and_a_round_is_never_bought_twice(review, bench):
    held = review()
    gone = {f"deliberation:2:{ARCHITECT}": ModelError("gone", kind="not_found")}
    bench.deliberate(held.id, answering(**gone), Deliberation(rounds=1))
    later = ArtifactRecord.load(bench.store, held.id)
    (talk,) = text_review(later).deliberation
    assert set(talk.missing) == {ARCHITECT}
    assert later.sheets(2)[ARCHITECT] == later.sheets()[ARCHITECT]
    again = answering()
    bench.deliberate(held.id, again, Deliberation(rounds=1, probes=("re_read",)))
    assert set(again.asked) == {f"probe:re_read:{name}" for name in NAMES}
