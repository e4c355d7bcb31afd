"""Judges on the line: no shape covers another, no flag another flag, and nothing leaves the stage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.phrases import leaning_text
from debate_core.report.line import END, NARROW, WIDE, Stand, layout

NAMES = ("Technical", "Business", "Risk", "General", "Ethics", "Law", "Operations", "Users")
values = st.lists(st.floats(-9, 9).map(lambda value: round(value, 2)), min_size=1, max_size=8)


def stands(given_values):
    return [
        Stand(judge=name, seat=seat, value=value)
        for seat, (name, value) in enumerate(zip(NAMES, given_values, strict=False))
    ]


def pixels(points, sizes):
    return points * sizes.line / (2 * END)


@pytest.mark.parametrize("sizes", [WIDE, NARROW])
@given(values)
def test_every_judge_has_a_shape_of_its_own_within_the_line(sizes, where):
    marks = layout(stands(where), sizes).marks
    assert [mark.seat for mark in marks] == list(range(len(where)))
    assert all(-END <= mark.at <= END for mark in marks)
    pairs = [(a, b) for a in marks for b in marks if a.seat < b.seat and a.up == b.up]
    assert all(pixels(abs(a.at - b.at), sizes) >= sizes.shape - 1e-6 for a, b in pairs)


def box(flag, sizes):
    """Left, right, bottom and top of a flag's words, in pixels from 0 and from the line."""
    width = sizes.letter * len(f"{flag.names} {flag.said}") + 12
    at = pixels(flag.at, sizes)
    left, right = (at - width, at) if flag.at < 0 else (at, at + width)
    moved = flag.over if flag.at < 0 else -flag.over
    return left + moved, right + moved, flag.up, flag.up + sizes.row


@pytest.mark.parametrize("sizes", [WIDE, NARROW])
@given(values)
def test_no_flags_words_cover_anothers_and_none_leave_the_stage(sizes, where):
    flags = layout(stands(where), sizes).flags
    boxes = [box(flag, sizes) for flag in flags]
    for n, (left, right, low, high) in enumerate(boxes):
        assert min(-left, right) < sizes.line
        assert max(-left, right) <= sizes.line / 2 + sizes.margin + 1
        assert high <= sizes.room + 1
        for other_left, other_right, other_low, other_high in boxes[n + 1 :]:
            apart = right <= other_left + 1 or other_right <= left + 1
            assert apart or high <= other_low or other_high <= low


def test_equal_positions_share_one_flag_over_their_stack():
    found = layout(stands([1.6, 1.2, 1.0, 1.6]), WIDE)
    assert [(flag.names, flag.said) for flag in found.flags] == [
        ("Technical and General", "PRO +1.6"),
        ("Business", "PRO +1.2"),
        ("Risk", "PRO +1.0"),
    ]
    assert [mark.up for mark in found.marks] == [0, 0, 0, 24]


def test_whoever_stands_beyond_the_line_keeps_the_number():
    (flag,) = layout(stands([5.24]), WIDE).flags
    assert (flag.at, flag.said) == (END, "PRO +5.2")
    assert flag.over > 0


def test_what_rounds_to_nothing_is_on_no_side():
    assert [leaning_text(value) for value in (0.0, -0.04, 0.3)] == ["even", "even (CON +0.04)", "PRO +0.3"]
