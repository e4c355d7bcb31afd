"""Verdict and Panel with a live judge: its reading beside the outcome, the register and a person's word on it."""

import pytest
from streamlit.testing.v1 import AppTest

from debate_core.events import FlagOverturned
from debate_core.report.told import CONVERGENCES, PATTERNS
from debate_core.store import Store
from tests.building.exchanges import (
    LIVE_STATES,
    VERDICT_STATES,
    LiveState,
    VerdictState,
    conflict_of,
    fill_live,
    fill_verdicts,
    with_convergence,
    with_ending,
)
from tests.building.facts import HOSTILE, put
from tests.building.simulated import State
from tests.pages.conftest import Open, words_of

LIVE_WORDS = ("live judge", "Round scorecard", "Turning points", "Suspect claims", "Convergence")


def said_on(app: AppTest) -> str:
    """All text, with the escapes of markdown taken out."""
    labels = "\n".join(one.label for one in app.expander)
    return f"{words_of(app)}\n{labels}".replace("\\", "").replace("\u2060", "")


def verdict(open_page: Open, store: Store, state: VerdictState, page: str = "verdict") -> AppTest:
    """The page opened on that state."""
    fill_verdicts(store, (state,))
    return open_page(page, state)


def on(turn: int, words: str = "") -> str:
    """A turn of `verdict_differ` as a link to its place on Watch."""
    return f"[{words or turn}](watch?debate=verdict_differ#turn-{turn})"


SAID: dict[VerdictState, tuple[str, ...]] = {
    "verdict_differ": (
        # Scorecard and narrative name their own leaders, and leading is not the outcome.
        "**They differ: CON leads on the scorecard, PRO leads in the narrative.**",
        "**CON leads: as many rounds won (2 each), but 69 to 71, PRO's mean composite to CON's.**",
        "**PRO leads: it held the more coherent, evolving position.**",
        "That is not the outcome: the panel makes no call, so no side is named as the better one.",
        # Turns 3, 5 of PRO: 66, 72 (turn 1 counts in no mean); turns 2, 4, 6 of CON: 72, 71, 70.
        "mean composite 69 of 100 from turn 2 on",
        "mean composite 71 of 100 from turn 2 on",
        # A statement links to its turns on Watch, or is marked unsupported.
        f"- PRO held one spine: who walks, stops. (turns {on(1)} and {on(3)})",
        "- A statement that rests on nothing. :yellow-badge[Unsupported: cites no turn]",
        f"- The survey fell. ({on(4, 'turn 4')})",
        # The running score has its numbers, and each suspect claim its history.
        "Show the numbers: turn by turn",
        "| 6 | CON | 70 |",
        "T1-C1 · exposed by turn 4, −2 on logic · a 2019 survey",
        f"Flagged by the live judge on {on(1, 'turn 1')}, −1 on logic. Why?",
        f"Exposed by the live judge in {on(4, 'turn 4')}, −2 on logic. No such",
        f"**T5-S1** PRO in {on(5, 'turn 5')} contradicts [turn 1]",
        # A short debate is not checked for convergence; known limits are stated where they bear.
        "*Not checked:* fewer than 10 turns.",
        "What the live judge can't tell",
        "a true but obscure fact can be flagged",
        "Both debaters are on one model",
    ),
    "verdict_named": ("the outcome is the panel's, PRO.",),
    "verdict_level": (
        "CON leads on the scorecard, it is level in the narrative",
        "**Level: neither held the more coherent, evolving position.**",
    ),
    "verdict_unexplained": ("Why they differ", "**It failed:** provider busy: busy (529)"),
    "verdict_never_asked": ("There is none: it was never asked for.",),
    "verdict_was_different": ("**CON leads in both, ", "The explanation of an earlier difference"),
    "verdict_both_orders": ("2 of 3 answers depended on the order and count as draws",),
    "verdict_long_failed": ("**It failed:** provider busy: busy (529)",),
    # The reading is there even when the panel failed.
    "verdict_one_judge": (
        "Too few scores",
        "That is not the outcome, which is the panel's: fewer than two judges have scored",
        "T1-C1 · exposed by turn 4",
    ),
}


@pytest.mark.parametrize("state", VERDICT_STATES)
def test_every_state_shows_and_says_what_it_must(open_page: Open, store: Store, state: VerdictState) -> None:
    app = verdict(open_page, store, state)
    assert not app.exception
    said = said_on(app)
    assert [words for words in SAID.get(state, ()) if words not in said] == []


def test_rounds_are_counted_beside_the_panels_no_call_and_nobody_is_called_a_winner(
    open_page: Open, store: Store
) -> None:
    app = verdict(open_page, store, "verdict_differ")
    assert "No call" in words_of(app)
    assert {one.label: one.value for one in app.metric} == {"PRO, rounds won": "2", "CON, rounds won": "2"}
    assert "wins" not in said_on(app)
    assert "O argued better" not in said_on(app) and "N argued better" not in said_on(app)


@pytest.mark.parametrize("state", LIVE_STATES)
@pytest.mark.parametrize("page", ["verdict", "panel"])
def test_no_state_of_watch_breaks_the_result_pages(
    open_page: Open, store: Store, state: LiveState, page: str
) -> None:
    fill_live(store, (state,))
    assert not open_page(page, state).exception


def test_without_a_live_judge_nothing_of_it_is_shown(
    open_page: Open, store: Store, debates: dict[State, str]
) -> None:
    fill_live(store, ("live_off",))
    for name in ("live_off", debates["finished"], debates["no_call"]):
        said = said_on(open_page("verdict", name))
        for words in LIVE_WORDS:
            assert words not in said, words
        assert "leads in" not in said


def test_the_bridge_names_the_pattern_and_what_it_means(open_page: Open, store: Store) -> None:
    app = open_page("verdict", put(store, "bridge", with_ending(conflict_of("convergence_failure"))))
    name, meaning = PATTERNS["convergence_failure"]
    said = said_on(app)
    assert f"**{name}.** {meaning}" in said
    assert "CON's rounds were won on the till, not on the street." in said
    assert "It cites turns [2](watch?debate=bridge#turn-2) and [4](watch?debate=bridge#turn-4)." in said


def test_a_narrative_that_failed_is_said_in_its_place_and_can_be_asked_again(
    open_page: Open, store: Store
) -> None:
    app = verdict(open_page, store, "verdict_no_narrative")
    said = said_on(app)
    assert "**CON leads on the scorecard.**" in said
    assert "**It failed:** no readable answer in 2 askings" in said
    assert "- the narrative of the whole debate: no readable answer in 2 askings" in said
    app.button(key="ask_live_again").click().run()
    asked = [one.event for one in store.read("verdict_no_narrative") if one.event.kind == "debate_resumed"]
    assert [one.retry_failed for one in asked] == [True]


def test_turns_that_were_not_judged_are_named_not_counted_as_zero(open_page: Open, store: Store) -> None:
    fill_live(store, ("live_failed",))
    said = said_on(open_page("verdict", "live_failed"))
    assert "Not judged: [turn 3](watch?debate=live_failed#turn-3). Missing from the score, not zero." in said
    assert "Round 2. Not counted: turn 3 was not judged." in said


def submit(app: AppTest, label: str, claim: str) -> AppTest:
    """Press the button of that label in one claim's form."""
    inside = next(one for one in app.expander if one.label.startswith(claim))
    next(one for one in inside.button if one.label == label).click()
    return app.run()


def test_a_person_overturns_a_flag_and_the_points_return_at_once(open_page: Open, store: Store) -> None:
    app = verdict(open_page, store, "verdict_differ")
    app.text_input(key="reason_T1-C1_2").input("The survey exists: it was reprinted.")
    submit(app, "Overturn this flag", "T1-C1")
    assert not app.exception
    said = said_on(app)
    assert "T1-C1 · exposed by turn 4; overturned by a person, costs nothing" in said
    assert "Exposed by the live judge" in said
    assert "Overturned by a person, costs nothing. The survey exists: it was reprinted." in said
    words = [one.event for one in store.read("verdict_differ") if isinstance(one.event, FlagOverturned)]
    assert words == [FlagOverturned(claim="T1-C1", reason="The survey exists: it was reprinted.")]


def test_what_was_overturned_can_be_put_back_and_both_stay_on_record(open_page: Open, store: Store) -> None:
    fill_live(store, ("live_overturned",))
    app = open_page("verdict", "live_overturned")
    app.text_input(key="reason_T1-C1_3").input("It is another survey.")
    submit(app, "Take that back", "T1-C1")
    said = said_on(app)
    assert "Overturned by a person, costs nothing. The survey exists" in said
    assert "Put back by a person, −2 on logic. It is another survey." in said
    assert "T1-C1 · exposed by turn 4, −2 on logic" in said


def test_a_flag_is_not_overturned_without_a_reason(open_page: Open, store: Store) -> None:
    app = verdict(open_page, store, "verdict_differ")
    submit(app, "Overturn this flag", "T3-C1")
    assert "Say why first" in said_on(app)
    assert not [one for one in store.read("verdict_differ") if isinstance(one.event, FlagOverturned)]


def test_convergence_is_named_with_its_meaning(open_page: Open, store: Store) -> None:
    name, meaning = CONVERGENCES["degenerate"]
    said = said_on(open_page("verdict", put(store, "long", with_convergence("degenerate"))))
    assert f"**{name}.** {meaning}" in said
    assert "Both now ask how many shops, not whether any." in said


def test_nothing_that_was_written_is_markup(open_page: Open, store: Store) -> None:
    said = words_of(verdict(open_page, store, "verdict_hostile"))
    assert HOSTILE.split()[0] not in said
    for markup in ("<script>", ":red[", ":material/home", "**bold**", "[l](http"):
        assert markup not in said, markup


def test_the_trace_and_the_drawer_know_that_an_exchange_has_no_cross_examination(
    open_page: Open, store: Store
) -> None:
    trace = next(
        frame.value
        for frame in verdict(open_page, store, "verdict_differ").dataframe
        if "Whose view counts" in frame.value.columns
    )
    assert "Answer" not in trace.columns
    app = open_page("panel", "verdict_differ", "CON-3")
    said = said_on(app)
    assert "No cross-examination in a free exchange" in said
    assert "It was made in [turn 6](watch?debate=verdict_differ#turn-6); no turn followed it." in said


@pytest.mark.parametrize("page", ["panel", "verdict"])
def test_an_example_is_badged_where_simulated_would_stand(open_page: Open, store: Store, page: str) -> None:
    fill_live(store, ("live_example",))
    said = said_on(open_page(page, "live_example"))
    assert "Example" in said
    assert "Simulated" not in said
