"""The live judge's part of a report: the scorecard, the narrative, and where the two differ. Without the live judge the
scorecard follows the panel's verdict."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from debate_core.measuring.estimate import Estimate
from debate_core.measuring.robustness import Decision
from debate_core.noun import Noun
from debate_core.novelty import Novelty, novelty
from debate_core.numerals import DUST
from debate_core.record import NOTHING_ARGUED, Record
from debate_core.scorecard.drift import TraitsAt, traits_over
from debate_core.scorecard.nouns import CitedStatement, Comparison, Conflict, Convergence, Leader, Narrative
from debate_core.scorecard.register import CountedContradiction, Entry
from debate_core.scorecard.tally import Round, Running, Scorecard, ScorecardSettings, TurnScore, scorecard
from debate_core.transcript import SIDES, Side

TIE_WITHIN_POINTS = 0.2
"""Points of a scale from 1 to 10 within which two arguments are a tie. Our own."""


class ScorecardReport(Noun):
    """Who leads, and on what: `by` the live judge's rounds, or where there was no live judge the panel's scores,
    argument by argument in points. `difference`: of the marks, PRO's minus CON's; `by_chance`: how often equal sides
    would lead by as many rounds."""

    leader: Leader | None
    by: Literal["rounds", "gap"]
    reason: str
    rounds: tuple[Round, ...] = ()
    rounds_won: Mapping[Side, int] | None = None
    means: Mapping[Side, float | None] | None = None
    difference: Estimate | None = Field(default=None, description="null: no live judge gave marks")
    by_chance: float | None = Field(default=None, description="null: no rounds of a live judge")
    running: tuple[Running, ...] = ()
    missing: tuple[int, ...] = ()
    inconsistent: int = 0
    asked_twice: int = 0


class NarrativeReport(Noun):
    leader: Leader
    text: str
    turns: tuple[int, ...]
    spine: tuple[CitedStatement, ...]
    evolved: tuple[CitedStatement, ...]
    broke: tuple[CitedStatement, ...]
    turning_points: tuple[CitedStatement, ...]


class LiveReport(Noun):
    """All that the live judge's facts come to. `claims`: the register; `differ`: scorecard and narrative name different
    leaders; `live_failures`: by step; `live_model`: empty without one; `one_model`: one real model speaks for both
    debaters; `over`: the debate is finished."""

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


def live_of(record: Record, call: Decision | None, means: Mapping[str, float | None]) -> LiveReport:
    """The live judge's part of a record's report. `call`: the panel's, None while it is open; `means`: its mean score
    of each argument, in points."""
    turns = record.transcript.turns
    # In the three phases nobody can repeat a phase.
    new = novelty(turns) if record.config.format == "exchange" else ()
    if record.config.live is None:
        return LiveReport(scorecard=_by_argument(record, call, means), novelty=new, live_failures={})
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
        differ=narrative is not None and card.leader not in (None, "level", narrative.leader),
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


def _by_argument(record: Record, call: Decision | None, means: Mapping[str, float | None]) -> ScorecardReport:
    """The panel's scores, each argument of PRO beside CON's of the same number; level on no call."""
    if call is None:
        return ScorecardReport(leader=None, by="gap", reason="the panel has no verdict yet")
    own = {side: [one.id for one in record.transcript.arguments_of(side)] for side in SIDES}
    pairs = enumerate(zip(own["pro"], own["con"], strict=False), start=1)
    within = TIE_WITHIN_POINTS / record.judging.rubric.scale.unit
    rounds = tuple(
        _argument_round(number, {"pro": means[pro], "con": means[con]}, within)
        for number, (pro, con) in pairs
    )
    return ScorecardReport(
        leader="level" if call == "no_call" else call,
        by="gap",
        reason="the panel's verdict: there was no live judge",
        rounds=rounds,
        rounds_won={side: sum(one.winner == side for one in rounds) for side in SIDES},
    )


def _argument_round(number: int, composites: Mapping[Side, float | None], within: float) -> Round:
    pro, con = composites["pro"], composites["con"]
    counted = pro is not None and con is not None
    tie = pro is None or con is None or abs(pro - con) <= within + DUST
    reason = ("Tied: it counts for neither side." if counted else "Not counted: no scores.") if tie else ""
    winner: Side | None = None if tie else "pro" if (pro or 0.0) > (con or 0.0) else "con"
    return Round(
        number=number, turns=(), composites=composites, counted=counted, winner=winner, reason=reason
    )


def _by_rounds(card: Scorecard) -> ScorecardReport:
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
