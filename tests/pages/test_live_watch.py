"""Watch with a live judge: each card, running score, register, hidden directions; and nothing of it without one."""

import json

import pytest

from debate_core.config import Live
from debate_core.events import TurnSpoken
from debate_core.store import Store
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


# What Watch says in each state of the live judge's work, and what it must not hold.
SAID: dict[LiveState, tuple[str, ...]] = {
    "live_off": ("Turn 6 · :orange[CON]",),
    "live_whole": (
        "**Causal chain** allows 40 on logic",
        "**Measurable consequence** weak. “A car passes a window in a second” *(exact words)*",
        "**The opponent's weakest premise** can't apply.",
        "Not in the composite: frame control 6 of 10, credibility 7 of 10.",
        # Turn 3: links 1 + .5 + 0 + 1 allow 28 of the 30 proposed; it lost to turn 2 (30), which allows 29; T3-C1
        # takes 1.
        "**Logic 30 → 28.** Logic is at most 28",
        "**Logic 28 → 27.** T3-C1, specific but without a mechanism: −1 on logic.",
        "it loses logic and rhetoric and draws on tactics",
        # a claim is marked in the text, and points to who exposed it
        f":yellow-background[{INVENTED}] :yellow-badge[T1-C1 exposed by turn 4]",
        "exposed by [turn 4](#turn-4), −2 on logic",
        "Exposes **T1-C1** of [turn 1](#turn-1)",
        "**T5-S1** PRO in [turn 5](#turn-5) contradicts [turn 1](#turn-1): First trade rises",
        # the running score, and what it can't tell
        "rounds won",
        "It can't check a source outside the debate",
        "Both debaters are on one model",
    ),
    "live_overturned": (
        ":yellow-badge[T1-C1 exposed by turn 4; overturned by a person]",
        "overturned by a person, costs nothing",
        "A person overturned T1-C1",
    ),
    "live_missing": ("it is missing from the score, not zero", "| 6 |  | not judged |"),
    "live_running": (
        "Turn 4 · :orange[CON]",
        "Has not spoken",
        "3 of 6 turns spoken",
        "2 of 6 turns judged",
    ),
    "live_example": ("Example",),
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
    means = {metric.label for metric in app.metric}
    assert means == (set() if state == "live_off" else {"PRO, mean of 100", "CON, mean of 100"})


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
    (letter,) = open_page("watch", "speaking").text
    pro, con = json.loads(letter.value)["lists"]
    assert con["cards"] == []
    card = pro["cards"][-1]
    assert (card["kind"], card["short"], card["open"]) == ("Live judge", "70 of 100, proposed 71", False)
    behind = [" ".join(line).strip() for line in card["own"]]
    assert "Logic 29 of 40, rhetoric 20 of 30, tactics 21 of 30." in behind
    assert "Adjusted. Logic 30 → 29. T1-C1, specific but without a mechanism: −1 on logic." in behind


def test_a_failed_live_call_is_said_on_its_card_and_can_be_asked_again(opened, store: Store) -> None:
    app = opened("live_failed")
    said = said_on(app)
    assert "This turn has no score.** provider busy: the server is busy (529)" in said
    assert "The comparison with turn 4 failed.** no readable answer in 2 askings" in said
    assert {"ask_again_live:3", "ask_again_pairwise:5"} <= keys_of(app)
    assert "judging turn 3, comparing turns 4 and 5" in said
    app.button(key="ask_again_live:3").click().run()
    assert any(e.event.kind == "debate_resumed" and e.event.retry_failed for e in store.read("live_failed"))


def test_hidden_directions_stay_hidden_until_asked_for(opened) -> None:
    app = opened("live_whole")
    assert "Strategist" not in said_on(app)
    app.toggle(key="reveal_traits").set_value(True).run()
    assert not app.exception
    said = said_on(app)
    assert "what the debaters weren't told in words" in said
    assert "Strategist, elasticity 0.6" in said
    # Under pressure after turns 1 and 3, two units each at .6: 5 + 1.2 + 1.2.
    assert "PRO: analytical 5 → 7.4" in said
    assert "You speak as a strategist does" in said


def test_a_turn_that_says_little_new_repeats_itself_with_its_share(open_page: Open, store: Store) -> None:
    first = turn_of(1).arguments[0].model_copy(update={"id": "PRO-3"})
    again = TurnSpoken(turn=turn_of(5).model_copy(update={"arguments": (first,)}), calls=("exchange:5",))
    opening, *rest = whole_exchange()
    store.open_record(opening, "repeating")
    store.append("repeating", [again if event.identity == again.identity else event for event in rest])
    said = said_on(open_page("watch", "repeating"))
    assert "**0%** new against PRO's own earlier turns · *repeats itself*" in said
    assert "**100%** new against CON's own earlier turns" in said
    assert said.count("own earlier turns") == 2  # turns 5 and 6 only


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
