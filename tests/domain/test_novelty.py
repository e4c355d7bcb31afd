"""How much of a turn its speaker had not said before: shares worked out by hand."""

import pytest

from debate_core.domain.transcript import FUNCTION_WORDS, Argument, Turn, new_share, novelty, sequences
from tests.each import each

FIRST = "Buses carry seventy people past every window."
SECOND = "Rents double where cars may park."


def turns(*claims):
    return [
        Turn(
            number=n,
            phase="exchange",
            side="pro" if n % 2 else "con",
            arguments=(Argument(id=f"X-{n}", side="pro" if n % 2 else "con", claim=claim),),
        )
        for n, claim in enumerate(claims, start=1)
    ]


def shares(*claims):
    return [found.value for found in novelty(turns(*claims))]


def test_it_is_measured_from_turn_5_on_and_says_so_before():
    found = novelty(turns(FIRST, FIRST, FIRST, FIRST, FIRST))
    assert [one.value for one in found] == [None] * 4 + [0.0]
    assert all("from turn 5 on" in one.reason for one in found[:4])
    assert found[4].reason is None and found[4].repeats


def test_a_turn_is_held_against_its_own_speaker_only():
    assert shares("One new point made.", FIRST, "Two other points follow.", SECOND, FIRST)[4] == 1.0


def test_a_turn_said_anew_word_for_word_is_not_new_in_any_order_of_sentences():
    assert shares(f"{FIRST} {SECOND}", "", "", "", f"{SECOND}\n{FIRST.upper()}")[4] == 0.0


def test_the_share_counts_each_different_sequence_once():
    before = sequences(["Buses carry seventy people."])  # buses-carry-seventy, carry-seventy-people
    now = sequences(["Buses carry seventy people daily. Buses carry seventy people daily."])
    assert len(before) == 2 and len(now) == 3  # one more: seventy-people-daily
    assert new_share(now, before) == pytest.approx(1 / 3)


def test_below_15_percent_it_repeats_itself_and_at_15_it_does_not():
    words = [f"word{n}" for n in range(22)]  # 20 sequences
    for new, repeats in ((3, False), (2, True)):
        # the last `new` words are others: `new` of the 20 sequences hold one of them
        later = " ".join([*words[: 22 - new], *(f"other{n}" for n in range(new))])
        found = novelty(turns(" ".join(words), "", "", "", later))[4]
        assert found.value == pytest.approx(new / 20)
        assert found.repeats is repeats


def test_a_paraphrase_counts_as_new():
    assert shares(FIRST, "", "", "", "Seventy passengers travel aboard each bus.")[4] == 1.0


def test_a_negation_and_a_quantity_are_content():
    assert not {"not", "no", "never", "should", "most", "few", "against", "without"} & FUNCTION_WORDS
    said = sequences(["Schools should start later."])
    assert new_share(sequences(["Schools should not start later."]), said) == 1.0


@pytest.mark.parametrize("short", ["", "Yes.", "It is so. And so it was.", "No cost. Less noise. Good."])
def test_a_turn_too_short_for_three_content_words_has_no_share_and_says_why(short):
    found = novelty(turns(FIRST, "", "", "", short))[4]
    assert found.value is None and not found.repeats
    assert "no three content words in a row" in found.reason


def test_without_earlier_words_there_is_nothing_to_hold_it_against():
    found = novelty(turns("Yes.", "", "", "", FIRST))[4]
    assert found.value is None and "earlier turns" in found.reason


def test_a_turn_without_an_argument_has_no_share():
    said = turns(FIRST, "", "", "", FIRST)
    said[4] = said[4].model_copy(update={"arguments": ()})
    assert novelty(said)[4].value is None


@each(
    ("first", "other"),
    [
        ("学校早上应该晚一点开始上课。", "公共汽车每天运送七十名乘客经过窗口。"),
        ("学校は朝もっと遅く始まるべきだと思います。", "バスは毎日七十人の乗客を運んでいます。"),
        ("โรงเรียนควรเริ่มสายกว่านี้ในตอนเช้า", "รถเมล์ขนส่งผู้โดยสารเจ็ดสิบคนทุกวัน"),
        ("विद्यालय सुबह देर से शुरू होने चाहिए।", "बसें रोज़ सत्तर यात्रियों को ले जाती हैं।"),
        ("Школы должны начинать занятия позже утром.", "Автобусы ежедневно перевозят семьдесят человек."),
        ("يجب أن تبدأ المدارس في وقت متأخر صباحا؟", "تنقل الحافلات سبعين راكبا كل يوم."),
    ],
)
def test_what_is_said_anew_is_seen_in_any_script(first, other):
    assert shares(first, "", "", "", first)[4] == 0.0
    assert shares(first, "", "", "", other)[4] == 1.0


def test_hidden_characters_and_other_forms_of_a_letter_change_nothing():
    spelled = "Bu\u200bses ｃａｒｒｙ seventy people past every window."
    assert shares(FIRST, "", "", "", spelled)[4] == 0.0
