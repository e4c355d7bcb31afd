"""The rules of outcome: two presets and their thresholds, every one a setting.

Knows numbers only, not what they are held against. Invariant: a threshold out of its range is refused, never clamped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal

from debate_core.numerals import bare, listed

Preset = Literal["default", "classic"]
PRESETS: tuple[Preset, ...] = ("default", "classic")


@dataclass(frozen=True, kw_only=True)
class Range:
    """The values a threshold may take, the ends included.

    ``title`` is its name for a person, ``words`` what it decides, ``applies`` the presets that look at it.
    """

    title: str
    least: float
    most: float
    words: str
    applies: tuple[Preset, ...] = PRESETS


RANGES: Mapping[str, Range] = {
    "alpha_least": Range(
        title="Agreement of scores, at least (alpha)",
        least=-1.0,
        most=1.0,
        words="agreement of scores (alpha) is too low below this",
    ),
    "kappa_least": Range(
        title="Agreement of standings, at least (kappa)",
        least=-1.0,
        most=1.0,
        words="agreement of standings (kappa) is too low below this",
    ),
    "gap_level": Range(
        title="Level of the gap's interval",
        least=0.5,
        most=0.999,
        words="level of the gap's interval, which must not cover 0",
    ),
    "divergence_level": Range(
        title="Divergent: corrected p, at most",
        least=0.0001,
        most=0.5,
        words="an argument diverges when its corrected p is at most this",
        applies=("default",),
    ),
    "divergence_spread": Range(
        title="Divergent: spread over judges, at least (points)",
        least=0.0,
        most=9.0,
        words="and its spread over judges, severity removed, is at least this many points",
        applies=("default",),
    ),
    "divergent_share": Range(
        title="Share of divergent arguments, at most",
        least=0.0,
        most=1.0,
        words="no call when more than this share of the arguments diverges",
        applies=("default",),
    ),
    "z_variance": Range(
        title="Divergent: variance of z-scores, at least",
        least=0.1,
        most=9.0,
        words="an argument diverges when its variance of z-scores is at least this",
        applies=("classic",),
    ),
    "z_gap": Range(
        title="Gap on z-scores, at least",
        least=0.0,
        most=2.0,
        words="no call when the gap on z-scores is smaller than this",
        applies=("classic",),
    ),
}
"""Every threshold that is a number. ``alpha_alone`` is the one switch."""
SWITCH_WORDS = "whether too little agreement of scores alone is enough for no call"
SWITCH_TITLE = "Too little alpha alone is enough for no call"


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """All thresholds; a preset looks at its own and ignores the other's. They are our own: see docs/method.md.

    Both: ``alpha_least`` and ``kappa_least`` must both be missed to block, unless ``alpha_alone``;
    ``gap_level`` is the level of the gap's interval (which blocks under default only).
    default: ``divergence_level`` (after Holm), ``divergence_spread`` in points, ``divergent_share``
    of arguments that blocks when exceeded. classic: ``z_variance`` and ``z_gap``, on z-scores. Raises ValueError for
    one out of its range in ``RANGES``.

    >>> Thresholds(gap_level=1.2)
    Traceback (most recent call last):
    ValueError: gap_level: expected a number from 0.5 to 0.999, got 1.2
    """

    alpha_least: float = 0.50
    kappa_least: float = 0.40
    alpha_alone: bool = False
    gap_level: float = 0.90
    divergence_level: float = 0.05
    divergence_spread: float = 1.0
    divergent_share: float = 1 / 3
    z_variance: float = 3.0
    z_gap: float = 0.05

    def __post_init__(self) -> None:
        for name, allowed in RANGES.items():
            value = getattr(self, name)
            if not allowed.least <= value <= allowed.most:
                raise ValueError(
                    f"{name}: expected a number from {allowed.least:g} to {allowed.most:g}, got {value!r}"
                )

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of thresholds that differ from the usual ones."""
        return tuple(one.name for one in fields(self) if getattr(self, one.name) != one.default)

    def at(self, **values: float | bool) -> Thresholds:
        """The same with some values changed.

        >>> Thresholds().at(alpha_least=0.6).changed
        ('alpha_least',)
        """
        return Thresholds(**(asdict(self) | values))


@dataclass(frozen=True, kw_only=True)
class Rules(Thresholds):
    """Thresholds, and which preset reads them."""

    kind: Preset = "default"


USUAL = Thresholds()
DEFAULT = Rules()


def rules_of(kind: Preset, thresholds: Thresholds) -> Rules:
    """The preset with these thresholds. Raises ValueError for an unknown one.

    >>> rules_of("classic", Thresholds(z_gap=0.1)).z_gap
    0.1
    """
    if kind not in PRESETS:
        raise ValueError(f"rules: expected 'default', 'classic' or Rules, got {kind!r}")
    return Rules(kind=kind, **asdict(thresholds))


def changed_words(rules: Rules) -> str:
    """The thresholds these rules look at that differ from the usual ones, in words; empty when none does.

    >>> changed_words(Rules(gap_level=0.95, alpha_alone=True, z_gap=0.2))
    "too little alpha alone is enough for no call and level of the gap's interval .95 instead of .90"
    """
    names = [name for name in rules.changed if _looks_at(rules, name)]
    return listed([_changed(name, getattr(rules, name), getattr(DEFAULT, name)) for name in names])


def _looks_at(rules: Rules, name: str) -> bool:
    """Whether the preset reads the threshold; the preset itself is none."""
    return name == "alpha_alone" or (name in RANGES and rules.kind in RANGES[name].applies)


def _changed(name: str, value: float, usual: float) -> str:
    if name == "alpha_alone":
        return SWITCH_TITLE.lower()
    title = RANGES[name].title.lower()
    places = max(_decimals(value), _decimals(usual))
    while places < 12 and bare(value, places) == bare(usual, places):
        places += 1
    return f"{title} {bare(value, places)} instead of {bare(usual, places)}"


def _decimals(value: float) -> int:
    """How many a number was set with; 3 for one without an end, such as a third."""
    return next((places for places in range(7) if abs(round(value, places) - value) < 1e-9), 3)
