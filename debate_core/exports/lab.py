"""What the lab found, in sentences and rows: one wording for the page and the shell.

Reads a LabFound; computes nothing. Invariant: no share stands without its simulation interval or the number of panels
it was counted among, and a count of none is said as none.
"""

from debate_core.lab import LabReport, Question
from debate_core.measuring.panel_size import Cover, PanelFigures, Step
from debate_core.measuring.shares import Share, SimulatedMean
from debate_core.numerals import bare, counted, share_words, span

ALPHA_LEVEL = 0.95
SHIFTED = 0.05
"""Points: a shift worth naming as the reason why an interval holds too seldom."""
SLIGHT = 0.03
"""Off by this much or less, an interval is not plainly wrong."""
_ORDINALS = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SHAPES = {
    "normal": "normal errors",
    "exponential": "skewed errors",
    "lognormal": "more skewed errors",
    "t3": "heavy-tailed errors",
}
_RELATED = {"own": "each with its own errors", "pairs": "two to a model", "all": "all on one model"}
UNITS = (
    "Width of the gap's interval, and how far the measured gap is usually off (root mean square), in points."
)


def percent_words(share: float) -> str:
    """A share from a simulation; with a decimal near the ends, so that few is not none and most is not all.

    >>> percent_words(0.704), percent_words(0.0002), percent_words(0.0), percent_words(0.9996)
    ('70%', '0.1%', '0%', '99.9%')
    """
    if not 0.0 < share < 1.0:
        return f"{share:.0%}"
    return _end(min(max(share, 0.001), 0.999)) + "%"


def interval_words(interval: tuple[float, float]) -> str:
    """A simulation interval of a share.

    >>> interval_words((0.67, 0.732)), interval_words((0.0, 0.0038))
    ('67 to 73%', '0 to 0.4%')
    """
    return f"{_end(interval[0])} to {_end(interval[1])}%"


def _end(share: float) -> str:
    """In percent; with a decimal below 10 and above 99."""
    near = share < 0.0945 or 0.9905 <= share < 0.9995
    return bare(100 * share, 1).removesuffix(".0") if near else f"{100 * share:.0f}"


def rate_words(share: Share | None) -> str:
    """A share with its interval; none is said as none.

    >>> rate_words(Share(count=68, of=100)), rate_words(Share(count=0, of=400)), rate_words(None)
    ('68% (58 to 76%)', 'none (0 to 1%)', 'not computed')
    """
    if share is None:
        return "not computed"
    return f"{_count_words(share)} ({interval_words(share.interval)})"


def _count_words(share: Share) -> str:
    return "none" if share.count == 0 else "all" if share.count == share.of else percent_words(share.value)


def headline(found: LabReport) -> str:
    """The answer in one sentence."""
    asked = found.asked
    right, wrong, no_call = map(rate_words, (asked.right, asked.wrong, asked.no_call))
    named = (
        f"{right} named the side that is better by {points_words(found.question.gap)}, {wrong} the wrong one"
    )
    if found.question.tie:
        named = f"{wrong} named a side although both were equal"
    return f"Of {found.n:,} simulated panels like this, {named}, and {no_call} made no call."


def limits_words(found: LabReport) -> str:
    """What the figures are not, of the panels that were drawn."""
    given = "Standings follow from the same readings as the scores; what a real judge upholds can part from its scores."
    if found.question.standings == "no":
        blocks = found.rules.kind == "classic" or found.rules.agreement_blocks
        given = (
            "They give no standings: a rule that asks for kappa too blocks none of them, so real panels make no call "
            "more often."
            if blocks
            else "They give no standings, and these rules ask for none."
        )
    return (
        f"A simulated score adds up: argument, severity, {_SHAPES[found.question.errors]}. Real judges can be worse: "
        "swayed together, biased in ways that nobody declared. The figures speak of the rules and the statistics under "
        f"what was chosen here, not of any model. {given}"
    )


def lean_sentence(question: Question) -> str | None:
    """A leaning all judges share is in every score; ``None`` without one."""
    if not question.bias:
        return None
    return (
        f"**All judges lean {_leaning(question)}, which no statistic on their scores can see.** "
        "It moves the gap by as much, however many judges there are."
    )


def _leaning(question: Question) -> str:
    return f"to {'PRO' if question.bias > 0 else 'CON'} by {points_words(abs(question.bias))}"


def panel_words(question: Question) -> str:
    """The panel that was asked about, in one line: the usual parts always, the others where they are not as usual.

    >>> panel_words(Question(judges=3, related="all", shared=0.0, noise=0.5, whole="yes"))
    '3 judges, all on one model, sharing no errors; noise 0.5 points, whole scores; 3 arguments a side; a true gap of \
1 point; default rules'
    """
    related = _RELATED[question.related]
    if question.sharing:
        related += f", sharing {share_words(question.shared)} of their error variance"
    elif question.related != "own":
        related += ", sharing no errors"
    parts = [
        f"{question.judges} judges, {related}",
        ", ".join(_unusual(question)),
        f"{counted(question.arguments, 'argument')} a side",
        "an exact tie" if question.tie else f"a true gap of {points_words(question.gap)}",
        f"{question.rules} rules",
    ]
    return "; ".join(part for part in parts if part)


def _unusual(question: Question) -> list[str]:
    """What else differs from the usual panel, with units."""
    said = {
        "noise": f"noise {points_words(question.noise)}",
        "severity": f"severity {points_words(question.severity)}",
        "missing": f"{share_words(question.missing) + ' of' if question.missing else 'no'} scores missing",
        "spread": f"unequal use of the scale {_bare(question.spread)} (sd of log)",
        "bias": f"all leaning {_leaning(question)}",
        "leanings": f"own leanings {points_words(question.leanings)}",
        "split": f"one argument split by {points_words(question.split)}",
        "errors": _SHAPES[question.errors],
        "gone": "low scores missing more often",
        "standings": "no standings",
        "differ": f"arguments differing by {points_words(question.differ)}",
        "whole": "whole scores",
    }
    return [words for name, words in said.items() if name in question.changed]


def points_words(size: float) -> str:
    """A size that somebody set, in points.

    >>> points_words(1.0), points_words(0.5)
    ('1 point', '0.5 points')
    """
    return f"{_bare(size)} point{'' if size == 1 else 's'}"


def _bare(size: float) -> str:
    return f"{size:g}"


def cover_sentence(cover: Cover, level: float, what: str, n: int) -> str:
    """What an interval promises beside what it does; ``what`` names the figure.

    >>> held = Cover(held=Share(count=618, of=1000), width=None, truth=1.0)
    >>> cover_sentence(held, 0.9, "the true gap", 1000)
    'Promises to hold the true gap in 90% of panels, holds it in 62% (59 to 65%): **too narrow**.'
    """
    promise = f"Promises to hold {what} in {share_words(level)} of panels"
    if cover.held is None:
        return f"{promise}; how often it does is not computed: {cover.reason}."
    verdict = _cover_verdict(cover, cover.held, level)
    lacking = n - cover.held.of
    among = f" {lacking:,} of {n:,} panels had none." if lacking else ""
    return f"{promise}, holds it in {rate_words(cover.held)}: {verdict}.{among}"


def _cover_verdict(cover: Cover, held: Share, level: float) -> str:
    low, high = held.interval
    if low <= level <= high:
        return "as promised, as far as these panels can tell"
    much = abs(held.value - level) > SLIGHT
    if high < level and cover.shift and cover.shift.excludes_zero and abs(cover.shift.value) >= SHIFTED:
        way = "above" if cover.shift.value > 0 else "below"
        return f"**too seldom**, for the measured gap lies {bare(abs(cover.shift.value), 2)} points {way} it on average"
    if high < level:
        return "**too narrow**" if much else "slightly too narrow"
    return "wider than it need be" if much else "slightly wider than it need be"


def shared_sentence(found: LabReport) -> str | None:
    """What shared errors do to this panel; ``None`` when judges share none."""
    apart = found.apart
    if apart is None:
        return None
    own, shared = apart.asked.alpha.truth, found.asked.alpha.truth
    alike = ""
    if own is not None and shared is not None and shared > own + 0.005:
        alike = f" Alpha rises from {bare(own, 2)} to {bare(shared, 2)} by it: more alike, not more right."
    return f"**These judges share errors, which no statistic on one debate can see.** {_suffering(found)}.{alike}"


def _suffering(found: LabReport) -> str:
    """Whether the gap's interval holds less often than it promises."""
    held = found.asked.gap.held
    if held is None:
        return "No panel had an interval of the gap"
    promise = f"it promises {share_words(found.level)} and holds in {_count_words(held)}"
    if held.interval[1] < found.level:
        return f"The gap's interval is too narrow: {promise}"
    return f"{found.n:,} panels can't show that the gap's interval suffers: {promise}"


def step_sentence(found: LabReport) -> str:
    """What one more judge buys, with how sure the simulation is of it."""
    step = found.step
    ordinal = _ORDINALS[step.after.truth.judges]
    who = f"{'An' if ordinal.startswith('e') else 'A'} {ordinal} judge"
    if step.after.truth.judges == found.question.judges:
        who = f"The {ordinal} judge bought"
    own = ""
    if found.apart_step:
        own = f"; with errors of each judge's own it would be {_error(found.apart_step, found.n)}"
    return (
        f"{who}: {_difference(step, found)}. {_narrowing(step, found.level)}. "
        f"The measured gap is usually off {_error(step, found.n)}{own}."
    )


def _difference(step: Step, found: LabReport) -> str:
    """The share that matters: sides named at a tie, else right ones."""
    tie = found.question.tie
    words, change = ("a side named", step.wrong) if tie else ("right", step.right)
    shares = [one.wrong if tie else one.right for one in (step.before, step.after)]
    said = f"{words} in {instead(*(_count_words(share) for share in shares))}"
    if not change.excludes_zero:
        return f"{said}, no difference that {found.n:,} panels can show"
    low, high = (_end(end) for end in sorted(abs(end) for end in change.interval))
    more = "more" if change.value > 0 else "fewer"
    return f"{said} ({low} to {high} percentage points {more})"


def instead(before: str, after: str) -> str:
    """Two figures beside each other; one alone where both read the same."""
    return after if after == before else f"{after} instead of {before}"


def _narrowing(step: Step, level: float) -> str:
    """What it does to the gap's interval; cover that is lost is lost only below the `level` that is promised."""
    was, now = step.was, step.now
    if was is None or now is None or step.width is None:
        return "The gap's interval can't be compared"
    widths = bare(was.width, 2), bare(now.width, 2)
    if not step.width.excludes_zero or widths[0] == widths[1]:
        return f"The gap's interval stays about {bare(now.width, 2)} points wide"
    verb = "narrows" if step.width.value < 0 else "widens"
    said = f"The gap's interval {verb} from {widths[0]} to {widths[1]} points"
    before, after = _count_words(was.held), _count_words(now.held)
    if step.missed is None or not (step.missed.excludes_zero and step.missed.value > 0) or before == after:
        return said
    if now.held.interval[1] >= level:
        return f"{said}, and holds the true gap in {after} instead of {before}, where {share_words(level)} are promised"
    return f"{said}, yet holds the true gap in only {after} instead of {before}"


def _error(step: Step, n: int) -> str:
    """How far the measured gap is off, after and before."""
    was, now = step.was, step.now
    if was is None or now is None or step.squared_error is None:
        return "by how much, no panel can tell"
    said = f"by {instead(bare(was.off_by, 2), bare(now.off_by, 2))} points"
    return said if step.squared_error.excludes_zero else f"{said}, no difference that {n:,} panels can show"


def size_rows(found: LabReport) -> list[dict[str, str]]:
    """One row a panel size, for a table."""
    rows = []
    for one in found.sizes:
        mark = " ◆" if one.truth.judges == found.question.judges else ""
        rows.append({"Judges": f"{one.truth.judges}{mark}", **figures_row(one, found)})
    return rows


def figures_row(one: PanelFigures, found: LabReport) -> dict[str, str]:
    """The figures of one kind of panel, each share with its simulation interval."""
    return {**named_cells(one, found), "No call": rate_words(one.no_call), **gap_cells(one)}


def named_cells(one: PanelFigures, found: LabReport) -> dict[str, str]:
    """How often a side was named; at an exact tie neither is the right one."""
    if found.question.tie:
        return {"Named at a tie": rate_words(one.wrong)}
    return {"Right": rate_words(one.right), "Wrong": rate_words(one.wrong)}


def gap_cells(one: PanelFigures) -> dict[str, str]:
    """What the gap's interval does, and how far the gap is off."""
    return {
        "Gap interval holds in": rate_words(one.gap.held),
        "Width": "none" if one.gap.width is None else bare(one.gap.width.value, 2),
        "Gap off by": "not known" if one.off_by is None else bare(one.off_by, 2),
    }


def alpha_words(found: LabReport) -> str:
    """What alpha's interval was held against."""
    cover = found.asked.alpha
    if cover.truth is None:
        return ""
    return f"The alpha these judges would reach on unlimited arguments is {bare(cover.truth, 2)} on average."


def width_sentence(width: SimulatedMean | None, unit: str) -> str:
    """The mean width of an interval with its simulation interval; nothing where no panel had one.

    >>> width_sentence(SimulatedMean(value=1.5, interval=(1.42, 1.58)), " points"), width_sentence(None, "")
    ('Mean width 1.50 points (1.42 to 1.58).', '')
    """
    return f"Mean width {bare(width.value, 2)}{unit} ({span(width.interval)})." if width else ""
