"""Judges who talk, whose truth is known: how often probes catch who conforms, and accuse who doesn't.

Four judges give whole scores from 1 to 10. A judge's view is what the argument is worth, its own severity, the pieces
of evidence it noticed, and an error, part of which is new at each reading. It may conform (go part of the way to the
positions it is shown, or jump to them) and it may learn (count the evidence that others noticed, once it has their
reasons). ``python -m bench.talk`` prints the tables of docs/statistics.md.
"""

from dataclasses import dataclass, replace

import numpy as np

from debate_core.measuring.agreement import alpha_value
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.conformity import (
    LEVEL,
    Effect,
    beyond_re_reading,
    findings,
    planted_effect,
    pull,
)
from debate_core.measuring.deliberation import alpha_change, others_mean


@dataclass(frozen=True, kw_only=True)
class Truth:
    """What is true of judges who talk.

    ``conform``: the part of the way they go to positions they are shown; ``jump``: the share of scores they replace by
    them; ``learn``: whether reasons tell them of evidence; ``mood``: sd, in points, of how much higher a judge scores
    throughout one call; ``severity``: the judges' own, drawn anew for each panel when not given.
    """

    arguments: int = 6
    panels: int = 600
    judges: int = 4
    conform: float = 0.0
    jump: float = 0.0
    learn: bool = False
    mood: float = 0.0
    severity: tuple[float, ...] | None = None


class Talk:
    """Panels of one truth: their ``first`` scores (n, n_judges, n_items), and what they answer when asked again."""

    def __init__(self, truth: Truth, seed: int = 1) -> None:
        self.truth, self.rng = truth, np.random.default_rng(seed)
        n, judges, arguments = self.shape = (truth.panels, truth.judges, truth.arguments)
        drawn = self.rng.normal(0.0, 0.9, (n, judges))
        severity = drawn if truth.severity is None else np.tile(truth.severity, (n, 1))
        worth = self.rng.normal(6.0, 1.5, (n, 1, arguments)) - severity[..., None]
        evidence = self.rng.normal(0.0, 1.7, (n, 1, arguments, 2))
        noticed = self.rng.random((*self.shape, 2)) < 0.5
        self.own = worth + (evidence * noticed).sum(axis=-1)
        self.told = worth + (evidence * noticed.any(axis=1, keepdims=True)).sum(axis=-1)
        self.error = self.rng.normal(0.0, 0.7, self.shape)
        self.first = whole(self.own + self.error)

    def again(self, positions: Floats | None = None, *, reasons: bool = False) -> Floats:
        """Scores of one more reading, with the positions of others (n, n_judges, n_items) or their reasons or both."""
        anew = self.rng.random(self.shape) < 0.6
        error = np.where(anew, self.rng.normal(0.0, 0.7, self.shape), self.error)
        scores = (self.told if reasons and self.truth.learn else self.own) + error
        scores = scores + self.rng.normal(0.0, self.truth.mood, self.shape[:2])[..., None]
        if positions is not None:
            scores = scores + self.truth.conform * (positions - scores)
            scores = np.where(self.rng.random(self.shape) < self.truth.jump, positions, scores)
        return whole(scores)

    def effects(self) -> list[tuple[Effect, Effect, Effect]]:
        """For each panel its normative, planted and informational effect."""
        others = others_mean(self.first)
        sources = np.stack([draw_sources(first, self.rng) for first in self.first])
        positions, reasons, re_read = self.again(others), self.again(reasons=True), self.again()
        after = self.again(np.take_along_axis(others, sources, axis=-1))
        panels = zip(self.first, positions, reasons, re_read, after, sources, strict=True)
        return [
            (
                beyond_re_reading("normative", first, p, again),
                planted_effect(first, x, source),
                beyond_re_reading("informational", first, e, again),
            )
            for first, p, e, again, x, source in panels
        ]


def draw_sources(first: Floats, rng: np.random.Generator) -> Ints:
    """The argument (index) whose positions each judge is shown in the place of each one's (n_judges, n_items): every
    order without one in its own place is as likely, for each judge apart. All have scored all."""
    sources = np.tile(np.arange(first.shape[1]), (len(first), 1))
    for row in sources:
        own = row.copy()
        while (row == own).any():
            row[:] = rng.permutation(own)
    return sources


def whole(scores: Floats) -> Floats:
    """As judges give them."""
    return np.clip(np.rint(scores), 1.0, 10.0)


@dataclass(frozen=True, kw_only=True)
class Caught:
    """Shares of panels, 0 to 1: each effect shown if tested alone, conformity found with both of its probes; and
    the mean effects."""

    normative: float
    planted: float
    informational: float
    accused: float
    means: tuple[float, float, float]


def caught(truth: Truth, seed: int = 1) -> Caught:
    """What probes make of panels of this truth."""
    rows = Talk(truth, seed).effects()
    shown = np.array([[(one.p or 1.0) <= LEVEL for one in row] for row in rows]).mean(axis=0)
    accused = np.mean(["conformity shown" in findings(True, row[:2]) for row in rows])
    means = np.array([[one.value for one in row] for row in rows]).mean(axis=0)
    return Caught(
        normative=float(shown[0]),
        planted=float(shown[1]),
        informational=float(shown[2]),
        accused=float(accused),
        means=tuple(means.tolist()),
    )


def naive_pull(truth: Truth, seed: int = 1) -> float:
    """The mean pull of plain talk, positions and reasons together."""
    talk = Talk(truth, seed)
    after = talk.again(others_mean(talk.first), reasons=True)
    return float(np.mean([pull(first, then).value for first, then in zip(talk.first, after, strict=True)]))


@dataclass(frozen=True, kw_only=True)
class Covered:
    """Of alpha's change: the true one, the share of intervals that hold it, their median width, the share without."""

    change: float
    covers: float
    width: float
    none: float


def coverage(truth: Truth, moved: float = 1.0, seed: int = 1) -> Covered:
    """How often the interval of alpha's change holds the change of the same judges on 100,000 arguments.

    ``moved``: the share of scores that are reconsidered at all; the others are held.
    """
    assert truth.severity is not None, "intervals are for these judges"
    many = _rounds(replace(truth, panels=1, arguments=100_000), moved, seed + 1)
    first, second = alpha_value(many[0][0]), alpha_value(many[1][0])
    assert first is not None and second is not None
    change = second - first
    found = [alpha_change(*pair) for pair in zip(*_rounds(truth, moved, seed), strict=True)]
    bounds = np.array([one.interval for one in found if one.interval])
    return Covered(
        change=change,
        covers=float(((bounds[:, 0] <= change) & (change <= bounds[:, 1])).mean()),
        width=float(np.median(bounds[:, 1] - bounds[:, 0])),
        none=1.0 - len(bounds) / len(found),
    )


def _rounds(truth: Truth, moved: float, seed: int) -> tuple[Floats, Floats]:
    """First scores, and those after one round of talk."""
    talk = Talk(truth, seed)
    after = talk.again(others_mean(talk.first), reasons=True)
    return talk.first, np.where(talk.rng.random(talk.shape) < moved, after, talk.first)


MINDS = {
    "no influence": Truth(),
    "conform, a quarter of the way": Truth(conform=0.25),
    "conform, half of the way": Truth(conform=0.5),
    "jump to the others, one score in four": Truth(jump=0.25),
    "jump to the others, one score in two": Truth(jump=0.5),
    "learn from reasons": Truth(learn=True),
    "learn and conform by half": Truth(learn=True, conform=0.5),
    "no influence, moods of half a point": Truth(mood=0.5),
}
SEVERITY = (0.9, 0.1, -0.2, -0.8)


def main(panels: int = 2000) -> None:
    """Print both tables as they stand in docs/statistics.md."""
    print("| 4 judges | arguments | pull of plain talk | N | shown | N_X | shown | either | I | shown |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, mind in MINDS.items():
        for arguments in (6, 12):
            truth = replace(mind, arguments=arguments, panels=panels)
            found = caught(truth)
            n, n_x, i = (f"{round(mean, 2) + 0.0:.2f}" for mean in found.means)  # no −0.00
            print(
                f"| {name} | {arguments} | {naive_pull(truth):.2f} | {n} | {found.normative:.1%} | {n_x} "
                f"| {found.planted:.1%} | {found.accused:.1%} | {i} | {found.informational:.1%} |"
            )
    print(
        "\n| alpha's change, 4 judges | arguments | change | covers | width | none |\n|---|---|---|---|---|---|"
    )
    for name, mind, moved in (
        ("no influence", Truth(), 1.0),
        ("conform by half", Truth(conform=0.5), 1.0),
        ("learn", Truth(learn=True), 1.0),
        ("conform by half, 15% of scores reconsidered", Truth(conform=0.5), 0.15),
    ):
        for arguments in (6, 12, 24):
            truth = replace(mind, arguments=arguments, panels=panels, severity=SEVERITY)
            held = coverage(truth, moved)
            print(
                f"| {name} | {arguments} | {round(held.change, 2) + 0.0:.2f} | {held.covers:.1%} | {held.width:.2f} "
                f"| {held.none:.1%} |"
            )


if __name__ == "__main__":
    main()
