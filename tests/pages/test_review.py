"""Review: blind until one's own scores are stored, then everybody's beside them; nothing lost, nothing claimed."""

import json
import secrets

import pytest
import streamlit as st

from debate_core.domain.rubric import Scale
from debate_core.examples import EXAMPLES, REVIEW, ensure, ensure_review, record_of
from debate_core.library import reviews
from debate_core.library.library import summarise
from debate_core.library.people import report_people
from debate_core.library.reviews import Choice
from debate_core.library.text_review import text_review
from debate_core.reporting.people import people_agree_text
from debate_core.reporting.text import text_document
from debate_core.store.access import Visitor, own, show_to
from debate_core.store.events import TEXT, ArgumentSettled, CallStarted, TextReviewed
from debate_core.store.record import ArtifactRecord, load
from pages.ui.review.desk import CHOICE
from pages.ui.review.revealed import YOU, View, _headline_text
from tests.building.exchanges import fill_verdicts
from tests.building.facts import but, changed, put, refused
from tests.building.reviewed import DEBATE, KEYS, bring, review
from tests.each import each
from tests.pages.conftest import enter, keys_of, pictures_of, plain, unfold, words_of

NOTES, REASON = "The judges' notes", "It was asked."


@pytest.fixture
def old(store):
    """The page's store with a debate of 0.1.0 in it."""
    bring(store)
    return store


def begun(open_page, name="Ana", **query):
    """The page of somebody who has said a name before."""
    return open_page("review", person=name, **query)


def introduced(open_page, name):
    """The page on which somebody says a name."""
    return open_page("review").text_input(key="review_name").set_value(name).run()


def test_a_name_of_any_language_begins(open_page, old):
    name = "می\u200cخواهم"
    score(introduced(open_page, name), old, person=name)
    assert [one.person for one in load(old, DEBATE).reviews] == [name]


@each("name", ["", "   ", "\u200d", "a\u202eb"])
def test_begin_says_that_a_name_is_missing(open_page, old, name):
    app = introduced(open_page, name)
    assert not app.error
    app.button(key="review_begin").click().run()
    assert "your name" in app.error[0].value


def argument(app):
    """The argument that is asked about."""
    key = next(one.key for one in app.text_area if one.key.endswith("_reason"))
    return key.split("_")[-2]


def in_hand(app, store, name, person="Ana", *, record=DEBATE, **draft):
    """Answers as the browser's part of the page sends them, which no AppTest runs."""
    here = f"{person} in {app.session_state['browser_without_cookie']}"
    for whose in (here, person):
        store.note("draft", whose, json.dumps(draft), record=record, argument=name)


def score(app, store, person="Ana", record=DEBATE, **answers):
    """Answer every question, and give the scores."""
    name = argument(app)
    answers = answers or {"scores": dict.fromkeys(KEYS, 4), "standing": "REFUTED"}
    in_hand(app, store, name, person, record=record, **answers)
    app.text_area(key=f"review_{record}_{name}_reason").set_value(REASON)
    return app.button(key=f"review_{record}_{name}_give").click().run()


@pytest.fixture
def scored(open_page, old):
    """Ana's page, on which she has scored an argument; and that argument."""
    app = begun(open_page)
    name = argument(app)
    return score(app, old), name


def settle_as_ben(old, name, standing="REFUTED"):
    """Ben scores the argument elsewhere, and settles it."""
    reviews.give(old, load(old, DEBATE), review("Ben", name))
    said = {"person": "Ben", "argument": name, "standing": standing, "reason": "Nobody *counted*."}
    reviews.settle(old, load(old, DEBATE), ArgumentSettled(**said))


def test_a_debate_without_two_judges_says_so_and_leads_to_the_others(open_page, old):
    app = begun(open_page, debate=DEBATE)
    assert argument(app)
    put(old, "early", [old.read(DEBATE)[0].event])
    app.query_params["debate"] = "early"
    app.run()
    assert "two judges have" in words_of(app)
    app.button(key="all_debates").click().run()
    assert argument(app)


def test_nothing_of_the_judges_is_shown_until_a_score_is_stored_blind(open_page, old):
    app = begun(open_page)
    name, said, record = argument(app), words_of(app), load(old, DEBATE)
    assert record.config.topic.text in said
    entries = [entry for sheet in record.judging.sheets if sheet for entry in sheet.entries]
    notes = [plain(entry.notes) for entry in entries if entry.notes]
    assert notes and not [words for words in (*record.judging.names, *notes) if words in said]
    score(app, old)
    (given,) = load(old, DEBATE).reviews
    assert (given.person, given.argument, given.blind, given.standing) == ("Ana", name, True, "REFUTED")
    assert (given.scores, given.position) == (dict.fromkeys(KEYS, 4), 1)
    assert given.active_seconds is not None and given.sampled in ("anchor", "divergent", "named")
    said = words_of(app)
    assert "**You · refuted.**" in said
    assert all(f"**{name} · " in said for name in load(old, DEBATE).judging.names)


def still(*left):
    """What one has still to answer, as the page says it."""
    return f"Still to do: {', '.join(left)}, ruling and a reason"


def test_nothing_is_given_while_something_is_wanting_and_all_in_hand_stays(open_page, old, monkeypatch):
    monkeypatch.setattr(secrets, "token_hex", lambda _: "one browser")
    app = begun(open_page)
    name = argument(app)
    in_hand(app, old, name, scores={"logic": 7})
    app.button(key=f"review_{DEBATE}_{name}_give").click().run()
    assert any("Still to do" in one.value and "evidence" in one.value for one in app.error)
    assert load(old, DEBATE).reviews == ()
    again = open_page("review")
    assert still(*KEYS[1:]) in words_of(again)


def test_what_a_name_began_in_another_browser_is_shown_only_to_who_goes_on_with_it(open_page, old):
    app = begun(open_page)
    name = argument(app)
    in_hand(app, old, name, scores={"logic": 7})
    begun_here, reason = f"review_{DEBATE}_{name}", f"review_{DEBATE}_{name}_reason"
    other, third = begun(open_page), begun(open_page)
    for one in (other, third):
        assert len(one.info) == 1 and not one.text_area and "Still to do" not in words_of(one)
    other.button(key=f"{begun_here}_go_on").click().run()
    assert still(*KEYS[1:]) in words_of(other)
    third.button(key=f"{begun_here}_afresh").click().run()
    assert still(*KEYS) in words_of(third)
    third.text_area(key=reason).set_value("Mine.").run()
    assert other.run().text_area(key=reason).value == "", "what another writes is not mixed in"
    assert still(*KEYS[1:]) in words_of(app.run()) and not app.info


@pytest.fixture
def sign_in(old, monkeypatch):
    """From now on the pages of a team, who see the debate, are for who signs in so."""
    monkeypatch.setenv("SPLIT_DECISION_MODE", "team")
    monkeypatch.setenv("SPLIT_DECISION_PEOPLE", "@example.org")
    own(old, DEBATE, Visitor(key="member of whom it is"))
    show_to(old, DEBATE, "team")

    def become(sub, name=""):
        told = {"is_logged_in": True, "sub": sub, "email": f"{sub}@example.org", "name": name}
        monkeypatch.setattr(st, "user", told)

    return become


def test_who_is_signed_in_is_asked_for_no_name_and_goes_on_in_any_browser(open_page, old, sign_in):
    sign_in("ana", "Ana")
    app = open_page("review")
    assert "**Ana**" in words_of(app) and not app.text_input and "not blind" not in words_of(app)
    key = f"review_{DEBATE}_{argument(app)}_reason"
    # A page without a session knows the browser alone.
    reviews.note_seen(old, DEBATE, [app.session_state["browser_without_cookie"]], "the report behind a link")
    app.text_area(key=key).set_value("Not met.").run()
    assert "behind a link. Yours" in words_of(app)
    assert open_page("review").text_area(key=key).value == "Not met."


def test_nobody_signed_in_acts_under_anothers_name(open_page, old, sign_in):
    sign_in("ana", "Ana")
    app = open_page("review")
    name = argument(app)
    reviews.give(old, load(old, DEBATE), review("Ana", name))
    assert f"revealed_{DEBATE}_{name}_withdraw" in keys_of(open_page("review", of=DEBATE, item=name))
    sign_in("bob", "ana")
    app = open_page("review", of=DEBATE, item=name)
    assert "**bob@example.org**" in words_of(app) and load(old, DEBATE).reviews[0].reason not in words_of(app)
    assert not keys_of(app) & {"review_begin", "review_other", f"revealed_{DEBATE}_{name}_withdraw"}
    assert "review_other" not in {one.key for one in unfold(app, CHOICE).button}


def test_scores_of_a_debate_deleted_meanwhile_are_refused_in_words(open_page, old):
    app = begun(open_page)
    name = argument(app)
    in_hand(app, old, name, scores=dict.fromkeys(KEYS, 4), standing="REFUTED", reason="It was not met.")
    app.run()
    old.delete(DEBATE)
    app.button(key=f"review_{DEBATE}_{name}_give").click().run()
    assert any("no debate called" in one.value for one in app.error)


def test_who_saw_the_panel_page_before_is_not_blind_and_it_is_said(open_page, old):
    app = open_page("panel", DEBATE).switch_page("../review.py").run()
    app.text_input(key="review_name").set_value("Ana").run()
    score(app, old)
    (given,) = load(old, DEBATE).reviews
    assert not given.blind and given.cause.endswith(": the Panel page")
    assert any("Not blind" in one.value for one in app.info)


def test_the_verdict_seen_under_a_name_elsewhere_counts_too(open_page, old):
    app = begun(open_page)
    app.switch_page("../verdict.py")
    app.query_params["debate"] = DEBATE
    app.run()
    score(begun(open_page), old)
    assert not load(old, DEBATE).reviews[0].blind


def test_verdict_offers_to_score_what_it_names_before_it_shows_the_judges_notes(open_page, old):
    named = next(iter(summarise(old, DEBATE).named))
    app = open_page("verdict", DEBATE, named)
    assert NOTES not in words_of(app)
    argued = next(one for one in load(old, DEBATE).transcript.arguments if one.id == named)
    assert argued.reasoning[:40] in words_of(app)
    assert NOTES in words_of(app.button(key="notes_after_all").click().run())
    app = open_page("verdict", DEBATE, named)
    app.button(key="score_it").click().run()
    assert app.query_params["item"] == named
    app.switch_page("../review.py")  # AppTest would go back
    app.text_input(key="review_name").set_value("Ana").run()
    assert argument(app) == named
    assert any(": the Verdict page" in one.value for one in app.caption)
    score(app, old)
    (given,) = load(old, DEBATE).reviews
    assert (given.argument, given.sampled, given.blind) == (named, "named", False)
    app.switch_page("../verdict.py")
    app.query_params["debate"], app.query_params["arg"] = DEBATE, named
    app.run()
    assert NOTES in words_of(app), "Ana has scored it"


def test_a_skip_wants_a_reason_puts_the_argument_last_and_is_undone(open_page, old):
    app = begun(open_page)
    name = argument(app)
    enter(app, "skip", "skip_now")
    assert any("Say why" in one.value for one in app.error)
    enter(app, "skip_now", **{f"reason_skip_{DEBATE}_{name}": "A friend's."})
    assert load(old, DEBATE).skipped[0].reason == "A friend's."
    assert argument(app) != name
    app.query_params.update(of=DEBATE, item=name)
    assert "A friend's.." not in words_of(app.run())
    app.button(key="undo").click().run()
    assert load(old, DEBATE).skipped == ()
    assert argument(app) == name


def test_an_argument_is_settled_by_who_scored_it_and_opened_again(old, scored):
    app, name = scored
    key = f"revealed_{DEBATE}_{name}"
    enter(app, f"{key}_settle", f"{key}_settle_now")
    assert any("choose a ruling" in one.value.lower() for one in app.error)
    decided = {
        "settled_as": "irresolvable",
        "settled_why": "Both.",
        "follows": [load(old, DEBATE).judging.names[0]],
    }
    enter(app, f"{key}_settle_now", **{f"{key}_{field}": value for field, value in decided.items()})
    assert load(old, DEBATE).settled[name].standing is None
    assert "Settled as irresolvable" in words_of(app)
    app.button(key=f"{key}_reopen").click().run()
    assert load(old, DEBATE).settled == {}


def upheld_by(app, name):
    """Fill in that the argument is upheld, with a reason, and settle nothing yet; what the keys there begin with."""
    key = f"revealed_{DEBATE}_{name}"
    enter(app, f"{key}_settle")
    enter(app, **{f"{key}_settled_as": "UPHELD", f"{key}_settled_why": "It was given."})
    return key


@pytest.fixture
def two_settle(old, scored):
    """Ana's page, on which she settles an argument that Ben settled after it was drawn; and the argument."""
    app, name = scored
    key = upheld_by(app, name)
    settle_as_ben(old, name)
    app.button(key=f"{key}_settle_now").click().run()
    return app, key


def test_who_settles_second_sees_what_the_first_decided_and_confirms(open_page, old, two_settle):
    app, key = two_settle
    name = key.rpartition("_")[2]
    assert [one.person for one in load(old, DEBATE).settlings[name]] == ["Ben"]
    assert "as refuted: Nobody *counted*." in words_of(app)
    assert f"{key}_settle_now" not in keys_of(app)
    assert app.pills(key=f"{key}_settled_as").value == "UPHELD"
    assert not [one for one in app.button if one.key and one.key.endswith("_by_key")]
    app.button(key=f"{key}_confirm").click().run()
    settled = load(old, DEBATE).settled[name]
    assert (settled.person, settled.standing) == ("Ana", "UPHELD")
    said = words_of(begun(open_page, "Ben", of=DEBATE, item=name))
    assert said.index("upheld** by Ana") < said.index("it as refuted")


def test_who_settles_second_withdraws_and_the_first_stands(old, two_settle):
    app, key = two_settle
    app.button(key=f"{key}_withdraw_mine").click().run()
    assert [one.person for one in load(old, DEBATE).settled.values()] == ["Ben"]
    assert "refuted** by Ben" in words_of(app)
    app.button(key="undo").click().run()  # Ana's scores, and no more
    assert [one.person for one in load(old, DEBATE).settled.values()] == ["Ben"]


def test_who_scored_in_another_tab_sees_so_instead_of_a_form_that_takes_nothing(open_page, old):
    app = begun(open_page)
    name = argument(app)
    in_hand(app, old, name, scores=dict.fromkeys(KEYS, 4), standing="UPHELD", reason="Here.")
    reviews.give(old, load(old, DEBATE), review("Ana", name))
    app.button(key=f"review_{DEBATE}_{name}_give").click().run()
    assert f"revealed_{DEBATE}_{name}_on" in keys_of(app) and len(load(old, DEBATE).reviews) == 1


def test_one_reads_what_another_settled_before_pressing_where_the_page_was_drawn_since(old, scored):
    app, name = scored
    key = f"revealed_{DEBATE}_{name}"
    app.button(key=f"{key}_settle").click().run()
    settle_as_ben(old, name, None)
    app.pills(key=f"{key}_settled_as").set_value("UPHELD").run()
    assert "it as irresolvable" in words_of(app)
    assert f"{key}_settle_now" not in keys_of(app)


def test_undo_opens_nothing_that_another_has_settled_since(old, scored):
    app, name = scored
    key = upheld_by(app, name)
    app.button(key=f"{key}_settle_now").click().run()
    settle_as_ben(old, name)
    app.button(key="undo").click().run()
    assert load(old, DEBATE).settled[name].person == "Ben"
    assert any("Ben has settled" in one.value for one in app.error)


def test_a_mind_is_left_as_it_was_or_changed_beside_the_first_scores_which_still_count(old, scored):
    app, name = scored
    enter(app, f"revealed_{DEBATE}_{name}_revise", f"review_{DEBATE}_{name}_leave")
    assert "**You · refuted.**" in words_of(app) and len(load(old, DEBATE).reviews) == 1
    app.button(key=f"revealed_{DEBATE}_{name}_revise").click().run()
    assert app.text_area(key=f"review_{DEBATE}_{name}_reason").value == REASON
    (keys,) = (one.value for one in app.caption if "**Ctrl+Enter**" in one.value)
    assert "**U**" in keys and "**S**" not in keys, "what is done isn't skipped"
    in_hand(app, old, name, scores=dict.fromkeys(KEYS, 8), standing="UPHELD", revises=True)
    app.button(key=f"review_{DEBATE}_{name}_give").click().run()
    first, second = load(old, DEBATE).reviews
    assert (first.blind, first.scores["logic"]) == (True, 4)
    assert (second.blind, second.scores["logic"]) == (False, 8)
    said = words_of(app)
    assert "**You · upheld.**" in said and "at first · refuted.**" in said
    assert any("blind scores count" in one.value for one in app.info)
    app.button(key="undo").click().run()
    assert load(old, DEBATE).reviews == (first,)
    assert "**You · refuted.**" in words_of(app)


def test_scores_taken_back_are_in_hand_again_and_never_blind_anew(old, scored):
    app, name = scored
    app.button(key=f"revealed_{DEBATE}_{name}_withdraw").click().run()
    assert (load(old, DEBATE).reviews, argument(app)) == ((), name)
    said = words_of(app)
    assert "scores back" in said and "Ready." in said
    assert not any(judge in said for judge in load(old, DEBATE).judging.names)
    app.button(key=f"review_{DEBATE}_{name}_give").click().run()
    (given,) = load(old, DEBATE).reviews
    assert (given.version, given.blind) == (2, False)


def test_who_reads_over_a_shoulder_is_not_blind_on_that_argument_alone(old, scored):
    app, name = scored
    unfold(app, CHOICE).button(key="review_other").click().run()
    app.text_input(key="review_name").set_value("Ben").run()
    app.query_params["of"], app.query_params["item"] = DEBATE, name
    app.run()
    assert any(": the Review page" in one.value for one in app.caption)
    score(app, old, person="Ben")
    app.button(key="previous" if app.button(key="next").disabled else "next").click().run()
    score(app, old, person="Ben")
    assert [one.blind for one in load(old, DEBATE).reviews] == [True, False, True]


def test_one_goes_back_and_forth_records_the_true_outcome_in_the_end_and_hears_what_became_of_it(old, scored):
    app, name = scored
    app.button(key=f"revealed_{DEBATE}_{name}_on").click().run()
    assert argument(app) != name
    app.button(key="previous").click().run()
    assert "**You · refuted.**" in words_of(app)
    (picture,) = [one for one in pictures_of(app) if "others' average" in one]
    assert picture.endswith("You"), "judges keep their shapes, and one's own star comes last"
    app.button(key="next").click().run()
    while True:
        name = argument(app)
        score(app, old)
        on = app.button(key=f"revealed_{DEBATE}_{name}_on")
        if on.label == "Finish":
            break
        assert "how it turned" in words_of(app)
        on.click().run()
    app.radio(key=f"truth_{DEBATE}").set_value("PRO")
    app.text_input(key=f"truth_reason_{DEBATE}").set_value("The trial was run.")
    next(one for one in app.button if one.label == "Record").click().run()
    assert load(old, DEBATE).true_outcome.outcome == "PRO"
    app.button(key=f"revealed_{DEBATE}_{name}_on").click().run()
    assert f"**{len(load(old, DEBATE).reviews)} blind**" in words_of(app)
    assert app.button(key="to_panel").label == "See people's scores"


def test_people_named_like_a_judge_or_you_are_told_from_both(old, scored):
    app, name = scored
    for person in (YOU, "Risk"):
        reviews.give(old, load(old, DEBATE), review(person, name))
    words = words_of(app.run())
    assert "You (person) · upheld" in words and words.count("Risk · ") == words.count("Risk (person) · ") == 1
    app.button(key=f"revealed_{DEBATE}_{name}_settle").click().run()
    who = app.multiselect(key=f"revealed_{DEBATE}_{name}_follows").options
    assert who[-2:] == ["You (person)", "Risk (person)"] and len(set(who)) == len(who)


def test_a_judge_called_you_is_not_taken_for_who_looks():
    views = [View(name=YOU, own=own, scores={}, ruling="upheld", notes="") for own in (True, False)]
    assert _headline_text(views) == "Everybody says upheld."


def test_flags_are_shown_after_ones_own_scores_and_only_those_in_the_argument(open_page, store):
    fill_verdicts(store, ("verdict_differ",))
    record = load(store, "verdict_differ")
    app = begun(open_page, debate=record.id)
    flags = []
    while not flags:
        name = argument(app)
        assert not any("flagged" in one.label for one in app.expander)
        score(app, store, record=record.id)
        labels = [plain(one.label) for one in app.expander]
        flags = [label for label in labels if label.startswith("T") and "-C" in label[:8]]
        turn = next(t.number for t in record.transcript.turns if name in {one.id for one in t.arguments})
        assert all(label.startswith(f"T{turn}-C") for label in flags)
        app.button(key=f"revealed_{record.id}_{name}_on").click().run()


def test_on_a_scale_from_0_to_10_no_key_means_two_scores(open_page, old):
    opened, *rest = (one.event for one in old.read(DEBATE))
    scale = Scale(low=0, high=10)
    put(old, "zero", [changed(opened, "config", rubric=but(opened.config.rubric, scale=scale)), *rest])
    app = begun(open_page, debate="zero")
    asked = next(
        data for one in app.get("bidi_component") if (data := json.loads(one.proto.json)).get("asked")
    )
    assert "".join(asked["asked"][0]["keys"]) == "0123456789" and "for 10" not in words_of(app)


def test_an_example_and_what_is_simulated_are_called_so(open_page, store):
    ensure(store, "example-second-check")
    assert "Sample" in words_of(begun(open_page))


def test_who_saw_words_of_a_judge_whose_answer_broke_off_is_not_blind(open_page, store, events):
    at = next(n for n, e in enumerate(events) if isinstance(e, CallStarted) and "judging" in e.call.step)
    put(store, "broken", [*events[: at + 1], refused(events[at].call, partial='{"logic_score": 9')])
    who = open_page("watch", "broken").session_state["browser_without_cookie"]
    assert reviews.seen_where(store, "broken", (who,)) == "the Watch page"


def test_a_reviewed_text_is_scored_blind_and_the_score_stands_on_artifact(open_page, store):
    ensure_review(store)
    app = begun(open_page)
    said = words_of(app)
    assert argument(app) == "text"
    held = ArtifactRecord.load(store, REVIEW)
    assert not app.code, "a text that is no source code is read as prose"
    assert max(held.config.artifact.lines, key=len) in said
    assert not [one for one in held.judging.names if one in said]
    assert not [one for one in held.sheets().values() if plain(one.rationale[:40]) in said]
    scores = dict.fromkeys(held.config.rubric.keys, 2)
    score(app, store, record=REVIEW, scores=scores, verdict="FAIL")
    held_now = ArtifactRecord.load(store, REVIEW)
    (given,) = held_now.reviews
    assert (given.person, given.verdict, given.blind, dict(given.scores)) == ("Ana", "FAIL", True, scores)
    shown = words_of(app)
    assert "else says fail." in shown, "what simulated reviewers find is no verdict"
    assert "no verdict (simulated)" in shown, "and why is said"
    app = open_page("artifact", artifact=REVIEW)
    (people,) = [one for one in text_document(text_review(held_now), held_now) if one.key == "people"]
    assert people.title in words_of(app) and "17% of the" not in words_of(app)
    app.toggle(key="setting_people").set_value(True).run()
    assert app.query_params["people"] == "yes"
    assert "17% of the" in words_of(app)
    app.query_params.clear()
    assert "17% of the" in words_of(app.run()), "as a menu's link, which names nothing"
    app.query_params["people"] = "perhaps"
    shown = words_of(app.run())
    assert "17% of the" not in shown and "people: expected" in shown


def test_what_is_to_be_scored_is_chosen_and_the_address_names_it(open_page, old):
    app = unfold(begun(open_page), CHOICE)
    app.segmented_control(key="choose_kind").set_value("texts").run()
    assert app.query_params["kind"] == "texts"
    assert "of your choice" in words_of(app)
    app.button(key="all_debates").click().run()
    assert "kind" not in app.query_params
    name = argument(app)
    reviews.give(old, load(old, DEBATE), review("Ben", name))
    listed, topic = unfold(app, CHOICE).selectbox(key="choose_debate").options, load(old, DEBATE).config.topic
    assert any(topic.text[:40] in one for one in listed) and not any("\\" in one for one in listed)
    app.number_input(key="choose_people").set_value(1).run()
    assert app.query_params["people"] == "1"
    assert argument(app) != name, "Ben has scored it, and one person each is enough"
    app.query_params["people"] = "999"
    assert unfold(app.run(), CHOICE).number_input(key="choose_people") and not app.exception


def test_what_a_choice_leaves_out_is_not_put_down_to_missing_judges(open_page, old):
    said = words_of(begun(open_page, kind="texts"))
    assert "of your choice" in said and "two judges" not in said


def test_of_two_who_share_a_queue_each_has_another_argument_and_who_comes_too_late_is_told(open_page, old):
    first = argument(begun(open_page, "Ben", debate=DEBATE, people="1"))
    app = begun(open_page, "Ana", debate=DEBATE, people="1")
    mine = argument(app)
    assert mine != first, "Ben has that one open"
    reviews.give(old, load(old, DEBATE), review("Carl", mine))
    score(app, old)
    assert any("Carl scored" in one.value for one in app.info)
    for place in reviews.queue(old, "Eve", Choice(record=DEBATE, people=1)):
        reviews.give(old, load(old, DEBATE), review("Carl", place.argument))
    said = words_of(begun(open_page, "Eve", debate=DEBATE, people="1"))
    assert "others have scored" in said and "two judges" not in said


def test_of_a_closing_only_the_answer_about_this_argument_is_shown(open_page, store):
    name = next(one.id for one in EXAMPLES if len(answers_in(record_of(one.id))) > 1)
    ensure(store, name)
    one, *others = answers_in(record_of(name))
    said = words_of(begun(open_page, debate=name, of=name, item=one.argument_id))
    assert plain(one.answer) in said
    assert not [other for other in others if plain(other.answer) in said]


def answers_in(record):
    closings = record.transcript.closings.values()
    return max(([one for one in closing.answers if one.answer] for closing in closings), key=len, default=[])


def test_when_the_only_text_is_scored_it_is_called_a_text_and_leads_to_its_review(open_page, store):
    ensure_review(store)
    record = ArtifactRecord.load(store, REVIEW)
    scores = dict.fromkeys(record.config.rubric.keys, 2)
    said = {"person": "Ana", "argument": TEXT, "reason": "No owner.", "blind": True}
    reviews.give(store, record, TextReviewed(scores=scores, verdict="FAIL", **said))
    app = begun(open_page, kind="texts")
    assert "1 text." in app.success[0].value and "to_text" in keys_of(app)


def test_when_all_is_done_it_says_how_far_people_agree_and_leads_on(open_page, old):
    for place in reviews.queue(old, "Ana", Choice(record=DEBATE)):
        reviews.give(old, load(old, DEBATE), review("Ana", place.argument))
    app = begun(open_page, debate=DEBATE)
    said = words_of(app)
    assert "All done · **Ana" in said and people_agree_text(report_people([load(old, DEBATE)])) in said
    assert {"previous", "to_verdict", "to_panel"} <= keys_of(app)
    assert f"truth_{DEBATE}" in {one.key for one in app.radio}
    app.button(key="previous").click().run()
    assert app.query_params["of"] == DEBATE
