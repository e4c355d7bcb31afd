"""Errors that the judges may share: what a share would do to the gap's interval, and what the store says of it."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from debate_core.domain.model import is_simulated, provider_of
from debate_core.domain.noun import FlatNoun, FrozenModel, Keys
from debate_core.library.history import History
from debate_core.llm.families import family
from debate_core.measuring.arrays import Floats
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.shared_errors import ASSUMED, SharedBefore, shared_before, tipping_share, widened
from debate_core.store.judging import Judging, Seat
from debate_core.verdicts.cautions import fragile_text
from debate_core.verdicts.verdict import Outcome

WRITTEN = "example"
"""The provider of scores that were written by hand."""


class AtShare(FlatNoun):
    share: float
    lead: Annotated[Estimate, Keys("interval")]
    includes_0: bool


def _with_debates(shared: SharedBefore, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
    return {**dump(shared), "debates": shared.n}


class SharedErrors(FrozenModel):
    """`at`: the interval under assumed shares; empty without a gap. `tipping_share`: from which share on a named side's
    interval includes 0; `sentence`, `in_short`: say so. `before`: in earlier debates."""

    one_model: bool
    tipping_share: float | None
    at: tuple[AtShare, ...]
    sentence: str | None
    in_short: str | None
    before: Annotated[SharedBefore, WrapSerializer(_with_debates)]
    reason: str | None = None


def shared_known(seats: Sequence[Seat[Any]], history: History, before: float) -> Floats:
    """The share of their error variance that two judges are known to have in common (n_judges, n_judges), NaN where it
    isn't: two simulated ones have none; others what earlier debates of the whole panel tell, at worst."""
    simulated = np.array([seat.model is not None and is_simulated(seat.model) for seat in seats])
    judges = [(seat.name, seat.model or "") for seat in seats if seat.sheet]
    most = shared_before(history.wrong(judges, before)).most
    known = np.nan if most is None else most
    return np.where(simulated[:, None] & simulated, 0.0, known)


def families_of(seats: Sequence[Seat[Any]]) -> tuple[str | None, ...]:
    """Who each judge's kin are; None of a person, and of scores that were written by hand."""
    return tuple(
        None if seat.model is None or provider_of(seat.model) == WRITTEN else family(seat.model)
        for seat in seats
    )


def shared_of(
    concluded: Outcome, judging: Judging, history: History, before: float, *, written: bool = False
) -> SharedErrors:
    """By outcomes known `before` a time. `written`: its scores are by hand, no model's."""
    gap = concluded.weighed.gap
    models = [(seat.name, seat.model) for seat in judging.seats if seat.sheet and seat.model]
    of = [model for _, model in models]
    at = tuple(
        AtShare(share=share, lead=lead, includes_0=not lead.excludes_zero)
        for share in sorted({*ASSUMED, concluded.weighed.share} - {0.0})
        if gap.known
        for lead in [widened(gap, len(gap.judges), share)]
    )
    share, reason = _tipping(concluded, awaited=bool(judging.awaited))
    shared = SharedErrors(
        one_model=not written and len(of) > 1 and len(set(of)) == 1 and not is_simulated(of[0]),
        tipping_share=share,
        at=at,
        sentence=None,
        in_short=None,
        before=shared_before(history.wrong(models, before)),
        reason=reason,
    )
    if share is None:
        return shared
    side = concluded.ahead or concluded.call
    sentence = fragile_text(side, share, one_model=shared.one_model)
    return shared.model_copy(update={"sentence": sentence, "in_short": sentence})


def _tipping(concluded: Outcome, *, awaited: bool) -> tuple[float | None, str | None]:
    gap = concluded.weighed.gap
    side = concluded.ahead or concluded.call
    if awaited or side == "no_call":
        return None, "no side is named"
    if gap.value is None or not gap.known:
        return None, gap.reason
    if (gap.value > 0) != (side == "pro"):
        return None, "in points the other side is ahead"
    share = tipping_share(gap, len(gap.judges))
    return share, None if share is not None else "the interval includes 0 as it is"
