"""Watch with a live judge: each card, running score, register, hidden directions; and nothing of it without one."""

import pytest

from debate_core.events import TurnSpoken
from debate_core.store import Store
from tests.building.exchanges import INVENTED, LIVE_STATES, LiveState, fill_live, turn_of, whole_exchange
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


@pytest.mark.parametrize("state", LIVE_STATES)
def test_no_state_breaks_the_page(opened, state: LiveState) -> None:
    assert not opened(state).exception


def test_without_a_live_judge_nothing_of_it_is_shown(opened) -> None:
    said = said_on(opened("live_off"))
    assert "Turn 6 · :orange[CON]" in said
    for words in ("Live judge", "Running score", "Suspect", "Hidden directions", "Causal chain"):
        assert words not in said, words


def test_a_structured_debate_without_a_live_judge_is_as_before(
    open_page: Open, debates: dict[State, str]
) -> None:
    said = said_on(open_page("watch", debates["finished"]))
    assert "Live judge" not in said
    assert "Cross-examination" in said


def test_a_card_shows_marks_links_and_what_was_adjusted(opened) -> None:
    said = said_on(opened("live_whole"))
    assert "**Causal chain** allows 40 on logic" in said
    assert "**Measurable consequence** weak. “A car passes a window in a second” *(exact words)*" in said
    assert "**The opponent's weakest premise** can't apply." in said
    assert "Not in the composite: frame control 6 of 10, credibility 7 of 10." in said
    # Turn 3: links 1 + .5 + 0 + 1 allow 28 of the 30 proposed; it lost to turn 2 (30), which allows 29; T3-C1 takes 1.
    assert "**Logic 30 → 28.** Logic is at most 28" in said
    assert "**Logic 28 → 27.** T3-C1, specific but without a mechanism: -1 on logic." in said
    assert "it loses logic and rhetoric and draws on tactics" in said


def test_a_claim_is_marked_in_the_text_with_its_status_and_points_to_who_exposed_it(opened) -> None:
    said = said_on(opened("live_whole"))
    assert f":yellow-background[{INVENTED}] :yellow-badge[T1-C1 exposed by turn 4]" in said
    assert "exposed by [turn 4](#turn-4), −2 on logic" in said
    assert "Exposes **T1-C1** of [turn 1](#turn-1)" in said
    assert "**T5-S1** contradicts [turn 1](#turn-1): First trade rises" in said
    assert "Contradicted by [turn 5](#turn-5)" in said


def test_an_overturned_claim_gives_its_points_back_and_stays_on_record(opened) -> None:
    said = said_on(opened("live_overturned"))
    assert ":yellow-badge[T1-C1 overturned by a person]" in said
    assert "overturned by a person, costs nothing" in said
    assert "A person overturned T1-C1" in said


def test_the_running_score_has_its_numbers_and_says_what_it_cannot_tell(opened) -> None:
    app = opened("live_whole")
    said = said_on(app)
    assert {metric.label for metric in app.metric} == {"PRO, mean of 100", "CON, mean of 100"}
    assert "rounds won" in said
    assert "Neither judge nor register can check a source outside the debate" in said
    assert "Both debaters are on one model" in said


def test_a_failed_live_call_is_said_on_its_card_and_can_be_asked_again(opened, store: Store) -> None:
    app = opened("live_failed")
    said = said_on(app)
    assert "This turn has no score.** provider busy: the server is busy (529)" in said
    assert "The comparison with turn 4 failed.** no readable answer in 2 askings" in said
    assert {"ask_again_live:3", "ask_again_pairwise:5"} <= keys_of(app)
    assert "judging turn 3, comparing turns 4 and 5" in said
    app.button(key="ask_again_live:3").click().run()
    assert any(e.event.kind == "debate_resumed" and e.event.retry_failed for e in store.read("live_failed"))


def test_a_turn_that_was_not_judged_is_missing_not_zero(opened) -> None:
    said = said_on(opened("live_missing"))
    assert "it is missing from the score, not zero" in said
    assert "| 6 |  | not judged |" in said


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


def test_an_example_is_badged_where_simulated_would_stand(opened) -> None:
    said = said_on(opened("live_example"))
    assert "Example" in said
    assert "Simulated" not in said


def test_nothing_the_live_judge_wrote_is_markup(opened) -> None:
    said = words_of(opened("live_hostile"))
    assert HOSTILE.split()[0] not in said
    for markup in ("<script>", ":red[", ":material/home", "**bold**"):
        assert markup not in said, markup


def test_what_is_not_spoken_yet_is_waited_for(opened, store: Store) -> None:
    said = said_on(opened("live_running"))
    assert "Turn 4 · :orange[CON]" in said
    assert "Has not spoken" in said
    assert "3 of 6 turns spoken" in said
    assert "2 of 6 turns judged" in said


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
