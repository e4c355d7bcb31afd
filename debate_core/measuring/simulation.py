"""Panels whose truth is known, to see what the statistics make of them; one seed gives the same tables to the last
digit.

Source: the additive model of ``additive``, with more in it that real judges do: our own, see docs/method.md.
"""

from dataclasses import replace
from typing import Literal, Protocol

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.table import Standings

Errors = Literal["normal", "exponential", "lognormal", "t3"]
CUTS = (4.0, 5.0, 6.5)
"""Standings follow from a judge's reading of an argument in points: REFUTED below the first, … UPHELD from the last."""
LOGNORMAL_SD = 0.8
"""Of the log, for lognormal errors."""


class PanelTruth(FrozenValue):
    """What is true of a simulated panel; all in score points unless said.

    ``gap``: pro's true mean minus con's, exactly (``None``: whatever the arguments give); not
    ``exact``: on average only, as if the arguments were drawn from many of such a gap.
    ``argument_sd``: how much arguments differ. ``severity_sd``: judges' levels. ``spread_sd``: of
    the log of how widely a judge uses the scale. ``noise``: a score's error, one for all or one a
    judge; pro's is ``pro_noise`` times as large; ``errors``: their shape, of mean 0 and that standard deviation.
    ``bias_sd`` and ``bias``: judges' leanings to pro, around a common one. ``missing``:
    share of cells, for ``missing_by`` above 0 the more often the lower a judge reads an argument, by that much a point.
    ``families``: a number a judge; judges of one family share the share ``shared``
    (0 to 1) of their error variance. ``split``: every second judge sees argument 1 this much higher.
    ``rounded``: whole scores from 1 to 10. ``standings``: judges give them. ``con_arguments``: con's, where not as many
    as pro's.
    """

    judges: int = 4
    arguments_a_side: int = 3
    con_arguments: int | None = None
    gap: float | None = 0.0
    argument_sd: float = 1.5
    severity_sd: float = 1.5
    spread_sd: float = 0.0
    noise: float | tuple[float, ...] = 1.0
    pro_noise: float = 1.0
    errors: Errors = "normal"
    bias_sd: float = 0.0
    bias: float = 0.0
    missing: float = 0.0
    missing_by: float = 0.0
    families: tuple[int, ...] | None = None
    shared: float = 0.0
    split: float = 0.0
    rounded: bool = False
    standings: bool = False
    centre: float = 6.0
    exact: bool = True

    @property
    def sides(self) -> tuple[str, ...]:
        return ("pro",) * self.arguments_a_side + ("con",) * (self.items - self.arguments_a_side)

    @property
    def items(self) -> int:
        con = self.con_arguments
        return self.arguments_a_side + (self.arguments_a_side if con is None else con)

    def first(self, judges: int) -> "PanelTruth":
        noise = self.noise[:judges] if isinstance(self.noise, tuple) else self.noise
        families = None if self.families is None else self.families[:judges]
        return replace(self, judges=judges, noise=noise, families=families)


class SimulatedPanels(FrozenValue):
    """``ratings`` (n, n_judges, n_items) with NaN missing, ``places`` of their standings among the four, −1 missing,
    and the truth behind each table.

    ``effects`` (n, n_items) are the arguments' true scores, ``gaps`` (n,) the true gaps,
    ``severity`` (n, n_judges) how far each judge truly scores below the panel, ``spread`` and
    ``lean`` (n, n_judges) how widely it scores and how far it leans to pro.
    """

    truth: PanelTruth
    ratings: Floats
    places: Ints
    effects: Floats
    gaps: Floats
    severity: Floats
    spread: Floats
    lean: Floats

    @property
    def standings(self) -> list[Standings] | None:
        """Each table's standings, ``None`` missing; or ``None`` where judges give none."""
        if not self.truth.standings:
            return None
        names = np.array([*STANDINGS, None], dtype=object)
        return [tuple(map(tuple, one)) for one in names[self.places].tolist()]

    def first(self, judges: int) -> "SimulatedPanels":
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
            places=self.places[:, :judges],
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
    judges, half, items = truth.judges, truth.arguments_a_side, truth.items
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
    places = np.searchsorted(CUTS, scores, side="right")
    left = rng.random(scores.shape) < _missing(truth, scores)
    if truth.rounded:
        scores = np.clip(np.rint(scores), 1.0, 10.0)
    scores[left], places[left] = np.nan, -1
    gaps = effects[:, :half].mean(axis=1) - effects[:, half:].mean(axis=1)
    return SimulatedPanels(
        truth=truth,
        ratings=scores,
        places=places,
        effects=effects,
        gaps=gaps,
        severity=severity,
        spread=spread,
        lean=lean,
    )


def _missing(truth: PanelTruth, scores: Floats) -> Floats | float:
    """How likely each score is missing; the low ones more, where that is asked for, and as many on the whole."""
    if not truth.missing_by:
        return truth.missing
    low = 1.0 / (1.0 + np.exp(truth.missing_by * (scores - truth.centre)))
    return np.asarray(truth.missing * low / low.mean())


def _effects(truth: PanelTruth, n: int, rng: np.random.Generator) -> Floats:
    half, items = truth.arguments_a_side, truth.items
    effects = rng.normal(0.0, truth.argument_sd, (n, items))
    if truth.gap is not None and not truth.exact:
        effects += np.where(np.arange(items) < half, truth.gap / 2, -truth.gap / 2)
    elif truth.gap is not None:
        effects[:, :half] += truth.gap / 2 - effects[:, :half].mean(axis=1, keepdims=True)
        effects[:, half:] -= truth.gap / 2 + effects[:, half:].mean(axis=1, keepdims=True)
    return effects + truth.centre


def _errors(truth: PanelTruth, n: int, rng: np.random.Generator) -> Floats:
    judges, items = truth.judges, truth.items
    noise = np.broadcast_to(np.asarray(truth.noise, dtype=np.float64), (judges,))
    pro = np.where(np.arange(items) < truth.arguments_a_side, truth.pro_noise, 1.0)
    own = _draw_errors(truth.errors, (n, judges, items), rng)
    if truth.families is not None and truth.shared > 0:
        if len(truth.families) != judges:
            raise ValueError(f"families: expected {judges}, one a judge, got {len(truth.families)}")
        names, member = np.unique(truth.families, return_inverse=True)
        common = _draw_errors(truth.errors, (n, names.size, items), rng)[:, member]
        own = (1.0 - truth.shared) ** 0.5 * own + truth.shared**0.5 * common
    return np.asarray(own * noise[:, None] * pro)


def _draw_errors(errors: Errors, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    if errors == "exponential":
        return rng.exponential(1.0, shape) - 1.0
    if errors == "lognormal":
        grown = np.exp(LOGNORMAL_SD**2)
        return np.asarray(
            (rng.lognormal(0.0, LOGNORMAL_SD, shape) - grown**0.5) / (grown * (grown - 1.0)) ** 0.5
        )
    if errors == "t3":
        return rng.standard_t(3, shape) / 3**0.5
    return rng.normal(0.0, 1.0, shape)


class SimulatedPanel(Protocol):
    """What a deciding function returns, as far as a simulation looks."""

    @property
    def call(self) -> str: ...

    @property
    def likely(self) -> tuple[float, float] | None: ...
