"""What a debate's panel says by itself: its table for the rules, and its scores argument by argument."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from debate_core.domain.model import is_simulated, provider_of
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.rubric import Rubric, Scale
from debate_core.domain.transcript import SIDES, Side, Transcript
from debate_core.domain.wording import side_ahead
from debate_core.llm.catalogue import family
from debate_core.measuring.additive import Floor, floor_of
from debate_core.measuring.arrays import mean_given, scalar
from debate_core.measuring.table import Decision, PanelTable, panel_table
from debate_core.measuring.weights import JudgeWeights, judge_weights, topic_type
from debate_core.scorecard.tally import Round, Scorecard
from debate_core.store.judging import Scored, scored_of
from debate_core.store.record import Record
from debate_core.verdicts.evidence import evidence
from debate_core.verdicts.verdict import decide


def table_of(scored: Scored, weights: JudgeWeights, shared: float = np.nan) -> PanelTable:
    """The table for the rules. `shared`: of their error variance, what two judges are known to have in common from
    other debates, NaN where that isn't known; two simulated ones have nothing."""
    judging = scored.judging
    shares = weights.weights if judging.usable else None
    models = [seat.model or "" for seat in judging.seats]
    simulated = np.array(list(map(is_simulated, models)))
    return replace(
        panel_table(scored.common, scored.sides, scored.standings, shares, scored.own),
        names=judging.names,
        people=judging.people,
        floor=floor_under(judging.rubric),
        shared=np.where(simulated[:, None] & simulated, 0.0, shared),
        # A person has no kin, nor have scores that were written by hand.
        families=tuple(None if provider_of(model) in ("", "example") else family(model) for model in models),
        defect=judging.defect,
    )


def floor_under(rubric: Rubric) -> Floor:
    """The floor under composites' error variance: of whole scores, each dimension's step is one point."""
    return floor_of(rubric.scale.width, sum(weight**2 for weight in rubric.weights.values()))


def usual_scorecard(record: Record) -> Scorecard:
    """The panel's scorecard under the usual rules and without other debates: it stays as it is when both change."""
    scored = scored_of(record.judging)
    topic, seats = topic_type(record.config.topic.text), record.judging.seats
    present = [seat.sheet is not None for seat in seats]
    weights = judge_weights([seat.domain for seat in seats], topic.type, present=present)
    concluded = decide(evidence(table_of(scored, weights)))
    call = None if record.judging.awaited or concluded.gap is None else concluded.call
    means = dict(zip(scored.ids, map(scalar, mean_given(scored.common, 0).tolist()), strict=True))
    return panel_scorecard(record.transcript, call, means, record.config.rubric.scale)


TIE_WITHIN_POINTS = 0.2
"""Points of a scale from 1 to 10 within which two arguments are a tie. Our own."""


def panel_scorecard(
    transcript: Transcript, call: Decision | None, means: Mapping[str, float | None], scale: Scale
) -> Scorecard:
    """`call`: the panel's, None while it is open; it leads, level on no call. `means`: its mean score of each argument,
    in points of the `scale`."""
    if call is None:
        return Scorecard(leader=None, by="gap", reason="the panel has no verdict")
    own = {side: [one.id for one in transcript.arguments_of(side)] for side in SIDES}
    pairs = enumerate(zip(own["pro"], own["con"], strict=False), start=1)
    within, places = TIE_WITHIN_POINTS / scale.unit, argument_places(transcript)
    rounds = tuple(
        _round(number, {places[pro], places[con]}, {"pro": means[pro], "con": means[con]}, within)
        for number, (pro, con) in pairs
    )
    return Scorecard(
        leader="level" if call == "no_call" else call,
        by="gap",
        reason="the panel's verdict: there was no live judge",
        rounds=rounds,
        rounds_won={side: sum(one.winner == side for one in rounds) for side in SIDES},
    )


def argument_places(transcript: Transcript) -> dict[str, int]:
    """Where each argument lies: at its turn, if any two turns in a row make a pair of arguments, else at its number."""
    places = [(turn, one.id) for turn in transcript.turns for one in turn.arguments]
    own = [[(turn.number, name) for turn, name in places if turn.side == side] for side in SIDES]
    alone = len({turn.number for turn, _ in places}) == len(places)
    by_turns = alone and all(abs(pro - con) == 1 for (pro, _), (con, _) in zip(*own, strict=False))
    return {name: turn if by_turns else n for some in own for n, (turn, name) in enumerate(some, start=1)}


def _round(number: int, places: set[int], composites: Mapping[Side, float | None], within: float) -> Round:
    pro, con = composites["pro"], composites["con"]
    ahead = None if pro is None or con is None else pro - con
    winner = None if ahead is None or abs(ahead) <= within + TOLERANCE else side_ahead(ahead)
    reason = "Not counted: no scores." if ahead is None else "Tied: it counts for neither side."
    return Round(
        number=number,
        turns=tuple(sorted(places)) if len(places) > 1 else (),
        composites=composites,
        counted=ahead is not None,
        winner=winner,
        reason="" if winner else reason,
    )
