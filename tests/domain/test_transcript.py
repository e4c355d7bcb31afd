"""What was said, in order."""

import pytest

from debate_core.domain.transcript import Argument, Topic, Transcript, Turn


def test_an_argument_is_replied_to_in_the_other_sides_first_turn_after_it():
    sides = ("con", "pro", "pro", "con", "con")
    turns = tuple(
        Turn(
            number=number,
            phase="exchange",
            side=side,
            arguments=(Argument(id=f"{side.upper()}-{number}", side=side, claim="A claim."),),
        )
        for number, side in enumerate(sides, start=1)
    )
    whole = Transcript(topic=Topic(text="Trams"), turns=turns)
    names = [turn.arguments[0].id for turn in turns]
    replies = [reply and reply.number for reply in map(whole.replied_in, names)]
    assert replies == [2, 4, 4, None, None]
    with pytest.raises(StopIteration):
        whole.replied_in("PRO-9")


def said(*texts):
    return Argument(
        id="PRO-1", side="pro", **dict(zip(("claim", "reasoning", "evidence"), texts, strict=False))
    )


TERSE = (
    "Costs rise.",
    "It's fairer",
    "No.",
    "空気",
    "반대",
    "ОК",
    "naïve",
    "None of it",
    "n/a, as costs rise",
)
EMPTY = (
    "",
    "\u2013",
    "\u2026",
    "...",
    "10",
    "30 %",
    "n/a",
    "N.A.",
    "None",
    "[no response]",
    "(No answer)",
    "\U0001f44d",
)


@pytest.mark.parametrize("claim", TERSE)
def test_a_terse_claim_from_elsewhere_is_an_argument_in_whatever_script(claim):
    assert not said(claim).holds_nothing(from_elsewhere=True)


@pytest.mark.parametrize("claim", EMPTY)
def test_a_mark_that_nothing_was_said_is_none_unless_words_stand_beside_it(claim):
    assert said(claim).holds_nothing(from_elsewhere=True)
    assert said(claim, "none", "\u2013").holds_nothing(from_elsewhere=True)
    assert not said(claim, "Sleep helps.").holds_nothing(from_elsewhere=True)
    assert not said(claim, "", "60 firms").holds_nothing(from_elsewhere=True)


def test_a_claim_of_ours_needs_a_letter_and_ten_characters_or_a_reasoning():
    texts = (
        ("Costs rise",),
        ("Costs up",),
        ("Costs up", "Fuel costs more now."),
        ("10", "Fuel costs more now."),
    )
    assert [said(*one).holds_nothing(from_elsewhere=False) for one in texts] == [False, True, False, True]
