"""A judge's quote: to the letter, nearly, or not in the turn."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.answers.prompt import storable
from debate_core.answers.quotes import (
    NEAR_SHARE,
    _best_ends,
    find_places,
    find_quote,
    nearest,
    says_something,
    words_of_turn,
)
from debate_core.domain.transcript import Argument, Closing, Response, Turn
from tests.each import each
from tests.letters import WRITABLE

WORDS = (
    "A later start gives pupils more sleep.\n"
    "Because the body's clock shifts in the teens, an earlier bell cuts the last hours of sleep; so “first lessons” "
    "are slept through, and marks in them fall by 14 per cent.\n"
    "The school does not keep these records.\n"
    "It ends after two lessons and ten in the yard."
)


QUOTES = {
    "exact": [
        "the body's clock shifts in the teens",
        "The Body’s CLOCK shifts\n in   the teens",
        '"first lessons" are slept through',
        "“the body's clock shifts in the teens”",
        "... cuts the last hours of sleep ...",
        "marks in them fall by 14 per cent.",
        "more sleep. Because the body's clock",
        "sleep",
    ],
    "near": [
        "the bodys clock shifts in the teens",
        "Because the body's clock shift in the teens, an earlier bell cuts last hours of sleep",
        "the body's clock shifts … cuts the last hours of sleep",
        "tart gives pupils",
        "an earlier bell cuts [...] the last hours of sleep",
    ],
    "not_found": [
        "pupils who sleep longer learn faster",
        "marks in them fall by 41 per cent",
        "The school does keep these records",
        "The school does now keep these records",
        "cuts the last hours of sleep … the body's clock shifts",
        "the body's clock … costs nothing at all",
        "lat",
        "4 per cent",
        "and marks in them fall by 1",
        "after two lessons and six in the yard",
        "",
        "…",
        "—",
        "x" * 5000,
    ],
}


@each(("found", "quote"), [(found, quote) for found, quotes in QUOTES.items() for quote in quotes])
def test_words_are_exact_but_for_marks_near_if_well_kept_and_others_not_found(found, quote):
    assert find_quote(quote, WORDS) == found


@each(
    ("quote", "words", "found"),
    [
        ("降低城市温度", "树木能降低城市温度。", "exact"),
        ("δέντρα ΔΡΟΣΊΖΟΥΝ", "Τα δέντρα δροσίζουν.", "exact"),
        ("الأشجار تبرد", "الأشجار تبرد المدن", "exact"),
        ("ﬁrst lessons", "the first lessons", "exact"),
        ("树木不能降低城市温度", "树木能降低城市温度，人人皆知。", "not_found"),
        ("le\u200bssons", "the first lessons", "exact"),
        ("[END", "[END mark]", "exact"),
        ("2", "2々", "exact"),
        ("2", "2b", "not_found"),
        ("trees cools", "trees cool", "near"),  # one change in 11 characters, and one more than the text has
        ("trees coolest", "trees cool", "not_found"),
    ],
)
def test_quotes_are_found_in_any_script(quote, words, found):
    assert find_quote(quote, words) == found


@given(st.text(WRITABLE, max_size=200), st.integers(0, 200), st.integers(1, 200))
def test_any_stretch_of_whole_words_is_exact(text, begin, length):
    words = text.split()
    quote = " ".join(words[begin % (len(words) + 1) :][:length])
    if says_something(quote) and all(ord(char) < 0x250 and char.isprintable() for char in text):
        assert find_quote(quote, text) in ("exact", "near")


@given(st.text(WRITABLE, max_size=60), st.text(WRITABLE, max_size=60))
def test_any_quote_of_any_text_has_an_answer(quote, text):
    assert find_quote(quote, text) in ("exact", "near", "not_found")


def _fewest(pattern, text):
    """The same by the plain table: rows of the pattern, any beginning and any end in the text."""
    row = [0] * (len(text) + 1)
    for i, char in enumerate(pattern, start=1):
        last, row[0] = row[:], i
        for j, other in enumerate(text, start=1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (char != other))
    return min(row)


def test_the_fewest_changes_are_those_of_the_plain_table():
    rng = random.Random(5)
    for _ in range(500):
        pattern = "".join(rng.choices("abc", k=rng.randint(1, 12)))
        text = "".join(rng.choices("abc", k=rng.randint(0, 30)))
        place = nearest(pattern, text)
        assert place.errors == _fewest(pattern, text)
        assert _fewest(pattern, text[: place.end]) == place.errors


@pytest.mark.slow
def test_what_is_passed_over_unread_holds_no_place_that_is_near():
    rng, found = random.Random(7), 0
    for _ in range(400):
        text = "".join(rng.choices("abcde ", k=rng.randint(20, 300)))
        begin = rng.randrange(len(text) - 10)
        quote = list(text[begin : begin + rng.randint(7, 60)])
        for _ in range(rng.randint(0, len(quote) // 5)):
            quote[rng.randrange(len(quote))] = rng.choice("abcxyz")
        near = nearest("".join(quote), text)
        allowed = int(len(quote) * (1 - NEAR_SHARE) + 1e-9)
        ends = list(_best_ends("".join(quote), text, allowed)) if allowed else []
        assert (near.errors <= allowed and allowed > 0) == bool(ends)
        found += bool(ends)
    assert 100 < found < 390


def test_a_long_turn_is_searched_in_linear_time():
    rng = random.Random(3)
    long = " ".join("".join(rng.choices("abcdefgh", k=6)) for _ in range(3000))
    quote = long[9000:9300].replace("a", "x", 12)

    def seconds(size):
        started = time.process_time()
        find_quote(quote, long[:size])
        return time.process_time() - started

    seconds(1000)
    small, large = (min(seconds(size) for _ in range(3)) for size in (5_000, 20_000))
    assert large < 16 * small + 0.02
    assert large < 1.0


def test_the_words_of_a_turn_are_those_that_were_shown():
    turn = Turn(
        number=3,
        phase="closing",
        side="pro",
        arguments=(Argument(id="PRO-1", side="pro", claim="One.", reasoning="Two."),),
        responses=(
            Response(
                argument_id="CON-1", side="pro", response_type="refute", reasoning="Three.", question="Four?"
            ),
            Response(argument_id="CON-2", side="pro", response_type=None, unreadable="mumble"),
        ),
        closing=Closing(side="pro", concessions=("Five.",), unrebutted=("Six.",), position="Seven."),
    )
    assert words_of_turn(turn).split("\n") == ["One.", "Two.", "Three.", "Four?", "Five.", "Six.", "Seven."]


# ── where it stands ──

CLAUSES = (
    "1. Records are kept for as long as “necessary”.\n"
    "2. Access is reviewed every 12 months.\n"
    "3. Access is reviewed\tevery 24 months.\n"
    "4. Keys are kept – where possible – in a vault.\n"
    "5. Vec<u8> is not cleared."
)


@each(
    ("quote", "closeness", "found"),
    [
        ("Records are kept", "exact", ["Records are kept"]),
        ("are kept", "exact", ["are kept", "are kept"]),
        ('KEPT for as long as "necessary"', "normalised", ["kept for as long as “necessary"]),
        ("kept -  where possible", "normalised", ["kept – where possible"]),
        ("Access is reviewed every 24 months", "normalised", ["Access is reviewed\tevery 24 months"]),
        ("access is reviewed every", "normalised", ["Access is reviewed every", "Access is reviewed\tevery"]),
        ("are keptt for as long as necessary", "near", ["are kept for as long as “necessary"]),
        ("Acces is reviewed every 12 months", "near", ["Access is reviewed every 12 months"]),
        ("ccess is reviewed every 12 months", "near", ["Access is reviewed every 12 months"]),
        ("Keys are kept … in a vault", "near", ["Keys are kept – where possible – in a vault"]),
        ("Vec< u8> is not cleared", "normalised", ["Vec<u8> is not cleared"]),
        ("Access is reviewed every 36 months", None, []),
        ("Vec<u8> is cleared", None, []),
        ("nothing of the kind", None, []),
        ("", None, []),
    ],
)
def test_a_quote_is_placed_as_closely_as_it_stands_anywhere(quote, closeness, found):
    places = find_places(quote, CLAUSES)
    assert places.closeness == closeness
    assert [CLAUSES[begin:end] for begin, end in places.stretches] == found


@given(st.text(WRITABLE, max_size=80), st.integers(0, 80), st.integers(1, 80))
def test_a_stretch_of_any_text_is_found_where_it_was_taken(text, begin, length):
    words = storable(text)
    quote = words[begin % (len(words) + 1) :][:length]
    for start, end in find_places(quote, words).stretches:
        assert 0 <= start < end <= len(words)
    if says_something(quote) and quote in f" {words} ".split(" "):
        assert any(words[slice(*stretch)] == quote.strip() for stretch in find_places(quote, words).stretches)


def test_a_quote_without_a_word_or_of_over_4000_characters_stands_nowhere():
    longest = "x y " * 999 + "x yz"
    for quote, found in ((longest, "exact"), (f"{longest}.", "not_found"), (". . !", "not_found")):
        assert find_quote(quote, f"So {quote} So") == found
        assert (find_places(quote, f"So {quote} So").closeness is not None) == (found == "exact")
