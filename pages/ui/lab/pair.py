"""What if all ran on one model? The page's picture: a hundred panels at an exact tie without shared errors, and with.

Knows what the lab found and its words; every figure is the core's. Invariant: words reach the browser as text only;
what the picture shows the eye it says in words and numbers too.
"""

from typing import Any

from debate_core.exports import lab_pair
from debate_core.exports.lab import interval_words, percent_words
from debate_core.lab import Kind, LabReport
from debate_core.measuring.shares import Share
from debate_core.numerals import share_words
from pages.ui.shown.figures import component

_PAIR = component("lab_pair", "lab/pair")
_HEIGHT = 608
"""What it takes at 1280 px, kept free so that nothing in sight moves when it comes; then its content says it."""


def show_pair(found: LabReport) -> None:
    """The same panel twice: what shared errors do to it."""
    lead, _, text = lab_pair.what_for(found).removeprefix("**").partition("** ")
    _PAIR(
        key="lab_pair",
        height=_HEIGHT,
        data={
            "question": lab_pair.pair_question(found),
            "sentence": lab_pair.pair_headline(found),
            "kinds": [_kind(kind, found) for kind in found.pair],
            "why": {"lead": lead, "text": text},
            "tie": lab_pair.tie_words(found),
            "of": lab_pair.measured_of(found.question),
            "measures": [_measure(one, found) for one in lab_pair.measured(found)],
            "key": ["names PRO", "names CON", "no call, the honest answer to a tie"],
            "dot": f"1 dot = 1 panel in 100, of {found.n:,} of each kind simulated",
        },
    )


def _kind(kind: Kind, found: LabReport) -> dict[str, Any]:
    named = kind.tie.wrong
    return {
        "label": lab_pair.kind_words(kind.question),
        "asked": "the panel below" if kind.question == found.question else "",
        "share": percent_words(named.value),
        "interval": interval_words(named.interval),
        "dots": lab_pair.dots(kind.tie),
        "said": lab_pair.dots_words(kind.tie),
    }


def _measure(one: lab_pair.Measured, found: LabReport) -> dict[str, Any]:
    promise = None if one.promise is None else f"promised: {share_words(one.promise)}"
    return {
        "title": one.title,
        "promise": one.promise,
        "promised": promise,
        "bars": [
            {"name": lab_pair.short_words(kind.question), **_bar(share)}
            for kind, share in zip(found.pair, one.shares, strict=True)
        ],
    }


def _bar(share: Share | None) -> dict[str, Any]:
    if share is None:
        return {"value": None, "said": "not computed", "interval": ""}
    low, high = share.interval
    return {
        "value": share.value,
        "low": low,
        "high": high,
        "said": percent_words(share.value),
        "interval": interval_words(share.interval),
    }
