"""People who look at arguments themselves: the queue, blindness, and facts that nothing overwrites."""

import itertools
import json
import threading
import time

import pytest

from debate_core.domain.errors import FactStored, SetUpError
from debate_core.library import reviews
from debate_core.library.library import list_summaries, read_history, summarise
from debate_core.library.report import ReportSettings
from debate_core.library.report.debate import report
from debate_core.library.reviews import Choice
from debate_core.library.summary import Summary
from debate_core.store import SQLiteStore
from debate_core.store.events import TEXT, ArgumentSettled
from debate_core.store.judging import with_people
from debate_core.store.record import load, replay
from tests.building.exchanges import whole_exchange
from tests.building.facts import but, put, stored
from tests.building.reviewed import DEBATE, KEYS, old_store, review
from tests.building.structured import fill, report_for, report_on

pytestmark = pytest.mark.slow  # as a whole, some seconds

SETTLED = ArgumentSettled(person="Ana", argument="PRO-1", standing="UPHELD", reason="It holds.")


@pytest.fixture
def store(tmp_path):
    """The store that 0.1.0 wrote."""
    opened = SQLiteStore(old_store(tmp_path))
    yield opened
    opened.close()


def give(store, *given):
    """Give these scores one after another; the debate then."""
    for one in given:
        reviews.give(store, load(store, DEBATE), one)
    return load(store, DEBATE)


def made_up(n, parting=(), alike=(), named=(), **more):
    return Summary(
        id=f"debate{n}",
        opened_at=float(n),
        sequence=9,
        parting=dict(parting),
        named=dict(named),
        alike=tuple(alike),
        **more,
    )


MANY = [
    made_up(n, {"PRO-1": 1.2 + n / 4, "CON-2": 3.5}, ["PRO-2", "PRO-3", "CON-1", "CON-3"]) for n in range(12)
]


def test_the_worst_come_first_and_one_in_four_is_an_anchor():
    found = reviews.queue_of(MANY, "Ana")
    spreads = [
        int(next(one for one in MANY if one.id == place.record).parting[place.argument])
        for place in found
        if place.sampled == "divergent"
    ]
    assert spreads == sorted(spreads, reverse=True)
    assert len(spreads) == 24
    anchors = [place for place in found if place.sampled == "anchor"]
    assert len(anchors) == 8
    assert {place.probability for place in anchors} == {8 / 48}


def test_a_queue_is_the_persons_own_and_stays_so():
    mine, again, yours = (reviews.queue_of(MANY, person) for person in ("Ana", "Ana", "Ben"))
    assert mine == again
    assert mine != yours
    places = [
        next(i for i, one in enumerate(found[:4]) if one.sampled == "anchor") for found in (mine, yours)
    ]
    everywhere = {
        i % 4
        for person in "ABCDEFGH"
        for i, one in enumerate(reviews.queue_of(MANY, person))
        if one.sampled == "anchor"
    }
    assert set(places) <= everywhere == {0, 1, 2, 3}


def test_debates_of_studies_are_scored_one_debate_at_a_time(monkeypatch, store):
    alone, studied = made_up(1, {"PRO-1": 2.0}), made_up(2, {"CON-1": 3.0}, study="hours")
    monkeypatch.setattr(reviews, "list_summaries", lambda _: [studied, alone])
    monkeypatch.setattr(reviews, "summarise", lambda _, name: studied)
    monkeypatch.setattr(store, "last_sequence", lambda _: 9)
    assert {one.record for one in reviews.queue(store, "Ana")} == {"debate1"}
    assert {one.record for one in reviews.queue(store, "Ana", Choice(record="debate2"))} == {"debate2"}


def test_an_anchor_is_drawn_as_often_as_its_probability_says():
    drawn = [
        (place.record, place.argument)
        for n in range(300)
        for place in reviews.queue_of(MANY, f"person {n}")
        if place.sampled == "anchor"
    ]
    for anchor in itertools.product([one.id for one in MANY], ["PRO-2", "CON-3"]):
        assert 20 <= drawn.count(anchor) <= 82  # 50 expected: 300 × 8 / 48


def test_a_queue_begins_with_what_verdict_names_and_anchors_stand_among_it():
    some = [
        made_up(n, named={"PRO-1": 1.5, "CON-2": 0.4}, alike=["PRO-1", "CON-2", "PRO-2", "CON-1"])
        for n in range(20, 26)
    ] + [*MANY, made_up(30, {TEXT: 9.0})]
    for person in "ABCDEFGH":
        found = reviews.queue_of(some, person)
        named = [(one.record, one.argument) in {(o.id, a) for o in some for a in o.named} for one in found]
        of_test = [one.sampled == "divergent" and one.argument != TEXT for one in found]
        assert found.index(next(one for one in found if one.argument == TEXT)) > len(found) - 4
        assert (named[0], sum(named), sum(of_test)) == (True, 12, 24)
        assert max(n for n, one in enumerate(named) if one) < min(n for n, one in enumerate(of_test) if one)
        spreads = [{"PRO-1": 1, "CON-2": 0}[one.argument] for one, so in zip(found, named, strict=True) if so]
        assert spreads == sorted(spreads, reverse=True)
        assert "anchor" in {one.sampled for one in found[:12]}


def test_what_verdict_names_is_drawn_as_an_anchor_as_often_as_anything_undisputed():
    """Left out, the headline would rest on the arguments that judges happen to agree on."""
    some = [made_up(n, named={"PRO-1": 1.5}, alike=["PRO-1", "PRO-2", "CON-1"]) for n in range(12)]
    queues = [reviews.queue_of(some, f"person {n}") for n in range(100)]
    drawn = [one for found in queues for one in found if one.sampled == "anchor"]
    assert {one.probability for one in drawn} == {4 / 36}
    assert {sum(one.argument == "PRO-1" for one in found) for found in queues} == {12}
    assert len(drawn) == 400
    assert 90 <= sum(one.argument == "PRO-1" for one in drawn) <= 180  # 133 expected: 100 × 12 × 4 / 36
    named = {one.sampled for found in queues for one in found if one.argument == "PRO-1"}
    assert named == {"named", "anchor"}
    firsts = {found[0].sampled for found in queues}
    assert firsts == {"named", "anchor"}, "so that the first place doesn't tell either"


def test_review_asks_for_whatever_verdict_names(store):
    """Found in a trial: of 22 named in eight debates, the queue held one."""
    fill(store, ("agreed", "split", "no_call", "three_of_four"))
    named = 0
    for one in list_summaries(store):
        if one.kind == "debate" and one.outcome:
            record = load(store, one.id)
            verdict = report(record, read_history(store, record), ReportSettings()).review
            asked = reviews.queue(store, "Ana", Choice(record=one.id))
            assert set(verdict) <= {place.argument for place in asked}
            assert not verdict or asked[0].argument in verdict
            named += len(one.named)
    assert named >= 3


def test_whoever_goes_to_an_argument_by_themselves_has_chosen_it(store):
    record = load(store, DEBATE)
    held = {one.argument for one in reviews.queue(store, "Ana", Choice(record=DEBATE))}
    other = next(name for name in record.judging.ids if name not in held)
    found = reviews.queue(store, "Ana", Choice(record=DEBATE), (DEBATE, other))
    assert (found[0].argument, found[0].sampled, found[0].done) == (other, "chosen", False)
    assert found[1:] == reviews.queue(store, "Ana", Choice(record=DEBATE))
    reviews.give(store, record, review(argument=other))
    assert reviews.queue(store, "Ana", Choice(record=DEBATE), (DEBATE, other))[0].done
    for strange in ((DEBATE, "PRO-9"), ("no such record", "PRO-1"), ("stopped00001", "PRO-1")):
        assert reviews.queue(store, "Ana", chosen=strange) == reviews.queue(store, "Ana")


def test_what_was_skipped_stands_at_the_end_and_what_was_scored_is_done():
    some = [
        made_up(
            1,
            {"PRO-1": 4.0, "PRO-2": 2.0},
            ["CON-1"],
            skipped={"Ana": ("PRO-1",)},
            reviewed={"Ana": ("PRO-2",)},
        )
    ]
    found = {place.argument: place for place in reviews.queue_of(some, "Ana")}
    assert list(found)[-1] == "PRO-1"
    assert (found["PRO-1"].skipped, found["PRO-2"].done, found["CON-1"].done) == (True, True, False)
    assert not any(place.skipped or place.done for place in reviews.queue_of(some, "Ben"))


def test_a_stored_debate_says_what_its_judges_part_on_and_who_has_scored(store):
    give(store, review(argument="PRO-2"))
    kept = summarise(store, DEBATE)
    known = report_for(load(store, DEBATE))
    divergent = {one.id: one.adjusted_spread for one in known.arguments if one.divergent}
    assert kept.parting == pytest.approx(divergent)
    assert set(kept.alike) == {one.id for one in known.arguments if one.tested and not one.divergent}
    assert kept.reviewed == {"Ana": ("PRO-2",)}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"scores": {"logic": 5}}, "evidence"),
        ({"scores": dict.fromkeys(KEYS, 11)}, "whole number from 1 to 10"),
        ({"reason": "  "}, "no reason"),
        ({"argument": "PRO-9"}, "no argument PRO-9"),
    ],
)
def test_scores_that_want_something_are_not_stored(store, wrong, said):
    record = load(store, DEBATE)
    with pytest.raises(SetUpError, match=said):
        reviews.give(store, record, review().model_copy(update=wrong))
    assert load(store, DEBATE) == record


def test_an_account_keeps_the_first_name_that_nobody_else_goes_by_or_has_scored_under(store):
    def name(account, *offered):
        return reviews.account_name(store, account, offered)

    assert name("member a", "  Ann \n A ", "ann@example.org") == "Ann A"
    assert name("member b", "ANN a", "bob@example.org") == "bob@example.org"
    assert name("member c", "ann a", "BOB@example.org") == "member c", "an address that two providers give"
    give(store, review("Ana"))
    reviews.skip(store, load(store, DEBATE), "Ben", "PRO-2", "Mine.")
    assert name("member d", "ana", "ben", "", "x" * 61, "d\u202e", "d@example.org") == "d@example.org"
    assert name("member a", "Zed", "zed@example.org") == "Ann A", "whatever its provider says later"
    store.note("name", "a browser at the desk", "Cem")
    assert name("member e", "Cem", "e@example.org") == "e@example.org"


def test_the_name_that_an_account_typed_before_stays_its_own_unless_another_typed_it_too(store):
    for account, typed in (("a", "Ana"), ("b", "Ben"), ("c", "ben")):
        store.note("name", f"member {account}/browser", typed)
        give(store, review(typed))
    names = [reviews.account_name(store, f"member {one}", ("Ben", f"{one}@x.org")) for one in "abc"]
    assert names == ["Ana", "b@x.org", "c@x.org"]
    assert [one.person for one in load(store, DEBATE).reviews] == ["Ana", "Ben", "ben"]


def test_whoever_saw_the_scores_under_this_name_or_in_this_browser_is_known(store):
    assert reviews.seen_where(store, DEBATE, ("browser 1", "Ana")) is None
    reviews.note_seen(store, DEBATE, ("browser 1", ""), "the Panel page")
    assert reviews.seen_where(store, DEBATE, ("browser 2", "Ana")) is None
    assert reviews.seen_where(store, DEBATE, ("browser 1", "Ana")) == "the Panel page"
    assert reviews.seen_where(store, "exchange0012", ("browser 1", "Ana")) is None


def test_one_argument_seen_makes_only_its_own_scores_not_blind(store):
    reviews.note_seen(store, DEBATE, ("browser 1", "Ana"), "the Review page", "PRO-1")
    assert reviews.seen_where(store, DEBATE, ("browser 1",), "PRO-1") == "the Review page"
    assert reviews.seen_where(store, DEBATE, ("browser 1",), "PRO-2") is None


def test_scores_taken_back_leave_the_statistics_and_the_ones_before_stand_again(store):
    gone = reviews.withdraw(store, give(store, review(points=4), review(points=7)), "Ana", "PRO-1")
    assert (gone.version, gone.blind, gone.scores["logic"]) == (2, False, 7), "a change of mind is not blind"
    (left,) = load(store, DEBATE).reviews
    assert (left.version, left.blind, left.scores["logic"]) == (1, True, 4)
    reviews.withdraw(store, load(store, DEBATE), "Ana", "PRO-1")
    record = load(store, DEBATE)
    assert record.reviews == ()
    assert [one.version for one in record.withdrawn] == [2, 1]
    assert summarise(store, DEBATE).reviewed == {}
    assert with_people(record.judging, record.reviews).names == record.judging.names
    with pytest.raises(SetUpError, match="no scores of PRO-1"):
        reviews.withdraw(store, record, "Ana", "PRO-1")


def test_what_is_given_after_scores_were_taken_back_is_a_later_version_and_not_blind(store):
    reviews.withdraw(store, give(store, review(points=4)), "Ana", "PRO-1")
    (given,) = give(store, review(points=6)).reviews
    assert (given.version, given.blind) == (2, False)
    assert reviews.count_given(store, "Ana") == (0, 1)


def test_taking_back_concerns_nobody_else_and_no_other_argument(store):
    given = give(store, review(), review(argument="PRO-2"), review(person="Ben"))
    reviews.withdraw(store, given, "Ana", "PRO-1")
    left = [(one.person, one.argument) for one in load(store, DEBATE).reviews]
    assert left == [("Ana", "PRO-2"), ("Ben", "PRO-1")]


def test_scores_that_a_settlement_rests_on_are_not_taken_back_before_it_is_opened(store):
    reviews.settle(store, give(store, review()), SETTLED)
    with pytest.raises(SetUpError, match="open it again first"):
        reviews.withdraw(store, load(store, DEBATE), "Ana", "PRO-1")
    reviews.withdraw(store, give(store, review(points=9)), "Ana", "PRO-1")
    assert len(load(store, DEBATE).reviews) == 1


def test_a_skip_is_undone_by_a_fact(store):
    with pytest.raises(SetUpError, match="say why you skip it"):
        reviews.skip(store, load(store, DEBATE), "Ana", "PRO-1", " ")
    with pytest.raises(SetUpError, match="expected at most 2,000 characters; got 2,001"):
        reviews.skip(store, load(store, DEBATE), "Ana", "PRO-1", "x" * 2_001)
    reviews.skip(store, load(store, DEBATE), "Ana", "PRO-1", "I know the author.")
    assert summarise(store, DEBATE).skipped == {"Ana": ("PRO-1",)}
    reviews.take_up(store, load(store, DEBATE), "Ana", "PRO-1")
    assert summarise(store, DEBATE).skipped == {}
    with pytest.raises(SetUpError, match="not skipped"):
        reviews.take_up(store, load(store, DEBATE), "Ana", "PRO-1")


def test_one_record_has_a_queue_of_its_own_and_one_that_is_not_there_an_empty_one(store):
    found = reviews.queue(store, "Ana", Choice(record=DEBATE))
    assert {place.record for place in found} == {DEBATE}
    assert reviews.queue(store, "Ana", Choice(record="no such record")) == ()


def test_of_suspect_claims_those_in_an_arguments_own_words_are_in_sight_where_it_is_scored():
    record, entries = replay(stored(whole_exchange())), report_on(whole_exchange()).claims
    sights = [
        [one.id for one in reviews.flags_in(entries, record, name)] for name in ("PRO-1", "PRO-2", "CON-1")
    ]
    assert sights == [["T1-C1"], ["T3-C1"], []]
    for quote in ("", "nobody said so at all"):
        assert not reviews.flags_in([entries[0].model_copy(update={"quote": quote})], record, "PRO-1")


def test_where_everybody_gave_the_same_nobody_is_furthest():
    assert reviews.furthest({"logic": 3}, [("Ben", {"logic": 3})]) is None


def test_settling_wants_a_blind_score_and_a_reason_and_can_be_taken_back(store):
    settlement = but(SETTLED, standing=None, follows=("Risk",))
    with pytest.raises(SetUpError, match="scored it blind"):
        reviews.settle(store, load(store, DEBATE), settlement)
    with pytest.raises(SetUpError, match="why"):
        reviews.settle(store, give(store, review()), but(settlement, reason=" "))
    reviews.settle(store, load(store, DEBATE), settlement)
    assert load(store, DEBATE).settled["PRO-1"].follows == ("Risk",)
    reviews.reopen(store, load(store, DEBATE), "Ben", "PRO-1")
    assert load(store, DEBATE).settled == {}
    with pytest.raises(SetUpError, match="not settled"):
        reviews.reopen(store, load(store, DEBATE), "Ben", "PRO-1")


def at_once(act, *rows):
    """The same act by several at the same moment, each with its row of values."""
    ready = threading.Barrier(len(rows))

    def run(row):
        ready.wait()
        act(*row)

    threads = [threading.Thread(target=run, args=(row,)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.fixture
def pair(opens, tmp_path):
    """Two open stores in one place, of each kind, in which Ana and Ben have scored an argument blind."""
    old = SQLiteStore(old_store(tmp_path, "old.sqlite3"))
    first, second = opens(), opens()
    put(first, DEBATE, [one.event for one in old.read(DEBATE)])
    old.close()
    give(first, review(), review("Ben"))
    return first, second


def test_of_two_who_settle_at_the_same_moment_one_is_told_what_the_other_decided(pair):
    for n in range(10):
        told, record = [], load(pair[0], DEBATE)

        def settle(store, person, standing, told=told, record=record):
            try:
                reviews.settle(store, record, but(SETTLED, person=person, standing=standing))
            except FactStored as error:
                told.append(str(error))

        at_once(settle, *zip(pair, ("Ana", "Ben"), ("UPHELD", "REFUTED"), strict=True))
        now = load(pair[1], DEBATE)
        stands = now.settled["PRO-1"]
        assert len(now.settlings["PRO-1"]) == 2 * n + 1
        as_what = "upheld" if stands.person == "Ana" else "refuted"
        assert told == [
            f"{stands.person} has settled PRO-1 as {as_what} meanwhile: nothing of yours is stored"
        ]
        reviews.reopen(pair[0], now, "Ana", "PRO-1")


def test_who_saw_what_the_other_settled_may_settle_it_anew_and_both_stay_on_record(pair):
    before = load(pair[0], DEBATE)
    reviews.settle(pair[0], before, SETTLED)
    other = but(SETTLED, person="Ben", standing=None)
    with pytest.raises(FactStored):
        reviews.settle(pair[1], before, other)
    reviews.settle(pair[1], load(pair[1], DEBATE), other)
    now = load(pair[0], DEBATE)
    assert (now.settled["PRO-1"].person, now.settled["PRO-1"].standing) == ("Ben", None)
    assert [one.person for one in now.superseded_settlements("PRO-1")] == ["Ana"]


def test_nobody_opens_again_what_was_settled_anew_since_they_looked(pair):
    reviews.settle(pair[0], load(pair[0], DEBATE), SETTLED)
    looked = load(pair[0], DEBATE)
    reviews.settle(pair[1], looked, but(SETTLED, person="Ben"))
    with pytest.raises(FactStored, match="Ben has settled PRO-1 as upheld meanwhile"):
        reviews.reopen(pair[0], looked, "Ana", "PRO-1")
    now = load(pair[0], DEBATE)
    reviews.reopen(pair[0], now, "Ana", "PRO-1")
    assert load(pair[1], DEBATE).superseded_settlements("PRO-1") == ()
    with pytest.raises(FactStored, match="Ana has opened PRO-1 again meanwhile"):
        reviews.settle(pair[1], now, but(SETTLED, person="Ben"))


def test_the_same_settlement_sent_twice_is_one_fact(store):
    record = give(store, review())
    reviews.settle(store, record, SETTLED)
    reviews.settle(store, record, SETTLED)
    assert len(load(store, DEBATE).settlings["PRO-1"]) == 1


def test_what_earlier_versions_settled_without_saying_on_what_still_counts(store):
    give(store, review())
    store.append(DEBATE, [SETTLED, but(SETTLED, standing="REFUTED")])
    assert load(store, DEBATE).settled["PRO-1"].standing == "REFUTED"
    reviews.reopen(store, load(store, DEBATE), "Ana", "PRO-1")
    reviews.settle(store, load(store, DEBATE), SETTLED)
    assert load(store, DEBATE).settled["PRO-1"].after == 3


def test_two_people_on_one_item_at_the_same_moment_leave_two_facts(store):
    record = load(store, DEBATE)
    for n in range(100):
        at_once(lambda name: reviews.give(store, record, review(person=name)), (f"Ana {n}",), (f"Ben {n}",))
    given = [one.person for one in load(store, DEBATE).reviews]
    assert sorted(given) == sorted(f"{name} {n}" for n in range(100) for name in ("Ana", "Ben"))


def test_the_same_scores_sent_twice_are_one_fact(store):
    record = load(store, DEBATE)
    reviews.give(store, record, review())
    with pytest.raises(FactStored):
        reviews.give(store, record, review())
    assert len(load(store, DEBATE).reviews) == 1


def test_only_first_blind_scores_are_seated_and_a_judges_name_is_told_apart(store):
    record = load(store, DEBATE)
    judge = record.judging.names[0]
    unblind = review(person="Eve", blind=False, cause="saw it")
    given = give(store, review(points=3), review(person=judge, points=9), unblind, review(points=8))
    seated = with_people(record.judging, given.reviews)
    assert seated.names == (*record.judging.names, "Ana", f"{judge} (person)")
    ana = seated.seats[-2]
    assert (ana.model, ana.sheet.entries[0].scores["logic"]) == (None, 3)
    assert seated.at(1).sheets == seated.sheets


def test_drafts_stay_until_they_are_given_and_are_no_facts(store):
    before = store.last_sequence(DEBATE)
    store.note("draft", "Ana", '{"logic": 4}', record=DEBATE, argument="PRO-1")
    assert store.read_note("draft", "Ana", record=DEBATE, argument="PRO-1")[0] == '{"logic": 4}'
    store.note("draft", "Ana", "", record=DEBATE, argument="PRO-1")
    assert store.read_note("draft", "Ana", record=DEBATE, argument="PRO-1") is None
    assert store.last_sequence(DEBATE) == before


def test_a_report_says_who_scored_what_and_what_is_settled(store):
    seen = review(person="Ben", blind=False, cause="the Panel page")
    record = give(store, review(points=4), review(points=7), seen)
    reviews.settle(store, record, but(SETTLED, standing=None, follows=("Risk",), reason="Unclear."))
    found = json.loads(report_for(load(store, DEBATE)).model_dump_json())
    scores = {"PRO-1": dict.fromkeys(KEYS, 4)}
    assert found["people"] == [
        {"name": "Ana", "scores": scores, "standings": {"PRO-1": "UPHELD"}, "blind": {"PRO-1": True}},
        {
            "name": "Ben",
            "scores": {"PRO-1": dict.fromkeys(KEYS, 5)},
            "standings": {"PRO-1": "UPHELD"},
            "blind": {"PRO-1": False},
        },
    ]
    (settled,) = found["settled"]
    assert (settled["argument"], settled["standing"], settled["follows"]) == ("PRO-1", None, ["Risk"])
    assert (settled["reason"], settled["by"]) == ("Unclear.", "Ana")


def test_in_a_shared_queue_what_somebody_else_has_open_comes_last_for_half_an_hour(store, monkeypatch):
    shared = Choice(record=DEBATE, people=1)

    def names(person, choice=shared):
        return [one.argument for one in reviews.queue(store, person, choice)]

    first, *others = reviews.queue(store, "Ana", shared)
    rest = [one.argument for one in others]
    reviews.note_open(store, "Ben", first)
    assert names("Ana") == [*rest, first.argument]
    assert [one.open_elsewhere for one in reviews.queue(store, "Ana", shared)] == [*[False] * len(rest), True]
    assert names("Ana", Choice(record=DEBATE))[0] == first.argument, "everybody scores everything"
    # Who came to it as well stays where they are.
    reviews.note_open(store, "Ana", first)
    assert names("Ana")[0] == first.argument
    reviews.note_open(store, "Ana", None)
    (noted,) = {at for _, at in store.read_notes("open").values()}
    for after, stays in ((1799.0, True), (1800.0, False)):
        monkeypatch.setattr(time, "time", lambda after=after: noted + after)
        assert (names("Ana")[0] != first.argument) == stays


def test_a_queue_is_limited_to_arguments_or_texts_and_shared_out():
    scored = {"Ben": ("PRO-1", "CON-2"), "Eve": ("PRO-1",), "Ana": ("CON-1",)}
    shared = made_up(1, {"PRO-1": 2.0, "CON-2": 1.5, "CON-1": 1.2}, reviewed=scored)
    text = made_up(2, {TEXT: 1.0})
    known = [shared, text]
    found = reviews.queue_of(known, "Ana")

    def left(**choice):
        chosen = reviews.chosen_of(found, known, "Ana", Choice(**choice))
        return {(one.record, one.argument) for one in chosen}

    assert left(kind="texts") == {("debate2", TEXT)}
    assert left(kind="arguments") == {("debate1", name) for name in ("PRO-1", "CON-2", "CON-1")}
    # What Ana has scored stays; what two others have scored needs nobody else.
    assert left(people=2, kind="arguments") == {("debate1", "CON-2"), ("debate1", "CON-1")}
    assert left(people=1, kind="arguments") == {("debate1", "CON-1")}
    assert left(people=3) == left()
