"""Watch in every state a debate can be in."""

import pathlib
import re
import shutil
import time

import pytest

from debate_core.config import Budget
from debate_core.events import CallCompleted, DebateOpened, StoredEvent
from debate_core.history import History
from debate_core.replay import replay
from debate_core.report import ReportSettings, report
from debate_core.runner import Runner, runner_of
from debate_core.store import Store
from pages.ui.watch.status import in_numbers
from tests.building.facts import HOSTILE
from tests.building.simulated import STATES, TOPIC, State, after_openings, needing_a_key, with_config
from tests.pages.conftest import Open, words_of

OLD = pathlib.Path(__file__).parents[1] / "fixtures" / "stores" / "0.1.0.sqlite3"


def keys_of(app) -> set[str]:
    return {button.key for button in app.button}


@pytest.mark.parametrize("state", STATES)
def test_no_state_breaks_the_page(open_page: Open, debates: dict[State, str], state: State) -> None:
    app = open_page("watch", debates[state])
    assert not app.exception
    assert app.title[0].value.replace("\\", "").startswith("![x]" if state == "hostile" else TOPIC)


def test_an_empty_store_says_what_would_appear_and_offers_the_one_next_step(open_page: Open) -> None:
    app = open_page("watch")
    assert not app.exception
    assert app.title[0].value == "No debate yet"
    assert "side by side" in words_of(app)
    assert keys_of(app) == {"to_set_up"}


def test_an_unknown_debate_is_named_and_never_replaced_by_another(
    open_page: Open, debates: dict[State, str]
) -> None:
    app = open_page("watch", "![x](http://127.0.0.1:9/x)")
    assert not app.exception
    assert app.title[0].value == "No such debate"
    assert "![x]" not in words_of(app)
    assert TOPIC not in words_of(app)


def test_a_running_debate_shows_words_as_they_come(open_page: Open, debates: dict[State, str]) -> None:
    said = words_of(open_page("watch", debates["running"]))
    assert "Reasoning\\: The claim rests on a sin" in said
    assert "Waiting for the first words" in said  # the other side


def test_a_debate_conducted_elsewhere_cannot_be_stopped_here_and_says_why(
    open_page: Open, debates: dict[State, str]
) -> None:
    app = open_page("watch", debates["running"])
    assert app.button(key="stop_debate").disabled
    assert "You are watching" in words_of(app)


def test_a_retry_is_said_with_its_count_and_wait_and_keeps_the_words(
    open_page: Open, debates: dict[State, str]
) -> None:
    said = words_of(open_page("watch", debates["retrying"]))
    assert "provider busy, retry 2 of 4 in 8 s" in said
    assert "The figu" in said


@pytest.mark.parametrize(
    ("state", "cause"),
    [
        ("interrupted", "The program that conducted it has gone"),
        ("paused", "the budget of 2 calls is used up"),
        ("stopped", "A person stopped it"),
    ],
)
def test_a_debate_that_stands_still_says_why_what_is_kept_and_offers_to_resume(
    open_page: Open, debates: dict[State, str], state: State, cause: str
) -> None:
    app = open_page("watch", debates[state])
    said = words_of(app)
    assert cause in said.replace("\\", "")
    assert "is kept" in said
    assert ("raise_and_resume" if state == "paused" else "resume_debate") in keys_of(app)
    assert "stop_debate" not in keys_of(app)


def test_a_budget_that_is_used_up_is_raised_and_not_resumed_into_nothing(
    open_page: Open, debates: dict[State, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_page("watch", debates["paused"])
    assert "resume_debate" not in keys_of(app)
    assert [field.key for field in app.number_input] == ["raised_calls"]  # there was no limit of tokens
    assert app.number_input(key="raised_calls").value > 2
    asked = []
    monkeypatch.setattr(Runner, "resume", lambda self, record, access, **how: asked.append((record, how)))
    app.number_input(key="raised_calls").set_value(2).run()
    assert app.button(key="raise_and_resume").disabled
    app.number_input(key="raised_calls").set_value(30).run()
    app.button(key="raise_and_resume").click().run()
    assert asked == [(debates["paused"], {"retry_failed": False, "budget": Budget(calls=30)})]


def test_resuming_finishes_the_debate_without_losing_a_turn(
    open_page: Open, debates: dict[State, str], store: Store, without_pauses: None
) -> None:
    name = debates["interrupted"]
    spoken = [e.event for e in store.read(name) if e.event.kind == "turn_spoken"]
    app = open_page("watch", name)
    app.button(key="resume_debate").click().run()
    assert not app.exception
    assert runner_of(store.path).wait(name, 60)
    events = [e.event for e in store.read(name)]
    assert [e for e in events if e.kind == "turn_spoken"][: len(spoken)] == spoken
    app.run()
    assert {"to_verdict", "to_panel"} <= keys_of(app)


def test_stopping_ends_within_two_seconds_and_offers_to_resume(open_page: Open, store: Store) -> None:
    app = open_page("set_up")
    app.button(key="start_debate").click().run()
    name = store.records()[0].id
    app = open_page("watch", name)
    began = time.monotonic()
    app.button(key="stop_debate").click().run()
    assert time.monotonic() - began < 2 + 1  # the page's own drawing included
    assert not runner_of(store.path).conducts(name)
    assert "resume_debate" in keys_of(app)


def test_a_failed_judge_is_counted_explained_and_can_be_retried(
    open_page: Open, debates: dict[State, str]
) -> None:
    app = open_page("watch", debates["failed_judge"])
    said = words_of(app).replace("\\", "")
    assert "3 of 4 judges" in said
    assert "no readable answer in 3 askings" in said
    assert app.button(key="retry_failed").label == "Retry failed judges"


def test_what_falls_short_stays_in_plain_sight(open_page: Open, debates: dict[State, str]) -> None:
    said = words_of(open_page("watch", debates["marred"])).replace("\\", "")
    for words in (
        "Unstructured",
        "No response",
        "I refuse to say either way",
        "evidence has fewer than 5 characters",
        "One answer is missing.",
        "214 words, over the cap of 200",
        "Shift not given",
    ):
        assert words in said, words


def test_nothing_a_speech_holds_is_markup(open_page: Open, debates: dict[State, str]) -> None:
    said = words_of(open_page("watch", debates["hostile"]))
    assert HOSTILE.split()[0] not in said
    assert "<script>" not in said
    assert ":red[" not in said
    assert ":material/home" not in said
    assert "$x" not in said.replace("\\$x", "")


def test_a_key_is_asked_for_anew_before_resuming(open_page: Open, store: Store, events) -> None:
    opened, *rest = with_config(after_openings(events), needing_a_key)
    assert isinstance(opened, DebateOpened)
    store.open_record(opened, "needskey")
    store.append("needskey", rest)
    app = open_page("watch", "needskey")
    assert [field.key for field in app.text_input] == ["key_of_openai"]
    app.button(key="resume_debate").click().run()
    assert "OpenAI needs a key" in words_of(app)
    assert not store.conducted("needskey")


def test_the_finished_toast_comes_once(open_page: Open, debates: dict[State, str]) -> None:
    app = open_page("watch", debates["finished"])
    assert not app.toast  # it was finished before this session looked
    app.session_state["statuses_seen"] = {debates["finished"]: "running"}
    app.run()
    assert len(app.toast) == 1
    app.run()
    assert not app.toast


def test_a_debate_simulated_in_part_says_which_part(open_page: Open, store: Store, events) -> None:
    opening, *rest = with_config(events, needing_a_key)
    store.open_record(opening, "mixed")
    store.append("mixed", rest)
    said = words_of(open_page("watch", "mixed")).replace("\\", "")
    assert "Partly simulated" in said
    assert "Simulated are CON, all judges and the briefing" in said


def test_the_count_of_tokens_never_falls_and_what_is_reserved_stands_apart(tmp_path) -> None:
    path = tmp_path / "log.sqlite3"
    shutil.copy(OLD, path)
    store = Store(path)
    reserved = 0
    for listing in store.records():
        last = 0
        events = store.read(listing.id)
        for upto in range(1, len(events) + 1):
            said = in_numbers(replay(events[:upto]), "running", 0.0)
            now = int(re.search(r"([\d,]+) tokens", said)[1].replace(",", ""))
            assert now >= last, (listing.id, upto)
            last, reserved = now, reserved + ("more reserved for" in said)
        assert "reserved" not in in_numbers(replay(events), "finished", 0.0)
    store.close()
    assert reserved


def test_what_came_from_a_cache_is_said(events) -> None:
    calls = [event for event in events if isinstance(event, CallCompleted)]
    usage = calls[0].usage.model_copy(update={"cached": 1200})
    told = [e.model_copy(update={"usage": usage}) if e is calls[0] else e for e in events]
    stored = [StoredEvent(record="x", sequence=n, at=float(n), event=e) for n, e in enumerate(told, start=1)]
    held = replay(stored)
    assert held.spent.cached == 1200
    assert ", 1,200 of them read from a cache" in in_numbers(held, "finished", 0.0)
    assert report(held, History(), ReportSettings()).usage.cached == 1200
