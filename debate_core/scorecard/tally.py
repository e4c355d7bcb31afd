"""The scorecard: the live judge's by rounds, of marks after caps, floors and penalties, or the panel's by arguments."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Literal

from debate_core.domain.config import DebateConfig, Order
from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.live_judge import Leader, Overturn, Proposal, TurnComparison
from debate_core.domain.numerals import TOLERANCE, number_text, short_text
from debate_core.domain.rubric import Scale
from debate_core.domain.transcript import SIDES, Side, Transcript, Turn, opponent
from debate_core.domain.wording import side_ahead
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.table import Decision
from debate_core.scorecard import live_scores
from debate_core.scorecard.register import CONCERN_WORDS, Deduction, Register, RegisterEntry, fold_register

TIE_WITHIN_POINTS = 0.2
"""Points of a scale from 1 to 10 within which two arguments are a tie. Our own."""
OPENS = 1
"""The turn that has no opponent yet: it is marked lower, and counts in no round and no mean."""


class ScoreParts(FrozenModel):
    """What rhetoric is made of, 0 to 7.5, delivery after its cap; two marks outside of the composite, 0 to 10."""

    framing: float
    clarity: float
    resonance: float
    delivery: float
    frame_control: float
    credibility: float


class TurnScore(live_scores.LiveScores):
    """One judged turn: its marks after every adjustment, `raw` as proposed, and all that lies between. `calibrated`:
    whether a comparison with an earlier turn brought it in line; the first turn never is. `cap`: the most its links
    allow on logic."""

    turn: int
    side: Side
    raw: live_scores.LiveScores
    parts: ScoreParts
    links: tuple[live_scores.CountedLink, ...]
    cap: float
    flags: tuple[live_scores.ScoreFlag, ...]
    calibrated: bool
    compared: Annotated[
        live_scores.ComparedTurns | None, Null("it was not compared with an earlier turn")
    ] = None
    notes: str = ""


class Running(FrozenModel):
    """The score after one turn: each side's mean composite from turn 2 on, and rounds won so far; a mean is None before
    the side has such a turn that was judged. Marks are as adjusted now, later exposures included."""

    turn: int
    means: Annotated[Mapping[Side, float | None], Null("the side has no judged turn yet")]
    rounds: Mapping[Side, int]


class Round(FrozenModel):
    """Any two consecutive turns from turn 2 on. `winner`: on the adjusted composite, None for a tie and where it is not
    `counted`; `reason` says why in both cases."""

    number: int
    turns: tuple[int, ...]
    composites: Annotated[Mapping[Side, float | None], Null("that turn was not judged")]
    counted: bool
    winner: Annotated[Side | None, Null(lambda part: part.reason or "the round is not counted")] = None
    reason: str = ""


class Scorecard(FrozenModel):
    """Who leads, and on what: `by` the live judge's rounds, or where there was no live judge the panel's scores,
    argument by argument in points. `leader`: the side that won more rounds, or else has the higher mean, if the marks'
    `difference`, PRO's minus CON's, is beyond chance, else level; None while not both sides have a judged turn from
    turn 2 on, which `means` and `difference` are over. `by_chance`: how often equal sides would lead by as many rounds.
    `missing`: turns spoken but not judged. `inconsistent`: how often a comparison asked in both orders gave two
    answers, of `asked_twice` dimensions."""

    leader: Leader | None
    by: Literal["rounds", "gap"] = "rounds"
    reason: str
    rounds: tuple[Round, ...] = ()
    rounds_won: Mapping[Side, int] | None = None
    means: Annotated[
        Mapping[Side, float | None] | None,
        Null(lambda part: part.reason if part.means is None else "the side has no judged turn yet"),
    ] = None
    difference: Annotated[Estimate | None, Null("no live judge gave marks")] = None
    by_chance: Annotated[float | None, Null("no rounds of a live judge")] = None
    running: tuple[Running, ...] = ()
    missing: tuple[int, ...] = ()
    inconsistent: int = 0
    asked_twice: int = 0

    @property
    def rounds_by_side(self) -> Mapping[Side, int]:
        """The rounds that each side won; none before there are any."""
        return self.rounds_won or dict.fromkeys(SIDES, 0)

    @property
    def in_words(self) -> str:
        """The scorecard as sentences, who leads last: for the conflict-resolution call, and beside a chart."""
        panel = f"{(self.leader or 'nobody').upper()} leads by the panel's verdict."
        return "\n".join([*map(_round_text, self.rounds), self.reason if self.by == "rounds" else panel])


class Tally(Scorecard):
    """The scorecard with each judged turn, and the register that `claims` are in."""

    turns: tuple[TurnScore, ...]
    claims: Register


def scorecard(
    proposals: Sequence[Proposal],
    comparisons: Sequence[TurnComparison],
    overturned: Sequence[Overturn],
    config: DebateConfig,
    turns: Sequence[Turn],
) -> Tally:
    """What the live judge's facts come to. `proposals` and `overturned` in the order they came, `turns` as spoken.
    Marks are 0 to their maximum; a mean is None without a judged turn from turn 2 on, and the leader until both sides
    have one. Our own arithmetic: docs/method.md."""
    spoken = sorted(turns, key=lambda turn: turn.number)
    register = fold_register(proposals, overturned)
    pairs = live_scores.merge_comparisons(comparisons)
    scores = _scores(proposals, pairs, config, spoken, register)
    rounds = _rounds(spoken, scores)
    means, won = _means(scores.values()), _won(rounds)
    difference = live_scores.marks_difference(*(_marks(scores.values(), side) for side in SIDES))
    marks = {turn: score.composite for turn, score in scores.items() if turn > OPENS}
    counted = [one.turns for one in rounds if one.counted]
    leader, reason = _lead(won, difference)
    return Tally(
        turns=tuple(scores.values()),
        missing=tuple(turn.number for turn in spoken if turn.number not in scores),
        running=tuple(_running(turn, scores, rounds) for turn in spoken),
        rounds=rounds,
        rounds_won=won,
        means=means,
        difference=difference,
        by_chance=live_scores.rounds_by_chance(marks, counted, abs(won["pro"] - won["con"])),
        leader=leader,
        reason=reason,
        claims=register,
        inconsistent=sum(len(pair.inconsistent) for pair in pairs.values()),
        asked_twice=sum(3 for pair in pairs.values() if pair.readings > 1),
    )


def answers_opponent(turn: Turn, spoken: Sequence[Turn], order: Order) -> bool:
    """Whether the speaker of `turn` had heard the opponent: who had not has no premise to address. In a simultaneous
    phase neither side hears the other."""
    simultaneous = order == "simultaneous" and turn.phase != "exchange"
    return any(
        earlier.side == opponent(turn.side) and not (simultaneous and earlier.phase == turn.phase)
        for earlier in spoken
        if earlier.number < turn.number
    )


def _scores(
    proposals: Sequence[Proposal],
    pairs: Mapping[int, live_scores.ComparedTurns],
    config: DebateConfig,
    spoken: Sequence[Turn],
    register: Register,
) -> dict[int, TurnScore]:
    """Each judged turn's score, by its number: proposal, caps, harmonising, register penalties, in that order."""
    numbered = {turn.number: turn for turn in spoken}
    by_turn = {p.turn: p for p in proposals if p.turn in numbered}
    under_caps = [
        live_scores.cap_marks(by_turn[n], opponent_before=answers_opponent(numbered[n], spoken, config.order))
        for n in sorted(by_turn)
    ]
    strict = config.live is not None and config.live.strict_floor
    in_line = live_scores.harmonise(under_caps, pairs, strict=strict)
    docked = [penalise(turn, register.of(turn.turn)) for turn in in_line]
    return {turn.turn: _score(turn, by_turn[turn.turn], pairs.get(turn.turn)) for turn in docked}


def penalise(turn: live_scores.AdjustedMarks, entries: Sequence[RegisterEntry]) -> live_scores.AdjustedMarks:
    """The turn after the register: each claim's docks taken from logic, never below 0, and overturned flags named."""
    for entry in entries:
        for dock in entry.docks:
            turn = turn.now(_penalty(turn.marks.logic, entry, dock), "logic")
    return turn


def _penalty(logic: float, entry: RegisterEntry, dock: Deduction) -> live_scores.ScoreFlag:
    what = f"{entry.id}, {CONCERN_WORDS[entry.concern]}"
    by = None if dock.turn == entry.turn else dock.turn
    exposed_text = "" if by is None else f" Exposed by turn {by}."
    if entry.status == "overturned":
        who = entry.overturned_by or "A person"
        why = f"{who} overturned {what}: its {number_text(dock.points, 0)} does not count.{exposed_text}"
        penalty = {"kind": "overturned", "raw": logic, "adjusted": logic}
    else:
        why = f"{what}: {number_text(dock.points, 0)} on logic.{exposed_text}"
        kind = "penalty" if by is None else "retroactive_penalty"
        penalty = {"kind": kind, "raw": logic, "adjusted": max(0.0, logic + dock.points)}
    return live_scores.ScoreFlag.model_validate(
        {**penalty, "dimension": "logic", "reason": why, "claim": entry.id, "by": by}
    )


def _score(
    turn: live_scores.AdjustedMarks, proposal: Proposal, compared: live_scores.ComparedTurns | None
) -> TurnScore:
    return TurnScore(
        **turn.marks.model_dump(),
        turn=turn.turn,
        side=turn.side,
        raw=turn.raw,
        parts=ScoreParts.model_validate(
            proposal.model_dump(include=set(ScoreParts.model_fields)) | {"delivery": turn.delivery}
        ),
        links=turn.links,
        cap=turn.cap,
        flags=turn.flags,
        calibrated=compared is not None,
        compared=compared,
        notes=proposal.notes,
    )


def _rounds(spoken: Sequence[Turn], scores: Mapping[int, TurnScore]) -> tuple[Round, ...]:
    """2–3, 3–4 and so on: the opening turn answers nobody, and an odd last one would let its side answer once more."""
    counted = [turn for turn in spoken[: len(spoken) // 2 * 2] if turn.number > OPENS]
    return tuple(_round(place, pair, scores) for place, pair in enumerate(pairwise(counted), start=1))


def _round(number: int, pair: tuple[Turn, Turn], scores: Mapping[int, TurnScore]) -> Round:
    composites: dict[Side, float | None] = dict.fromkeys(SIDES)
    composites |= {turn.side: scores[turn.number].composite for turn in pair if turn.number in scores}
    first, second = pair
    unjudged = " and ".join(str(turn.number) for turn in pair if turn.number not in scores)
    lacking = f"turn {unjudged} was not judged."
    if first.side == second.side:
        lacking = f"both turns are {first.side.upper()}'s."
    return _decide_round(number, (first.number, second.number), composites, live_scores.TIE_WITHIN, lacking)


def _decide_round(
    number: int, turns: tuple[int, ...], composites: Mapping[Side, float | None], within: float, lacking: str
) -> Round:
    """A round by its composites, tied `within` so much; `lacking`: why a side has none."""
    pro, con = composites["pro"], composites["con"]
    ahead = None if pro is None or con is None else pro - con
    winner = None if ahead is None or abs(ahead) <= within + TOLERANCE else side_ahead(ahead)
    reason = f"Not counted: {lacking}" if ahead is None else "Tied: it counts for neither side."
    return Round(
        number=number,
        turns=turns,
        composites=composites,
        counted=ahead is not None,
        winner=winner,
        reason="" if winner else reason,
    )


def _won(rounds: Sequence[Round]) -> dict[Side, int]:
    return {side: sum(one.winner == side for one in rounds) for side in SIDES}


def _marks(scores: Collection[TurnScore], side: Side) -> list[float]:
    return [score.composite for score in scores if score.turn > OPENS and score.side == side]


def _means(scores: Collection[TurnScore]) -> dict[Side, float | None]:
    own = {side: _marks(scores, side) for side in SIDES}
    return {side: sum(marks) / len(marks) if marks else None for side, marks in own.items()}


def _lead(won: Mapping[Side, int], difference: Estimate) -> tuple[Leader | None, str]:
    if difference.value is None:
        return None, "Nobody leads: both sides need a judged turn after the first, which answers nobody."
    leader = live_scores.leading_side(won, difference)
    rounds = f"PRO won {won['pro']} and CON {won['con']} rounds"
    if leader is not None:
        return leader, f"{leader.upper()} leads: {rounds}, and its marks are higher by more than chance."
    why = ", and their marks differ by no more than chance"
    if not difference.known:
        why = f"; {difference.reason}"
    elif difference.excludes_zero:
        higher = "PRO" if difference.above(0.0) else "CON"
        why = f", but {higher}'s marks are higher by more than chance"
    return "level", f"Level: {rounds}{why}."


def _running(turn: Turn, scores: Mapping[int, TurnScore], rounds: Sequence[Round]) -> Running:
    so_far = [score for number, score in scores.items() if number <= turn.number]
    done = [one for one in rounds if max(one.turns) <= turn.number]
    return Running(turn=turn.number, means=_means(so_far), rounds=_won(done))


def _round_text(one: Round) -> str:
    turns = f" (turns {' and '.join(map(str, one.turns))})" if one.turns else ""
    known = {side: value for side, value in one.composites.items() if value is not None}
    marks = ", ".join(f"{side.upper()} {short_text(value)}" for side, value in known.items()) or "no marks"
    end = f"Won by {one.winner.upper()}." if one.winner else one.reason
    return f"Round {one.number}{turns}: {marks}. {end}"


def panel_scorecard(
    transcript: Transcript, call: Decision | None, means: Mapping[str, float | None], scale: Scale
) -> Scorecard:
    """`call`: the panel's, None while it is open; it leads, level on no call. `means`: its mean score of each argument,
    in points of the `scale`."""
    if call is None:
        return Scorecard(leader=None, by="gap", reason="the panel has no verdict")
    own = {side: [one.id for one in transcript.arguments_of(side)] for side in SIDES}
    within, places = TIE_WITHIN_POINTS / scale.unit, argument_places(transcript)
    rounds = []
    for number, (pro, con) in enumerate(zip(own["pro"], own["con"], strict=False), start=1):
        turns = () if places[pro] == places[con] else tuple(sorted((places[pro], places[con])))
        rounds.append(
            _decide_round(number, turns, {"pro": means[pro], "con": means[con]}, within, "no scores.")
        )
    return Scorecard(
        leader="level" if call == "no_call" else call,
        by="gap",
        reason="the panel's verdict: there was no live judge",
        rounds=tuple(rounds),
        rounds_won=_won(rounds),
    )


def argument_places(transcript: Transcript) -> dict[str, int]:
    """Where each argument lies: at its turn in an exchange whose turns in a row make pairs, else at its number."""
    places = [(turn, one.id) for turn in transcript.turns for one in turn.arguments]
    own = [[(turn.number, name) for turn, name in places if turn.side == side] for side in SIDES]
    exchanged = all(turn.phase == "exchange" for turn, _ in places)
    by_turns = exchanged and all(abs(pro - con) == 1 for (pro, _), (con, _) in zip(*own, strict=False))
    return {name: turn if by_turns else n for some in own for n, (turn, name) in enumerate(some, start=1)}
