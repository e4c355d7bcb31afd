"""The lines of a debate: facts in, pictures out; None where there is nothing to draw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from debate_core.domain.numerals import TOLERANCE, share_words
from debate_core.domain.transcript import Phase, side_of_turn
from debate_core.library.report.agreement import Generalizability
from debate_core.library.report.live import LiveReport
from debate_core.library.report.rows import decision_study, widest_first
from debate_core.library.report.shape import JudgeRow, OutcomeReport, Report
from debate_core.measuring.calibration import Severity
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.generalizability import TARGET
from debate_core.measuring.shared_errors import REAL_MODELS
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, value_text
from debate_core.reporting.blocks import known_or
from debate_core.reporting.figures import Intervals, Trend, Trends
from debate_core.reporting.line_figures import (
    Lead,
    NumberLine,
    Rounds,
    RoundTurn,
    Score,
    ScoreRow,
    Scores,
    SideReading,
    TurningPoint,
)
from debate_core.scorecard.tally import Round, Running

_MAX_TURNS = 20
NO_POSITION = "didn't score both sides"


def panel_line(report: Report) -> NumberLine | None:
    """Each judge's lead by its own weights, and where the panel's likely is."""
    own = {judge.called: known_or(judge.position, no_lead_text(judge)) for judge in report.judges}
    leads = judge_leads(own)
    likely, call = likely_leads(report.outcome, real_lead(report)), report.outcome.call
    if all(one.found.value is None for one in leads) and not any(one.known for _, one in likely):
        return None
    return NumberLine(
        alt="Each judge's lead",
        title=f"Each judge’s lead, in points out of {report.rubric.scale.high}",
        leads=leads,
        likely=likely,
        lead=likely[0][1].value,
        named=None if call == "no_call" else call,
    )


def judge_leads(leads: Mapping[str, Estimate]) -> tuple[Lead, ...]:
    """Each judge's own lead, by its name, in panel order."""
    return tuple(Lead(name=name, found=lead, seat=seat) for seat, (name, lead) in enumerate(leads.items()))


def no_lead_text(judge: JudgeRow) -> str:
    return "failed" if judge.status == "failed" else NO_POSITION


def real_lead(report: Report) -> tuple[str, Estimate] | None:
    """Of simulated judges, which share none: the lead if they shared as many mistakes as real models do."""
    leads = [one.lead for one in report.shared_errors.at if one.share == REAL_MODELS]
    if not leads or report.outcome.assumed_share or not report.simulated_said:
        return None
    return f"{share_words(REAL_MODELS)} shared", leads[0]


def likely_leads(
    outcome: OutcomeReport, real: tuple[str, Estimate] | None = None
) -> tuple[tuple[str, Estimate], ...]:
    """The lead with its range for this panel, with the mistakes that its judges are taken to share and without, and
    for similar panels, each with its level: they differ. `real`: with those that real models would share."""
    likely: list[tuple[str, Estimate]] = []
    if outcome.assumed_share:
        likely.append((f"{share_words(outcome.assumed_share)} shared", outcome.widened))
    likely.append(("none shared" if outcome.assumed_share or real else THIS_PANEL, outcome.gap))
    likely += [real] if real else []
    likely.append((SIMILAR_PANELS, outcome.by_judge))
    return tuple((f"{whose}, {share_words(one.level)}" if one.known else whose, one) for whose, one in likely)


def adjusted_scores(report: Report) -> Scores | None:
    """Each judge's score as given, and adjusted where that is in points, too; most disputed first."""
    adjusted = report.calibration.done and report.calibration.unit == "points"
    if not any(value is not None for row in report.arguments for value in row.raw.values()):
        return None
    averages, rows = average_scores(report, adjusted=adjusted), []
    names, ranks = [judge.name for judge in report.judges], ranks_of(averages)
    scale = report.rubric.scale
    for row in widest_first(report):
        moved = row.calibrated if adjusted else dict.fromkeys(row.raw)
        score_row = ScoreRow(
            argument=row.id,
            side=row.side,
            claim=row.claim,
            scores=tuple(Score(given=row.raw[name], adjusted=moved[name]) for name in names),
            average=averages[row.id],
            rank=f"rank {ranks[row.id]}" if ranks[row.id] else "",
        )
        rows.append(score_row)
    return Scores(
        alt="Each judge's score of each argument, as given and adjusted for strict and lenient judges",
        judges=tuple(judge.called for judge in report.judges),
        rows=tuple(rows),
        scale=(float(scale.low), float(scale.high)),
    )


def average_scores(report: Report, *, adjusted: bool) -> dict[str, float | None]:
    """Each argument's average over the judges, as given or adjusted; None without a score."""
    scores = {row.id: (row.calibrated if adjusted else row.raw).values() for row in report.arguments}
    given = {name: [one for one in row if one is not None] for name, row in scores.items()}
    return {name: fmean(row) if row else None for name, row in given.items()}


def ranks_of(averages: Mapping[str, float | None]) -> dict[str, int | None]:
    """1 is the highest; equal ones share a rank. None without an average."""
    known = [one for one in averages.values() if one is not None]
    return {
        name: None if average is None else 1 + sum(one - average > TOLERANCE for one in known)
        for name, average in averages.items()
    }


def strictness_lines(rows: Mapping[str, Severity]) -> Intervals | None:
    """How strict each is, with one standard error to each side; None without any."""
    if all(one.se is None for one in rows.values()):
        return None
    return Intervals(
        alt="How strict each judge is, in points, with one standard error",
        axis="",
        unit="strictness",
        rows=tuple((name, _strictness(one.points, one.se)) for name, one in rows.items()),
    )


def _strictness(value: float | None, error: float | None) -> Estimate:
    ends = None if value is None or error is None else (value - error, value + error)
    return Estimate(value=value, interval=ends)


def rounds_won(
    live: LiveReport, readings: Sequence[SideReading] = (), points: Sequence[TurningPoint] = ()
) -> Rounds | None:
    """By how much each round was won, the lead so far, what turned, what each side argued, and both readings."""
    card, high = live.scorecard, live.rubric.scale.high
    by_turns = any(one.turns for one in card.rounds)
    at = {one.number: one.turns[0] if by_turns else one.number for one in card.rounds}
    won = tuple((at[one.number], marks_ahead(one)) for one in card.rounds)
    turns = _judged_turns(live) if card.by == "rounds" else _scored_turns(live, won, by_turns=by_turns)
    if not by_turns:
        turns, points = beside_arguments(turns, points, live.phases)
    if all(one.lead is None for one in turns) and all(one is None for _, one in won):
        return None
    return Rounds(
        alt="Rounds of the live judge" if card.by == "rounds" else "The panel's scores, argument by argument",
        turns=turns,
        won=won,
        axis="turn" if by_turns else "argument",
        unit="points out of 100" if card.by == "rounds" else f"points out of {high}",
        pixels=5.0 if card.by == "rounds" else 200 / high,
        tied=tuple(at[one.number] for one in card.rounds if one.counted and not one.winner),
        points=tuple(points),
        held=live.stretches if len(turns) <= _MAX_TURNS else (),
        readings=tuple(readings),
        over=live.over,
    )


def _judged_turns(live: LiveReport) -> tuple[RoundTurn, ...]:
    sides = {one.turn: one.side for one in live.live}
    last, turns = max(sides, default=0), []
    for one in live.scorecard.running:
        lead, side = _lead(one) if one.turn <= last else None, sides.get(one.turn)
        turns.append(RoundTurn(number=one.turn, side=side, judged=one.turn in sides, lead=lead))
    return tuple(turns)


def _scored_turns(
    live: LiveReport, won: Sequence[tuple[int, float | None]], *, by_turns: bool
) -> tuple[RoundTurn, ...]:
    sides = {one.first: one.side for one in live.stretches} if by_turns else {}
    leads, marks = {}, []
    for number, mark in won:
        marks += [mark] if mark is not None else []
        leads[number + by_turns] = fmean(marks) if marks else None
    numbers = range(1, max((one.last for one in live.stretches), default=0) + 1)
    return tuple(RoundTurn(number=n, side=sides.get(n), lead=leads.get(n)) for n in numbers)


_DOES: dict[Phase, str] = {"opening": "opens", "cross_examination": "answers", "closing": "closes"}


def beside_arguments(
    turns: Sequence[RoundTurn], points: Sequence[TurningPoint], phases: Mapping[int, Phase]
) -> tuple[tuple[RoundTurn, ...], tuple[TurningPoint, ...]]:
    """Beside the arguments each turn in which something turned: an opening before them, any other after them."""
    cited = sorted(phases.keys() & {one.at for one in points})
    before = [turn for turn in cited if phases[turn] == "opening"]
    after = [turn for turn in cited if phases[turn] != "opening"]
    places = {turn: n for n, turn in enumerate(before, start=1 - len(before))}
    places |= {turn: n for n, turn in enumerate(after, start=len(turns) + 1)}

    def round_turn(turn: int) -> RoundTurn:
        side = side_of_turn(turn)
        does = _DOES.get(phases[turn])
        name = (side.upper(), does) if does else ("turn", str(turn))
        return RoundTurn(number=places[turn], side=side, name=name)

    pinned = (replace(one, at=places.get(one.at or 0)) for one in points)
    return (*map(round_turn, before), *turns, *map(round_turn, after)), tuple(pinned)


def _lead(one: Running) -> float | None:
    pro, con = one.means.get("pro"), one.means.get("con")
    return None if pro is None or con is None else pro - con


def marks_ahead(one: Round) -> float | None:
    """PRO's marks in a round minus CON's; None where it doesn't count."""
    pro, con = one.composites.get("pro"), one.composites.get("con")
    return None if not one.counted or pro is None or con is None else pro - con


def panel_sizes(means: Generalizability) -> Trends | None:
    """How reliable the average of more and more such judges is; None where no number of them would be enough."""
    panels = decision_study(means)
    enough = means.judges_for_80
    if enough is None or means.scores_per_item is None or sum(one.relative is not None for one in panels) < 2:
        return None
    now, sizes = round(means.scores_per_item), [one.judges for one in panels]
    step = -(-len(sizes) // 6)
    marked = {1, now, enough} & set(sizes)
    ticks = marked | {one for one in sizes[step - 1 :: step] if 2 * min(abs(one - n) for n in marked) >= step}

    def trend(name: str, values: list[float | None], *, hollow: bool = False) -> Trend:
        points = tuple(enumerate(known_or(one, "no meaning") for one in values))
        return Trend(name=name, hollow=hollow, points=points)

    counted = trend("strictness counted", [one.absolute for one in panels], hollow=True)
    return Trends(
        alt="How reliable the average of so many such judges is",
        charts=(("", (trend("strictness taken out", [one.relative for one in panels]), counted)),),
        places=tuple(f"{one} judges" if one > 1 else "1 judge" for one in sizes),
        ticks=tuple((one - 1, str(one)) for one in sorted(ticks)),
        scale=(0.0, 1.0),
        levels=(0.0, TARGET, 1.0),
        unit="coefficient",
        key=f"number of judges; this panel is tinted; {value_text(TARGET)} takes about {enough}",
        chosen=now - 1,
        joined=False,
    )
