"""Page by verb by person: a stranger gets the answer of an unknown id, whatever they try."""

import hashlib
import stat

import pytest

from debate_core.domain.errors import DebateError, RecordNotFound, SetUpError
from debate_core.domain.settings import DAY, DayLimits
from debate_core.importing.exported import take_in
from debate_core.library.stage import viewer_of, viewer_token
from debate_core.store.access import (
    Grant,
    Signer,
    Visitor,
    may,
    own,
    renew_link,
    show_to,
    signer_beside,
)
from debate_core.store.events import RecordTagged
from debate_core.store.personal import PersonalStore
from debate_core.store.record_index import SearchText
from tests.building.simulated import simulated_events

ANN = Visitor(key="ann", role="member")
BOB = Visitor(key="bob", role="member")
STRANGER = Visitor(key="eve", role="guest")
NOBODY = Visitor()
ADMIN = Visitor(key="root", role="admin")
VERBS = ("see", "review", "run", "share", "delete")


@pytest.fixture
def whole(opens):
    return opens(clock=lambda: 1000.0)


@pytest.fixture
def anns(whole):
    """A debate of Ann's."""
    first, *others = simulated_events()
    return PersonalStore(whole, ANN).open_record(first, None, others)


@pytest.mark.parametrize(
    ("held", "person", "allowed"),
    [
        (Grant(record="r", owner="ann"), ANN, set(VERBS)),
        (Grant(record="r", owner="ann"), BOB, set()),
        (Grant(record="r", owner="ann", visibility="team"), BOB, {"see", "review"}),
        (Grant(record="r", owner="ann", visibility="team"), STRANGER, set()),
        (Grant(record="r", owner="ann", visibility="everyone"), STRANGER, {"see"}),
        (Grant(record="r", owner=""), NOBODY, set()),
        (None, BOB, set()),
        (None, ADMIN, set(VERBS)),
        (Grant(record="r", owner="ann", expires=1000.0), ANN, set()),
        (Grant(record="r", owner="ann", expires=1001.0), ANN, set(VERBS)),
        (Grant(record="r", owner="ann", link=2), Visitor(key="r", role="link", link=2), {"see"}),
        (Grant(record="r", owner="ann", link=2), Visitor(key="r", role="link", link=1), set()),
        (Grant(record="r", owner="ann", link=0), Visitor(key="r", role="link", link=0), set()),
        (Grant(record="s", owner="ann", link=2), Visitor(key="r", role="link", link=2), set()),
        (Grant(record="r", owner="ann"), Visitor(key="r", role="link", link=1), set()),
        (Grant(record="r", owner="ann", link=1), Visitor(key="r", role="link"), set()),
    ],
)
def test_what_each_person_may_do(held, person, allowed):
    assert {verb for verb in VERBS if may(person, held, verb, 1000.0)} == allowed


_READS = {
    "list": lambda s, r: s.records(),
    "ids": lambda s, r: s.ids(),
    "bodies": lambda s, r: s.bodies(),
    "read": lambda s, r: s.read(r),
    "lines": lambda s, r: list(s.lines(r)),
    "last": lambda s, r: s.last_sequence(r),
    "words": lambda s, r: s.words(r),
    "search": lambda s, r: s.matching("trees"),
    "deleted": lambda s, r: s.list_deleted(),
    "untold": lambda s, r: s.untold(),
    "stale": lambda s, r: s.stale("x"),
    "history_rows": lambda s, r: s.history_rows(),
    "note": lambda s, r: s.read_note("draft", "ann", record=r),
    "goes on": lambda s, r: s.goes_on(r),
    "waits": lambda s, r: s.wait_for(r, 0, 0.0),
}
_ACTS = {
    "find": lambda s, r: s.find(r),
    "append": lambda s, r: s.append(r, simulated_events()[-1:]),
    "acquire": lambda s, r: s.acquire(r),
    "delete": lambda s, r: s.delete(r),
    "restore": lambda s, r: s.restore(r),
    "note": lambda s, r: s.note("draft", "ann", "mine", record=r),
    "words": lambda s, r: s.add_words(r, "opening:pro", "I say"),
}


@pytest.mark.slow
@pytest.mark.parametrize("person", [BOB, STRANGER, NOBODY], ids=["colleague", "stranger", "nobody"])
def test_anothers_record_is_to_a_stranger_as_one_that_was_never_there(whole, anns, person):
    whole.tell([SearchText(anns, 1, "trees cool streets")])
    theirs = PersonalStore(whole, person)
    for read in _READS.values():
        assert not read(theirs, anns) and read(theirs, anns) == read(theirs, "nothing-there")
    for act in _ACTS.values():
        answers = []
        for record in (anns, "nothing-there"):
            with pytest.raises(RecordNotFound) as answer:
                act(theirs, record)
            answers.append(str(answer.value).replace(record, "…"))
        assert answers[0] == answers[1]
    own_view = PersonalStore(whole, ANN)
    assert own_view.read(anns) == whole.read(anns)
    assert len(own_view.records()) == 1
    assert PersonalStore(whole, ANN, lasts=60.0).expires() == 1060.0


def test_the_owner_shares_with_the_team_and_takes_it_back(whole, anns):
    bobs = PersonalStore(whole, BOB)
    show_to(whole, anns, "team")
    bobs.append(anns, [RecordTagged(tags=("read",))])
    with pytest.raises(SetUpError, match="isn't yours"):
        bobs.append(anns, [RecordTagged(tags=("run",))], lease=whole.acquire(anns))
    assert bobs.ids() == [anns] and not PersonalStore(whole, STRANGER).ids()
    show_to(whole, anns, "private")
    assert not bobs.ids()
    mine = PersonalStore(whole, ANN)
    every = [anns, *(mine.open_record(*simulated_events()[:1], None, []) for _ in range(2))]
    listed = mine.ids()
    assert set(listed) == set(every)
    assert [[one.id for one in mine.records(most)] for most in (2, None)] == [listed[:2], listed]


def test_an_import_under_anothers_id_neither_meets_nor_reveals_theirs(whole, anns):
    events = whole.read(anns)
    bobs = PersonalStore(whole, BOB)
    taken = take_in(bobs, events, in_history=False)
    free = take_in(
        bobs, [one.model_copy(update={"record": "nothing-there"}) for one in events], in_history=False
    )
    assert anns not in (taken, free) and "nothing-there" not in whole.ids()
    assert (taken, len(anns)) == (hashlib.sha256(f"bob|{anns}".encode()).hexdigest()[:12], 12)
    assert take_in(bobs, events, in_history=False) == taken
    assert whole.read(anns) == events and set(bobs.ids()) == {taken, free}


def test_what_a_person_keeps_in_hand_is_in_nobody_elses(whole):
    PersonalStore(whole, ANN).note("presets", "mine", "{}")
    assert not PersonalStore(whole, BOB).read_notes("presets")
    assert set(PersonalStore(whole, ANN).read_notes("presets")) == {"mine"}
    PersonalStore(whole, BOB).note("open", "Bob", "a debate\nPRO-1")
    assert set(PersonalStore(whole, ANN).read_notes("open")) == {"Bob"}, (
        "who shares a queue knows what is open"
    )
    for kind, who, anns, bobs in (("presets", "mine", "{}", None), ("open", "Bob", *["a debate\nPRO-1"] * 2)):
        found = [PersonalStore(whole, one).read_note(kind, who) for one in (ANN, BOB)]
        assert [one and one[0] for one in found] == [anns, bobs]


def test_two_people_share_no_cache_by_the_stores_place(whole):
    assert len({PersonalStore(whole, one).place for one in (ANN, BOB, STRANGER)}) == 3


def test_neither_log_nor_export_names_an_owner(whole, anns):
    assert "ann" not in "".join(whole.lines(anns)).replace("annot", "").replace("channel", "").split('"')


def test_a_day_has_a_limit_for_each_person_and_for_all_together(whole):
    limits = DayLimits(at_once=1, at_once_in_all=1, a_day=2, a_day_in_all=3, tokens_a_day=100)
    own(whole, "one", ANN, limits, tokens=60)
    with pytest.raises(SetUpError, match="40 are left"):
        own(whole, "two", ANN, limits, tokens=41)
    own(whole, "two", ANN, limits, tokens=40)
    with pytest.raises(SetUpError, match="the most that one person"):
        own(whole, "three", ANN, limits)
    own(whole, "three", BOB, limits)
    with pytest.raises(SetUpError, match="the most for all"):
        own(whole, "four", STRANGER, limits)
    fewer = DayLimits(at_once=9, at_once_in_all=9, a_day=9, a_day_in_all=9, tokens_a_day=50)
    with pytest.raises(SetUpError, match=" 0 are left"):
        own(whole, "one", ANN, fewer, tokens=1)
    own(whole, "five", BOB, fewer)
    own(whole, "five", BOB, fewer, tokens=50)


def test_what_a_visitor_saves_by_name_counts_against_the_days_limits(whole):
    limits = DayLimits(at_once=1, at_once_in_all=1, a_day=2, a_day_in_all=3)
    anns, bobs = (PersonalStore(whole, one, limits=limits) for one in (ANN, BOB))
    for name in ("first", "second", "second"):
        anns.note("presets", name, "{}")
    for store in (anns, bobs):
        store.note("presets", "third" if store is bobs else "first", "{}")
        with pytest.raises(SetUpError, match="no more"):
            store.note("presets", "fourth", "{}")
    anns.note("presets", "first", "")
    anns.note("presets", "fourth", "{}")
    anns.note("reviewers", "first", "[]")
    assert set(anns.read_notes("presets")) == {"second", "fourth"}


def test_a_viewer_link_opens_one_record_until_it_is_revoked_altered_or_over(whole, anns):
    signer = Signer(b"k" * 32)
    token = viewer_token(signer, anns, renew_link(whole, anns), 1000.0)
    found = viewer_of(signer, whole, token, 1000.0)
    assert found and found.key == anns
    altered = token[:-1] + ("A" if token[-1] != "A" else "B")
    body, _, seal = token.partition(".")
    forged = Signer(b"x" * 32).sign("viewer", f"{anns}|1", 2e9)
    visitors = signer.sign("visitor", f"{anns}|1", 2e9)
    for one in (altered, body, f"{body}.", f".{seal}", forged, visitors, "", "é.é", "a" * 600):
        assert viewer_of(signer, whole, one, 1000.0) is None
    assert viewer_of(signer, whole, token, 1000.0 + 7.1 * DAY) is None
    assert [renew_link(whole, anns, revoke=one) for one in (True, False, True)] == [0, 3, 0]
    assert viewer_of(signer, whole, token, 1000.0) is None
    again = viewer_token(signer, anns, renew_link(whole, anns), 1000.0)
    assert viewer_of(signer, whole, token, 1000.0) is None and viewer_of(signer, whole, again, 1000.0)


def test_the_signing_key_is_its_owners_alone_and_stays(tmp_path):
    place = str(tmp_path / "debates.sqlite3")
    token = signer_beside(place).sign("phone", "1", 2e9)
    key = tmp_path / "debates.sqlite3.key"
    assert (stat.S_IMODE(key.stat().st_mode), len(key.read_bytes())) == (0o600, 32)
    assert signer_beside(place).read("phone", token, 0.0) == "1"
    key.chmod(0o644)
    signer_beside.cache_clear()
    with pytest.raises(DebateError, match="chmod 600"):
        signer_beside(place)


def test_the_key_of_a_store_on_a_server_lies_with_the_users_data_whatever_the_password(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: tmp_path / "not there yet" / name)
    signer_beside.cache_clear()
    tokens = {
        signer_beside(f"postgresql://ann{word}@here/debates").sign("phone", "1", 9.0) for word in ("", ":x")
    }
    (key,) = (tmp_path / "not there yet" / "split-decision").iterdir()
    named = hashlib.sha256(b"postgresql://ann@here/debates").hexdigest()[:16]
    assert (len(tokens), key.name) == (1, f"{named}.key")


def test_a_token_that_was_handed_out_reads_the_same_until_its_time_and_none_is_endless():
    signer = Signer(b"k" * 32)
    token = signer.sign("phone", "1", 1000.9)
    assert token == "MTAwMHwx.STttNbMIrkKR4nPIDwGwEQ"
    assert (signer.read("phone", token, 999.9), signer.read("phone", token, 1000.0)) == ("1", None)
    lengths = {n: len(signer.sign("phone", "x" * n, 2e9)) for n in (355, 356)}
    read = [bool(signer.read("phone", signer.sign("phone", "x" * n, 2e9), 0.0)) for n in lengths]
    assert (lengths, read) == ({355: 511, 356: 513}, [True, False])
