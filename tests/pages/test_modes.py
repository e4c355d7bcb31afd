"""Page by person: what isn't theirs answers as what was never there; a demonstration reaches no model and no server."""

import dataclasses
import socket
from itertools import product

import pytest
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from debate_core.composition import personal_runner, runner_of
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import DebateError, LeaseHeld
from debate_core.domain.model import Server
from debate_core.domain.settings import Hosting
from debate_core.domain.transcript import Topic
from debate_core.examples import EXAMPLES, ensure_review
from debate_core.llm.catalogue import Access, connect
from debate_core.running.runner import PersonalRunner
from debate_core.store.access import OPERATOR, Visitor, grant_of, own, show_to
from debate_core.store.events import DebateOpened
from debate_core.store.room import cast_vote, set_stage, stage_of
from pages.ui import state
from pages.ui.state import debates as kept
from pages.ui.state.setup_form import settings_open
from tests.each import each
from tests.pages.conftest import ALL, keys_of, words_of
from tests.pages.test_set_up import of_tab

ANN, BOB = Visitor(key="ann", role="member"), Visitor(key="bob", role="member")
STRANGER = Visitor(key="visitor eve")
SIMULATED = DebateConfig(topic=Topic(text="x"))
SERVERS = (
    "http://127.0.0.1:8000/v1",
    "http://169.254.169.254/v1",
    "http://[::1]:8000/v1",
    "http://localtest.me/v1",
    "https://example.org/v1",
)


@pytest.fixture
def as_person(monkeypatch):
    """From now on the pages are this person's, in that mode."""

    def become(person, mode):
        monkeypatch.setenv("SPLIT_DECISION_MODE", mode)
        monkeypatch.setattr(kept, "visitor", lambda: person)
        monkeypatch.setattr(state, "visitor", lambda: person)
        monkeypatch.setattr("pages.ui.router.may_enter", lambda: True)

    return become


def test_anothers_debate_looks_like_an_unknown_one_on_every_page(as_person, open_page, store, debates):
    theirs = debates["finished"]
    own(store, theirs, ANN)
    as_person(ANN, "team")
    pages = ("watch", "panel", "verdict", "review")
    mine = {stem: words_of(open_page(stem, theirs, tab=ALL)) for stem in pages}
    for person, mode in ((BOB, "team"), (STRANGER, "demo")):
        as_person(person, mode)
        for stem, said in mine.items():
            shut, unknown = (words_of(open_page(stem, name, tab=ALL)) for name in (theirs, "0123456789ab"))
            assert shut.replace(theirs, "…") == unknown.replace("0123456789ab", "…") != said, stem
            assert ("hasn't shared it" in unknown) == (mode == "team"), stem
        assert "1 in all" not in words_of(open_page("library"))


@pytest.mark.parametrize(
    ("stem", "named", "kind", "owners"),
    [
        ("watch", "debate", "stopped", "resume_debate"),
        ("watch", "debate", "paused", "raise_and_resume"),
        ("watch", "debate", "failed_judge", "retry_failed"),
        ("verdict", "debate", "finished", "deliberate"),
        ("verdict", "debate", "no_call", "deliberate"),
        ("library", "chosen", "finished", "delete_chosen"),
        ("library", "", "finished", "restore_finished"),
    ],
)
def test_what_only_its_owner_may_do_is_offered_to_nobody_else(
    stem, named, kind, owners, as_person, open_page, store, debates
):
    theirs = debates[kind]
    own(store, theirs, ANN)
    show_to(store, theirs, "team")
    if not named:
        store.delete(theirs)
    pages = []
    for person in (ANN, BOB):
        as_person(person, "team")
        pages.append(open_page(stem, **{named: theirs} if named else {}, unfolded=["shelf_deleted"]))
    mine, others = ({one.key for one in app.button if not one.disabled} for app in pages)
    assert owners in mine and owners not in others
    assert {"watch": "replay", "verdict": "to_review"}.get(stem) in mine & others | {None}
    assert "Resume to" not in words_of(pages[1])


ON_OTHERS = {"to_review", "score_it", "tag_chosen", "own_add"}
RECORD = "Record"


@pytest.mark.parametrize(("person", "mode"), [(BOB, "team"), (STRANGER, "demo"), (OPERATOR, "desk")])
def test_who_may_not_change_a_sample_is_offered_no_word_on_it(person, mode, as_person, open_page, store):
    as_person(person, mode)
    sample, text = EXAMPLES[0].id, ensure_review(store)
    pages = [
        open_page("verdict", sample, arg="PRO-1"),
        open_page("library", chosen=f"{sample},{text}"),
        open_page("artifact", artifact=text),
    ]
    offered = {one.key for app in pages for one in app.button} & ON_OTHERS
    labels = [one.label for app in pages for one in app.button]
    may = mode == "desk"
    assert (offered, RECORD in labels, "Accept" in labels) == (ON_OTHERS if may else set(), may, may)
    review = words_of(open_page("review", sample))
    assert ("nobody scores it" in review) is not may
    assert ("Nothing to score" in words_of(open_page("review"))) is not may


@each(("only", "url"), product(["simulated", "providers"], SERVERS))
def test_no_server_that_a_visitor_names_is_ever_asked(only, url, monkeypatch):
    def knocked(*_, **__):
        raise AssertionError("it went out")

    monkeypatch.setattr(socket.socket, "connect", knocked)
    monkeypatch.setattr(socket, "getaddrinfo", knocked)
    server = Server(name="mine", base_url=url)
    with pytest.raises(DebateError, match=r"demonstration|own can't be named"):
        connect("mine:m", Access(servers=(server,), only=only))


def test_what_a_demonstration_was_left_is_gone_after_a_day(store, monkeypatch):
    runner, here = runner_of(store.path), Hosting(mode="demo")
    eves = personal_runner(runner, STRANGER, here)
    name = eves.store.open_record(DebateOpened(config=SIMULATED))
    assert eves.store.ids() == [name]
    now = store._clock()
    monkeypatch.setattr(type(store), "_clock", lambda self: now + 25 * 3600)
    assert eves.store.ids() == []
    personal_runner(runner, STRANGER, here)
    assert not store.ids() and not store.last_sequence(name)


def test_the_models_of_a_demonstration_are_not_for_choosing(as_person, open_page):
    as_person(STRANGER, "demo")
    words = words_of(open_page("set_up", tab="Models and keys"))
    assert "a demonstration" in words and "Add a server" not in words
    assert "use_real_models" not in {one.key for one in open_page("set_up").button}


@each(("person", "mode", "who"), [(STRANGER, "demo", "Only you see"), (OPERATOR, "desk", "Everyone who")])
def test_who_sees_a_preset_is_said_as_it_is(as_person, open_page, person, mode, who):
    as_person(person, mode)
    assert who in words_of(open_page("set_up", unfolded=[settings_open.key]))


@each(("person", "mode"), [(STRANGER, "demo"), (ANN, "team")])
def test_pages_that_several_share_begin_no_study_and_give_its_plan_instead(
    as_person, open_page, person, mode
):
    as_person(person, mode)
    app = open_page("studies")
    assert "runs no studies" in words_of(app) and "about 480 calls" not in words_of(app)
    assert "run_study" not in keys_of(app)
    assert [one.label for one in app.get("download_button")] == ["Download the plan (TOML)"]


def test_what_a_demonstration_refuses_is_said_in_a_whole_sentence(as_person, open_page, monkeypatch):
    as_person(STRANGER, "demo")

    def refuse(*_, **__):
        raise LeaseHeld("you may not", "mine")

    monkeypatch.setattr(PersonalRunner, "start", refuse)
    app = open_page("set_up")
    app.text_area[0].set_value("Trees").run()
    said = words_of(app.button(key="start_debate").click().run())
    assert "You may not." in said
    assert any(
        one.label == "Watch it" and one.proto.query_string == "debate=mine" for one in app.get("page_link")
    )


def test_a_team_names_no_servers_and_may_use_the_operators_keys(as_person, open_page):
    as_person(BOB, "team")
    app = open_page("set_up", tab="Models and keys")
    assert "Add a server" not in words_of(app) and "look_for_servers" not in keys_of(app)
    assert dataclasses.replace(Access(), only=kept.reaches()).only == "providers"


def test_a_room_opens_before_the_first_word_and_its_host_shuts_it(as_person, open_page, store, monkeypatch):
    as_person(ANN, "team")
    app = open_page("set_up")
    app.text_area[0].set_value("Trees").run()
    app.button(key="room_open").click().run()
    name = app.session_state["elsewhere_room"]
    assert name in of_tab(app), "it outlives a reload"
    held, stage = grant_of(store, name), stage_of(store, name)
    assert held and (held.owner, held.link) == ("ann", 1)
    assert (stage.topic, stage.voting) == ("Trees", "before")
    timers, enqueue = [], ScriptRunContext.enqueue
    monkeypatch.setattr(ScriptRunContext, "enqueue", lambda *both: [timers.append(both[1]), enqueue(*both)])
    cast_vote(store, name, "before", "a phone", "pro")
    assert "Before: 1 vote" in words_of(app.run())
    assert app.button(key="room_end").label == "End the link"
    assert [one.auto_rerun.interval for one in timers if one.WhichOneof("type") == "auto_rerun"] == [3.0]
    set_stage(store, name, voting=None, revealed=True)
    (scans,) = (one.value for one in app.run().caption if "scans" in one.value)
    assert "vote" not in scans, "none can be opened any more"
    as_person(BOB, "team")
    other = open_page("set_up")
    other.session_state["elsewhere_room"] = name
    assert "room_open" in keys_of(other.run()), "a tab can say what it likes"
    as_person(ANN, "team")
    app.button(key="room_end").click().run()
    assert grant_of(store, name).link == 0
