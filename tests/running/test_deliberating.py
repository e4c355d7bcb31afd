"""Judges deliberate to an end that is said, with the debate or later; nothing is bought twice, nobody lost unnamed."""

import socket
from collections import Counter
from typing import get_args

import pytest

from debate_core import calls as asks
from debate_core.domain.config import Budget, Deliberation, Probe
from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Server
from debate_core.library.history import history_entry
from debate_core.llm.catalogue import Access
from debate_core.llm.errors import ModelError
from debate_core.reporting.discussion import discussion_blocks
from debate_core.running.estimate import estimate, estimate_deliberation
from debate_core.store import SQLiteStore
from debate_core.store.deliberation import parts
from debate_core.store.events import DeliberationClosed, DeliberationOpened, SheetRevised
from tests.building.facts import but
from tests.running.conftest import config
from tests.voices import Scripted, answer, parted, revised

pytestmark = pytest.mark.slow  # as a whole, some seconds

TALK = Deliberation()
NAMES = ("Technical", "Business", "Risk", "General")
SECOND, THIRD = ([f"deliberation:{n}:{name}" for name in NAMES] for n in (2, 3))
QUOTE = "Because of cause 1, process 1 follows and result 1 can be measured."
NEAR_PRO = {"PRO-1": 8, "PRO-2": 7, "PRO-3": 8, "CON-1": 4, "CON-2": 5, "CON-3": 3}


def restless(ask):
    """As `parted`, but in every round each judge changes one score of its own."""
    if isinstance(ask, asks.Deliberate):
        low = ask.own.entry("PRO-1").scores["logic"]
        return revised(ask.own, ask.rubric, [("PRO-1", "logic", low - 1 if low > 5 else low + 1, QUOTE)])
    return parted(ask)


def won_over(ask):
    """As `parted`, but the two that saw it otherwise come over at once."""
    if isinstance(ask, asks.Deliberate):
        changes = [(a, key, score, QUOTE) for a, score in NEAR_PRO.items() for key in ask.rubric.keys]
        return revised(ask.own, ask.rubric, changes)
    return parted(ask)


def with_risk_on(model):
    """The usual panel, its judge Risk on that model."""
    panel = config().panel
    return but(panel, judges=tuple(but(j, model=model) if j.name == "Risk" else j for j in panel.judges))


def closed(held):
    return held.deliberating.closed


@pytest.mark.parametrize(
    ("voice", "settings", "why", "rounds"),
    [
        (answer, Deliberation(probes=("re_read",)), "accord_reached", 0),
        (answer, Deliberation(threshold=1), "no_disagreement", 0),
        (parted, TALK, "nothing_moved", 1),
        (restless, Deliberation(rounds=2), "round_limit", 2),
        (won_over, TALK, "accord_reached", 1),
        (parted, Deliberation(rounds=0, probes=("re_read",)), "round_limit", 0),
    ],
)
def test_a_deliberation_ends_for_a_reason_that_is_noted(bench, voice, settings, why, rounds):
    model = Scripted(otherwise=voice)
    held = bench.held(bench.run(model, deliberation=settings))
    assert (held.progress, closed(held), held.judging.rounds) == ("finished", why, 1 + rounds)
    asked = Counter(call.split(":")[1] for call in model.asked if call.startswith("deliberation"))
    assert asked == {str(2 + n): 4 for n in range(rounds)}
    probed = [call for call in model.asked if call.startswith("probe")]
    assert len(probed) == (4 if settings.probes and why != "accord_reached" else 0)


def test_all_judges_of_a_round_read_what_stood_before_it_and_what_was_seen_and_said_is_kept(bench):
    model = Scripted(otherwise=restless)
    record = bench.run(model, deliberation=Deliberation(rounds=2, probes=("planted",)))
    held = bench.held(record)
    for number, calls in ((1, SECOND), (2, THIRD)):
        for name, call in zip(NAMES, calls, strict=True):
            ask = model.asks[call]
            assert ask.own == held.judging.sheet(name, number)
            assert {peer.sheet.judge: peer.sheet for peer in ask.peers} == {
                other: held.judging.sheet(other, number) for other in NAMES if other != name
            }
    revision = held.revision("Risk", 2)
    assert sorted(revision.seen) == ["A", "B", "C"]
    assert sorted(revision.seen.values()) == sorted(set(NAMES) - {"Risk"})
    assert [(c.argument, c.dimension, c.because) for c in revision.changes] == [("PRO-1", "logic", QUOTE)]
    planted = held.revision("Risk", probe="planted").planted
    assert sorted(planted) == sorted(planted.values()) == sorted(held.judging.ids)
    assert all(one != other for one, other in planted.items())
    kinds = [type(e) for e in bench.events(record) if isinstance(e, DeliberationOpened | DeliberationClosed)]
    assert kinds == [DeliberationOpened, DeliberationClosed]


def test_resuming_from_any_prefix_buys_no_sheet_twice_and_ends_the_same(bench):
    panel = but(config().panel, judges=config().panel.judges[:2])
    settings, whole = Deliberation(rounds=2, probes=("planted",)), Scripted(otherwise=restless)
    record = bench.run(whole, deliberation=settings, panel=panel)
    events, expected = bench.events(record), bench.held(record)
    first = next(n for n, event in enumerate(events) if event.kind == "sheet_read")
    for cut in range(first, len(events), 5):
        record = bench.broken_off(events[:cut])
        assert bench.go_on(record, restless) == set(whole.asked), cut
        held = bench.held(record)
        assert (held.judging.read, closed(held)) == (expected.judging.read, "round_limit"), cut
        kinds = Counter(event.kind for event in bench.events(record))
        assert (kinds["deliberation_opened"], kinds["deliberation_closed"]) == (1, 1), cut


# ── later, on a finished debate ──


def test_a_finished_debate_is_deliberated_later_bought_nothing_else_and_its_independent_result_stays(bench):
    record = bench.run(Scripted(otherwise=won_over))
    before = bench.meaning(record)
    model = Scripted(otherwise=won_over)
    bench.deliberate(record, model)
    held = bench.held(record)
    assert model.asked == dict.fromkeys(SECOND, 1)
    assert (held.progress, closed(held)) == ("finished", "accord_reached")
    beside = {"deliberation", "after_talk", "conformity", "why_null"}
    after = bench.meaning(record)
    assert {key for key in before if before[key] != after[key]} == beside
    assert after["after_talk"]["outcome"]["call"] == "pro" != after["outcome"]["call"] == "no_call"
    assert history_entry(held) is not None


def test_a_later_opening_holds_for_what_is_not_done_yet(bench):
    record = bench.run(Scripted(otherwise=restless), deliberation=Deliberation(rounds=1))
    model = Scripted(otherwise=restless)
    bench.deliberate(record, model, Deliberation(rounds=2, probes=("re_read",)))
    assert set(model.asked) == {*THIRD, *(f"probe:re_read:{name}" for name in NAMES)}
    held = bench.held(record)
    assert (held.judging.rounds, closed(held)) == (3, "round_limit")
    last = bench.events(record)
    with pytest.raises(SetUpError, match="nobody would be asked"):
        bench.runner().deliberate(record, Access(), Deliberation(rounds=1))
    assert bench.events(record) == last
    with pytest.raises(SetUpError, match="nobody would be asked"):
        bench.runner().check(config(deliberation=Deliberation(rounds=0)), Access())


def test_what_it_will_take_is_said_before(bench):
    record = bench.run(Scripted(otherwise=restless))
    settings = Deliberation(rounds=2, probes=get_args(Probe))
    more = estimate_deliberation(bench.held(record), settings)
    assert (more.calls, more.deep) == (4 * (2 + 4), 2)
    model = Scripted(otherwise=restless)
    bench.deliberate(record, model, settings)
    assert model.asked.total() == more.calls
    whole, without = estimate(config(deliberation=settings)), estimate(config())
    assert whole.calls - without.calls == more.calls
    assert whole.tokens_typical - without.tokens_typical == pytest.approx(more.tokens_typical, abs=200)
    assert estimate_deliberation(bench.held(record), settings).calls == 0


@pytest.mark.parametrize("left", ["scored", "finished"])
def test_what_can_not_be_deliberated_is_refused_before_anything_is_stored(bench, left):
    failing = {f"judging:{name}": ModelError("no such model", kind="not_found") for name in NAMES[1:]}
    stopped = {"opening:pro": ModelError("refused", kind="auth")}
    record = bench.run(Scripted(failing if left == "scored" else stopped, otherwise=answer))
    before = bench.events(record)
    said = "needs 2 judges" if left == "scored" else "has not finished"
    with pytest.raises(SetUpError, match=said):
        bench.runner().deliberate(record, Access())
    assert bench.events(record) == before


def test_a_judge_whose_model_can_not_be_reached_keeps_its_sheet_and_is_named(bench, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with monkeypatch.context() as there:
        there.setenv("OPENAI_API_KEY", "k")
        record = bench.run(Scripted(otherwise=won_over), panel=with_risk_on("openai:gone"))
    before = bench.held(record)
    assert estimate_deliberation(before, TALK).calls == 12
    assert estimate_deliberation(before, TALK, bench.runner().who_deliberates(before, Access())[1]).calls == 9
    model = Scripted(otherwise=won_over)
    bench.deliberate(record, model)
    assert set(model.asked) == {call for call in SECOND if "Risk" not in call}
    held = bench.held(record)
    assert estimate_deliberation(held, TALK).calls == 8, (
        "a round that was held is over for those who missed it"
    )
    (said,) = discussion_blocks(bench.report(record))
    assert (
        "missing" not in said.sentence and ".." not in said.sentence and "Risk took no part" in said.sentence
    )
    assert "OPENAI_API_KEY" in held.deliberating.opened.keeps["Risk"]
    part = parts(held, 2)[2]
    assert (part.doing, part.why) == ("keeps", held.deliberating.opened.keeps["Risk"])
    assert bench.report(record).after_talk.keeps == held.deliberating.opened.keeps


def test_a_judge_whose_server_on_this_machine_is_dead_is_not_asked(bench):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # Nobody listens.
        mine = Server(name="mine", base_url=f"http://127.0.0.1:{taken.getsockname()[1]}/v1")
        record = bench.run(Scripted(otherwise=won_over), panel=with_risk_on("mine:m"), servers=(mine,))
        model = Scripted(otherwise=won_over)
        bench.deliberate(record, model)
    assert set(model.asked) == {call for call in SECOND if "Risk" not in call}
    assert bench.report(record).talk.keeps["Risk"].startswith("Nothing answers at 127.0.0.1:")


# ── failures ──


@pytest.mark.parametrize(
    ("kind", "reached"),
    [("content_filter", True), ("not_found", False), ("retryable", False), ("deadline", False)],
)
def test_a_judge_that_fails_in_a_round_keeps_its_earlier_sheet_and_is_named(bench, kind, reached):
    model = Scripted({"deliberation:2:Risk": ModelError("gone", kind=kind)}, otherwise=restless)
    record = bench.run(model, deliberation=Deliberation(rounds=2))
    held = bench.held(record)
    first, *later = (held.judging.sheet("Risk", number) for number in (1, 2, 3))
    assert [sheet == first for sheet in later] == [True, not reached]
    # Who could not be reached is not called again in this discussion.
    assert ("deliberation:3:Risk" in model.asked) is reached
    missing = [one.missing for one in bench.report(record).deliberation]
    assert missing == [{"Risk": "gone"}, {} if reached else {"Risk": "gone"}]
    # the others have gone on: that round is over for it
    assert not held.has_failures
    with pytest.raises(SetUpError, match="nothing failed"):
        bench.runner().resume(record, Access(), retry_failed=True)


@pytest.mark.parametrize("answered", [0, 1])
def test_a_round_that_at_most_one_judge_answers_is_none_and_goes_on_when_it_is_opened_again(bench, answered):
    gone = {call: ModelError("refused", kind="not_found") for call in SECOND[answered:]}
    record = bench.run(Scripted(gone, otherwise=restless), deliberation=Deliberation(rounds=2))
    held = bench.held(record)
    assert (held.progress, closed(held), held.judging.rounds) == ("finished", "too_few_judges", 1)
    talk = bench.report(record).talk
    why = "; ".join(f"{name}: refused" for name in NAMES[answered:])
    assert (talk.rounds, talk.closed_said) == (0, f"too few judges were left to go on ({why})")
    model = Scripted(otherwise=restless)
    bench.deliberate(record, model)
    assert set(model.asked) == {*SECOND[answered:], *THIRD}
    assert bench.report(record).deliberation[0].missing == {}


def test_a_probe_that_failed_can_be_asked_anew(bench):
    gone = {"probe:re_read:Risk": ModelError("refused", kind="not_found")}
    settings = Deliberation(probes=("re_read",))
    record = bench.run(Scripted(gone, otherwise=won_over), deliberation=settings)
    assert bench.report(record).probes[0].missing == {"Risk": "refused"}
    model = Scripted(otherwise=won_over)
    bench.resume(record, model, retry_failed=True)
    assert set(model.asked) == {"probe:re_read:Risk"}
    assert bench.report(record).probes[0].missing == {}


def test_a_budget_pauses_a_deliberation_and_it_goes_on_with_another(bench):
    record = bench.run(Scripted(otherwise=won_over), budget=Budget(calls=12))
    bench.deliberate(record, Scripted(otherwise=won_over))
    held = bench.held(record)
    assert (held.progress, held.by_budget) == ("paused", True)
    # its judges' independent scores are known all the same
    assert history_entry(held) is not None
    model = Scripted(otherwise=won_over)
    bench.resume(record, model, budget=Budget(calls=40))
    assert model.asked.total() == 3
    assert closed(bench.held(record)) == "accord_reached"


# ── time ──


class Slow(SQLiteStore):
    """A store whose clock goes on by a set number of seconds with each answer."""

    def __init__(self, path, step):
        self.now = 0.0
        super().__init__(path, clock=lambda: self.now)
        self.step = step

    def append(self, record, events, *, lease=None):
        if any(isinstance(event, SheetRevised) for event in events):
            self.now += self.step
        return super().append(record, events, lease=lease)


@pytest.mark.parametrize(("step", "rounds", "why"), [(10, 2, "round_limit"), (40, 1, "time_limit")])
def test_no_round_begins_after_the_limit_of_time_and_one_under_way_ends(bench, step, rounds, why):
    bench.opens = lambda busy: Slow(bench.path, step)
    held = bench.held(bench.run(Scripted(otherwise=restless), deliberation=Deliberation(rounds=2)))
    assert (held.judging.rounds, closed(held)) == (1 + rounds, why)
    assert all(held.judging.read.get((name, 2, None)) for name in NAMES)


def test_time_in_which_nobody_conducted_it_does_not_count(bench):
    record = bench.run(Scripted(otherwise=restless), deliberation=Deliberation(rounds=2))
    events = bench.events(record)
    second = [n for n, event in enumerate(events) if isinstance(event, SheetRevised)][3]
    again = bench.broken_off(events[: second + 1])
    bench.opens = lambda busy: SQLiteStore(bench.path, clock=lambda: bench.held(again).last_at + 3600)
    bench.resume(again, Scripted(otherwise=restless))
    assert (bench.held(again).judging.rounds, closed(bench.held(again))) == (3, "round_limit")
