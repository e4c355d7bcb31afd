"""What was said, in order."""

import pytest

from debate_core.domain.transcript import Argument, Side, Topic, Transcript, Turn


def test_an_argument_is_replied_to_in_the_other_sides_first_turn_after_it() -> None:
    sides: tuple[Side, ...] = ("con", "pro", "pro", "con", "con")
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
