"""How good is a panel like this? A question about a panel, answered by simulating many of them.

Knows the rules of outcome and the simulator; asks no model and reads no store: it speaks of rules and statistics, not
of any model. Invariant: every call comes from the rules that debates are judged by, and one question with one seed has
one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from debate_core.errors import SetUpError
from debate_core.measuring.panel_size import PanelFigures, Step, panel_sizes, step
from debate_core.measuring.simulation import PanelTruth
from debate_core.rules import PRESETS, USUAL, Preset, Rules, Thresholds, rules_of
from debate_core.verdict import decide_many

Related = Literal["own", "pairs", "all"]
PANELS = 500
MANY_PANELS = 4000
MOST_PANELS = 100_000
SEED = 1


@dataclass(frozen=True, kw_only=True)
class Amount:
    """What a number of the question may be; ``unit`` as a reader sees it."""

    least: float
    most: float
    step: float
    unit: str


AMOUNTS: Mapping[str, Amount] = MappingProxyType(
    {
        "judges": Amount(least=2, most=8, step=1, unit="judges"),
        "arguments": Amount(least=1, most=8, step=1, unit="arguments a side"),
        "gap": Amount(least=0.0, most=4.0, step=0.25, unit="points"),
        "noise": Amount(least=0.1, most=4.0, step=0.1, unit="points"),
        "severity": Amount(least=0.0, most=4.0, step=0.25, unit="points"),
        "missing": Amount(least=0.0, most=0.5, step=0.05, unit="of all scores"),
        "shared": Amount(least=0.0, most=0.9, step=0.05, unit="of the error variance"),
        "differ": Amount(least=0.0, most=4.0, step=0.25, unit="points"),
        "spread": Amount(least=0.0, most=0.6, step=0.05, unit="of the scale used"),
        "bias": Amount(least=-2.0, most=2.0, step=0.25, unit="points toward PRO"),
        "split": Amount(least=0.0, most=8.0, step=0.5, unit="points"),
    }
)
CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"related": ("own", "pairs", "all"), "rules": PRESETS, "whole": ("no", "yes")}
)


@dataclass(frozen=True, kw_only=True)
class Question:
    """A kind of panel, by default the usual one; units as in AMOUNTS. Refuses what is out of range.

    ``gap``: the true one, 0 is an exact tie. ``noise``, ``severity``, ``differ``: standard
    deviations of a score's error, of judges' levels, of the arguments of one side. ``related``:
    which judges are one model family and share ``shared`` of their error variance. ``spread``: sd
    of the log of how widely judges score; ``bias``: how far all lean to pro; ``split``: how far
    apart every second judge sees one argument; ``whole``: whole scores from 1 to 10.

    >>> Question(judges=9)
    Traceback (most recent call last):
    debate_core.errors.SetUpError: judges: expected a number from 2 to 8 (judges), got 9
    """

    judges: int = 4
    arguments: int = 3
    gap: float = 1.0
    noise: float = 1.0
    severity: float = 1.5
    missing: float = 0.1
    related: Related = "own"
    shared: float = 0.5
    rules: Preset = "default"
    differ: float = 1.5
    spread: float = 0.0
    bias: float = 0.0
    split: float = 0.0
    whole: Literal["no", "yes"] = "no"

    def __post_init__(self) -> None:
        for name, amount in AMOUNTS.items():
            value = getattr(self, name)
            if not amount.least <= value <= amount.most:
                raise SetUpError(_expected(name, value))
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise SetUpError(_expected(name, getattr(self, name)))

    @property
    def tie(self) -> bool:
        """Whether both sides are equally good."""
        return self.gap == 0.0

    @property
    def sharing(self) -> bool:
        """Whether judges share errors."""
        return self.related != "own" and self.shared > 0.0

    @property
    def changed(self) -> dict[str, str]:
        """What differs from the usual panel, as words for an address.

        >>> Question(judges=6, gap=0.0).changed
        {'judges': '6', 'gap': '0'}
        """
        given = {one.name: (getattr(self, one.name), one.default) for one in fields(self)}
        return {
            name: value if isinstance(value, str) else f"{value:g}"
            for name, (value, usual) in given.items()
            if value != usual
        }

    def truth(self, judges: int) -> PanelTruth:
        """What is true of such a panel of that many judges; a new one joins the families as they go."""
        families = {"own": None, "pairs": tuple(j // 2 for j in range(judges)), "all": (0,) * judges}
        return PanelTruth(
            judges=judges,
            arguments_a_side=self.arguments,
            gap=self.gap,
            argument_sd=self.differ,
            severity_sd=self.severity,
            spread_sd=self.spread,
            noise=self.noise,
            bias=self.bias,
            missing=self.missing,
            families=families[self.related],
            shared=self.shared if self.sharing else 0.0,
            split=self.split,
            rounded=self.whole == "yes",
        )


NAMES = tuple(one.name for one in fields(Question))


def _expected(name: str, value: object) -> str:
    if name in CHOICES:
        return f"{name}: expected one of {', '.join(CHOICES[name])}, got {value!r}"
    amount = AMOUNTS[name]
    return (
        f"{name}: expected a number from {amount.least:g} to {amount.most:g} ({amount.unit}), got {value!r}"
    )


@dataclass(frozen=True, kw_only=True)
class QuestionRead:
    """A question read from words; ``refused`` says what was not taken and what was expected."""

    question: Question
    refused: tuple[str, ...] = ()


def read_question(words: Mapping[str, str]) -> QuestionRead:
    """Read an address or a command line; what can't be taken is refused and stays as usual.

    >>> found = read_question({"judges": "six", "gap": "0"})
    >>> found.question.gap, found.refused
    (0.0, ("judges: expected a number from 2 to 8 (judges), got 'six'",))
    """
    question, refused = Question(), []
    for name in NAMES:
        if name not in words:
            continue
        try:
            changed: dict[str, Any] = {name: _value(name, words[name])}
            question = replace(question, **changed)
        except SetUpError as error:
            refused.append(str(error))
    return QuestionRead(question=question, refused=tuple(refused))


def _value(name: str, text: str) -> str | int | float:
    if name in CHOICES:
        return text
    try:
        number = float(text)
    except ValueError:
        raise SetUpError(_expected(name, text)) from None
    if name not in ("judges", "arguments"):
        return number
    if not number.is_integer():
        raise SetUpError(_expected(name, text).replace("a number", "a whole number"))
    return int(number)


@dataclass(frozen=True, kw_only=True)
class Apart:
    """The same panel with errors of each judge's own, as asked and at an exact tie.

    ``step`` is what one more judge buys when no errors are shared.
    """

    asked: PanelFigures
    tie: PanelFigures
    step: Step


@dataclass(frozen=True, kw_only=True)
class LabFound:
    """The answer: panels of every size from 2 judges to 8, n of each, on the same arguments.

    ``rules`` are those every panel was judged by. ``tie`` is the size asked for at an exact
    tie: what boldness costs. ``apart`` only when judges share errors.
    """

    question: Question
    n: int
    seed: int
    rules: Rules
    sizes: tuple[PanelFigures, ...]
    tie: PanelFigures
    apart: Apart | None

    @property
    def level(self) -> float:
        """What the gap's interval promises, 0 to 1."""
        return self.rules.gap_level

    @property
    def asked(self) -> PanelFigures:
        """The size that was asked for."""
        return self.sizes[self.question.judges - 2]

    @property
    def step(self) -> Step:
        """What one more judge buys; for 8 judges, what the eighth bought."""
        before = _before(self.question)
        return step(self.sizes[before - 2], self.sizes[before - 1])


def _before(question: Question) -> int:
    """The number of judges that one more is added to."""
    return min(question.judges, int(AMOUNTS["judges"].most) - 1)


def lab(
    question: Question,
    n: int = PANELS,
    seed: int = SEED,
    thresholds: Thresholds = USUAL,
) -> LabFound:
    """Simulate n panels of each size and judge every one of them by the rules with these thresholds.

    >>> found = lab(Question(gap=2.0, missing=0.0), n=40)
    >>> found.asked.right.value > 0.9, [one.truth.judges for one in found.sizes]
    (True, [2, 3, 4, 5, 6, 7, 8])
    """
    if not 10 <= n <= MOST_PANELS:
        raise SetUpError(f"panels: expected a number from 10 to {MOST_PANELS}, got {n!r}")
    rules = rules_of(question.rules, thresholds)
    most = int(AMOUNTS["judges"].most)

    def drawn(asked: Question, *sizes: int) -> tuple[PanelFigures, ...]:
        rng = np.random.default_rng(seed)
        return panel_sizes(asked.truth(most), sizes, n, rng, partial(decide_many, rules=rules))

    sizes = drawn(question, *range(2, most + 1))
    level = replace(question, gap=0.0)
    return LabFound(
        question=question,
        n=n,
        seed=seed,
        rules=rules,
        sizes=sizes,
        tie=sizes[question.judges - 2] if question.tie else drawn(level, question.judges)[0],
        apart=_apart(question, drawn) if question.sharing else None,
    )


def _apart(question: Question, drawn: Callable[..., tuple[PanelFigures, ...]]) -> Apart:
    """The same draws once more, without sharing."""
    before, own = _before(question), replace(question, related="own")
    pair = drawn(own, before, before + 1)
    tie = drawn(replace(own, gap=0.0), question.judges)[0]
    return Apart(asked=pair[question.judges - before], tie=tie, step=step(*pair))
