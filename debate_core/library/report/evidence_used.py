"""What a verdict rests on beside this debate's scores: shared errors, noise, how often such verdicts were right."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated

import numpy as np
from pydantic import WrapSerializer

from debate_core.domain.frozen import FlatModel, FrozenModel, Keys
from debate_core.domain.model import is_simulated
from debate_core.domain.rubric import Scale, Scoresheet, composites, standing_lists
from debate_core.domain.steps import scoring_steps
from debate_core.library.history import History
from debate_core.measuring.additive import furthest_score
from debate_core.measuring.arrays import Floats
from debate_core.measuring.estimate import Estimate, Share
from debate_core.measuring.habits import reading_orders
from debate_core.measuring.shared_errors import ASSUMED, SharedBefore, shared_before, tipping_share, widen
from debate_core.store.judging import Judging
from debate_core.store.record import Record
from debate_core.verdicts.cautions import fragile_text
from debate_core.verdicts.verdict import Outcome

ENOUGH_KNOWN = 20
"""Earlier debates of known outcome from which on it is said how often verdicts were right. Our own."""


class NoiseReport(FrozenModel):
    """Noise learnt from so many `debates` of the same judges, which `fingerprint` tells from any others; `larger`: this
    debate's own noise is larger than they allow, and counts alone."""

    debates: int
    fingerprint: str
    larger: bool


class TrackRecord(FrozenModel):
    """How often earlier verdicts were right where they `named` a side, and where they named none the side ahead in
    points was (`not_named`): over `debates` whose outcome is known. One that proved a tie makes neither right."""

    debates: int
    named: Estimate
    not_named: Estimate


class OddScore(FrozenModel):
    """The score furthest from what its judge and its argument predict, in points: a place to look first."""

    judge: str
    argument: str
    score: float
    predicted: float


def noise_of(concluded: Outcome) -> NoiseReport | None:
    learned = concluded.basis.learned
    if learned is None:
        return None
    larger = concluded.basis.evidence.gap.larger_than(learned)
    return NoiseReport(debates=learned.debates, fingerprint=learned.fingerprint, larger=larger)


def track_record(history: History, before: float) -> TrackRecord | None:
    """None with fewer than 20 debates of known outcome that finished before a time."""
    known = [one for one in history.verdicts.values() if one.finished_at < before]
    if len(known) < ENOUGH_KNOWN:
        return None
    named = [one.named.upper() == one.truth for one in known if one.named]
    others = [one.favoured.upper() == one.truth for one in known if not one.named and one.favoured]
    return TrackRecord(debates=len(known), named=_share(named), not_named=_share(others))


def _share(right: Sequence[bool]) -> Estimate:
    if not right:
        return Estimate(value=None, reason="there was none")
    return Share(count=sum(right), of=len(right)).estimate


def odd_score(concluded: Outcome, arguments: Sequence[str], scale: Scale) -> OddScore | None:
    """None where no score stands out, or nothing tells. No prediction leaves the scale."""
    table = concluded.basis.evidence.table
    score = None if table.defect else furthest_score(table.ratings, table.floor)
    if score is None:
        return None
    judge, argument, predicted = score
    return OddScore(
        judge=table.names_text([judge]),
        argument=arguments[argument],
        score=float(table.ratings[judge, argument]),
        predicted=min(max(predicted, float(scale.low)), float(scale.high)),
    )


class AtShare(FlatModel):
    share: float
    lead: Annotated[Estimate, Keys("interval")]
    includes_0: bool


class SharedErrors(FrozenModel):
    """`at`: the interval under assumed shares; empty without a gap. `tipping_share`: from which share on a named side's
    interval includes 0; `sentence`, `in_short`: say so. `before`: in earlier debates."""

    one_model: bool
    tipping_share: float | None
    at: tuple[AtShare, ...]
    sentence: str | None
    in_short: str | None
    before: Annotated[SharedBefore, WrapSerializer(lambda one, dump: {**dump(one), "debates": one.n})]
    reason: str | None = None


def shared_of(concluded: Outcome, judging: Judging, history: History, record: Record) -> SharedErrors:
    """By outcomes known before the debate was opened. The scores of an example are by hand, no model's."""
    gap = concluded.basis.gap
    models = [(seat.name, seat.model) for seat in judging.seats if seat.sheet and seat.model]
    seats = [model for _, model in models]
    shares = {round(one, 9) for one in (*ASSUMED, concluded.basis.share)} - {0.0} if gap.known else ()
    leads = [(share, widen(gap, len(gap.judges), share)) for share in sorted(shares)]
    at = tuple(AtShare(share=share, lead=lead, includes_0=not lead.excludes_zero) for share, lead in leads)
    share, reason = _tipping(concluded, awaited=bool(judging.awaited))
    alike = record.example is None and len(seats) > 1 and len(set(seats)) == 1
    one_model = alike and not is_simulated(seats[0])
    side = concluded.ahead or concluded.call
    sentence = None if share is None else fragile_text(side, share, one_model=one_model)
    return SharedErrors(
        one_model=one_model,
        tipping_share=share,
        at=at,
        sentence=sentence,
        in_short=sentence,
        before=shared_before(history.wrong(models, record.opened_at)),
        reason=reason,
    )


def _tipping(concluded: Outcome, *, awaited: bool) -> tuple[float | None, str | None]:
    gap = concluded.basis.gap
    side = concluded.ahead or concluded.call
    if awaited or side == "no_call":
        return None, "no side is named"
    if gap.value is None or not gap.known:
        return None, gap.reason
    if (gap.value > 0) != (side == "pro"):
        return None, "in points the other side is ahead"
    share = tipping_share(gap, len(gap.judges))
    return share, None if share is not None else "the interval includes 0 as it is"


class ReadingRow(FrozenModel):
    """A judge's two readings, or all judges'. `noise`: the chance error of one reading of one argument, `preference`:
    what being read first adds to a side's lead, both in points by own weights; `rulings_differ`: of `rulings` given in
    both readings, the first of which counts."""

    name: str
    noise: Estimate
    preference: Estimate
    rulings: int
    rulings_differ: int


class ReadingsReport(FrozenModel):
    """Of the `panel`, and of each judge that scored in both orders. `once`: why another is counted by one reading."""

    panel: ReadingRow
    judges: tuple[ReadingRow, ...]
    once: Mapping[str, str]


def readings_of(record: Record) -> ReadingsReport | None:
    """None where each judge read the debate once."""
    if record.config.reading == "one":
        return None
    once, names, two = {}, record.judging.names, _sheets(record)
    for name, steps in scoring_steps(record.config).items():
        failed = [record.failures[step] for step in steps if step in record.failures]
        if failed and any(map(record.sheet_of, steps)):
            once[name] = failed[0].in_words
    both = [place for place in range(len(names)) if two[0][place] and two[1][place]]
    return ReadingsReport(
        panel=_row(record, "All judges", both),
        judges=tuple(_row(record, names[place], [place]) for place in both),
        once=once,
    )


def differences(record: Record) -> Floats:
    """Each judge's points (n_judges, n_items), by its own weights, when PRO was read first less those when CON was; NaN
    where either is missing."""
    ids, weights = record.judging.ids, [seat.weights for seat in record.judging.seats]
    first, second = (composites(sheets, ids, weights) for sheets in _sheets(record))
    return np.asarray(first - second)


def _sheets(record: Record) -> tuple[Sequence[Scoresheet | None], Sequence[Scoresheet | None]]:
    steps = scoring_steps(record.config).values()
    return [record.sheet_of(one[0]) for one in steps], [record.sheet_of("".join(one[1:])) for one in steps]


def _row(record: Record, name: str, places: Sequence[int]) -> ReadingRow:
    judging, both = record.judging, _sheets(record)
    pro = np.array([one.side == "pro" for one in judging.items], dtype=np.bool_)
    orders = reading_orders(differences(record)[places], pro)
    sheets_of_each = ([sheets[place] for place in places] for sheets in both)
    rulings = (chain.from_iterable(standing_lists(sheets, judging.ids)) for sheets in sheets_of_each)
    differ = [one != other for one, other in zip(*rulings, strict=True) if one and other]
    counts = {"rulings": len(differ), "rulings_differ": sum(differ)}
    return ReadingRow(name=name, noise=orders.noise, preference=orders.preference, **counts)
