"""People review by keyboard, and until a score is given the server sends nothing of what others made of it."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect

from debate_core.library import reviews
from debate_core.library.library import list_all
from debate_core.library.reviews import Choice
from debate_core.store import SQLiteStore, Store
from debate_core.store.events import ReviewGiven
from debate_core.store.record import Record, load
from tests.browser.conftest import PATIENCE, WIDE, App, key, looks_right, tab_to

pytestmark = pytest.mark.browser
BENEDIKTA = "Benedikta Quill"
ANAS_REASON = "The count was asked for, 3 times."
HER_REASON = "Somebody wrote quinquennial beforehand"
Newcomer = Callable[[], Page]


@pytest.fixture
def newcomer(chromium: Browser, context: BrowserContext, page: Page) -> Iterator[Newcomer]:
    """Browsers that have seen nothing yet: first the one of all tests, without what it was known by; then others."""
    others: list[BrowserContext] = []
    context.clear_cookies()
    coming = iter([page])

    def come() -> Page:
        for known in coming:
            return known
        others.append(chromium.new_context(reduced_motion="reduce", color_scheme="light", viewport=WIDE))
        others[-1].set_default_timeout(PATIENCE)
        return others[-1].new_page()

    yield come
    for other in others:
        other.close()


@pytest.fixture
def store(app: App) -> Iterator[Store]:
    opened = SQLiteStore(app.store)
    yield opened
    opened.close()


def heard(page: Page) -> list[bytes]:
    """All that the server sends to a page, from now on."""
    sent: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: sent.append(frame if isinstance(frame, bytes) else frame.encode())
        )

    page.on("websocket", listen)
    return sent


def own_words(records: list[Record]) -> list[bytes]:
    """Stretches of judges' notes and findings without a mark in them, and judges' names, which nobody said in any
    debate."""
    spoken = " ".join(record.transcript.model_dump_json() for record in records)
    notes = [
        text
        for record in records
        for sheet in record.judging.sheets
        if sheet
        for text in (sheet.overall.key_finding, *(entry.notes for entry in sheet.entries))
        if text
    ]
    parts = {part.strip() for text in notes for part in re.split(r"[^\w ]", text)}
    names = {name for record in records for name in record.judging.names if name not in spoken}
    return [part.encode() for part in sorted(parts) if len(part) > 14 and part not in spoken] + [
        name.encode() for name in sorted(names)
    ]


def press(page: Page, keys: str) -> None:
    for one in keys:
        page.keyboard.press(one)


def asked(page: Page) -> None:
    """Wait until the argument in sight takes keys, its questions unanswered."""
    page.get_by_role("radiogroup").first.wait_for()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)


def revealed(page: Page) -> None:
    """Wait until others' scores are in sight, and the page takes keys."""
    page.get_by_role("button", name="Next argument").wait_for()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    expect(page.locator(".questions")).to_have_count(1)


def debates(store: Store) -> list[Record]:
    """Those that judges have scored; other tests' texts and tables left out."""
    return [load(store, one.id) for one in list_all(store) if one.kind == "debate" and one.outcome]


def given(store: Store) -> list[ReviewGiven]:
    return [review for one in debates(store) for review in one.reviews]


def begin(page: Page, url: str, name: str) -> Locator:
    """Say a name, by keyboard; the field for the reason comes."""
    page.goto(url)
    tab_to(page, page.get_by_label("Your name"))
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    reason = page.get_by_label("Your reason")
    reason.wait_for()
    return reason


def test_a_session_by_keyboard_alone_and_nothing_of_others_before_the_blind_score(
    app: App, newcomer: Newcomer, store: Store, subtests: pytest.Subtests
) -> None:
    records = debates(store)
    first = reviews.queue(store, "Ana", Choice(kind="arguments"))[0]
    scores = dict.fromkeys(load(store, first.record).config.rubric.keys, 9)
    theirs = {"person": BENEDIKTA, "argument": first.argument, "scores": scores, "standing": "UPHELD"}
    reviews.give(store, load(store, first.record), ReviewGiven(reason=HER_REASON, blind=True, **theirs))
    said = [*own_words(records), BENEDIKTA.encode(), HER_REASON.encode()]
    page = newcomer()
    sent = heard(page)
    reason = begin(page, f"{app.url}/review?kind=arguments", "Ana")
    # A moment in which all that the page is made of has come.
    page.wait_for_load_state("networkidle")
    with subtests.test(
        "before the score no name, note or finding of a judge or of anybody else has been sent"
    ):
        whole = b"".join(sent)
        assert len(said) > 20
        assert b"Technical" in said
        assert b"person look at?" in whole
        assert not [text for text in said if text in whole]
        assert not [name for name in (b"adjusted_spread", b"divergent", b"anchor") if name in whole]
        assert "divergent" not in page.url + page.title()
    looks_right(page, subtests)
    with subtests.test("keys answer one question after another, and arrows go back"):
        press(page, "4352")
        press(page, "2")
        page.get_by_text("Still to do: a reason.").wait_for()
        page.keyboard.press("ArrowUp")
        press(page, "9")
        expect(page.get_by_role("radiogroup", name="Honesty").get_by_role("radio", name="9")).to_be_checked()
    with subtests.test("? hides the line about keys, and shows it"):
        line = page.get_by_text("answer the marked question")
        press(page, "?")
        expect(line).to_have_count(0)
        press(page, "?")
        line.wait_for()
    with subtests.test("a reason is kept while it is written, and a page that is loaded anew has it"):
        tab_to(page, reason)
        page.keyboard.type(ANAS_REASON)
        page.get_by_text(re.compile("Kept at .* Ready")).wait_for()
        expect(reason).to_be_focused()
        page.reload()
        expect(reason).to_have_value(ANAS_REASON)
        page.wait_for_load_state("networkidle")
        # Of a row that has an answer the arrows go on from it.
        expect(page.get_by_role("radio", checked=True).first).to_be_focused()
    with subtests.test("Ctrl+Enter gives the scores out of the reason, whose digits answer nothing"):
        tab_to(page, reason)
        page.keyboard.press("End")
        page.keyboard.type(" 5")
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        page.keyboard.press("Control+Enter")
        revealed(page)
        expect(page.locator(key("revealed")).get_by_role("heading").first).to_be_focused()
        mine = [one for one in given(store) if one.person == "Ana"]
        assert [list(one.scores.values()) for one in mine] == [[4, 3, 5, 9]]
        assert (mine[0].standing, mine[0].blind) == ("PARTIALLY_UPHELD", True)
    with subtests.test("then the judges' words and the other person's have come"):
        whole = b"".join(sent)
        assert all(text in whole for text in (b"Technical", BENEDIKTA.encode(), HER_REASON.encode()))
    with subtests.test("u takes the scores back, and they are in hand again"):
        press(page, "u")
        page.get_by_text("took your scores").wait_for()
        assert not [one for one in given(store) if one.person == "Ana"]
        expect(page.get_by_role("radio", checked=True)).to_have_count(5)
        page.get_by_text("Not blind").wait_for()
        page.keyboard.press("Control+Enter")
        page.get_by_text("Not blind").wait_for()
        revealed(page)
    with subtests.test("Ctrl+Enter goes on, p and n go back and forth"):
        page.keyboard.press("Control+Enter")
        asked(page)
        page.get_by_text("2 of").wait_for()
        expect(page.get_by_role("radio").first).to_be_focused()
        press(page, "p")
        revealed(page)
        press(page, "n")
        asked(page)
        page.get_by_text("2 of").wait_for()
    with subtests.test("on a phone an argument is met before its questions"):
        page.set_viewport_size({"width": 390, "height": 844})
        press(page, "p")
        revealed(page)
        press(page, "n")
        asked(page)
        expect(page.get_by_role("radio").first).to_be_focused()
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
        page.set_viewport_size({"width": 1280, "height": 800})
    with subtests.test("s asks why it is skipped, and Ctrl+Enter skips"):
        press(page, "s")
        tab_to(page, page.get_by_label("Reason for skipping"))
        page.keyboard.type("A friend's.")
        page.keyboard.press("Control+Enter")
        expect(page.get_by_label("Reason for skipping")).to_have_count(0)
        skips = [skip for one in debates(store) for skip in one.skipped]
        assert [one.reason for one in skips] == ["A friend's."]
    with subtests.test("another, in a browser of their own, scores it blind, and each then sees the other"):
        url = f"{app.url}/review?debate={first.record}&of={first.record}&item={first.argument}"
        dan = newcomer()
        dans = heard(dan)
        tab_to(dan, begin(dan, url, "Dan"))
        dan.keyboard.type("Answered.")
        dan.keyboard.press("Tab")
        press(dan, "2222")
        dan.get_by_text("Still to do: ruling.").wait_for()
        assert not [word for word in (b"Ana", ANAS_REASON.encode()) if word in b"".join(dans)]
        dan.keyboard.press("Tab")
        dan.keyboard.type(" Nobody met it.")  # in the reason: no letter acts as a key of the page
        dan.keyboard.press("Tab")
        dan.keyboard.press("ArrowUp")
        press(dan, "3")
        dan.keyboard.press("Control+Enter")
        dan.get_by_text(re.compile("^Ana · part")).wait_for()
        press(page, "p")
        revealed(page)
        page.get_by_text("Dan · refuted.").wait_for()
        assert [(one.person, one.blind) for one in given(store)] == [
            (BENEDIKTA, True),
            ("Ana", False),
            ("Dan", True),
        ]
        assert given(store)[-1].reason == "Answered. Nobody met it."
    dan.get_by_role("button", name="Settle it").click()  # who scored it blind may
    dan.get_by_label("Why", exact=True).wait_for()
    looks_right(dan, subtests)
