"""What the default rules promise holds on debates whose truth is known; ``bench.promises`` declares and prints it."""

import pytest

from bench.promises import GROUPS, Row

pytestmark = pytest.mark.simulation

PANELS = 50


@pytest.mark.parametrize("group", [name for name in GROUPS if name != "not promised"])
def test_every_promise_is_kept(group):
    broken = [one for one in GROUPS[group](PANELS) if not one.kept]
    assert broken == []


def test_a_promise_is_kept_within_two_standard_errors_of_its_limit():
    assert Row(name="", share=0.12, of=100, most=0.10).kept
    assert not Row(name="", share=0.17, of=100, most=0.10).kept
    assert Row(name="", share=0.85, of=100, least=0.90).kept
    assert not Row(name="", share=0.83, of=100, least=0.90).kept
