"""How far judges agree, in no narrower words than the interval of the figure allows: of a debate, a text or a table."""

from collections import Counter
from collections.abc import Mapping, Sequence

from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import join_and, number_text, number_word, pluralise
from debate_core.domain.wording import capital
from debate_core.library.report.agreement import Generalizability, PairAgreement
from debate_core.library.report.shape import Report
from debate_core.measuring.agreement import BANDS, Band, band_of, reached_bands
from debate_core.measuring.calibration import Severity
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import estimate_text, unreliable_text, value_text

Bands = Sequence[tuple[float, Band]]
BAND_WORDS: Mapping[str, str] = {"unacceptable": "poor", "low": "low", "moderate": "fair", "high": "high"}
"""A band on screen and in reports, by its name in code."""
SCORE_ADVICE: Mapping[str, str] = {
    "high": "Average the scores and decide.",
    "moderate": "Average the scores, and say that the judges agree only fairly well.",
    "low": "Look into where the judges disagree before deciding. Don't just average.",
    "unacceptable": "Don't average these scores, unless the lead is clear by the rules.",
}
"""What agreement on scores in each band advises in a debate."""
TABLE_ADVICE: Mapping[str, str] = {
    **SCORE_ADVICE,
    "unacceptable": "Look for the cause before you average. An average hides real disagreement.",
}
"""The same of a table of ratings, which has no lead of a side."""
RULING_ADVICE: Mapping[str, str] = {
    "high": "Read the judges' rulings as one.",
    "moderate": "Take the ruling that most judges gave, and say where others differ.",
    "low": "Read how the judges split on each argument, not only the most frequent ruling.",
    "unacceptable": "Don't quote a ruling of the panel: read who ruled what. This alone doesn't prevent a verdict.",
}
"""What agreement on rulings in each band advises in a debate."""
MIN_RELIABLE = 0.50


def spelled_text(count: int, noun: str) -> str:
    """A count with its noun, a small number as a word.

    >>> spelled_text(4, "judge"), spelled_text(1, "item")
    ('four judges', 'one item')
    """
    return pluralise(count, noun).replace(str(count), number_word(count), 1)


def bands_text(estimate: Estimate) -> str:
    """The bands that the interval of a figure reaches; empty without one.

    >>> [bands_text(Estimate(value=0.6, interval=one)) for one in ((0.55, 0.6), (0.55, 0.9), (0.2, 0.7), (0.2, 0.9))]
    ['low', 'low to high', 'fair at best', 'poor to high']
    """
    reached = reached_bands(estimate, BANDS)
    if reached is None:
        return ""
    low, high = (BAND_WORDS[one.name] for one in reached)
    if low == high:
        return low
    return f"{high} at best" if low == "poor" and high != "high" else f"{low} to {high}"


def agreement_title(estimate: Estimate, judges: str, things: str) -> str:
    """The finding: how far ``judges`` agree on ``things``, both counted in words.

    >>> judges, things = "the four judges", "six arguments"
    >>> agreement_title(Estimate(value=0.9, interval=(0.85, 0.95)), judges, things)
    'Agreement among the four judges is high'
    >>> agreement_title(Estimate(value=0.3, interval=(-0.3, 0.9)), judges, things)
    'Six arguments are too few to tell how far the four judges agree'
    >>> agreement_title(Estimate(value=-0.5, interval=(-0.9, -0.1)), judges, things)
    'The four judges agree less than chance would have it'
    >>> agreement_title(Estimate(value=-0.4, interval=(-1.0, 0.7)), judges, things)
    "Agreement looks poor; six arguments can't tell us more"
    >>> agreement_title(Estimate(value=1.0, reason="no spread"), judges, things)
    "Can't tell how far the four judges agree"
    """
    if estimate.value is None:
        return "Agreement can't be computed"
    bands = bands_text(estimate)
    if not bands:
        return f"Can't tell how far {judges} agree"
    if bands == "poor to high":
        few = "is" if things.startswith("one ") else "are"
        return f"{capital(things)} {few} too few to tell how far {judges} agree"
    if bands == "poor" and estimate.below(-0.005):  # at 0.00 it is no less
        return f"{capital(judges)} agree less than chance would have it"
    if bands.endswith("at best") and band_of(estimate.value).name == "unacceptable":
        return f"Agreement looks poor; {things} can't tell us more"
    return f"Agreement among {judges} is {bands}"


def range_sentence(estimate: Estimate) -> str:
    """That agreement could be anything, where it could; why nothing can be said, where nothing can; else empty.

    >>> range_sentence(Estimate(value=0.3, interval=(-0.3, 0.9)))
    'Agreement could be anything from poor to high.'
    >>> range_sentence(Estimate(value=None, reason="one judge"))
    'One judge.'
    """
    if estimate.value is None or not bands_text(estimate):
        return f"{capital(estimate.reason or 'not computed')}."
    return "Agreement could be anything from poor to high." if bands_text(estimate) == "poor to high" else ""


def advice_text(estimate: Estimate, advice: Mapping[str, str], bands: Bands = BANDS) -> str:
    """What to do with such agreement; empty where the figure and its interval reach more than one band.

    >>> advice_text(Estimate(value=0.9, interval=(0.85, 0.95)), SCORE_ADVICE)
    'Average the scores and decide.'
    """
    reached = reached_bands(estimate, bands)
    if reached is None or estimate.value is None:
        return ""
    own = band_of(estimate.value, bands)
    return advice[own.name] if reached == (own, own) else ""


def to_know_text(noun: str, others: str = "judges on other models") -> str:
    """What would narrow an interval down.

    >>> to_know_text("argument")
    'More arguments, more judges, or judges on other models would make that surer.'
    """
    return f"More {noun}s, more judges, or {others} would make that surer."


def strictness_text(noun: str) -> str:
    """Why alpha can be below 0 although judges rank alike."""
    return f"Strict and lenient judges lower alpha too, even below 0 where they rank the {noun}s alike."


def strictest_title(severity: Mapping[str, Severity], decimals: int = 1) -> str:
    """Who of the judges is the strictest, and who the most lenient; none within rounding.

    >>> strict, lenient, even = (Severity(one, 0.1, clear=bool(one)) for one in (0.6, -0.6, 0.0))
    >>> strictest_title({"A": strict, "B": lenient}), strictest_title({"A": strict})
    ('A is the strictest judge, B the most lenient', "Strictness can't be told")
    >>> strictest_title({"A": strict, "B": lenient, "C": lenient})
    'A is the strictest judge'
    >>> [strictest_title({"A": one, "B": Severity(-0.6, 0.4)}) for one in (strict, even)]
    ['A is stricter than the panel; nobody is clearly lenient', 'No judge is clearly strict or lenient']
    """
    known = sorted((one.points, name, one.clear) for name, one in severity.items() if one.points is not None)
    if len(known) < 2:
        return "Strictness can't be told"
    (least, lenient, below), (most, strict, above) = known[0], known[-1]
    if number_text(least, decimals) == number_text(most, decimals):
        return "The judges are equally strict"
    if above and below:
        rounded = [number_text(value, decimals) for value, *_ in known]
        alone = rounded.count(rounded[-1]) == 1, rounded.count(rounded[0]) == 1
        return {
            (True, True): f"{strict} is the strictest judge, {lenient} the most lenient",
            (True, False): f"{strict} is the strictest judge",
            (False, True): f"{lenient} is the most lenient judge",
        }.get(alone, "Some judges are strict, others lenient")
    if above:
        return f"{strict} is stricter than the panel; nobody is clearly lenient"
    if below:
        return f"{lenient} is more lenient than the panel; nobody is clearly strict"
    return "No judge is clearly strict or lenient"


def reliability_title(average: Estimate, counted: str = "") -> str:
    """The finding on a coefficient of the panel's average; ``counted``: with what of the judges in it.

    >>> reliability_title(Estimate(value=0.24, interval=(-0.1, 0.4)))
    "The panel's average is too unreliable: 0.24, and we require 0.50"
    >>> reliability_title(Estimate(value=0.91, interval=(0.68, 0.99)))
    "Reliability of the panel's average is fair to high"
    >>> reliability_title(Estimate(value=0.91))
    "The panel's average has a reliability of 0.91; its range is unknown"
    >>> reliability_title(Estimate(value=None, reason="one judge"), "strictness counted")
    "Can't tell how reliable the panel's average is, strictness counted"
    """
    bands, panel = bands_text(average), "the panel's average"
    if average.value is None:
        return f"Can't tell how reliable {panel} is{f', {counted}' if counted else ''}"
    if counted:
        panel += f", {counted},"
    if not bands:
        return f"{capital(panel)} has a reliability of {value_text(average.value)}; its range is unknown"
    if bands == "poor":
        return unreliable_text(average.value, MIN_RELIABLE, capital(panel))
    return f"Reliability of {panel} is {bands}"


def one_pair_text(pairs: Sequence[PairAgreement]) -> str:
    """That two judges alone agree, which one figure over all of them hides; empty where more may, or none.

    >>> def pair(value, *judges):
    ...     found = Estimate(value=value, interval=(value - 0.2, value + 0.1))
    ...     return PairAgreement(alpha=found, judges=judges, furthest=None, apart=None)
    >>> one_pair_text([pair(0.9, "A", "B"), pair(0.1, "A", "C"), pair(-0.2, "B", "C")])
    'Only A and B clearly agree, with alpha 0.90 (likely 0.70 to 1.00); no other two reach 0.50.'
    >>> one_pair_text([pair(0.9, "A", "B"), pair(0.5, "A", "C"), pair(-0.2, "B", "C")])
    ''
    """
    low, _ = BANDS[2]
    agree = [one for one in pairs if one.alpha.above(low)]
    reach = [one for one in pairs if one.alpha.value is not None and one.alpha.value >= low]
    if len(pairs) < 3 or len(agree) != 1 or reach != agree:
        return ""
    alpha, floor = estimate_text(agree[0].alpha), value_text(low)
    return f"Only {join_and(agree[0].judges)} clearly agree, with alpha {alpha}; no other two reach {floor}."


def below_0_text(means: Generalizability) -> str:
    """That a variance is below 0, and so reliability with strictness counted above that without; empty elsewhere."""
    parts = means.components
    if parts is None or min(parts.items, parts.judges, parts.residual) >= 0.0:
        return ""
    below = {"items": parts.items, "strictness": parts.judges, "the rest": parts.residual}
    text = " and ".join(f"{what} {number_text(value, 2)}" for what, value in below.items() if value < 0.0)
    text = f"A variance was estimated below 0 ({text}), as scores differ less than errors make them: take it as 0."
    with_strictness, without = means.absolute_mean.value, means.relative_mean.value
    if with_strictness is not None and without is not None and with_strictness > without:
        text += " For that reason alone reliability seems higher with strictness counted: take both as equal."
    return text


def one_model_text(report: Report) -> str:
    """That real judges on one model make the same mistakes; empty where no two are known to run on one."""
    models = Counter(judge.model for judge in report.judges if judge.scores and judge.model)
    real = [(count, model) for model, count in models.items() if not is_simulated(model)]
    most, model = max(real, default=(0, ""))
    if most < 2 or report.example is not None:
        return ""
    who = "All" if most == models.total() else f"{capital(number_word(most))} of"
    return f"{who} these judges run on one model ({model}), so they make the same mistakes."


def models_text(report: Report) -> str:
    """What the judges' models mean for their mistakes, and what follows where `one_model_text` warns of them."""
    models = [judge.model for judge in report.judges if judge.scores and judge.model]
    if one_model_text(report):
        narrow = "ranges that allow for no shared mistakes" if report.outcome.assumed_share else "the ranges"
        return f"Part of the agreement is the model agreeing with itself, and {narrow} are too narrow."
    if len(set(models)) == len(models):
        return "Each judge runs on its own model. Models that learned from the same texts can make the same mistakes."
    if report.example is not None:
        return "Sample data, written by hand. Judges running on one model would make the same mistakes."
    return "Simulated judges make independent mistakes unless set otherwise. Real judges on one model make the same."
