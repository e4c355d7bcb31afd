"""What is promised of verdicts by the default rules, on simulated debates: five dimensions of whole scores, judges who
share errors, with and without earlier debates. The rules were tuned on other draws; ``python -m bench promises`` prints
the table of docs/statistics.md."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from debate_core.measuring.additive import fit, floor_of
from debate_core.measuring.arrays import Floats
from debate_core.measuring.disputes import dispute_test
from debate_core.measuring.gap import own_gaps
from debate_core.measuring.table import panel_table
from debate_core.measuring.weights import LearnedNoise, learn
from debate_core.scorecard.live_scores import leading_side, marks_difference
from debate_core.verdicts.verdict import Outcome, decide_all

PANELS = 2000
PAST = 20
"""Earlier debates of a panel with a history."""
WEIGHTS = np.array([0.30, 0.25, 0.20, 0.15, 0.10])
FLOOR = floor_of(9.0, float((WEIGHTS**2).sum()))


@dataclass(frozen=True, kw_only=True)
class Debates:
    """A kind of debate: four judges, 3 arguments a side, all in points. ``gap``: pro's true mean minus con's, drawn
    with that standard deviation where ``drawn``; ``shared``: of a judge's chance error, by all judges, 1 together;
    ``of_all``: of the dimensions' errors too; ``vary``: sd of the log of a debate's noise; ``noise``: one for all or
    one a judge; ``lean``: sd of each judge's lean to a side; ``reversed``: the first judge scores upside down;
    ``split``: so many arguments divide the judges two and two by 6 points; ``centre`` of the scores."""

    judges: int = 4
    gap: float = 0.0
    drawn: bool = False
    shared: float = 0.34
    of_all: bool = False
    vary: float = 0.0
    noise: float | tuple[float, ...] = 1.0
    lean: float = 0.0
    reversed: bool = False
    split: int = 0
    centre: float = 6.0
    errors: str = "normal"

    @property
    def sides(self) -> tuple[str, ...]:
        """PRO's arguments first."""
        return ("pro",) * 3 + ("con",) * 3

    def simulate(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Composites (n, judges, 6) of whole dimension scores from 1 to 10, and the true gaps (n,)."""
        gaps = rng.normal(0.0, self.gap, n) if self.drawn else np.full(n, self.gap)
        worth = rng.normal(0.0, 1.2, (n, 6))
        for part, sign in ((slice(0, 3), 0.5), (slice(3, 6), -0.5)):
            worth[:, part] += sign * gaps[:, None] - worth[:, part].mean(axis=1, keepdims=True)
        seen = np.repeat(worth[:, None], self.judges, axis=1)
        if self.reversed:
            seen[:, 0] *= -1.0
        for place in range(self.split):
            at = place // 2 + 3 * (place % 2)
            seen[:, ::2, at] += 3.0
            seen[:, 1::2, at] -= 3.0
        seen += rng.normal(0.0, 1.2, (n, self.judges, 1))
        sign = np.where(np.arange(6) < 3, 0.5, -0.5)
        seen += self.lean * rng.normal(0.0, 1.0, (n, self.judges, 1)) * sign
        seen += self._errors(n, rng)
        read = self.centre + seen[..., None] + rng.normal(0.0, 0.7, (n, self.judges, 6, 5))
        return np.clip(np.rint(read), 1.0, 10.0) @ WEIGHTS, gaps

    def _errors(self, n: int, rng: np.random.Generator) -> Floats:
        size = np.exp(rng.normal(0.0, 1.0, (n, 1, 1)) * self.vary)
        noise = np.broadcast_to(np.asarray(self.noise, dtype=np.float64), (self.judges,))[:, None]
        # The dimensions' errors and rounding add about .13 to a composite's variance.
        shared = self.shared * (1.13 if self.of_all else 1.0)
        own, common = (_drawn(self.errors, (n, who, 6), rng) for who in (self.judges, 1))
        return np.asarray((np.sqrt(1.0 - shared) * own + np.sqrt(shared) * common) * noise * size)


def _drawn(errors: str, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    if errors == "exponential":
        return np.asarray(rng.exponential(1.0, shape) - 1.0)
    return np.asarray(rng.normal(0.0, 1.0, shape))


def judged(kind: Debates, n: int, seed: int, *, history: bool = False) -> tuple[list[Outcome], Floats]:
    """What the rules say of n debates, and the true gaps; with ``history`` ten debates share 20 earlier ones."""
    rng = np.random.default_rng(seed)
    found: list[Outcome] = []
    gaps = []
    for _ in range(n // 10):
        learned = (
            _learnt(replace(kind, gap=1.0, drawn=False, reversed=False, split=0), rng) if history else None
        )
        ratings, true = kind.simulate(10, rng)
        tables = [replace(panel_table(one, kind.sides), learned=learned, floor=FLOOR) for one in ratings]
        found += decide_all(tables)
        gaps.append(true)
    return found, np.concatenate(gaps)


def _learnt(kind: Debates, rng: np.random.Generator) -> LearnedNoise | None:
    past, _ = kind.simulate(PAST, rng)
    fitted = fit(past)
    gaps = np.array([own_gaps(one, kind.sides) for one in past])
    score = learn(fitted.variance.tolist(), fitted.df.tolist())
    apart = learn(gaps.var(axis=1, ddof=1).tolist(), [kind.judges - 1.0] * PAST)
    return LearnedNoise(score=score, own_gaps=apart, debates=PAST) if score and apart else None


@dataclass(frozen=True, kw_only=True)
class Row:
    """A promise: what it is of, the share seen in ``of`` cases, and the least or the most that must be (None: shown
    only)."""

    name: str
    share: float
    of: int
    most: float | None = None
    least: float | None = None

    @property
    def slack(self) -> float:
        """Two standard errors of the limit."""
        limit = self.most if self.most is not None else self.least if self.least is not None else 0.0
        return 2.0 * (limit * (1.0 - limit) / max(self.of, 1)) ** 0.5

    @property
    def kept(self) -> bool:
        """Whether the limit lies within two standard errors."""
        under = self.most is None or self.share <= self.most + self.slack
        return under and (self.least is None or self.share >= self.least - self.slack)


def _row(name: str, hits: list[bool], most: float | None = None, least: float | None = None) -> Row:
    return Row(name=name, share=float(np.mean(hits)) if hits else 0.0, of=len(hits), most=most, least=least)


def _named(found: list[Outcome]) -> list[bool]:
    return [one.call != "no_call" for one in found]


def _right(found: list[Outcome]) -> list[bool]:
    return [one.call == "pro" for one in found]


def verdicts(n: int = PANELS, seed: int = 101) -> Iterator[Row]:
    """Sides named and barred, and who is ahead."""
    for judges in (3, 4, 6):
        tie, _ = judged(Debates(judges=judges), n, seed)
        yield _row(f"tie named, {judges} judges", _named(tie), most=0.10)
        if judges == 4:
            yield _row("ahead at a tie", [one.ahead is not None for one in tie], most=0.11)
            yield _row("a judge called odd at a tie", [one.odd is not None for one in tie], most=0.03)
        whole, _ = judged(Debates(judges=judges, of_all=True), n, seed + 1)
        yield _row(f"tie named, {judges} judges, .34 of all error shared", _named(whole), most=0.12)
        own, _ = judged(Debates(judges=judges, shared=0.0), n, seed + 2)
        most = 0.03 if judges == 3 else 0.02
        yield _row(f"tie named, {judges} judges, independent errors", _named(own), most=most)
        two, _ = judged(Debates(judges=judges, gap=2.0), n, seed + 3)
        least = 0.80 if judges == 3 else 0.90
        yield _row(f"right at 2 points, {judges} judges", _right(two), least=least)
    one, _ = judged(Debates(gap=1.0), n, seed + 4)
    yield _row("wrong side at 1 point", [found.call == "con" for found in one], most=0.005)
    yield _row("right at 1 point", _right(one))
    yield _row("who is ahead at 1 point is the better", _ahead(one, np.ones(len(one))), least=0.97)
    three, _ = judged(Debates(gap=3.0), n, seed + 5)
    yield _row("right at 3 points", _right(three), least=0.99)
    drawn, gaps = judged(Debates(gap=1.0, drawn=True), 4 * n, seed + 6)
    yield _row("who is ahead is the better, gaps N(0,1)", _ahead(drawn, gaps), least=0.88)
    sure = [
        (one.p_pro > 0.5) == (gap > 0)
        for one, gap in zip(drawn, gaps, strict=True)
        if one.p_pro is not None and 0.95 <= max(one.p_pro, 1.0 - one.p_pro) < 0.99
    ]
    yield _row("P .95 to .99 is right, gaps N(0,1)", sure, least=0.94, most=0.99)
    named = [
        (one.call == "pro") == (gap > 0)
        for one, gap in zip(drawn, gaps, strict=True)
        if one.call != "no_call"
    ]
    yield _row("a side named is the better, gaps N(0,1)", named)


def _ahead(found: list[Outcome], gaps: Floats) -> list[bool]:
    return [(one.ahead == "pro") == (gap > 0) for one, gap in zip(found, gaps, strict=True) if one.ahead]


def with_history(n: int = PANELS, seed: int = 201) -> Iterator[Row]:
    """The same after 20 earlier debates, and judges who run against the others, with and without."""
    alike, _ = judged(Debates(gap=2.0), n, seed, history=True)
    yield _row("right at 2 points, 20 earlier debates", _right(alike), least=0.92)
    unlike, _ = judged(Debates(gap=2.0, vary=0.3), n, seed + 1, history=True)
    yield _row("right at 2 points, 20 earlier debates, noise varies", _right(unlike), least=0.88)
    tie, _ = judged(Debates(), n, seed + 2, history=True)
    yield _row("tie named, 20 earlier debates", _named(tie))
    for history, least in ((False, 0.80), (True, 0.87)):
        found, _ = judged(Debates(gap=2.0, reversed=True), n // 2, seed + 3, history=history)
        odd = [one.odd is not None and one.odd.judge == 0 for one in found]
        yield _row(f"one judge reversed is named{', with a history' * history}", odd, least=least)


def disputes(n: int = PANELS, seed: int = 301) -> Iterator[Row]:
    """Arguments that divide the judges, two of six by 6 points or none."""
    for history in (False, True):
        beside = ", with a history" * history
        split, others = _disputed(Debates(gap=2.0, split=2), n, seed, history=history)
        least = 0.85 if history else 0.75
        yield _row(f"two disputes of six found{beside}", split, least=least)
        yield _row(f"another argument disputed beside them{beside}", others, most=0.06)
        _, none = _disputed(Debates(gap=2.0), n, seed + 1, history=history)
        yield _row(f"any disputed where none is{beside}", none, most=0.05 if history else 0.06)
    one, _ = _disputed(Debates(gap=2.0, split=1), n, seed + 2)
    yield _row("one dispute of six found", one)
    three, _ = _disputed(Debates(gap=2.0, split=3), n, seed + 3)
    yield _row("each of three disputes of six found", three)
    _, turned = _disputed(Debates(gap=2.0, split=4), n, seed + 6)
    yield _row("the other two called disputed where four of six are, all alike", turned)
    _, skewed = _disputed(Debates(gap=2.0, errors="exponential"), n, seed + 4)
    yield _row("any disputed where none is, skewed errors", skewed, most=0.16)
    _, uneven = _disputed(Debates(gap=2.0, noise=(0.5, 0.5, 1.0, 2.0)), n, seed + 5)
    yield _row("any disputed where none is, noise .5 .5 1 2", uneven)


def _disputed(kind: Debates, n: int, seed: int, *, history: bool = False) -> tuple[list[bool], list[bool]]:
    """Of each argument that is split whether it was found; of each debate whether another one was."""
    rng = np.random.default_rng(seed)
    split = [place // 2 + 3 * (place % 2) for place in range(kind.split)]
    found, others = [], []
    for _ in range(n // 10):
        learned = _learnt(replace(kind, gap=1.0, split=0), rng) if history else None
        ratings, _ = kind.simulate(10, rng)
        for one in ratings:
            level = one - one.mean(axis=1, keepdims=True)
            wide = level.std(axis=0, ddof=1) >= 1.0
            disputed = wide & (dispute_test(one, learned.score if learned else FLOOR).p <= 0.05)
            found += disputed[split].tolist()
            others.append(bool(np.delete(disputed, split).any()))
    return found, others


def scorecards(n: int = PANELS, seed: int = 401) -> Iterator[Row]:
    """A leader on the live judge's scorecard: marks of sd 8, every turn's its own."""
    rng = np.random.default_rng(seed)
    for turns in (6, 10, 16, 20):
        yield _row(f"a leader though sides are equal, {turns} turns", _led(n, turns, 0.0, rng), most=0.12)
    yield _row("the better leads by 10 marks, 10 turns", _led(n, 10, 10.0, rng), least=0.45)


def _led(n: int, turns: int, apart: float, rng: np.random.Generator) -> list[bool]:
    """Turn 1 counts for nothing; PRO speaks in the odd ones."""
    led = []
    for _ in range(n):
        marks = rng.normal(60.0, 8.0, turns)
        marks[::2] += apart
        pro, con = marks[2::2].tolist(), marks[1::2].tolist()
        pairs = [(marks[at], marks[at + 1], at % 2 == 0) for at in range(1, turns - 1)]
        ahead = [(first - second) * (1 if odd else -1) for first, second, odd in pairs]
        won = {"pro": sum(by > 2 for by in ahead), "con": sum(by < -2 for by in ahead)}
        leader = leading_side(won, marks_difference(pro, con))
        led.append(leader == "pro" if apart else leader is not None)
    return led


def not_promised(n: int = PANELS, seed: int = 501) -> Iterator[Row]:
    """What breaks: right at 2 points, or a tie named."""
    kinds = {
        "a ceiling (scores around 8.5)": Debates(gap=2.0, centre=8.5),
        "noise .4 .7 1.2 2": Debates(gap=2.0, noise=(0.4, 0.7, 1.2, 2.0)),
        "noise 2": Debates(gap=2.0, noise=2.0),
        "each judge leans, sd .5": Debates(gap=2.0, lean=0.5),
    }
    for name, kind in kinds.items():
        yield _row(f"right at 2 points, {name}", _right(judged(kind, n, seed)[0]))
    for share in (0.5, 0.58):
        yield _row(
            f"tie named, truly {share:.2f} shared", _named(judged(Debates(shared=share), n, seed + 1)[0])
        )


GROUPS: dict[str, Callable[..., Iterator[Row]]] = {
    "verdicts": verdicts,
    "with a history": with_history,
    "disputes": disputes,
    "the live judge's scorecard": scorecards,
    "not promised": not_promised,
}


def main(n: int = PANELS) -> None:
    """Print the table as Markdown."""
    print("| promise | seen | must hold | kept |\n|---|---|---|---|")
    for group in GROUPS.values():
        for row in group(n):
            limits = [f"≥ {100 * row.least:.3g}%"] if row.least is not None else []
            limits += [f"≤ {100 * row.most:.3g}%"] if row.most is not None else []
            kept = ("yes" if row.kept else "**no**") if limits else ""
            print(f"| {row.name} | {row.share:.1%} | {', '.join(limits)} | {kept} |", flush=True)
