"""Watch with a live judge: each card, running score, register, hidden directions; and nothing of it without one."""

import json
import pathlib
import re

import pytest

from debate_core.domain.config import Live
from debate_core.library.report.live import live_of
from debate_core.reporting.live import live_document
from debate_core.store import Store
from debate_core.store.events import TurnSpoken
from debate_core.store.record import load
from tests.building import structured
from tests.building.exchanges import (
    INVENTED,
    LIVE_STATES,
    LiveState,
    fill_live,
    judged,
    turn_of,
    whole_exchange,
)
from tests.building.facts import HOSTILE
from tests.building.simulated import State
from tests.pages.conftest import Open, words_of


def keys_of(app) -> set[str]:
    return {button.key for button in app.button}


def said_on(app) -> str:
    """All text, with the escapes of markdown taken out."""
    said = words_of(app).replace("\\", "").replace("\u2060", "")
    bars = "\n".join(bar.text or "" for bar in app.get("progress") if hasattr(bar, "text"))
    return f"{said}\n{bars}"


@pytest.fixture
def opened(open_page: Open, store: Store):
    def opened(state: LiveState, page: str = "watch"):
        fill_live(store, (state,))
        return open_page(page, state)

    return opened


# What Watch says in each state beside its blocks.
SAID: dict[LiveState, tuple[str, ...]] = {
    "live_off": ("Turn 6 · :orange[CON]",),
    "live_whole": (
        # a claim is marked in the text, and points to who exposed it
        f":yellow-background[{INVENTED}] :yellow-badge[T1-C1 exposed by turn 4]",
        "exposed by [turn 4](#turn-4), two points off logic",
        # what the running score can't tell
        "It can't check a source outside the debate",
        "Both debaters are on one model",
    ),
    "live_overturned": (":yellow-badge[T1-C1 exposed by turn 4; overturned by a person]",),
    "live_running": (
        "Turn 4 · :orange[CON]",
        "Has not spoken",
        "3 of 6 turns spoken",
        "2 of 6 turns judged",
    ),
    "live_example": ("Sample",),
}
UNSAID: dict[LiveState, tuple[str, ...]] = {
    "live_off": ("Live judge", "Running score", "Suspect", "Hidden directions", "Causal chain"),
    "live_example": ("Simulated",),
    "live_hostile": (HOSTILE.split()[0], "<script>", ":red[", ":material/home", "**bold**"),
}


@pytest.mark.parametrize("state", LIVE_STATES)
def test_each_state_says_what_is_judged_what_is_missing_and_why(opened, state: LiveState) -> None:
    app = opened(state)
    assert not app.exception
    said = said_on(app)
    for words in SAID.get(state, ()):
        assert words in said, words
    for words in UNSAID.get(state, ()):
        assert words not in words_of(app), words
    assert len(app.metric) == (0 if state == "live_off" else 2)


@pytest.mark.parametrize("state", ["live_whole", "live_failed", "live_missing", "live_overturned"])
def test_each_turns_block_stands_under_its_speech(opened, store: Store, state: LiveState) -> None:
    app = opened(state)
    said = re.sub(r"\[([^\]\[]*)\]\(#turn-\d+\)", r"\1", said_on(app))
    document = live_document(live_of(load(store, state), None, {}))
    for block in (*document.block("turns").children, document.block("scorecard")):
        texts = (block.title, block.sentence, *block.items)
        assert [text for text in texts if text not in said] == [], block.key


def test_a_structured_debate_without_a_live_judge_is_as_before(
    open_page: Open, debates: dict[State, str]
) -> None:
    said = said_on(open_page("watch", debates["finished"]))
    assert "Live judge" not in said
    assert "Cross-examination" in said


def test_what_is_said_of_a_turn_stands_beside_it_while_its_phase_is_still_spoken(
    open_page: Open, store: Store
) -> None:
    opening, turn, *_ = structured.STATES["speaking"]
    judged_live = {"config": opening.config.model_copy(update={"live": Live()})}
    store.open_record(opening.model_copy(update=judged_live), "speaking")
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
    assert "70 of 100, adjusted from 71" in card["short"]
    behind = [" ".join(line).strip() for line in card["own"]]
    assert any(line.startswith("Logic 29 of 40 (30 proposed)") for line in behind)
    assert "Logic 30 → 29. T1-C1, specific but without a mechanism: −1 on logic." in behind


def test_a_failed_live_call_can_be_asked_again_on_its_card(opened, store: Store) -> None:
    app = opened("live_failed")
    assert {"ask_again_live:3", "ask_again_pairwise:5"} <= keys_of(app)
    app.button(key="ask_again_live:3").click().run()
    assert any(e.event.kind == "debate_resumed" and e.event.retry_failed for e in store.read("live_failed"))


def test_hidden_directions_stay_hidden_until_asked_for(opened, store: Store) -> None:
    app = opened("live_whole")
    assert "Strategist" not in said_on(app)
    app.toggle(key="reveal_traits").set_value(True).run()
    assert not app.exception
    said = said_on(app)
    traits = live_document(live_of(load(store, "live_whole"), None, {})).block("traits")
    assert [text for one in traits.children for text in (one.title, one.sentence) if text not in said] == []
    assert "You speak as a strategist does" in said


def test_a_finished_turn_is_folded_to_its_claim_and_what_the_live_judge_failed_on_stands_open(
    opened, store: Store
) -> None:
    folds = {fold.label.replace("\\", ""): fold.proto.expanded for fold in opened("live_failed").expander}
    for argument in load(store, "live_failed").transcript.arguments:
        (line,) = [name for name in folds if f"[{argument.id}]" in name]
        assert argument.claim in line
        assert not folds[line]
    live = [name for name in folds if name.startswith("Live judge: Turn")]
    assert [name[:18] for name in live if folds[name]] == [
        "Live judge: Turn 3",
        "Live judge: Turn 5",
    ]


def test_a_turn_that_says_little_new_repeats_itself_with_its_share(open_page: Open, store: Store) -> None:
    first = turn_of(1).arguments[0].model_copy(update={"id": "PRO-3"})
    again = TurnSpoken(turn=turn_of(5).model_copy(update={"arguments": (first,)}), calls=("exchange:5",))
    opening, *rest = whole_exchange()
    store.open_record(opening, "repeating")
    store.append("repeating", [again if event.identity == again.identity else event for event in rest])
    said = said_on(open_page("watch", "repeating"))
    assert "PRO repeats itself: 0% is new against its own earlier turns" in said
    assert "100% is new" in said


def test_the_burden_of_proof_stands_in_the_heading_and_beside_the_narrative(
    open_page: Open, store: Store
) -> None:
    opening, *rest = whole_exchange()
    topic = opening.config.topic.model_copy(update={"burden": "con"})
    store.open_record(
        opening.model_copy(update={"config": opening.config.model_copy(update={"topic": topic})}), "burdened"
    )
    store.append("burdened", rest)
    assert "Burden of proof: CON" in said_on(open_page("watch", "burdened"))
    assert "The burden of proof is on CON: where neither" in said_on(open_page("verdict", "burdened"))
