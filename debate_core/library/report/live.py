"""The live judge's part of a report: the scorecard, the narrative, and where the two differ."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Annotated, Any, Literal

from pydantic import Field

from debate_core.domain import live_judge
from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.frozen import FrozenModel, FrozenValue, Null
from debate_core.domain.rubric import Rubric, Standing
from debate_core.domain.steps import CONFLICT, live_turn_step
from debate_core.domain.transcript import SIDES, Novelty, Phase, Side, novelty
from debate_core.domain.wording import RULINGS, name_text
from debate_core.measuring.table import Decision
from debate_core.scorecard.live_scores import TraitsAt, traits_over
from debate_core.scorecard.register import CountedContradiction, RegisterEntry
from debate_core.scorecard.tally import (
    Scorecard,
    Tally,
    TurnScore,
    argument_places,
    panel_scorecard,
    scorecard,
)
from debate_core.store.judging import usual_scorecard
from debate_core.store.record import NOTHING_ARGUED, Record

_NOT_ASKED = "there was no live judge, and nobody asked for one"
_ALIKE = "the scorecard and the narrative name no different leaders"
_UNCHECKED = "not checked: too few turns, or not yet"


def _absence_reason(report: Any, step: str, otherwise: str, without: str = "there was no live judge") -> str:
    if step in report.live_failures:
        return "it failed: see live_failures"
    if report.live_model and report.scorecard.by == "gap":  # there were no rounds to count
        return NOTHING_ARGUED.lower()
    asked = report.scorecard.by == "rounds" or (step == CONFLICT and report.explains_gap)
    return otherwise if asked else without


class NarrativeReport(live_judge.Narrative):
    """`text`: its spine in one; `turns`: all that it cites."""

    text: str
    turns: tuple[int, ...]


Majority = Standing | Literal["tied"]
Burden = Annotated[Side | None, Null("the topic puts the burden of proof on neither side")]


class Stretch(FrozenValue):
    """What a side argued from turn `first` to turn `last`, in the words of its first turn. `kind`: how the side gave it
    up in its next turn, and over which `earlier` one. Without a live judge it is one `argument` with the panel's
    `ruling`, and where no two turns make a pair, `first` and `last` are its number."""

    side: Side
    first: int
    last: int
    claim: str
    argument: str = ""
    ruling: Majority | None = None
    kind: Literal["contradiction", "dropped_premise"] | None = None
    earlier: int | None = None

    @property
    def end_text(self) -> str:
        """What became of it, in words: given up, or as the panel rules; empty where it was kept."""
        if self.kind:
            return f"{'contradicts' if self.kind == 'contradiction' else 'drops'} turn {self.earlier}"
        if self.ruling:
            return RULINGS[self.ruling]
        return "no ruling" if self.argument else ""


class LiveReport(FrozenModel):
    """All that the live judge's facts come to. `claims`: the register; `differ`: scorecard and narrative name different
    leaders; `live_failures`: by step; `live_model`: empty without one; `one_model`: one real model speaks for both
    debaters; `over`: the debate is finished; `phases`: of each turn, where there was no live judge; `explains_gap`: a
    call explains where the two differ; `gap_leader`: the panel's own, by the usual rules, where no live judge was."""

    live: tuple[TurnScore, ...] = ()
    pairwise: tuple[live_judge.TurnComparison, ...] = ()
    claims: tuple[RegisterEntry, ...] = Field(default=(), serialization_alias="register")
    slips: tuple[CountedContradiction, ...] = ()
    scorecard: Scorecard
    narrative: Annotated[
        NarrativeReport | None,
        Null(lambda own: _absence_reason(own, "narrative", "not told yet", _NOT_ASKED)),
    ] = None
    differ: bool = False
    conflict: Annotated[
        live_judge.Conflict | None,
        Null(lambda own: _absence_reason(own, CONFLICT, "not explained yet" if own.differ else _ALIKE)),
    ] = None
    convergence: Annotated[
        live_judge.Convergence | None, Null(lambda own: _absence_reason(own, "convergence", _UNCHECKED))
    ] = None
    traits: tuple[TraitsAt, ...] = ()
    novelty: tuple[Novelty, ...] = ()
    live_failures: Mapping[str, str]
    rubric: Rubric = Field(exclude=True)
    burden: Burden
    live_model: str = Field(default="", exclude=True)
    one_model: bool = Field(default=False, exclude=True)
    turns_planned: int = Field(default=0, exclude=True)
    stretches: tuple[Stretch, ...] = Field(default=(), exclude=True)
    phases: Mapping[int, Phase] = Field(default_factory=dict, exclude=True)
    over: bool = Field(default=False, exclude=True)
    explains_gap: bool = Field(default=False, exclude=True)
    gap_leader: live_judge.Leader | None = Field(default=None, exclude=True)


def live_of(
    record: Record,
    call: Decision | None,
    means: Mapping[str, float | None],
    rulings: Mapping[str, Majority | None],
) -> LiveReport:
    """The live judge's part of a record's report. `call`: the panel's, None while it is open; `means`: its mean score
    of each argument, in points; `rulings`: its majority's on each."""
    turns = record.transcript.turns
    narrative = None if record.nothing_argued_text else _narrative(record.narrative)
    alike: dict[str, Any] = {
        "narrative": narrative,
        "conflict": record.conflict if narrative else None,
        "explains_gap": isinstance(record.planned, DebateConfig) and record.planned.explains_gap,
        # In the three phases nobody can repeat a phase.
        "novelty": novelty(turns) if record.config.format == "exchange" else (),
        "live_failures": {step: failure.in_words for step, failure in record.live_failures.items()},
        "over": record.progress == "finished",
        "rubric": record.config.rubric,
        "burden": record.config.topic.burden,
    }
    if record.config.live is not None:
        return LiveReport(**_live_judge(record, record.config.live, narrative), **alike)
    explained = narrative and alike["explains_gap"]
    usual = usual_scorecard(record.judging, record.transcript) if explained else None
    by_pairs = panel_scorecard(record.transcript, call, means, record.judging.rubric.scale)
    return LiveReport(
        scorecard=by_pairs,
        differ=narrative is not None and by_pairs.leader not in (None, "level", narrative.leader),
        gap_leader=usual and usual.leader,
        stretches=tuple(_argument_stretches(record, rulings)),
        phases={turn.number: turn.phase for turn in turns},
        **alike,
    )


def _live_judge(record: Record, settings: Live, narrative: NarrativeReport | None) -> dict[str, Any]:
    turns = record.transcript.turns
    card = scorecard(record.proposals, record.comparisons, record.overturned, record.config, turns)
    return {
        "live": card.turns,
        "pairwise": record.comparisons,
        "claims": card.claims.entries,
        "slips": card.claims.slips,
        "scorecard": _rounds_card(record, card),
        "differ": narrative is not None and card.leader not in (None, "level", narrative.leader),
        "convergence": record.convergence,
        "traits": traits_over(turns, record.proposals, record.config),
        "live_model": settings.model,
        "one_model": record.config.pro.model == record.config.con.model and not record.example,
        "turns_planned": record.turns_in_all,
        "stretches": tuple(_stretches(record, card)),
    }


def _rounds_card(record: Record, card: Tally) -> Scorecard:
    """The live judge's rounds; in an open debate a turn that it has yet to read isn't missing."""
    if record.nothing_argued_text:
        return Scorecard(leader=None, by="gap", reason=f"{NOTHING_ARGUED}.")
    rounds: dict[str, Any] = {name: one for name, one in card if name in Scorecard.model_fields}
    if record.progress != "finished":
        failed = record.live_failures
        rounds["missing"] = tuple(turn for turn in card.missing if live_turn_step(turn) in failed)
    return Scorecard(**rounds)


def _stretches(record: Record, card: Tally) -> Iterator[Stretch]:
    """Each side from its first turn on, cut where it contradicts or drops what it had said."""
    for side in SIDES:
        slips = {one.turn: one for one in card.claims.slips if one.side == side}
        own = [turn for turn in record.transcript.turns if turn.side == side]
        begun = [turn for at, turn in enumerate(own) if at == 0 or turn.number in slips]
        for turn, after in zip_longest(begun, begun[1:]):
            end = after.number - 1 if after else record.transcript.turns[-1].number
            gone = slips.get(end + 1)
            claim = turn.arguments[0].claim if turn.arguments else name_text(turn.phase)
            more = len(turn.arguments) - 1
            yield Stretch(
                side=side,
                first=turn.number,
                last=end,
                claim=claim if more < 1 else f"{claim} (and {more} more)",
                kind=gone.kind if gone else None,
                earlier=gone.earlier if gone else None,
            )


def _argument_stretches(record: Record, rulings: Mapping[str, Majority | None]) -> Iterator[Stretch]:
    """Each argument by itself, until its side makes the next."""
    places = argument_places(record.transcript)
    by_turns = len(set(places.values())) == len(places)
    for side in SIDES:
        own = record.transcript.arguments_of(side)
        for one, after in zip_longest(own, own[1:]):
            first = places[one.id]
            last = first
            if by_turns:
                last = places[after.id] - 1 if after else max(places.values())
            yield Stretch(
                side=side,
                first=first,
                last=last,
                claim=one.claim,
                argument=one.id,
                ruling=rulings.get(one.id),
            )


def _narrative(narrative: live_judge.Narrative | None) -> NarrativeReport | None:
    if narrative is None:
        return None
    every = (*narrative.spine, *narrative.evolved, *narrative.broke, *narrative.turning_points)
    return NarrativeReport(
        **dict(narrative),
        text=" ".join(statement.text for statement in narrative.spine),
        turns=tuple(sorted({turn for statement in every for turn in statement.turns})),
    )
