"""A debate is conducted to its end, and every failure leaves it whole, said and resumable."""

import asyncio
import json
import threading
from dataclasses import replace

import pytest

from debate_core.calls.ask import CUT_FAULT
from debate_core.composition import model_factory
from debate_core.domain.config import Budget, Live
from debate_core.domain.errors import LeaseHeld, StoreFailed
from debate_core.domain.model import Completion, Usage
from debate_core.domain.settings import RetryPolicy
from debate_core.library.history import Verdict, history_entry
from debate_core.library.library import read_history_entries
from debate_core.llm.catalogue import Access
from debate_core.llm.errors import ModelError
from debate_core.running.estimate import estimate
from debate_core.running.moderator import apart_from_panel, events_to_take_over
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.events import CallId, DebateFinished, DebateOpened, Failure, OutcomeKnown, StepFailed
from tests.running.conftest import EXCHANGE, QUICK, Meanwhile, config
from tests.voices import Scripted, answer, closing, opening, responses

pytestmark = pytest.mark.slow  # as a whole, some seconds

SPEECHES = [
    f"{phase}:{side}" for phase in ("opening", "cross_examination", "closing") for side in ("pro", "con")
]
JUDGES = [f"judging:{name}" for name in ("Technical", "Business", "Risk", "General")]
ALL_CALLS = {*SPEECHES, *JUDGES, "briefing"}


def test_a_debate_runs_to_its_end_with_each_call_made_once(anywhere):
    model = Scripted(otherwise=answer)
    record = anywhere.run(model)
    held = anywhere.held(record)
    assert held.progress == "finished"
    assert model.asked == dict.fromkeys(ALL_CALLS, 1)
    assert [turn.number for turn in held.transcript.turns] == [1, 2, 3, 4, 5, 6]
    assert [a.id for a in held.transcript.arguments] == ["PRO-1", "PRO-2", "PRO-3", "CON-1", "CON-2", "CON-3"]
    assert held.judging.panel_text == "4 judges"
    assert held.briefing is not None and held.deliberating is None
    usual = estimate(held.config)
    assert held.budget == Budget(calls=3 * usual.calls, tokens=3 * usual.tokens_typical)
    assert anywhere.report(record).outcome.call == "pro"
    events = anywhere.events(record)
    assert all(0.0 <= event.seconds < 60 for event in events if event.kind == "call_completed")
    kinds = [event.kind for event in events]
    assert (kinds[0], kinds[-1]) == ("debate_opened", "debate_finished")
    assert "call_completed" in kinds[: kinds.index("turn_spoken")], (
        "an answer is there before what is read from it"
    )


def test_calls_that_do_not_wait_for_each_other_are_under_way_together(anywhere):
    # Each phase's two calls meet at a barrier: were they made one after the other, it would break.
    barriers = {name: threading.Barrier(2) for name in ("opening", "cross_examination", "closing")}
    judges = threading.Barrier(4)

    async def meet(request, _):
        kind = request.call.partition(":")[0]
        barrier = judges if kind == "judging" else barriers.get(kind)
        if barrier:
            await asyncio.to_thread(barrier.wait, 60)

    assert anywhere.held(anywhere.run(Meanwhile(meet))).progress == "finished"


@pytest.mark.parametrize(("chosen", "stride"), [({}, 3), (EXCHANGE, 7)], ids=["structured", "exchange"])
def test_resuming_from_any_prefix_of_the_log_buys_no_answer_twice_and_ends_the_same(bench, chosen, stride):
    whole = Scripted(otherwise=answer)
    record = bench.run(whole, **chosen)
    events, expected = bench.events(record), bench.outcome(record)
    for cut in range(1, len(events), stride):
        record = bench.broken_off(events[:cut])
        assert bench.go_on(record) == set(whole.asked), cut
        assert bench.outcome(record) == expected, cut


def test_a_judge_that_cannot_be_read_is_asked_twice_more_and_then_has_failed_until_it_is_asked_anew(bench):
    nonsense = {f"judging:Risk{n}": "I would rather not." for n in ("", "#2", "#3")}
    model = Scripted(nonsense, otherwise=answer)
    record = bench.run(model)
    held = bench.held(record)
    assert [model.asked[f"judging:Risk{n}"] for n in ("", "#2", "#3", "#4")] == [1, 1, 1, 0]
    assert held.judging.panel_text == "3 of 4 judges"
    ((name, cause),) = ((seat.name, seat.cause_text) for seat in held.judging.failed)
    assert name == "Risk" and "three answers couldn't be read. The last: " in cause
    # the faults went back, the answer did not
    again = next(r for r in model.requests if r.call == "judging:Risk#2")
    assert "could not be used" in again.messages[-1].content
    assert all("rather not" not in message.content for message in again.messages)
    found = bench.report(record)
    assert found.judges_said == "3 of 4 judges"
    assert found.judges[2].scores == {}
    assert all(row.raw["Risk"] is None for row in found.arguments)
    model = Scripted(nonsense, otherwise=answer)
    bench.resume(record, model, retry_failed=True)
    assert (model.asked, bench.held(record).judging.panel_text) == ({"judging:Risk#4": 1}, "4 judges")


def test_only_the_missing_answer_is_asked_for_again_and_then_recorded_as_no_response(bench):
    calls = {
        "cross_examination:con": responses(["PRO-1", "PRO-3"]),
        "cross_examination:con#2": json.dumps({"responses": []}),
    }
    model = Scripted(calls, otherwise=answer)
    held = bench.held(bench.run(model))
    again = next(r for r in model.requests if r.call == "cross_examination:con#2")
    assert [a.id for a in model.asks[again.call].targets] == ["PRO-2"]
    answers = held.transcript.responses
    assert answers["PRO-1"].response_type == "challenge"
    assert answers["PRO-2"].response_type is None
    assert answers["PRO-3"].response_type == "challenge"


def test_a_busy_provider_is_tried_again_with_each_attempt_in_the_log(bench):
    busy = ModelError("busy", kind="retryable", after=0.0)
    model = Scripted({"opening:pro": [busy, busy, opening("pro")]}, otherwise=answer)
    record = bench.run(model)
    ends = [e for e in bench.events(record) if str(getattr(e, "call", "")) == "opening:pro"]
    failed = ["call_started", "call_failed"]
    assert [e.kind for e in ends] == [*failed, *failed, "call_started", "call_completed"]
    assert bench.held(record).progress == "finished"


@pytest.mark.parametrize("kind", ["auth", "not_found", "context_overflow", "content_filter", "internal"])
def test_a_failure_no_retry_can_mend_pauses_the_debate_at_once_and_it_resumes(bench, kind):
    failing = Scripted({"cross_examination:pro": ModelError("refused", kind=kind)}, otherwise=answer)
    record = bench.run(failing)
    held = bench.held(record)
    assert failing.asked["cross_examination:pro"] == 1
    assert held.progress == "paused"
    assert "PRO's cross-examination" in held.cause
    # the other side's answer, under way when it failed, was kept
    assert {turn.number for turn in held.transcript.turns} == {1, 2, 4}
    bench.resume(record)
    assert bench.held(record).progress == "finished"


@pytest.mark.parametrize(
    ("call", "kind"), [("judging:Risk", "quota"), ("briefing", "auth"), ("live:1", "quota")]
)
def test_a_refused_key_or_a_used_up_quota_pauses_the_debate_whatever_the_call_was_for(bench, call, kind):
    failing = Scripted({call: ModelError("openai says no. Check the key", kind=kind)}, otherwise=answer)
    changes = {"live": Live()} if call.startswith("live") else {}
    record = bench.run(failing, **changes)
    held = bench.held(record)
    assert (held.progress, failing.asked[call]) == ("paused", 1)
    assert held.cause.endswith("could not be had: openai says no. Check the key")
    assert not held.failures
    bench.resume(record)
    assert (bench.held(record).progress, bench.held(record).judging.panel_text) == ("finished", "4 judges")


def test_what_no_judge_has_a_part_in_can_be_taken_over_by_another_panel(bench):
    held = bench.held(bench.run(live=Live()))
    assert [one.turn for one in held.proposals] == [1, 2, 3, 4, 5, 6]
    apart = {step for step in apart_from_panel(held.config) if step in held.results}
    assert apart >= set(SPEECHES) and apart.isdisjoint([*JUDGES, "briefing"])
    busy = Failure(kind="retryable", message="busy")
    lost = replace(held, failures={"live:1": busy, JUDGES[0]: busy})
    came = [held.results[step] for step in held.results if step in apart]
    assert [*events_to_take_over(lost)] == [*came, StepFailed(step="live:1", failure=busy)]


def test_a_deadline_says_whose_it_was(bench):
    slow = Scripted(otherwise=answer, seconds=5.0)
    runner = bench.runner(slow, RetryPolicy(deadline=0.05, tries=1))
    record = runner.start(config(), Access())
    bench.end(record)
    assert "simulated:standard took too long: longer than 0 s" in bench.held(record).cause


def test_silence_is_counted_from_the_last_word(bench):
    async def slowly(request, on_text):
        loop = asyncio.get_running_loop()
        real = loop.time
        for late in (15, 30, 45) if request.call.startswith("exchange") else ():
            on_text("word ")
            loop.time = lambda late=late: real() + late
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        loop.time = real

    runner = bench.runner(Meanwhile(slowly), RetryPolicy(read_timeout=20.0, tries=1))
    record = runner.start(config(format="exchange", turns=2), Access())
    bench.end(record)
    assert bench.held(record).progress == "finished"


def test_words_of_a_cut_stream_are_kept_as_an_attempt_and_never_as_a_turn(bench):
    cut = ModelError("the stream broke off", kind="cut_stream", partial="half a wo")
    record = bench.run(Scripted({"opening:con": cut}, otherwise=answer))
    failures = [e for e in bench.events(record) if e.kind == "call_failed"]
    assert {e.partial for e in failures} == {"half a wo"} and all(0.0 <= e.seconds < 60 for e in failures)
    assert [turn.side for turn in bench.held(record).transcript.turns] == ["pro"]


def test_a_stop_ends_within_two_seconds_keeps_the_words_and_resumes(anywhere):
    speaking = threading.Event()

    async def linger(request, on_text):
        if request.call == "opening:con":
            on_text("the first words")
            speaking.set()
            await asyncio.sleep(60)

    runner = anywhere.runner(Meanwhile(linger))
    record = runner.start(config(), Access())
    assert speaking.wait(60)
    assert runner.stop(record, wait=2.0)
    held = anywhere.held(record)
    assert held.progress == "stopped"
    assert not anywhere.store.is_conducted(record)
    failure = next(e for e in anywhere.events(record) if e.kind == "call_failed")
    assert (failure.failure, failure.partial) == ("cancelled", "the first words")
    assert anywhere.store.words(record) == {}
    anywhere.resume(record)
    assert anywhere.held(record).progress == "finished"


def test_two_runners_on_one_debate_are_one_writer_and_one_viewer(anywhere):
    waiting, go = threading.Event(), threading.Event()

    async def wait(*_):
        waiting.set()
        await asyncio.to_thread(go.wait, 60)

    first, second = anywhere.runner(Meanwhile(wait)), anywhere.runner()
    record = first.start(config(), Access())
    assert waiting.wait(60)
    with pytest.raises(LeaseHeld):
        second.resume(record, Access())
    go.set()
    assert first.wait(record, 60)
    assert anywhere.held(record).progress == "finished"


def test_two_debates_run_at_once_without_mixing(bench):
    runner = bench.runner()
    records = [runner.start(config(seed=n), Access()) for n in range(2)]
    assert all(runner.wait(record, 60) for record in records)
    assert [bench.held(r).progress for r in records] == ["finished"] * 2
    assert bench.meaning(records[0]) == bench.meaning(records[1])


def test_a_budget_of_calls_stops_the_debate_before_it_is_passed(anywhere):
    model = Scripted(otherwise=answer)
    record = anywhere.run(model, budget=Budget(calls=5))
    held = anywhere.held(record)
    assert model.asked.total() == 5
    assert held.progress == "paused"
    assert "budget of 5 calls" in held.cause
    # resuming spends nothing more: what was spent before still counts
    again = Scripted(otherwise=answer)
    anywhere.resume(record, again)
    assert again.asked.total() == 0


def test_a_model_that_never_ends_an_answer_well_meets_the_usual_budget(bench):
    talks = Completion(text="no", finish="length", usage=Usage(input=30_000, output=8_000))
    calls = {f"judging:{name}{n}": talks for name in ("Technical", "Business") for n in ("", "#2", "#3")}
    record = bench.run(Scripted({**calls, "opening:pro": talks, "opening:con": talks}, otherwise=answer))
    assert bench.held(record).out_of_budget


def test_a_budget_of_tokens_is_reserved_before_a_call_starts(anywhere):
    model = Scripted(otherwise=answer)
    record = anywhere.run(model, budget=Budget(tokens=3500))
    assert anywhere.held(record).progress == "paused"
    # an opening reserves over 1,750 tokens, so the second never started
    assert model.asked.total() == 1


def test_a_full_disk_is_said_at_once_and_nothing_that_was_committed_is_lost(bench):
    runner = bench.runner()
    store = runner.store
    record = store.open_record(DebateOpened(config=config()))
    pages = store._facts.connection(0).execute("PRAGMA page_count").fetchone()[0]
    store._facts.connection(0).execute(f"PRAGMA max_page_count = {pages + 6}")
    runner.resume(record, Access())
    assert runner.wait(record, 60)
    assert "full" in runner.fault_text(record)
    before = bench.store.read(record)
    store._facts.connection(0).execute("PRAGMA max_page_count = 1000000")
    runner.resume(record, Access())
    assert runner.wait(record, 60)
    assert bench.store.read(record)[: len(before)] == before
    assert bench.held(record).progress == "finished"


def test_a_resume_that_could_not_be_noted_leaves_the_debate_free(bench):
    class Full(SQLiteStore):
        def append(self, *_, **__):
            raise StoreFailed("the disk took no more")

    record = bench.store.open_record(DebateOpened(config=config()))
    runner = Runner(Full(bench.path), reach=model_factory, retry=QUICK)
    with pytest.raises(StoreFailed):
        runner.resume(record, Access())
    assert not bench.store.is_conducted(record)
    runner.close()
    runner.store.close()


def test_a_briefing_that_fails_leaves_the_scores_standing(bench):
    calls = {"briefing": "no", "briefing#2": "still no"}
    record = bench.run(Scripted(calls, otherwise=answer))
    held = bench.held(record)
    assert held.progress == "finished"
    assert held.briefing is None
    assert held.briefing_cause_text
    assert bench.report(record).outcome.call == "pro"
    bench.resume(record, retry_failed=True)
    assert bench.held(record).briefing is not None


def test_a_reply_cut_by_its_cap_is_asked_for_again(bench):
    cut = Completion(text=opening("pro")[:150], finish="length")
    model = Scripted({"opening:pro": cut, "judging:Risk": cut}, otherwise=answer)
    held = bench.held(bench.run(model))
    assert model.asked["opening:pro#2"] == model.asked["judging:Risk#2"] == 1
    assert {held.calls[CallId(step=step)].faults[-1] for step in ("opening:pro", "judging:Risk")} == {
        CUT_FAULT
    }
    assert len(held.transcript.arguments_of("pro")) == 3


def test_debates_without_any_words_end_without_scores_and_without_inventing(bench):
    silent = {f"opening:{side}{n}": "  " for side in ("pro", "con") for n in ("", "#2")}
    closings = {f"closing:{side}": closing(side) for side in ("pro", "con")}
    silent |= {"briefing": "no", "briefing#2": "no"}
    record = bench.run(Scripted({**silent, **closings}, otherwise=answer))
    held = bench.held(record)
    assert (held.transcript.arguments, held.judging.usable) == ((), 0)
    assert bench.report(record).outcome.call == "no_call"


def test_a_retry_of_what_failed_does_not_buy_a_speechs_first_asking_again(bench):
    full = ModelError("too long", kind="context_overflow")
    calls = {
        "cross_examination:con": responses(["PRO-1", "PRO-3"]),
        "cross_examination:con#2": full,
        "live:1": full,
    }
    record = bench.run(Scripted(calls, otherwise=answer), live=Live())
    held = bench.held(record)
    assert (held.progress, set(held.failures)) == ("paused", {"live:1"})
    model = Scripted(otherwise=answer)
    bench.resume(record, model, retry_failed=True)
    assert [a.id for a in model.asks["cross_examination:con#2"].targets] == ["PRO-2"]
    assert "cross_examination:con" not in model.asked
    spoken = next(e for e in bench.events(record) if e.kind == "turn_spoken" and e.turn.number == 4)
    assert [str(call) for call in spoken.calls] == ["cross_examination:con", "cross_examination:con#2"]
    assert bench.held(record).progress == "finished"


def test_what_a_person_adds_while_a_debate_runs_is_in_its_summary_and_history(anywhere):
    async def tell(request, _):
        if request.call == "closing:pro":
            anywhere.store.append(anywhere.store.records()[0].id, [OutcomeKnown(outcome="PRO")])

    record = anywhere.run(Meanwhile(tell))
    held = anywhere.held(record)
    assert held.true_outcome is not None
    (lesson,) = read_history_entries(anywhere.store)
    assert replace(lesson, verdict=None) == history_entry(held)
    assert lesson.right
    finished = next(e.at for e in anywhere.store.read(record) if isinstance(e.event, DebateFinished))
    assert lesson.noise.finished_at == held.concluded_at == finished
    assert lesson.verdict == Verdict("pro", "pro", "PRO", finished)
