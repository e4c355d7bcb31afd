"""The rules of outcome: three presets and their thresholds, every one a setting, declared once."""

from dataclasses import asdict
from functools import partial
from typing import Annotated, Literal, get_args

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import DECIMALS, join_and, number_text, share_words
from debate_core.domain.options import Number, OneOf, Switch, changes, check, options_of
from debate_core.measuring.shared_errors import REAL_MODELS

Preset = Literal["default", "independent", "classic"]
PRESETS: tuple[Preset, ...] = get_args(Preset)
IN_POINTS: tuple[Preset, ...] = ("default", "independent")
"""The presets that look at points; classic looks at z-scores."""
_Coefficient = partial(Number, low=-1.0, high=1.0)
_InPoints = partial(Number, under=IN_POINTS)
_OfZScores = partial(Number, under=("classic",))
_Assumed = partial(Number, low=0.0, high=0.9, under=("default",), percent=True)
RULES = OneOf(
    "Rules",
    "When there is no winner. *Default*: the panel's average is unreliable, an interval of the lead includes 0, "
    "also once mistakes that judges share are allowed for, or too many arguments are disputed. *Independent*: the "
    "same, as if judges shared no mistakes. *Classic*: the first rules, on z-scores.",
    options={"default": "Default", "independent": "Independent mistakes", "classic": "Classic"},
)


class Thresholds(FrozenValue):
    """All thresholds; a preset looks at its own and ignores the others'. They are our own: see docs/method.md.

    All: ``alpha_least`` and ``kappa_least``: agreement that misses both is a caution, unless ``agreement_blocks``, and
    blocks under classic; ``alpha_alone`` makes the first of them enough. ``gap_level`` is the level of the gap's
    interval (a caution only under classic).
    default and independent: ``relative_least``, of the panel's mean; ``judge_level`` of the gap's interval clustered by
    judge; ``divergence_level`` (corrected), ``divergence_spread`` in points, ``divergent_share`` of arguments that
    blocks when exceeded. default alone: ``assumed_share`` of their error variance that two judges of two model families
    have in common, ``assumed_family_share`` two of one. classic: ``z_variance`` and ``z_gap``, on z-scores. Raises
    ValueError for one out of its range.

    >>> Thresholds(gap_level=1.2)
    Traceback (most recent call last):
    ValueError: gap_level: expected a number from 0.5 to 0.999, got 1.2
    """

    alpha_least: Annotated[
        float, _Coefficient("Agreement on scores, at least", "Below it, alpha is too low.")
    ] = 0.50
    kappa_least: Annotated[
        float, _Coefficient("Agreement on rulings, at least", "Below it, kappa is too low.")
    ] = 0.40
    agreement_blocks: Annotated[
        bool,
        Switch(
            "Low agreement on scores and rulings means no call",
            "Off: a caution only. The classic rules always take it as no call.",
            under=IN_POINTS,
        ),
    ] = False
    alpha_alone: Annotated[
        bool,
        Switch(
            "Low agreement on scores alone means no call", "Whatever the rulings. Classic: alpha on z-scores."
        ),
    ] = False
    relative_least: Annotated[
        float,
        _Coefficient(
            "Reliability of the panel's average, at least",
            "Below it, no call: the judges together can't tell arguments apart (ICC(C,k)).",
            under=IN_POINTS,
        ),
    ] = 0.50
    gap_level: Annotated[
        float, Number("Level of the lead's interval", "It must leave out 0.", low=0.5, high=0.999)
    ] = 0.90
    judge_level: Annotated[
        float,
        _InPoints(
            "Level of the lead's interval, similar panels", "It must leave out 0, too.", low=0.01, high=0.999
        ),
    ] = 0.80
    divergence_level: Annotated[
        float,
        _InPoints(
            "Disputed: corrected p, at most",
            "In how many debates chance alone would divide the judges so far.",
            low=0.0001,
            high=0.5,
            step=0.01,
        ),
    ] = 0.05
    divergence_spread: Annotated[
        float,
        _InPoints(
            "Disputed: spread, at least (points)",
            "Between judges, strictness removed.",
            low=0.0,
            high=9.0,
            step=0.25,
        ),
    ] = 1.0
    divergent_share: Annotated[
        float, _InPoints("Share of disputed arguments, at most", "Above it, no call.", low=0.0, high=1.0)
    ] = 1 / 3
    assumed_share: Annotated[
        float,
        _Assumed(
            "Shared mistakes of two judges, assumed",
            f"Share of their chance mistakes that two models make in common. Measured: {share_words(REAL_MODELS)} on "
            "average over six models of four vendors.",
        ),
    ] = REAL_MODELS
    assumed_family_share: Annotated[
        float,
        _Assumed(
            "Shared mistakes of two judges of one model or family, assumed",
            "Measured on one pair of models: 58%.",
        ),
    ] = 0.58
    z_variance: Annotated[
        float,
        _OfZScores(
            "Disputed: variance of z-scores, at least",
            "From it on, an argument is disputed.",
            low=0.1,
            high=9.0,
            step=0.25,
        ),
    ] = 3.0
    z_gap: Annotated[
        float, _OfZScores("Lead on z-scores, at least", "Below it, no call.", low=0.0, high=2.0, step=0.01)
    ] = 0.05

    def __post_init__(self) -> None:
        check(self)


class Rules(Thresholds):
    """Thresholds, and which preset reads them."""

    kind: Preset = "default"


DEFAULTS = Thresholds()
DEFAULT = Rules()


def rules_of(kind: Preset, thresholds: Thresholds) -> Rules:
    """The preset with these thresholds. Raises ValueError for an unknown one.

    >>> rules_of("classic", Thresholds(z_gap=0.1)).z_gap
    0.1
    """
    if kind not in PRESETS:
        raise ValueError(f"rules: expected {', '.join(map(repr, PRESETS))} or Rules, got {kind!r}")
    return Rules(kind=kind, **asdict(thresholds))


def changed_words(rules: Rules) -> str:
    """The thresholds these rules look at that differ from the usual ones, in words; empty when none does.

    >>> changed_words(Rules(gap_level=0.95, alpha_alone=True, z_gap=0.2))
    "low agreement on scores alone means no call and level of the lead's interval 0.95 instead of 0.90"
    >>> [changed_words(Rules(alpha_least=value)).partition("least ")[2] for value in (0.1234567, 0.123456, 0.50000001)]
    ['0.123 instead of 0.500', '0.123456 instead of 0.500000', '0.50000001 instead of 0.50000000']
    """
    options = {name: option for name, option in options_of(Rules).items() if option.applies(rules.kind)}
    return join_and(
        [_change_text(options[name].title.lower(), name, rules) for name in changes(rules) if name in options]
    )


def _change_text(title: str, name: str, rules: Rules) -> str:
    value, default = getattr(rules, name), getattr(DEFAULT, name)
    if isinstance(value, bool):
        return title
    places = max(_decimals(value), _decimals(default))
    while places < DECIMALS and number_text(value, places) == number_text(default, places):
        places += 1
    return f"{title} {number_text(value, places)} instead of {number_text(default, places)}"


def _decimals(value: float) -> int:
    return next((places for places in range(7) if round(value, places) == value), 3)
