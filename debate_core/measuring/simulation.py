"""Panels whose truth is known, to see what the statistics make of them.

Draws tables of ratings from declared severity, spread, noise, bias, missing cells and errors that
judges of one model family share; knows no rules.
Invariant: with one seed the tables are the same to the last digit, and every truth is returned.
Source: the additive model of ``additive``, with more in it that real judges do: our own, see docs/method.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from debate_core.measuring.arrays import Floats

TIE = 1e-9
"""A true gap this small, in points, is a tie."""


@dataclass(frozen=True, kw_only=True)
class PanelTruth:
    """What is true of a simulated panel; all in score points unless said.

    ``gap``: pro's true mean minus con's, exactly (``None``: whatever the arguments give); not
    ``exact``: on average only, as if the arguments were drawn from many of such a gap.
    ``argument_sd``: how much arguments differ. ``severity_sd``: judges' levels. ``spread_sd``: of
    the log of how widely a judge uses the scale. ``noise``: a score's error, one for all or one a
    judge. ``bias_sd`` and ``bias``: judges' leanings to pro, around a common one. ``missing``:
    share of cells. ``families``: a number a judge; judges of one family share the share ``shared``
    (0 to 1) of their error variance. ``split``: every second judge sees argument 1 this much higher.
    ``rounded``: whole scores from 1 to 10.
    """

    judges: int = 4
    arguments_a_side: int = 3
    gap: float | None = 0.0
    argument_sd: float = 1.5
    severity_sd: float = 1.5
    spread_sd: float = 0.0
    noise: float | tuple[float, ...] = 1.0
    bias_sd: float = 0.0
    bias: float = 0.0
    missing: float = 0.0
    families: tuple[int, ...] | None = None
    shared: float = 0.0
    split: float = 0.0
    rounded: bool = False
    centre: float = 6.0
    exact: bool = True

    @property
    def sides(self) -> tuple[str, ...]:
        """Pro's arguments first."""
        return ("pro",) * self.arguments_a_side + ("con",) * self.arguments_a_side

    def first(self, judges: int) -> PanelTruth:
        """What is true of the first judges."""
        noise = self.noise[:judges] if isinstance(self.noise, tuple) else self.noise
        families = None if self.families is None else self.families[:judges]
        return replace(self, judges=judges, noise=noise, families=families)


@dataclass(frozen=True, kw_only=True)
class SimulatedPanels:
    """``ratings`` (n, n_judges, n_items) with NaN missing, and the truth behind each table.

    ``effects`` (n, n_items) are the arguments' true scores, ``gaps`` (n,) the true gaps,
    ``severity`` (n, n_judges) how far each judge truly scores below the panel, ``spread`` and
    ``lean`` (n, n_judges) how widely it scores and how far it leans to pro.
    """

    truth: PanelTruth
    ratings: Floats
    effects: Floats
    gaps: Floats
    severity: Floats
    spread: Floats
    lean: Floats

    def first(self, judges: int) -> SimulatedPanels:
        """The same panels with their first judges only: what fewer of them would have scored.

        Raises ValueError for fewer than 1 or more than there are.

        >>> panels = simulate(PanelTruth(judges=5), 2, np.random.default_rng(1))
        >>> panels.first(3).ratings.shape, panels.first(3).truth.judges
        ((2, 3, 6), 3)
        """
        if not 1 <= judges <= self.truth.judges:
            raise ValueError(f"judges: expected 1 to {self.truth.judges}, got {judges!r}")
        severity = self.severity[:, :judges]
        return replace(
            self,
            truth=self.truth.first(judges),
            ratings=self.ratings[:, :judges],
            severity=severity - severity.mean(axis=1, keepdims=True),
            spread=self.spread[:, :judges],
            lean=self.lean[:, :judges],
        )


def simulate(truth: PanelTruth, n: int, rng: np.random.Generator) -> SimulatedPanels:
    """Draw n panels at once: ratings (n, n_judges, n_items) in points, NaN missing, not cut unless ``rounded``.

    Raises ValueError for families that are not one a judge.

    >>> found = simulate(PanelTruth(gap=2.0, missing=0.1), 5, np.random.default_rng(1))
    >>> found.ratings.shape, found.gaps.round(9).tolist()
    ((5, 4, 6), [2.0, 2.0, 2.0, 2.0, 2.0])
    """
    judges, half = truth.judges, truth.arguments_a_side
    items = 2 * half
    effects = _effects(truth, n, rng)
    severity = rng.normal(0.0, truth.severity_sd, (n, judges))
    severity -= severity.mean(axis=1, keepdims=True)
    spread = np.exp(rng.normal(0.0, 1.0, (n, judges)) * truth.spread_sd)
    lean = truth.bias + rng.normal(0.0, 1.0, (n, judges)) * truth.bias_sd
    # x = c + b(θ − c) − s + l g + e: spread, severity, leaning by side, error
    seen = (effects - truth.centre)[:, None, :] * spread[:, :, None]
    sign = np.where(np.arange(items) < half, 0.5, -0.5)
    scores = truth.centre + seen - severity[:, :, None] + lean[:, :, None] * sign
    scores = scores + _errors(truth, n, rng)
    scores[:, 1::2, 0] += truth.split / 2
    scores[:, ::2, 0] -= truth.split / 2
    if truth.rounded:
        scores = np.clip(np.rint(scores), 1.0, 10.0)
    scores[rng.random(scores.shape) < truth.missing] = np.nan
    gaps = effects[:, :half].mean(axis=1) - effects[:, half:].mean(axis=1)
    return SimulatedPanels(
        truth=truth, ratings=scores, effects=effects, gaps=gaps, severity=severity, spread=spread, lean=lean
    )


def _effects(truth: PanelTruth, n: int, rng: np.random.Generator) -> Floats:
    """True scores of the arguments, their side means as far apart as asked."""
    half = truth.arguments_a_side
    effects = rng.normal(0.0, truth.argument_sd, (n, 2 * half))
    if truth.gap is not None and not truth.exact:
        effects += np.where(np.arange(2 * half) < half, truth.gap / 2, -truth.gap / 2)
    elif truth.gap is not None:
        effects[:, :half] += truth.gap / 2 - effects[:, :half].mean(axis=1, keepdims=True)
        effects[:, half:] -= truth.gap / 2 + effects[:, half:].mean(axis=1, keepdims=True)
    return effects + truth.centre


def _errors(truth: PanelTruth, n: int, rng: np.random.Generator) -> Floats:
    """Errors of each score; judges of one family have part of theirs in common."""
    judges, items = truth.judges, 2 * truth.arguments_a_side
    noise = np.broadcast_to(np.asarray(truth.noise, dtype=np.float64), (judges,))
    own = rng.normal(0.0, 1.0, (n, judges, items))
    if truth.families is not None and truth.shared > 0:
        if len(truth.families) != judges:
            raise ValueError(f"families: expected {judges}, one a judge, got {len(truth.families)}")
        names, member = np.unique(truth.families, return_inverse=True)
        common = rng.normal(0.0, 1.0, (n, names.size, items))[:, member]
        own = (1.0 - truth.shared) ** 0.5 * own + truth.shared**0.5 * common
    return np.asarray(own * noise[:, None])


class Judged(Protocol):
    """What a deciding function returns, as far as a simulation looks."""

    @property
    def call(self) -> str: ...

    @property
    def interval(self) -> tuple[float, float] | None: ...

    @property
    def divergent(self) -> tuple[int, ...]: ...
