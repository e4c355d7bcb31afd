"""What a study says of its panels, judges and models."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

import numpy as np

from debate_core.domain.wording import group
from debate_core.library.history import JudgeAndModel
from debate_core.library.report.usage import Cost
from debate_core.measuring import habits
from debate_core.measuring.agreement import alpha, pairs
from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.measuring.habits import FEW, reading_orders
from debate_core.measuring.intervals import OverTopics, mean_over_topics, number_labels
from debate_core.measuring.pair_judgments import davidson
from debate_core.measuring.shared_errors import shared_error
from debate_core.study import shape
from debate_core.study.rows import Results, StudyResult

ONE_MODEL = "too few: strengths compare two models or more, and only one spoke"
ONE_WAY = "each model always spoke for the same side against each other one"
NOTHING = "too few: no debate has finished"
NOTHING_TWICE = "too few: no topic was debated from both sides"
SIGNS = {"pro": 1.0, "con": -1.0, "no_call": 0.0}
WON = {"pro": 1.0, "con": 0.0, "no_call": 0.5}


def study_report(results: Results) -> shape.StudyReport:
    first = [one for one in results.judged if one.cell.reading == 1]
    by_panel = group((one.cell.panel, one) for one in first)
    all_by_panel = group((one.cell.panel, one) for one in results.judged)
    rows, (strengths, side) = results.rows, _strengths(first)
    simulated, costs = {row.simulated for row in rows}, [row.cost for row in rows if row.cost is not None]
    return shape.StudyReport(
        name=results.study.name,
        simulated=simulated.pop() if len(simulated) == 1 else "partly simulated",
        topics=len(results.study.topics),
        planned=len(rows),
        finished=sum(row.status == "finished" for row in rows),
        running=sum(row.status == "running" for row in rows),
        not_begun=sum(row.status == "not_begun" for row in rows),
        stopped=sum(row.status in ("stopped", "interrupted") for row in rows),
        imported=sum(row.status == "imported" for row in rows),
        calls=sum(row.calls for row in rows),
        tokens=sum(row.tokens for row in rows),
        cost=sum(costs) if costs else None,
        cost_reason=Cost(pricings=results.pricings).reason or None,
        outcomes={call: sum(row.outcome == call for row in rows) for call in SIGNS},
        panels_position=tuple(_panel_side(name, on) for name, on in by_panel.items()),
        judges_position=_judges_sides(first),
        repeats=tuple(_repeats(name, on) for name, on in all_by_panel.items()),
        rereads=tuple(_rereads(results.judged)),
        orders=tuple(_orders(first)),
        own=tuple(_own_rows(results, first)),
        strengths=strengths,
        side=side,
        versus=_versus(results, first),
        agreement=tuple(_agreement(name, on) for name, on in by_panel.items()),
        pairs=_pairs(first),
        shared=tuple(_shared_row(results, name, on) for name, on in by_panel.items()),
    )


def _of_alpha(results: Alpha, n: int, topics: int, over: str = "debates") -> OverTopics:
    why = (results.reason or "").replace("fewer", "too few: fewer").replace("clusters", over)
    return OverTopics.of(results, n, topics, why or None)


def _swaps(judged: Iterable[StudyResult]) -> list[tuple[StudyResult, StudyResult]]:
    by_place: dict[Hashable, dict[bool, StudyResult]] = defaultdict(dict)
    for one in judged:
        cell = one.cell
        place = cell.topic, cell.format, frozenset((cell.pro, cell.con)), cell.repeat, cell.panel
        by_place[place][cell.swapped] = one
    return [(two[False], two[True]) for two in by_place.values() if len(two) == 2]


def _panel_side(name: str, judged: Sequence[StudyResult]) -> shape.SideRow:
    swaps = _swaps(judged)
    gaps = np.array([[one.gap for one in two] for two in swaps], dtype=np.float64)
    called = [[SIGNS[one.call] for one in two] for two in swaps]
    return _side_row(name, None, habits.position(gaps, [two[0].cell.topic for two in swaps], called))


def _versus(results: Results, judged: Sequence[StudyResult]) -> shape.VersusRow | None:
    (first, second), *others = results.study.pairs
    if others or first == second or not results.study.swap:
        return None
    swaps = _swaps(judged)
    leads = [np.nan if a.gap is None or b.gap is None else (a.gap - b.gap) / 2 for a, b in swaps]
    won = [SIGNS[one.call] * (1 if one.cell.pro == first else -1) for two in swaps for one in two]
    return shape.VersusRow(
        first=first,
        second=second,
        lead=mean_over_topics(leads, [two[0].cell.topic for two in swaps], NOTHING_TWICE),
        won=won.count(1.0),
        lost=won.count(-1.0),
        level=won.count(0.0),
    )


def _judges_sides(judged: Sequence[StudyResult]) -> tuple[shape.SideRow, ...]:
    gaps: dict[JudgeAndModel, list[tuple[float, float]]] = defaultdict(list)
    topics: dict[JudgeAndModel, list[int]] = defaultdict(list)
    for one, other in _swaps(judged):
        for seat, who in enumerate(one.judges):
            gaps[who].append((float(one.gaps[seat]), float(other.gaps[seat])))
            topics[who].append(one.cell.topic)
    return tuple(_side_row(*who, habits.position(of, topics[who])) for who, of in gaps.items())


def _side_row(name: str, model: str | None, position: habits.Position) -> shape.SideRow:
    return shape.SideRow(name=name, model=model, leans=position.leans, **vars(position))


def _repeats(name: str, judged: Sequence[StudyResult]) -> shape.RepeatRow:
    again = group((one.cell.source_id, one) for one in judged)
    first = [one for one in judged if one.cell.reading == 1]
    others = group(((one.cell.topic, one.cell.format, one.cell.pro, one.cell.con), one) for one in first)
    read, seed = _repetition(again.values()), _repetition(others.values())
    return shape.RepeatRow(
        panel=name, again=read.same, again_chance=read.chance, seed=seed.same, seed_chance=seed.chance
    )


def _repetition(groups: Iterable[Sequence[StudyResult]]) -> habits.Repetition:
    given = [([one.call for one in alike], alike[0].cell.topic) for alike in groups]
    return habits.repetition([calls for calls, _ in given], [topic for _, topic in given])


def _rereads(judged: Sequence[StudyResult]) -> Iterator[shape.RereadRow]:
    read = group(((one.cell.source_id, one.cell.panel), one) for one in judged)
    parts = group(
        (who, (np.stack([one.ratings[seat] for one in again]), again[0].cell.topic))
        for again in read.values()
        if len(again) > 1
        for seat, who in enumerate(again[0].judges)
    )
    for (name, model), own in parts.items():
        table = _stack([(range(len(rows)), rows) for rows, _ in own])
        topics = [t for rows, t in own for _ in range(rows.shape[1])]
        estimate = _of_alpha(
            alpha(table, clusters=number_labels(topics)), table.shape[1], len(set(topics)), "topics"
        )
        yield shape.RereadRow(name=name, model=model, alpha=estimate)


def _stack(tables: Sequence[tuple[Sequence[int], Floats]]) -> Floats:
    """Tables (n_rows, n_items) as one, each with the places that its rows have there, NaN where none has any."""
    tall = 1 + max((place for rows, _ in tables for place in rows), default=-1)
    whole = np.full((tall, sum(table.shape[1] for _, table in tables)), np.nan)
    at = 0
    for rows, table in tables:
        whole[list(rows), at : at + table.shape[1]] = table
        at += table.shape[1]
    return whole


def _orders(judged: Sequence[StudyResult]) -> Iterator[shape.OrderRow]:
    parts: dict[JudgeAndModel, list[tuple[float, float, int]]] = defaultdict(list)
    for one in judged:
        for who, row in zip(one.judges, one.differences[:, None, :], strict=True):
            orders = reading_orders(row, one.pro)
            lead, noise = orders.preference.value, orders.noise.value
            if lead is not None:
                parts[who].append((lead, np.nan if noise is None else noise**2, one.cell.topic))
    for (name, model), own in parts.items():
        gains, squares, topics = zip(*own, strict=True)
        error = mean_over_topics(squares, topics, FEW).through(lambda square: max(0.0, square) ** 0.5)
        gain = mean_over_topics(gains, topics)
        yield shape.OrderRow(name=name, model=model, preference=gain, noise=error)


def _own_rows(results: Results, judged: Sequence[StudyResult]) -> Iterator[shape.OwnRow]:
    family = results.study.family
    debating = {family(model) for pair in results.study.pairs for model in pair}
    for who, on in _by_judge(judged).items():
        if family(who[1]) in debating:
            seats, compared = _compare(results, on)
            points = habits.self_preference(compared, seats.index(who))
            yield shape.OwnRow(name=who[0], model=who[1], family=family(who[1]), points=points)


def _compare(
    results: Results, judged: Sequence[StudyResult]
) -> tuple[list[JudgeAndModel], habits.ComparedGaps]:
    family, seats = results.study.family, list(_by_judge(judged))
    gaps = np.full((len(judged), len(seats)), np.nan)
    products_by_debate = np.zeros((len(judged), len(seats), len(seats)))
    for place, one in enumerate(judged):
        own = [seats.index(judge) for judge in one.judges]
        gaps[place, own] = one.gaps
        products_by_debate[place][np.ix_(own, own)] = habits.products(one.ratings, one.pro)
    return seats, habits.ComparedGaps(
        gaps=gaps,
        products=products_by_debate,
        families=[family(model) for _, model in seats],
        debaters=[(family(one.cell.pro), family(one.cell.con)) for one in judged],
        topics=[one.cell.topic for one in judged],
    )


def _by_judge(judged: Sequence[StudyResult]) -> dict[JudgeAndModel, list[StudyResult]]:
    return group((who, one) for one in judged for who in one.judges)


def _strengths(judged: Sequence[StudyResult]) -> tuple[tuple[shape.StrengthRow, ...], OverTopics]:
    models = list(dict.fromkeys(model for one in judged for model in (one.cell.pro, one.cell.con)))
    if len(models) < 2:
        return (), OverTopics(value=None, reason=ONE_MODEL if judged else NOTHING)
    topics = number_labels([one.cell.topic for one in judged])
    pro = np.array([models.index(one.cell.pro) for one in judged])
    con = np.array([models.index(one.cell.con) for one in judged])
    won = np.array([WON[one.call] for one in judged])
    fit = davidson(pro, con, won, {"topics": topics}, len(models), ordered=True)

    def of_topics(one: Estimate) -> OverTopics:
        return OverTopics.of(one, one.n, len(set(topics.tolist())), one.reason)

    rows = [
        shape.StrengthRow(model=model, strength=of_topics(one), chance=one.through(special().expit))
        for model, one in zip(models, fit.models, strict=True)
    ]
    side = of_topics(fit.first) if fit.first else OverTopics(value=None, reason=ONE_WAY)
    return tuple(sorted(rows, key=lambda row: -(row.strength.value or 0.0))), side


def _agreement(name: str, judged: Sequence[StudyResult]) -> shape.AgreementRow:
    table, debates = _stack_seats(judged)[1:]
    estimate = _of_alpha(alpha(table, clusters=debates), table.shape[1], _topics(judged))
    return shape.AgreementRow(panel=name, debates=len(judged), alpha=estimate)


def _topics(judged: Sequence[StudyResult]) -> int:
    return len({one.cell.topic for one in judged})


def _stack_seats(judged: Sequence[StudyResult]) -> tuple[list[JudgeAndModel], Floats, Ints]:
    seats = list(_by_judge(judged))
    spoken = [one.cell.source_id for one in judged for _ in range(one.ratings.shape[1])]
    tables = [([seats.index(judge) for judge in one.judges], one.ratings) for one in judged]
    return seats, _stack(tables), number_labels(spoken)


def _pairs(judged: Sequence[StudyResult]) -> tuple[shape.PairRow, ...]:
    seats, table, debates = _stack_seats(judged)
    return tuple(
        shape.PairRow(
            first=seats[one.first],
            second=seats[one.second],
            alpha=_of_alpha(one.alpha, one.alpha.n, _topics(judged)),
        )
        for one in pairs(table, clusters=debates)
        if one.alpha.n
    )


def _shared_row(results: Results, name: str, judged: Sequence[StudyResult]) -> shape.SharedRow:
    families = [results.study.family(model) for _, model in judged[0].judges]
    numbers = number_labels(families).tolist()
    share = shared_error([one.ratings for one in judged], numbers, [one.cell.topic for one in judged])
    return shape.SharedRow(panel=name, families=Counter(families), share=share)
