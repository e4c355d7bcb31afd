"""A runner as one person may use it: what is theirs goes through, all else is as if it were never there."""

import pytest

from debate_core.composition import personal_runner
from debate_core.domain.cast import Judge, Panel
from debate_core.domain.config import Budget
from debate_core.domain.errors import FactStored, LeaseHeld, RecordNotFound, SetUpError
from debate_core.domain.model import Server
from debate_core.domain.settings import DAY, Hosting
from debate_core.llm.catalogue import Access
from debate_core.store import SQLiteStore
from debate_core.store.access import Visitor, every_grant, grant_of
from debate_core.store.events import DebateOpened
from tests.each import each
from tests.running.conftest import config

ANN, EVE = (Visitor(key=name, role="member") for name in ("ann", "eve"))
DEMO, TEAM = Hosting(mode="demo"), Hosting(mode="team", daily_tokens=1000)
REAL = Panel(judges=tuple(Judge(name=name, domain="law", model="openai:gpt") for name in "AB"))


class Whole:
    """The runner of a server: what it is asked for goes on until it is stopped."""

    def __init__(self, path):
        self.store, self.going, self.refused = SQLiteStore(path, clock=lambda: 1000.0), set(), None

    def check(self, config, access):
        if self.refused == "check":
            raise SetUpError("not so")

    def start(self, config, access, turns, *, name):
        if self.refused == "start":
            raise SetUpError("not so")
        self.store.open_record(DebateOpened(config=config), name)
        self.going.add(name)
        return name

    def conducts(self, record):
        return record in self.going

    def __getattr__(self, verb):
        return lambda record, *values, **more: (verb, record, *values, *more.values())


@pytest.fixture
def whole(tmp_path):
    whole = Whole(tmp_path / "log.sqlite3")
    yield whole
    whole.store.close()


def test_a_stranger_learns_nothing_and_stops_nothing_and_the_owner_reaches_the_runner(whole):
    ann, eve = (personal_runner(whole, person, TEAM) for person in (ANN, EVE))
    access = Access()
    held = ann.start(config(), access)
    assert (whole.going, grant_of(whole.store, held).owner) == ({held}, "ann")
    for verb, nothing in (("wait_text", ""), ("fault_text", None)):
        assert getattr(eve, verb)(held) == nothing
        assert getattr(ann, verb)(held)[:2] == (verb, held)
    assert (ann.conducts(held), eve.conducts(held)) == (True, False)
    assert ann.stop(held, wait=7) == ("stop", held, 7)
    assert ann.lack_text("model", config(), access)[:2] == ("lack_text", "model")
    assert ann.who_deliberates("held", access) == ("who_deliberates", "held", access)
    for act in (eve.stop, *(lambda r, go=go: go(r, access) for go in (eve.resume, eve.deliberate))):
        with pytest.raises(RecordNotFound):
            act(held)


def test_what_a_demonstration_makes_is_kept_for_a_day_and_only_simulated_models_speak(whole):
    demo, team = (personal_runner(whole, ANN, one) for one in (DEMO, TEAM))
    with pytest.raises(SetUpError, match="demonstration"):
        demo.start(config(panel=REAL), Access())
    held = demo.start(config(), Access(), name="mine")
    assert grant_of(whole.store, held).expires == 1000 + DAY
    whole.going.clear()
    budget = Budget(tokens=400)
    mine = [team.start(config(panel=REAL, budget=budget), Access()) for _ in range(2)]
    assert {grant_of(whole.store, one).expires for one in mine} == {None}
    with pytest.raises(SetUpError, match="200"):  # of 1,000 tokens a day
        team.start(config(panel=REAL, budget=budget), Access())
    with pytest.raises(SetUpError, match="Servers"):
        team.start(config(servers=(Server(name="own", base_url="http://127.0.0.1:1"),)), Access())


def test_what_visitors_noted_is_gone_after_a_day_and_what_a_team_noted_stays(whole):
    visitor = Visitor(key="visitor one")
    for one in (visitor, ANN):
        personal_runner(whole, one, DEMO).store.note("presets", "mine", "{}")
    for later, left in ((DAY - 1, ["visitor one/mine", "ann/mine"]), (DAY, ["ann/mine"])):
        whole.store._clock = lambda later=later: 1000 + later
        personal_runner(whole, visitor, DEMO)
        assert sorted(whole.store.read_notes("presets"), reverse=True) == left


def test_what_is_brought_to_a_demonstration_counts_as_what_is_begun_there_and_a_team_brings_what_it_likes(
    whole,
):
    demo, team = (personal_runner(whole, ANN, one).store for one in (DEMO, TEAM))
    for _ in range(11):
        team.open_record(DebateOpened(config=config()))
    brought = [whole.store.read(one)[0] for one in whole.store.ids()]
    bobs = personal_runner(whole, Visitor(key="bob"), DEMO).store
    for one in brought[:10]:
        bobs.take_in([one])
    for bring in (
        lambda: bobs.take_in(brought[10:]),
        lambda: bobs.open_record(DebateOpened(config=config())),
    ):
        with pytest.raises(SetUpError, match="10 records"):
            bring()
    with pytest.raises(SetUpError, match="11 records"):
        demo.open_record(DebateOpened(config=config()))
    assert len(bobs.ids()) == 10


def test_a_debate_whose_name_is_taken_leaves_the_one_that_has_it_to_its_owner(whole):
    ann = personal_runner(whole, ANN, TEAM)
    ann.start(config(), Access(), name="room")
    with pytest.raises(FactStored):
        ann.start(config(), Access(), name="room")
    assert (grant_of(whole.store, "room").owner, ann.conducts("room")) == ("ann", True)


@each("refused", ["check", "start"])
def test_a_debate_that_cannot_begin_is_nobodys(whole, refused):
    whole.refused = refused
    with pytest.raises(SetUpError, match="not so"):
        personal_runner(whole, ANN, TEAM).start(config(), Access(), name="mine")
    assert not any(one.record for one in every_grant(whole.store).values())


@each("hosting, own, others", [(DEMO, 1, 7), (TEAM, 3, 17)])
def test_no_more_go_on_at_once_than_one_person_may_and_all_together(tmp_path, hosting, own, others):
    whole = Whole(tmp_path / f"{hosting.mode}.sqlite3")
    ann = personal_runner(whole, ANN, hosting)
    for _ in range(own):
        ann.start(config(), Access())
    with pytest.raises(LeaseHeld, match=f"you may run {own} debate") as refusal:
        ann.start(config(), Access())
    assert refusal.value.record in ann.store.ids()
    for n in range(others):
        personal_runner(whole, Visitor(key=f"other {n}", role="member"), hosting).start(config(), Access())
    with pytest.raises(LeaseHeld, match=f"^this server runs {own + others} debates at a time"):
        personal_runner(whole, EVE, hosting).start(config(), Access())
    whole.going.pop()
    personal_runner(whole, EVE, hosting).start(config(), Access())
    whole.store.close()
