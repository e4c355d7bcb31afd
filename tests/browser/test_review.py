"""A person reviews by keyboard, and until the score is given the server sends nothing of what others made of it."""

import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from debate_core.record import Record
from debate_core.replay import load
from debate_core.store import Store
from tests.browser.conftest import App, looks_right

pytestmark = pytest.mark.browser


def own_words(records: list[Record]) -> list[bytes]:
    """Stretches of judges' notes and findings without a mark in them, which nobody said in any debate."""
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
    return [part.encode() for part in sorted(parts) if len(part) > 14 and part not in spoken]


def test_a_blind_score_by_keyboard_alone_and_nothing_of_others_before_it(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    sent: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: sent.append(frame if isinstance(frame, bytes) else frame.encode())
        )

    page.on("websocket", listen)
    page.goto(f"{app.url}/review")
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    reason = page.get_by_label("Your reason")
    expect(reason).to_be_visible()
    # A moment in which all that the page is made of has come.
    page.wait_for_load_state("networkidle")
    store = Store(app.store)
    said = own_words([load(store, one.id) for one in store.records()])
    with subtests.test("before the score nothing of any judge has been sent"):
        whole = b"".join(sent)
        assert len(said) > 20
        assert b"What should a person look at?" in whole
        assert not [text for text in said if text in whole]
        assert not [name for name in (b"Technical", b"adjusted_spread", b"divergent") if name in whole]
    looks_right(page, subtests)
    with subtests.test("keys answer one question after another, and Ctrl+Enter gives the scores"):
        page.get_by_role("heading", level=1).click()
        for key in "43522":
            page.keyboard.press(key)
        expect(page.get_by_text("Still to do: a reason.")).to_be_visible()
        reason.focus()
        page.keyboard.type("The count was asked for, 3 times.")
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("button", name="Next argument")).to_be_visible()
        given = [review for one in store.records() for review in load(store, one.id).reviews]
        assert [list(one.scores.values()) for one in given] == [[4, 3, 5, 2]]
        assert given[0].standing == "PARTIALLY_UPHELD"
    with subtests.test("then the judges' words have come"):
        assert [text for text in said if text in b"".join(sent)]
    looks_right(page, subtests)
    with subtests.test("Ctrl+Enter goes on"):
        page.keyboard.press("Control+Enter")
        expect(page.get_by_text("2 of")).to_be_visible()
    store.close()
