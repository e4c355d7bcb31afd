"""How good is a panel like this?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

import numpy as np

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.options import Number, OneOf, Whole, check
from debate_core.measuring.arrays import Floats
from debate_core.measuring.estimate import SimulatedMean, paired_difference
from debate_core.measuring.panel_size import DecideMany, PanelFigures, PanelStep, panel_sizes, step
from debate_core.measuring.simulation import Errors, PanelTruth
from debate_core.measuring.table import Standings
from debate_core.verdicts.rules import DEFAULTS, RULES, Preset, Rules, Thresholds, rules_of
from debate_core.verdicts.verdict import Outcome, decide_many

Related = Literal["own", "pairs", "all"]
PANELS = 500
MANY_PANELS = 4000
MIN_PANELS, MAX_PANELS = 10, 100_000
SEED = 1
MAX_PANEL = 8
_UNEVEN = (1.0, 0.5, 2.0, 0.5) * 2
Rulings = Sequence[Standings] | None
_Drawn = Callable[..., tuple[PanelFigures, ...]]
_Percent = partial(Number, low=0.0, percent=True)
_Points = partial(Number, low=0.0, high=4.0, step=0.25, unit="points")


class Question(FrozenValue):
    """A kind of panel, by default the usual one; each field says its unit. Refuses what is out of range.

    ``gap``: the true one, 0 is an exact tie. ``noise``, ``severity``, ``differ``: standard
    deviations of a score's error, of judges' levels, of the arguments of one side. ``related``:
    which judges are one model family and share ``shared`` of their error variance. ``spread``: sd
    of the log of how widely judges score; ``bias``: how far all lean to pro, ``leanings``: sd of how far each leans
    to a side; ``split``: how far apart every second judge sees one argument; ``errors``: their shape; ``gone``: which
    scores are missing; ``whole``: whole scores from 1 to 10; ``standings``: cut from the same readings; ``uneven``: a
    judge's errors are 1, 0.5, 2 and 0.5 times as large, in turn.

    >>> Question(judges=9)
    Traceback (most recent call last):
    debate_core.domain.errors.SetUpError: judges: expected a whole number from 2 to 8 (judges), got 9
    """

    judges: Annotated[int, Whole("Judges", "", low=2, high=MAX_PANEL, unit="judges")] = 4
    arguments: Annotated[
        int, Whole("Arguments a side", "More average out more error.", low=1, high=8, unit="arguments a side")
    ] = 3
    gap: Annotated[
        float, _Points("True lead, points", "How much better PRO truly is. At 0, every winner is wrong.")
    ] = 1.0
    noise: Annotated[
        float,
        _Points(
            "Chance error, points",
            "How far a score is off by chance (standard deviation). Nobody knows it: try several.",
            low=0.1,
            step=0.1,
        ),
    ] = 1.0
    severity: Annotated[
        float,
        _Points(
            "Strictness, points",
            "How much judges differ in it (standard deviation). It lowers agreement, not the lead.",
        ),
    ] = 1.5
    missing: Annotated[float, _Percent("Scores missing, %", "", high=0.5, unit="of all scores")] = 0.1
    related: Annotated[
        Related,
        OneOf(
            "Judges' models",
            "Judges on one model make the same mistakes.",
            options={"own": "One each", "pairs": "Two judges each", "all": "One for all"},
        ),
    ] = "own"
    shared: Annotated[
        float,
        _Percent(
            "Shared mistakes, if on one model, %",
            "The share of chance mistakes (error variance) that judges on one model have in common. Nobody knows "
            "it: try several.",
            high=0.9,
            unit="of error variance",
        ),
    ] = 0.5
    rules: Annotated[Preset, RULES] = "default"
    differ: Annotated[
        float,
        _Points(
            "Difference of arguments, points",
            "Within a side (standard deviation). It matters to agreement, not to the lead.",
        ),
    ] = 1.5
    spread: Annotated[
        float,
        Number(
            "Unequal use of the scale",
            "Some judges use only its middle (standard deviation of the logarithm).",
            low=0.0,
            high=0.6,
            unit="of the scale used",
        ),
    ] = 0.0
    bias: Annotated[
        float,
        _Points(
            "Bias of all to PRO, points",
            "No statistic can see it.",
            low=-2.0,
            high=2.0,
            unit="points toward PRO",
        ),
    ] = 0.0
    leanings: Annotated[
        float,
        _Points(
            "Judges' own bias, points",
            "To either side (standard deviation). The interval for similar panels sees it.",
        ),
    ] = 0.0
    split: Annotated[
        float,
        _Points(
            "One disputed argument, points",
            "Every second judge scores it this much higher.",
            high=8.0,
            step=0.5,
        ),
    ] = 0.0
    errors: Annotated[
        Errors,
        OneOf(
            "Large errors",
            "A few errors are large: to one side (exponential, lognormal) or to both (t with 3 degrees of freedom).",
            options={
                "normal": "As often as usual",
                "exponential": "To one side",
                "lognormal": "More so to one side",
                "t3": "To both sides",
            },
        ),
    ] = "normal"
    gone: Annotated[
        Literal["random", "low"],
        OneOf(
            "Missing scores",
            "Low ones: where a judge thinks little of an argument.",
            options={"random": "At random", "low": "More low ones"},
        ),
    ] = "random"
    standings: Annotated[
        Literal["yes", "no"],
        OneOf(
            "Rulings", "They follow from the scores, errors included.", options={"yes": "Given", "no": "None"}
        ),
    ] = "yes"
    whole: Annotated[
        Literal["no", "yes"],
        OneOf("Whole scores", "Rounded, 1 to 10, as most models answer.", options={"no": "No", "yes": "Yes"}),
    ] = "no"
    uneven: Annotated[
        Literal["no", "yes"],
        OneOf(
            "Judges' chance errors",
            "Some are half, some twice as large.",
            options={"no": "Alike", "yes": "Unequal"},
        ),
    ] = "no"

    def __post_init__(self) -> None:
        try:
            check(self)
        except ValueError as error:
            raise SetUpError(str(error)) from None

    @property
    def tie(self) -> bool:
        return self.gap == 0.0

    @property
    def sharing(self) -> bool:
        return self.related != "own" and self.shared > 0.0

    @property
    def with_sharing(self) -> "Question":
        """The same panel sharing errors as chosen, or half of them: of one model family unless of several."""
        related: Related = "all" if self.related == "own" else self.related
        return replace(self, related=related, shared=self.shared or Question.shared)

    def shares(self, judges: int) -> Floats:
        """What so many judges share of their error variance by pairs (n_judges, n_judges)."""
        truth = self.truth(judges)
        families = np.array(truth.families or range(judges))
        return np.where(families[:, None] == families, truth.shared, 0.0)

    def truth(self, judges: int) -> PanelTruth:
        """What is true of such a panel of that many judges; a new one joins the families as they go."""
        noise = tuple(self.noise * of for of in _UNEVEN[:judges])
        families = {"own": None, "pairs": tuple(j // 2 for j in range(judges)), "all": (0,) * judges}
        return PanelTruth(
            judges=judges,
            arguments_a_side=self.arguments,
            gap=self.gap,
            argument_sd=self.differ,
            severity_sd=self.severity,
            spread_sd=self.spread,
            noise=noise if self.uneven == "yes" else self.noise,
            errors=self.errors,
            bias=self.bias,
            bias_sd=self.leanings,
            missing=self.missing,
            missing_by=1.0 if self.gone == "low" else 0.0,
            standings=self.standings == "yes",
            families=families[self.related],
            shared=self.shared if self.sharing else 0.0,
            split=self.split,
            rounded=self.whole == "yes",
        )


class PanelKind(FrozenValue):
    """One kind of panel, of the size asked for: as the question has it, and at an exact tie."""

    question: Question
    asked: PanelFigures
    tie: PanelFigures


class LabReport(FrozenValue):
    """The answer: panels of every size from 2 judges to 8, n of each, on the same arguments.

    ``rules`` are those every panel was judged by. ``tie`` is the size asked for at an exact tie: what boldness costs.
    ``other`` is the same panel with errors of each judge's own where the asked judges share errors, else sharing them.
    The default rules take these judges to share what they do share; ``as_real``: to share what real models do;
    ``as_independent``: those that share errors at an exact tie, taken to share none; both None under other rules.
    """

    question: Question
    n: int
    seed: int
    rules: Rules
    sizes: tuple[PanelFigures, ...]
    tie: PanelFigures
    other: PanelKind
    as_real: PanelKind | None = None
    as_independent: PanelFigures | None = None

    @property
    def pair(self) -> tuple[PanelKind, PanelKind]:
        """The panel that shares no errors, then the one that does; one of them was asked for."""
        asked = PanelKind(question=self.question, asked=self.asked, tie=self.tie)
        return (self.other, asked) if self.question.sharing else (asked, self.other)

    @property
    def more_named(self) -> SimulatedMean:
        """How much more often a side is named at an exact tie when errors are shared."""
        own, shared = self.pair
        return paired_difference(own.tie.wrongs, shared.tie.wrongs)

    @property
    def level(self) -> float:
        """What the gap's interval promises, 0 to 1."""
        return self.rules.gap_level

    @property
    def asked(self) -> PanelFigures:
        return self.sizes[self.question.judges - 2]

    @property
    def step(self) -> PanelStep:
        """What one more judge buys; for 8 judges, what the eighth bought."""
        before = min(self.question.judges, MAX_PANEL - 1)
        return step(self.sizes[before - 2], self.sizes[before - 1])


def lab(
    question: Question, n: int = PANELS, seed: int = SEED, thresholds: Thresholds = DEFAULTS
) -> LabReport:
    """Simulate n panels of each size and judge every one of them by the rules with these thresholds.

    >>> found = lab(Question(gap=2.0, missing=0.0), n=40)
    >>> found.asked.right.value > 0.9, [one.truth.judges for one in found.sizes]
    (True, [2, 3, 4, 5, 6, 7, 8])
    """
    if not MIN_PANELS <= n <= MAX_PANELS:
        raise SetUpError(f"panels: expected a number from {MIN_PANELS} to {MAX_PANELS}, got {n!r}")
    rules = rules_of(question.rules, thresholds)

    def draw(asked: Question, *sizes: int, judged: DecideMany | None = None) -> tuple[PanelFigures, ...]:
        def knowing(ratings: Floats, sides: Sequence[str], standings: Rulings) -> Iterator[Outcome]:
            """Judges are taken to share what they do share."""
            return decide_many(ratings, sides, standings, rules, asked.shares(ratings.shape[1]))

        return panel_sizes(asked.truth(MAX_PANEL), sizes, n, np.random.default_rng(seed), judged or knowing)

    sizes = draw(question, *range(2, MAX_PANEL + 1))
    asked = sizes[question.judges - 2]
    report = LabReport(
        question=question,
        n=n,
        seed=seed,
        rules=rules,
        sizes=sizes,
        tie=_tie(question, asked, draw),
        other=_kind(replace(question, related="own") if question.sharing else question.with_sharing, draw),
    )
    return _assuming(report, draw) if rules.kind == "default" else report


def _assuming(report: LabReport, draw: _Drawn) -> LabReport:
    """With the same panel taken to share what real models do, and the one that shares errors taken to share none."""
    question = report.question
    real = partial(draw, judged=partial(decide_many, rules=report.rules))
    sharing = question if question.sharing else question.with_sharing
    independent = partial(decide_many, rules=replace(report.rules, kind="independent"))
    (naive,) = draw(replace(sharing, gap=0.0), question.judges, judged=independent)
    return replace(report, as_real=_kind(question, real), as_independent=naive)


def _kind(question: Question, draw: _Drawn) -> PanelKind:
    (asked,) = draw(question, question.judges)
    return PanelKind(question=question, asked=asked, tie=_tie(question, asked, draw))


def _tie(question: Question, asked: PanelFigures, draw: _Drawn) -> PanelFigures:
    return asked if question.tie else draw(replace(question, gap=0.0), question.judges)[0]
