"""The live judge's part of a report: the scorecard as it stands, the narrative, and where the two differ.

Knows the record and the scorecard's functions; asks no model. Invariant: nothing here touches the outcome, which is the
panel's; without the live judge the scorecard's leader is the sign of the panel's gap.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from debate_core.noun import Noun
from debate_core.novelty import Novelty, novelty
from debate_core.record import NOTHING_ARGUED, Record
from debate_core.scorecard.drift import TraitsAt, traits_over
from debate_core.scorecard.nouns import CitedStatement, Comparison, Conflict, Convergence, Leader, Narrative
from debate_core.scorecard.register import CountedContradiction, Entry
from debate_core.scorecard.tally import Round, Running, Scorecard, ScorecardSettings, TurnScore, scorecard
from debate_core.transcript import Side
from debate_core.wording import side_of


class ScorecardReport(Noun):
    """Who leads, and on what: `by` the live judge's rounds, or the panel's gap where there was no live judge."""

    leader: Leader | None
    by: Literal["rounds", "gap"]
    reason: str
    rounds: tuple[Round, ...] = ()
    rounds_won: Mapping[Side, int] | None = None
    means: Mapping[Side, float | None] | None = None
    running: tuple[Running, ...] = ()
    missing: tuple[int, ...] = ()
    inconsistent: int = 0
    asked_twice: int = 0


class NarrativeReport(Noun):
    """The narrative verdict: `text` is its spine in prose, `turns` every turn it cites."""

    leader: Leader
    text: str
    turns: tuple[int, ...]
    spine: tuple[CitedStatement, ...]
    evolved: tuple[CitedStatement, ...]
    broke: tuple[CitedStatement, ...]
    turning_points: tuple[CitedStatement, ...]


class LiveReport(Noun):
    """All that the live judge's facts come to, and how much of each turn of an exchange was new. `claims` is the
    register (so named in JSON); `differ`: scorecard and narrative name different leaders; `live_failures` by step, each
    of which can be tried again. `live_model`: the live judge's, empty without one; `one_model`: one real model speaks
    for both debaters; `turns_planned`: how many turns the debate has; `over`: it is finished."""

    live: tuple[TurnScore, ...] = ()
    pairwise: tuple[Comparison, ...] = ()
    claims: tuple[Entry, ...] = Field(default=(), serialization_alias="register")
    slips: tuple[CountedContradiction, ...] = ()
    scorecard: ScorecardReport
    narrative: NarrativeReport | None = None
    differ: bool = False
    conflict: Conflict | None = None
    convergence: Convergence | None = None
    traits: tuple[TraitsAt, ...] = ()
    novelty: tuple[Novelty, ...] = ()
    live_failures: Mapping[str, str]
    live_model: str = Field(default="", exclude=True)
    one_model: bool = Field(default=False, exclude=True)
    turns_planned: int = Field(default=0, exclude=True)
    over: bool = Field(default=False, exclude=True)


def live_of(record: Record, gap: float | None) -> LiveReport:
    """The live judge's part of a record's report; `gap` is the panel's, in points."""
    turns = record.transcript.turns
    # In the three phases nobody can repeat a phase.
    new = novelty(turns) if record.config.format == "exchange" else ()
    if record.config.live is None:
        return LiveReport(scorecard=_by_gap(gap), novelty=new, live_failures={})
    card = scorecard(
        record.proposals, record.comparisons, record.overturned, ScorecardSettings.of(record.config), turns
    )
    narrative = None if record.nothing_argued else _narrative(record.narrative)
    counted = _by_rounds(card)
    if record.nothing_argued:
        counted = ScorecardReport(leader=None, by="gap", reason=f"{NOTHING_ARGUED}.")
    return LiveReport(
        live=card.turns,
        pairwise=record.comparisons,
        claims=card.claims.entries,
        slips=card.claims.slips,
        scorecard=counted,
        narrative=narrative,
        differ=narrative is not None and card.leader is not None and narrative.leader != card.leader,
        conflict=record.conflict if narrative else None,
        convergence=record.convergence,
        traits=traits_over(turns, record.proposals, record.config),
        novelty=new,
        live_failures={step: failure.in_words for step, failure in record.live_failures.items()},
        live_model=record.config.live.model,
        one_model=record.config.pro.model == record.config.con.model and not record.example,
        turns_planned=record.turns_in_all,
        over=record.progress == "finished",
    )


def _by_gap(gap: float | None) -> ScorecardReport:
    if gap is None:
        return ScorecardReport(leader=None, by="gap", reason="the panel has no gap yet")
    leader: Leader = side_of(gap) or "level"
    reason = "the sign of the panel's gap: there was no live judge"
    return ScorecardReport(leader=leader, by="gap", reason=reason)


def _by_rounds(card: Scorecard) -> ScorecardReport:
    """The scorecard as it stands, under the same names."""
    told: dict[str, Any] = {name: value for name, value in card if name in ScorecardReport.model_fields}
    return ScorecardReport(by="rounds", **told)


def _narrative(told: Narrative | None) -> NarrativeReport | None:
    if told is None:
        return None
    every = (*told.spine, *told.evolved, *told.broke, *told.turning_points)
    return NarrativeReport(
        **dict(told),
        text=" ".join(statement.text for statement in told.spine),
        turns=tuple(sorted({turn for statement in every for turn in statement.turns})),
    )
