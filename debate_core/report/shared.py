"""Errors that the judges may share: what a share would do to the gap's interval, and what the store says of it.

Knows an outcome, the judging and the history; measures nothing itself. Invariant: no share is claimed of this debate,
which can't show one; a share measured before has its interval, or there is none and the reason stands in its place.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from debate_core.history import History
from debate_core.judging.judging import Judging
from debate_core.llm.base import is_simulated
from debate_core.measuring.shared_errors import ASSUMED, SharedBefore, shared_before, tipping_share, widened
from debate_core.noun import Noun
from debate_core.numerals import counted, listed, percent, percent_beside, share_words
from debate_core.verdict import Outcome
from debate_core.wording import toward

USUAL = 0.34
"""The mean share that was measured over six models of four vendors."""
USUAL_SAID = f"six models of four vendors shared {share_words(USUAL)} on the mean"


class AtShare(Noun):
    """What the gap's interval would be, in points, with that `share` of the error variance in common, 0 to 1."""

    share: float
    interval: tuple[float, float]
    includes_0: bool


def _with_debates(found: SharedBefore, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
    return {**dump(found), "debates": found.n}


class SharedErrors(Noun):
    """`at`: the interval under shares that are assumed; empty where the gap has none. `one_model`: all judges that
    scored run on one model. `tipping_share`: from which share of errors in common on the interval of a named side
    includes 0, None with a `reason`; `sentence` says both, `in_short` the share alone. `before`: in earlier debates."""

    one_model: bool
    tipping_share: float | None
    at: tuple[AtShare, ...]
    sentence: str | None
    in_short: str | None
    before: Annotated[SharedBefore, WrapSerializer(_with_debates)]
    reason: str | None = None

    @property
    def near(self) -> bool:
        """Whether so much sharing is to be reckoned with that the sentence stands out."""
        return self.one_model or (self.tipping_share is not None and self.tipping_share <= max(ASSUMED))

    @property
    def before_said(self) -> str:
        """What earlier debates say of it, or why they say nothing."""
        found = self.before
        if found.value is None or found.interval is None:
            return f"What these judges shared of their errors before can't be told: {found.reason}."
        low, high = map(percent, found.interval)
        return (
            f"In {counted(found.n, 'earlier debate')} whose outcome is known these judges shared "
            f"{percent(found.value)} of their errors (95% interval {low} to {high})."
        )


def shared_of(
    concluded: Outcome, judging: Judging, history: History, *, written: bool = False
) -> SharedErrors:
    """What errors in common would do to this outcome; `written`: its scores are by hand, no model's."""
    gap = concluded.weighed.gap
    models = [(seat.name, seat.model) for seat in judging.seats if seat.sheet and seat.model]
    at = tuple(
        AtShare(share=share, interval=ends, includes_0=ends[0] <= 0.0 <= ends[1])
        for share in ASSUMED
        if gap.value is not None and gap.interval is not None
        for ends in [widened(gap.value, gap.interval, len(gap.judges), share)]
    )
    share, reason = _tipping(concluded, awaited=bool(judging.awaited))
    found = SharedErrors(
        one_model=not written and _one_model([model for _, model in models]),
        tipping_share=share,
        at=at,
        sentence=None,
        in_short=None,
        before=shared_before(history.wrong(models)),
        reason=reason,
    )
    if share is None:
        return found
    who = "those who scored" if judging.people else "these judges"
    holds = f"{concluded.call.upper()}'s lead holds"
    if concluded.weighed.rules.kind == "classic":  # which name a side whatever the interval
        holds = "The gap's interval leaves out 0"
    short = f"{holds} unless {who} share {_more_than(share)} of their errors"
    usual = f"; {USUAL_SAID}" if share is not None and share < USUAL else ""
    said = {"sentence": f"{_sentence(found, short, gap.level)}{usual}.", "in_short": f"{short}{usual}."}
    return found.model_copy(update=said)


def _one_model(models: Sequence[str]) -> bool:
    return len(models) > 1 and len(set(models)) == 1 and not is_simulated(models[0])


def _tipping(concluded: Outcome, *, awaited: bool) -> tuple[float | None, str | None]:
    gap = concluded.weighed.gap
    if awaited or concluded.call == "no_call":
        return None, "no side is named"
    if gap.value is None or gap.interval is None:
        return None, gap.reason
    if (gap.value > 0) != (concluded.call == "pro"):
        return None, "in points the other side is ahead"
    share = tipping_share(gap.value, gap.interval, len(gap.judges))
    return share, None if share is not None else "the interval includes 0 as it is"


def _more_than(share: float) -> str:
    """More than the share, said so that it lies on its own side of the nearest one that stands beside it."""
    said = percent_beside(share, min((*ASSUMED, USUAL), key=lambda one: abs(one - share)))
    return "as much as 1%" if said == "0%" else f"more than {said}"


def _sentence(found: SharedErrors, short: str, level: float) -> str:
    ends = listed([f"{toward(*one.interval)} at {share_words(one.share)}" for one in found.at])
    first = "All these judges run on one model, and so share errors. " if found.one_model else ""
    return f"{first}{short}: the {share_words(level)} interval would be {ends}"
