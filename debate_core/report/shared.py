"""Errors that the judges may share: what a share would do to the gap's interval, and what the store says of it. No
share is claimed of this debate, which can't show one."""

from typing import Annotated, Any

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from debate_core.cautions import fragile_text
from debate_core.history import History
from debate_core.judging.judging import Judging
from debate_core.llm.base import is_simulated
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.shared_errors import ASSUMED, SharedBefore, shared_before, tipping_share, widened
from debate_core.noun import FlatNoun, Keys, Noun
from debate_core.verdict import Outcome


class AtShare(FlatNoun):
    share: float
    lead: Annotated[Estimate, Keys("interval")]
    includes_0: bool


def _with_debates(found: SharedBefore, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
    return {**dump(found), "debates": found.n}


class SharedErrors(Noun):
    """`at`: the interval under assumed shares; empty without a gap. `tipping_share`: from which share on a named side's
    interval includes 0; `sentence`, `in_short`: say so. `before`: in earlier debates."""

    one_model: bool
    tipping_share: float | None
    at: tuple[AtShare, ...]
    sentence: str | None
    in_short: str | None
    before: Annotated[SharedBefore, WrapSerializer(_with_debates)]
    reason: str | None = None


def shared_of(
    concluded: Outcome, judging: Judging, history: History, *, written: bool = False
) -> SharedErrors:
    """`written`: its scores are by hand, no model's."""
    gap = concluded.weighed.gap
    models = [(seat.name, seat.model) for seat in judging.seats if seat.sheet and seat.model]
    of = [model for _, model in models]
    at = tuple(
        AtShare(share=share, lead=lead, includes_0=not lead.excludes_zero)
        for share in ASSUMED
        if gap.known
        for lead in [widened(gap, len(gap.judges), share)]
    )
    share, reason = _tipping(concluded, awaited=bool(judging.awaited))
    found = SharedErrors(
        one_model=not written and len(of) > 1 and len(set(of)) == 1 and not is_simulated(of[0]),
        tipping_share=share,
        at=at,
        sentence=None,
        in_short=None,
        before=shared_before(history.wrong(models)),
        reason=reason,
    )
    if share is None:
        return found
    said = fragile_text(concluded.call, share, one_model=found.one_model)
    return found.model_copy(update={"sentence": said, "in_short": said})


def _tipping(concluded: Outcome, *, awaited: bool) -> tuple[float | None, str | None]:
    gap = concluded.weighed.gap
    if awaited or concluded.call == "no_call":
        return None, "no side is named"
    if gap.value is None or not gap.known:
        return None, gap.reason
    if (gap.value > 0) != (concluded.call == "pro"):
        return None, "in points the other side is ahead"
    share = tipping_share(gap, len(gap.judges))
    return share, None if share is not None else "the interval includes 0 as it is"
