"""Watch with a live judge: each card, running score, register, hidden directions; and nothing of it without one."""

import json
import pathlib
from dataclasses import replace

import pytest

from debate_core.domain.config import Live
from debate_core.domain.personalities import PERSONALITIES
from debate_core.domain.transcript import Topic, burden_words
from debate_core.library.report.live import live_of
from debate_core.reporting.live import ONE_MODEL, new_words_text
from debate_core.store.record import load
from tests.building import structured
from tests.building.exchanges import (
    INVENTED,
    LIVE_STATES,
    LIVE_TOPIC,
    fill_live,
    judged,
    repeating,
    whole_exchange,
)
from tests.building.facts import HOSTILE, changed, put
from tests.pages.conftest import lacking, live_document_of, markdown_of, plain, unlinked, words_of


@pytest.fixture
def opened(open_page, store):
    def opened(state, page="watch"):
        fill_live(store, (state,))
        return open_page(page, state)

    return opened


# What Watch says in each state beside its blocks.
SAID: dict[str, tuple[str, ...]] = {
    "live_off": ("Turn 6 · :orange[CON]",),
    "live_whole": (
        # a claim is marked in the text, and points to who exposed it
        f":yellow-background[{INVENTED}] :yellow-badge[T1-C1",
        "by [turn 4](#turn-4)",
        ONE_MODEL,
    ),
    "live_overturned": ("; overturned by a",),
    "live_running": ("Turn 4 · :orange[CON]", "Has not spoken", "3 of 6 turns spoken", "2 of 6 turns judged"),
    "live_example": ("Sample",),
}
UNSAID: dict[str, tuple[str, ...]] = {
    "live_off": ("Live judge", "Running score", "Suspect", "Hidden directions", "Causal chain"),
    "live_example": ("Simulated",),
    "live_hostile": (HOSTILE.split()[0], "<script>", ":red[", ":material/home", "**bold**"),
}


WITH_BLOCKS = ("live_whole", "live_failed", "live_missing", "live_overturned")
"""States in which each turn's block stands under its speech."""


@pytest.mark.parametrize("state", LIVE_STATES)
def test_each_state_says_what_is_judged_what_is_missing_and_why(opened, store, state):
    app = opened(state)
    said, own = words_of(app), (one.proto.json for one in app.get("bidi_component"))
    if state in WITH_BLOCKS:
        document = live_document_of(store, state)
        assert lacking((*document["turns"].children, document["scorecard"]), unlinked(said)) == []
    handed = "\n".join([markdown_of(app), *own])
    assert [words for words in SAID.get(state, ()) if words not in said] == []
    assert [words for words in UNSAID.get(state, ()) if words in handed] == []
    assert len(app.metric) == (0 if state == "live_off" else 2)


def test_what_is_said_of_a_turn_stands_beside_it_while_its_phase_is_still_spoken(open_page, store):
    opening, turn, *_ = structured.STATES["speaking"]
    store.open_record(changed(opening, "config", live=Live()), "speaking")
    lease = store.acquire("speaking")
    store.append("speaking", [turn, *judged(1)], lease=lease)
    key = pathlib.Path(f"{store.place}.key")
    key.write_bytes(b"x")
    key.chmod(0o644)  # Nothing is signed with it: words come with the page.
    (letter,) = open_page("watch", "speaking").text
    pro, con = json.loads(letter.value)["lists"]
    assert con["cards"] == []
    card = pro["cards"][-1]
    assert (card["kind"], card["open"]) == ("Live judge", False)
    block, behind = live_document_of(store, "speaking")["turn-1"], [" ".join(x).strip() for x in card["own"]]
    assert "70 of 100" in card["short"] and any(line.startswith("Logic 29 of 40") for line in behind)
    assert block.items and not [one for one in block.items if one not in behind]


def test_a_failed_live_call_stands_open_and_can_be_asked_again_there_and_a_finished_turn_is_folded(
    opened, store
):
    app = opened("live_failed")
    folds = {plain(fold.label): fold.proto.expanded for fold in app.expander}
    for argument in load(store, "live_failed").transcript.arguments:
        (line,) = [name for name in folds if f"[{argument.id}]" in name]
        assert argument.claim in line and not folds[line]
    live = [
        name.split()[3].strip(",") for name in folds if name.startswith("Live judge: Turn") and folds[name]
    ]
    assert live == ["3", "5"]
    # Each asks all that failed anew, as the one above does, and is called so.
    again = {one.key for one in app.button if one.label == "Retry the live judge"}
    assert again == {"retry_failed", "ask_again_3", "ask_again_5"}
    app.button(key="ask_again_3").click().run()
    assert any(e.event.kind == "debate_resumed" and e.event.retry_failed for e in store.read("live_failed"))


def test_hidden_directions_stay_hidden_until_asked_for(opened, store):
    app = opened("live_whole")
    assert "Strategist" not in words_of(app)
    app.toggle(key="reveal_traits").set_value(True).run()
    said = words_of(app)
    traits = live_document_of(store, "live_whole")["traits"]
    assert lacking((replace(one, items=()) for one in traits.children), said) == []
    assert PERSONALITIES["strategist"].voice.rstrip(".") in said


def test_a_turn_that_says_little_new_repeats_itself_with_its_share(open_page, store):
    said = words_of(open_page("watch", put(store, "repeating", repeating())))
    live = live_of(load(store, "repeating"), None, {}, {})
    novel = [one for one in live.novelty if one.value is not None]
    assert {one.repeats for one in novel} == {True, False}
    assert not [one for one in novel if new_words_text(one) not in said]


def test_the_burden_of_proof_stands_in_the_heading_and_beside_the_narrative(open_page, store):
    name = put(store, "burdened", whole_exchange(topic=Topic(text=LIVE_TOPIC, burden="con")))
    assert "proof: CON" in words_of(open_page("watch", name))
    assert burden_words("con") in words_of(open_page("verdict", name))
