"""Debaters' answers: read for certain, asked for once more, or kept as they came; never invented."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core import calls as asks
from debate_core.calls.ask import TaskAnswer
from debate_core.calls.cross_examination import NEW_ARGUMENTS
from debate_core.calls.speech import (
    BROKEN_OFF,
    CUT_FAULT,
    CUT_WARNING,
    NO_WORDS,
    Speech,
    merge_speeches,
    turn_of,
)
from debate_core.domain.config import WORDING
from debate_core.domain.transcript import Argument, Closing, Response, Transcript, Turn
from tests.calls.readers import (
    CALL,
    NOTHING,
    TOPIC,
    but_for,
    read_closing,
    read_opening,
    read_responses,
)
from tests.each import each

REASONED = {
    "claim": "Trees cool streets.",
    "reasoning": "Leaves give off water, which takes heat out of the air.",
}
GOOD = {**REASONED, "evidence": "No source at hand; compare two streets."}
OTHER = {**GOOD, "claim": "Trees calm traffic."}
THIRD = {**GOOD, "claim": "Trees hold rain."}
TARGETS = tuple(Argument(id=f"CON-{n}", side="con", claim="a claim of the other side") for n in (1, 2))
HALF = {"argument_id": "CON-1", "response_type": "partial", "reasoning": "It holds in summer."}
ANSWER = {**HALF, "question": "And in winter?"}
SECOND = {**ANSWER, "argument_id": "CON-2", "response_type": "refute"}
UNTYPED = {"argument_id": "CON-2", "response_type": "rebut", "reasoning": "No."}
CLOSING = {
    "concessions": ["Roots lift paving."],
    "unrebutted": ["PRO-1: nobody disputed the heat."],
    "position": "Plant them where pipes allow.",
    "shift": "adjusted",
    "why": "Pipes.",
}
NOTHING_SAID = Speech(warnings=(NO_WORDS,), readable=False)
ANYTHING = st.one_of(
    st.text(st.characters(), max_size=60),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["arguments", "responses", "argument_id", "claim", "reasoning", "position", "shift", "x"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=10,
    ).map(json.dumps),
)


def _opening(*entries, count=2, final=False):
    return read_opening(json.dumps({"arguments": entries}), side="pro", count=count, final=final)


def _responses(*entries, final=False, **more):
    text = json.dumps({"responses": entries, **more})
    return read_responses(text, side="pro", targets=TARGETS, final=final)


def _closing(final=False, **changes):
    return read_closing(json.dumps(but_for(CLOSING, **changes)), side="pro", final=final)


def _said(final=False, **changes):
    return _closing(final=final, **changes).closing


def _types(speech):
    return [(response.argument_id, response.response_type) for response in speech.responses]


def test_a_field_is_kept_up_to_a_length_and_what_was_longer_is_said_where_it_stood():
    long = {**GOOD, "claim": "Trees. " * 20_000, "evidence": "x" * 8_000}
    turn = turn_of("opening", 1, _opening(long, OTHER, final=True))
    first, second = turn.arguments
    assert (len(first.claim), len(first.evidence)) == (8_000, 8_000)
    assert first.warnings == ("The claim is longer than 8,000 characters; only the first are kept.",)
    assert (second.claim, second.warnings) == (OTHER["claim"], ())
    answered = _responses({**ANSWER, "reasoning": "y" * 9_000}, SECOND)
    turn = turn_of("cross_examination", 3, answered)
    assert len(turn.responses[0].reasoning) == 8_000
    assert "The answer to CON-1: The reasoning is longer than 8,000" in turn.warnings[0]
    closing = turn_of("closing", 5, _closing(position="z" * 9_000, concessions=["w" * 9_000])).closing
    assert (len(closing.position), len(closing.concessions[0])) == (8_000, 8_000)
    assert sum("longer than 8,000" in one for one in closing.warnings) == 2


# ── openings ──


def test_a_good_opening_gets_the_engines_ids_whatever_ids_it_brings_and_no_faults():
    for entries in ((GOOD, OTHER), ({**GOOD, "id": "CON-7"}, {**OTHER, "argument_id": "PRO-1"})):
        speech = _opening(*entries)
        said = [(argument.id, argument.claim) for argument in speech.arguments]
        assert said == [("PRO-1", GOOD["claim"]), ("PRO-2", OTHER["claim"])]
        assert speech.faults == speech.warnings == speech.arguments[0].warnings == ()
        assert "CON-7" not in str(speech)


@pytest.mark.parametrize(
    ("claim", "fault"),
    [("Too short", "is shorter than 10 characters"), ("", "no letter"), ("1234 5678 9012", "no letter")],
)
def test_a_claim_that_says_nothing_is_asked_for_again_and_then_kept_with_a_warning(claim, fault):
    entries = (GOOD, {**OTHER, "claim": claim})
    (said,) = _opening(*entries).faults
    assert fault in said and "argument 2: " in said
    last = _opening(*entries, final=True)
    assert (last.faults, last.arguments[1].claim) == ((), claim)
    assert fault in last.arguments[1].warnings[0]
    assert not _opening(GOOD, {**OTHER, "claim": "ქართული ენა არის"}).faults


def test_falling_short_of_the_format_check_warns_on_that_argument_and_is_no_fault():
    speech = _opening(GOOD, {**OTHER, "reasoning": "nineteen characters", "evidence": "four"})
    assert speech.faults == ()
    assert speech.arguments[0].warnings == ()
    assert speech.arguments[1].warnings == (
        "The reasoning is shorter than 20 characters.",
        "The evidence is shorter than 5 characters.",
    )
    exact = _opening(GOOD, {"claim": "ten chars.", "reasoning": "x" * 20, "evidence": "fives"})
    assert exact.arguments[1].warnings == ()


@pytest.mark.parametrize(("came", "kept", "then"), [(1, 1, ""), (3, 2, " Only the first 2 are kept.")])
def test_another_number_of_arguments_is_a_fault_then_a_warning(came, kept, then):
    entries = [GOOD, OTHER, GOOD][:came]
    assert _opening(*entries).faults == (f"2 arguments were asked for; {came} came.",)
    last = _opening(*entries, final=True)
    assert [argument.claim for argument in last.arguments] == [GOOD["claim"], OTHER["claim"]][:kept]
    assert (last.warnings, last.faults) == ((f"2 arguments were asked for; {came} came.{then}",), ())


def test_an_entry_that_says_nothing_is_passed_over_where_enough_came():
    assert _opening(GOOD, {}, OTHER).faults == ()
    short = ("1 of the arguments held no words.", "2 arguments were asked for; 1 came.")
    assert _opening(GOOD, {}).faults == short


def test_from_eight_arguments_on_each_answer_has_fewer_words():
    said = {1: ("this argument of CON", 100), 7: ("each of these 7 arguments of CON, once", 100)}
    for many, (each_of, words) in {**said, 8: ("each of these 8 arguments of CON, once", 87)}.items():
        targets = tuple(Argument(id=f"CON-{n}", side="con", claim="It is so.") for n in range(1, many + 1))
        ask = asks.CrossExamination(topic=TOPIC, side="pro", targets=targets, transcript=NOTHING)
        task = ask.prompt("f" * 32).messages[-1].content
        assert f"Answer {each_of}: CON-1" in task and f"At most {words} words per answer." in task


@each("name", ["claim", "reasoning", "evidence"])
@each(("value", "fault"), [(None, "is missing"), ("<claim>", "still holds the placeholder of the form")])
def test_a_missing_part_is_asked_for_again_and_never_filled_in(name, value, fault):
    entry = {**OTHER, name: value}
    assert f"argument 2: {name} {fault}." in _opening(GOOD, entry).faults
    kept = _opening(GOOD, entry, final=True).arguments[1]
    assert (getattr(kept, name), kept.structured) == ("", True)
    assert kept.warnings


def test_a_placeholder_of_the_form_is_no_claim():
    entry = {"claim": "<claim>", "reasoning": "<reasoning>", "evidence": "<evidence>"}
    assert "1 of the arguments held no words." in _opening(GOOD, entry).faults
    final = _opening(GOOD, entry, final=True)
    assert [argument.claim for argument in final.arguments] == [GOOD["claim"]]
    assert "1 of the arguments held no words. It is not counted." in final.warnings


def test_an_opening_in_no_form_is_asked_for_again_and_then_kept_as_one_unstructured_argument():
    text = "Trees cool streets, because leaves give off water."
    first = read_opening(text, side="pro", count=2)
    assert not first.readable
    assert "Expected an object with a list 'arguments' of 2" in first.faults[-1]
    last = read_opening(text, side="pro", count=2, final=True)
    assert [(found.id, found.claim, found.structured) for found in last.arguments] == [("PRO-1", text, False)]
    assert last.arguments[0].warnings
    assert last.faults == ()
    silent = read_opening("", side="pro", count=2, final=True)
    assert merge_speeches(first, silent).arguments == last.arguments, "asked again in vain, they aren't lost"
    poor = _opening({**GOOD, "evidence": ""})
    assert merge_speeches(poor, last).arguments == poor.arguments, "but what has the form is better"


@pytest.mark.parametrize("text", ["", " \n\t", "\u3000"])
def test_an_answer_without_words_is_a_fault_then_an_empty_turn_with_a_warning(text):
    assert read_closing(text, side="pro").faults
    assert read_responses(text, side="pro", targets=TARGETS).missing == ("CON-1", "CON-2")
    assert read_closing(text, side="pro", final=True) == NOTHING_SAID


SILENT = ["", "  \n", "{}", "[]", '{"claim": ""}', '{"arguments": []}']


@each("text", SILENT)
def test_silence_is_asked_for_again_then_said(text):
    for count in (1, 2):
        assert read_opening(text, side="pro", count=count).faults
        assert read_opening(text, side="pro", count=count, final=True) == NOTHING_SAID


# ── an answer ended by its cap ──


def test_an_answer_cut_by_its_cap_says_so_in_the_faults_or_in_the_warnings():
    text = json.dumps({"arguments": [GOOD, OTHER]})[:-60]
    assert CUT_FAULT in read_opening(text, side="pro", count=2).with_finish("length").faults
    kept = read_opening(text, side="pro", count=2, final=True).with_finish("length")
    assert CUT_WARNING in kept.warnings
    assert kept.arguments
    assert kept.faults == ()


def test_a_closing_that_broke_off_in_its_list_does_not_pass_as_whole():
    text = '{"position": "Plant them.", "shift": "adjusted", "unrebutted": [], "concessions": ["Roots lift.", "Lea'
    assert read_closing(text, side="pro").faults
    last = read_closing(text, side="pro", final=True)
    assert BROKEN_OFF in last.closing.warnings or not last.closing.structured


# ── answers to arguments ──


def test_good_answers_are_read_in_the_order_of_the_targets():
    as_list = {**ANSWER, "response_type": ["partial"]}
    alike = [
        {**ANSWER, "argument_id": name, "response_type": "Partial"} for name in (" con-1", "CON 1", "Con_1")
    ]
    for first in (ANSWER, *alike, as_list):
        speech = _responses(SECOND, first)
        assert _types(speech) == [("CON-1", "partial"), ("CON-2", "refute")]
        assert speech.faults == speech.warnings == speech.missing == ()


def test_a_missing_answer_is_named_while_good_ones_are_kept():
    speech = _responses(ANSWER)
    assert speech.faults == ("No answer to CON-2 came.",)
    assert speech.missing == ("CON-2",)
    assert _types(speech) == [("CON-1", "partial"), ("CON-2", None)]


def test_asking_again_joins_the_answers_in_order():
    text = json.dumps({"responses": [ANSWER]})
    last = read_responses(text, side="pro", targets=TARGETS[:1], final=True)
    whole = merge_speeches(_responses(SECOND), last)
    assert _types(whole) == [("CON-1", "partial"), ("CON-2", "refute")]
    assert whole.faults == whole.missing == ()
    again = asks.CrossExamination(topic=TOPIC, side="pro", targets=TARGETS, transcript=NOTHING).after(
        _responses(SECOND)
    )
    assert [target.id for target in again.targets] == ["CON-1"], "only what is missing is asked for"


def test_an_answer_that_never_came_is_recorded_as_no_response():
    speech = _responses(ANSWER, final=True)
    assert speech.responses[1] == Response(argument_id="CON-2", side="pro", response_type=None)
    assert speech.warnings == ("No answer to CON-2 came. It is recorded as no response.",)
    assert speech.missing == ()


def test_unreadable_words_are_kept_with_no_response():
    text = "Both of these are wrong, frankly."
    assert read_responses(text, side="pro", targets=TARGETS).missing == ("CON-1", "CON-2")
    speech = read_responses(text, side="pro", targets=TARGETS, final=True)
    assert [(r.response_type, r.unreadable, r.reasoning) for r in speech.responses] == [(None, text, "")] * 2
    assert speech.warnings
    assert not speech.readable
    first = read_responses(text, side="pro", targets=TARGETS)
    half, other = (merge_speeches(first, _responses(ANSWER, *more, final=True)) for more in ((), (UNTYPED,)))
    assert [(r.response_type, r.unreadable) for r in half.responses] == [("partial", ""), (None, text)]
    assert other.responses[1].unreadable == f"{text}\nCON-2\nrebut\nNo."


@each("kind", ["rebut", "", None, 3, "refute or partial"])
def test_an_unknown_type_is_no_answer_and_its_words_are_kept_at_last(kind):
    bad = {**SECOND, "response_type": kind}
    assert _responses(ANSWER, bad).missing == ("CON-2",)
    last = _responses(ANSWER, bad, final=True).responses[1]
    assert last.response_type is None
    assert "It holds in summer." in last.unreadable
    silent = read_responses('{"responses": []}', side="pro", targets=TARGETS[1:], final=True)
    for again in (silent, _responses({}, final=True), _responses(ANSWER, bad, final=True)):
        assert merge_speeches(_responses(ANSWER, bad), again).responses[1] == last, (
            "asked again, it isn't lost"
        )


def test_an_answer_without_reasoning_is_asked_for_again_then_kept_with_a_warning():
    bad = {**SECOND, "reasoning": "  "}
    assert _responses(ANSWER, bad).missing == ("CON-2",)
    last = _responses(ANSWER, bad, final=True)
    assert last.responses[1].response_type == "refute"
    assert last.warnings == ("CON-2: reasoning holds no words.",)


def test_an_answer_without_a_question_is_kept_with_a_warning():
    speech = _responses(ANSWER, {key: value for key, value in SECOND.items() if key != "question"})
    assert speech.faults == ()
    assert speech.warnings == ("The answer to CON-2 asks no follow-up question.",)


def test_new_arguments_are_not_accepted():
    for speech in (_responses(ANSWER, SECOND, new_arguments=[GOOD]), _responses(ANSWER, SECOND, GOOD)):
        assert speech.arguments == ()
        assert len(speech.responses) == 2
        assert NEW_ARGUMENTS in speech.warnings


def test_an_unknown_id_is_left_out_with_a_warning():
    strange = ({**SECOND, "argument_id": name} for name in ("CON-9", "PRO-1"))
    speech = _responses(ANSWER, SECOND, *strange)
    assert [response.argument_id for response in speech.responses] == ["CON-1", "CON-2"]
    assert len(speech.warnings) == 2
    assert "'CON-9'" in speech.warnings[0]


def test_the_same_answer_twice_counts_once_and_two_different_ones_are_a_fault():
    assert _responses(ANSWER, ANSWER, SECOND).faults == ()
    different = {**ANSWER, "response_type": "concede"}
    assert _responses(ANSWER, different, SECOND).missing == ("CON-1",)
    last = _responses(ANSWER, different, SECOND, final=True).responses[0]
    assert last.response_type is None
    assert "partial" in last.unreadable
    assert "concede" in last.unreadable


# ── closings ──


def test_a_good_closing_is_read_whole():
    assert _closing().faults == ()
    lists = {name: tuple(CLOSING[name]) for name in ("concessions", "unrebutted")}
    assert _said() == Closing(side="pro", **{**CLOSING, **lists})


@pytest.mark.parametrize(("words", "warned"), [(199, False), (200, True), (201, True)])
def test_a_closing_stays_under_200_words_or_is_warned_about(words, warned):
    closing = _said(concessions=[], unrebutted=[], position="word " * (words - 1))
    assert [str(words) in warning for warning in closing.warnings] == [True] * warned


def test_words_are_counted_in_every_part_and_in_scripts_without_spaces():
    parts = _said(concessions=["word " * 100], unrebutted=["word " * 60], position="word " * 49)
    assert "210" in parts.warnings[0]
    assert "230" in _said(concessions=[], unrebutted=[], position="树" * 229).warnings[0]


@pytest.mark.parametrize("name", ["concessions", "unrebutted", "position", "shift", "why"])
def test_a_part_that_is_missing_is_a_fault_then_a_warning(name):
    assert len(_closing(**{name: ...}).faults) == 1
    assert _closing(final=True, **{name: ...}).faults == ()
    last = _said(final=True, **{name: ...})
    assert len(last.warnings) == 1
    assert not getattr(last, name)


def test_a_closing_in_no_form_keeps_its_words_as_the_position():
    text = "In short: plant them."
    assert read_closing(text, side="con").faults
    closing = read_closing(text, side="con", final=True).closing
    assert (closing.position, closing.structured, closing.shift) == (text, False, None)
    silent = read_closing("", side="con", final=True)
    assert merge_speeches(read_closing(text, side="con"), silent).closing == closing


# ── answers to the questions that were put to a side ──

CLAIMS = tuple(Argument(id=f"PRO-{n}", side="pro", claim="Trees cool streets.") for n in (1, 2, 3))
QUESTIONS = tuple(
    Response(argument_id=one.id, side="con", response_type="challenge", question=question)
    for one, question in zip(CLAIMS, ("How much?", "Which trees?", ""), strict=True)
)
OPENED = Turn(number=1, phase="opening", side="pro", arguments=CLAIMS)
EXAMINED = Turn(number=4, phase="cross_examination", side="con", responses=QUESTIONS)
ASKED = Transcript(topic=TOPIC, turns=(OPENED, EXAMINED))
ANSWERS = [{"argument_id": "PRO-1", "answer": "Two degrees."}, {"argument_id": "PRO-2", "answer": "Limes."}]
OTHERS = [{"argument_id": "PRO-2", "answer": " "}], [*ANSWERS, {"argument_id": "PRO-2", "answer": "Planes."}]


def _answering(final=False, wording=WORDING, **changes):
    ask = asks.ClosingCall(topic=TOPIC, side="pro", transcript=ASKED, wording=wording)
    text = json.dumps(but_for({**CLOSING, "answers": ANSWERS}, **changes))
    return ask.speech(TaskAnswer(text=text, plain="", call=CALL, calls=(CALL,), final=final))


def _given(speech):
    return {one.argument_id: one.answer for one in speech.closing.answers}


def test_each_question_that_was_put_is_answered_and_only_those():
    assert _answering().faults == ()
    assert _given(_answering()) == {"PRO-1": "Two degrees.", "PRO-2": "Limes."}
    more = _answering(answers=[*ANSWERS, {"argument_id": "CON-1", "answer": "Elms."}])
    assert _given(more) == _given(_answering())


@each("answers", [ANSWERS[:1], [*ANSWERS[:1], *OTHERS[0]], OTHERS[1]])
def test_a_question_without_a_certain_answer_is_asked_once_more_then_stands_unanswered(answers):
    unanswered = "The question on PRO-2 was not answered."
    assert _answering(answers=answers).faults == (unanswered,)
    last = _answering(final=True, answers=answers)
    assert last.faults == ()
    assert _given(last) == {"PRO-1": "Two degrees.", "PRO-2": ""}
    assert last.closing.warnings == (f"{unanswered} It stands as no answer.",)


def test_a_good_answer_of_the_first_asking_is_kept():
    first, last = _answering(answers=ANSWERS[:1]), _answering(final=True, answers=ANSWERS[1:])
    both = merge_speeches(first, last)
    assert _given(both) == {"PRO-1": "Two degrees.", "PRO-2": "Limes."}
    assert both.closing and both.closing.warnings == ()
    fuller_first = merge_speeches(first, _answering(final=True, answers=ANSWERS[1:], position=""))
    assert _given(fuller_first) == _given(both)
    assert fuller_first.warnings == ()


def test_a_debate_in_the_first_wording_is_asked_for_no_answer_and_for_no_reason():
    old = _answering(wording=1, answers=..., why=...)
    assert old.faults == () and _given(old) == {}
    ask = asks.ClosingCall(topic=TOPIC, side="pro", transcript=ASKED, wording=1)
    assert list(ask.form.parts) == ["concessions", "unrebutted", "position", "shift"]


# ── two askings, and anything at all ──


@each(
    ("first", "last", "stands"),
    [
        ([GOOD, OTHER], [THIRD], [GOOD, OTHER]),
        ([GOOD, OTHER], [THIRD, {**GOOD, "evidence": ""}, {**OTHER, "claim": "Trees."}], [GOOD, OTHER]),
        ([GOOD, OTHER], ["no form"], [GOOD, OTHER]),
        ([GOOD, OTHER], [THIRD, GOOD], [THIRD, GOOD]),
        ([GOOD], [GOOD, OTHER, THIRD], [GOOD, OTHER, THIRD]),
    ],
)
def test_the_opening_with_more_sound_arguments_stands_and_parts_of_two_are_never_joined(first, last, stands):
    spoken = merge_speeches(_opening(*first, count=3), _opening(*last, count=3, final=True))
    assert [argument.claim for argument in spoken.arguments] == [one["claim"] for one in stands]
    asked_again = " Asked again, no fuller answer came." if stands == first else ""
    short = f"3 arguments were asked for; {len(stands)} came.{asked_again}"
    assert (spoken.warnings, spoken.faults) == ((short,) if len(stands) < 3 else (), ())


@given(ANYTHING)
def test_any_answer_is_read_at_last_without_faults_and_invents_nothing(text):
    sound = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
    opening = read_opening(text, side="pro", count=2, final=True)
    answers = read_responses(text, side="pro", targets=TARGETS, final=True)
    closing = read_closing(text, side="pro", final=True)
    assert opening.faults == answers.faults == closing.faults == ()
    assert [response.argument_id for response in answers.responses] == ["CON-1", "CON-2"]
    assert len(opening.arguments) <= 2
    for argument in opening.arguments:
        assert argument.structured or argument.claim
        argument.model_dump_json().encode("utf-8")
    if not text.startswith(("{", "[", '"')):
        for argument in opening.arguments:
            assert argument.claim.strip() in sound or argument.structured
