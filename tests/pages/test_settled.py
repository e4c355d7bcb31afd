"""Settled arguments on Panel, in the drawer and on Verdict; what can be done next; how good the judges were before."""

import pytest

from debate_core.library.track_record import past_report
from debate_core.reporting.history import qualities_block
from debate_core.store.events import ArgumentSettled, OutcomeKnown
from debate_core.store.record import load
from debate_core.verdicts.rules import Thresholds
from tests.building.structured import fill
from tests.pages.conftest import choose, document_of, keys_of, words_of

ALONE = {"rules": "classic", "alpha_least": "-1"}
"""Under which divergence alone keeps the debate from a call."""


@pytest.fixture
def split(store):
    """A debate that was settled, after one whose true outcome is known."""
    ids = fill(store, ("agreed", "split"))
    store.append(ids["agreed"], [OutcomeKnown(outcome="PRO")])
    said = {"person": "Ana :smile:", "argument": "CON-1", "standing": "PARTIALLY_UPHELD"}
    store.append(ids["split"], [ArgumentSettled(**said, follows=("Risk",), reason="It was *kept*.")])
    return ids["split"]


def test_a_no_call_says_what_it_would_be_and_stays_one(open_page, store, split):
    said = words_of(open_page("verdict", split, **ALONE))
    thresholds = Thresholds(alpha_least=-1)
    block = document_of(load(store, split), rules="classic", thresholds=thresholds)["if_settled"]
    assert "No call" in said and block.sentence in said
    assert "If the settled" not in words_of(open_page("verdict", split))  # there the reasons are others


def test_what_can_be_done_next_is_one_row_and_waits_for_the_judges(open_page, store, split):
    waiting = fill(store, ("some_scored",))["some_scored"]
    for app, there in ((open_page("verdict", split), True), (open_page("verdict", waiting), False)):
        assert ("to_review" in keys_of(app)) == there
        assert any("truth" in one.key for one in app.radio) == there


def test_how_good_the_judges_were_before_is_read_and_said_once_it_is_asked_for(open_page, split):
    app = open_page("panel", split, tab="Judges")
    title = qualities_block(past_report([])).title
    assert title not in words_of(app)
    choose(app, judges_before=True)
    assert title in words_of(app) and "1 earlier debate" in words_of(app)
