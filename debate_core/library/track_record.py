"""What past debates say of each judge with its model, and of each dimension; ranges are over cases."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from debate_core.domain.frozen import FlatModel, FrozenModel, Keys, Null
from debate_core.domain.numerals import TOLERANCE
from debate_core.library.history import HistoryEntry, JudgeAndModel, fold_history
from debate_core.library.report.shape import JsonReasons
from debate_core.measuring.arrays import Floats, special
from debate_core.measuring.calibration import Severity
from debate_core.measuring.estimate import Estimate, wilson
from debate_core.measuring.intervals import mean_over, shrunken_share, topic_means
from debate_core.measuring.people import likeness
from debate_core.measuring.weights import ENOUGH_DEBATES, shrunken_variances
from debate_core.store.events import Sampled

NO_PEOPLE = "no blind score by a person"


class SeverityThen(FrozenModel):
    debate: str
    opened_at: float
    found: Estimate


class JudgeBefore(FlatModel):
    """One judge with its model over past debates.

    `debates` in which it scored; `right` and `wrong` of the `known` true outcomes, their plain share and the share
    `shrunken` toward one half; its severity in points, on average and by debate, oldest first; alpha with people on
    arguments drawn at random (`people`) and on `people_on_divergent`; `telling` debates, whose panel shows its error
    variance, in squared points.
    """

    judge: str
    model: str
    debates: int
    right: int
    wrong: int
    known: int
    accuracy: Annotated[float | None, Null(lambda part: part.shrunken.reason)]
    shrunken: Annotated[Estimate, Keys(value="shrunken_accuracy", interval="accuracy_interval")]
    severity: Estimate
    severities: tuple[SeverityThen, ...]
    people: Estimate
    people_on_divergent: Estimate
    telling: int
    error_variance: Annotated[float | None, Null("too few debates show how precise it is")]


class DimensionBefore(FrozenModel):
    """One dimension over debates of known outcome: how often it `favoured` that side, the other, or neither."""

    dimension: str
    favoured: int
    against: int
    level: int
    share: Estimate


class PastReport(JsonReasons):
    """What `debates` say, in so many `cases`: the true outcome is `known` of some, `ties` among these."""

    debates: int
    cases: int
    known: int
    ties: int
    judges: tuple[JudgeBefore, ...]
    dimensions: tuple[DimensionBefore, ...]

    def of(self, judge: str, model: str) -> JudgeBefore | None:
        return next((one for one in self.judges if (one.judge, one.model) == (judge, model)), None)


def past_report(entries: Sequence[HistoryEntry]) -> PastReport:
    who = sorted({one for entry in entries for one in entry.severities})
    history = fold_history(entries)
    variances = [history.of(*one).variances for one in who]
    shrunken = shrunken_variances(variances)
    truths = [entry.truth for entry in entries if entry.truth]
    relevant = [entry for entry in entries if entry.preferred]
    keys = dict.fromkeys(key for entry in relevant for key in entry.preferred)
    return PastReport(
        debates=len(entries),
        cases=len({entry.origin[0] for entry in entries}),
        known=len(truths),
        ties=truths.count("TIE"),
        judges=tuple(
            _judge(one, entries, variances[place], None if shrunken is None else float(shrunken[place]))
            for place, one in enumerate(who)
        ),
        dimensions=tuple(_dimension(key, [one for one in relevant if key in one.preferred]) for key in keys),
    )


def _judge(
    who: JudgeAndModel, entries: Sequence[HistoryEntry], variances: tuple[float, ...], shrunken: float | None
) -> JudgeBefore:
    here = [entry for entry in entries if who in entry.severities]
    right = [entry.right[who] for entry in here if who in entry.right]
    noun = "debates" if len({entry.origin[0] for entry in here}) == len(here) else "cases"
    share = Estimate(value=None, reason="no true outcome known")
    if right:
        share = shrunken_share(_by_case(here, [entry.right.get(who) for entry in here]))
    return JudgeBefore(
        judge=who[0],
        model=who[1],
        debates=len(here),
        right=sum(right),
        wrong=len(right) - sum(right),
        known=len(right),
        accuracy=sum(right) / len(right) if right else None,
        shrunken=share,
        severity=mean_over(_by_case(here, [entry.severities[who].points for entry in here]), noun),
        severities=tuple(
            SeverityThen(debate=entry.debate, opened_at=entry.opened_at, found=_figure(entry.severities[who]))
            for entry in here
        ),
        people=_people(who, here, "anchor"),
        people_on_divergent=_people(who, here, "divergent"),
        telling=len(variances),
        error_variance=shrunken if len(variances) >= ENOUGH_DEBATES else None,
    )


def _by_case(entries: Sequence[HistoryEntry], values: Sequence[float | None]) -> Floats:
    """The mean (n_cases,) of each case's values, one an entry."""
    return topic_means(np.array(values, dtype=np.float64), [entry.origin[0] for entry in entries])


def _figure(severity: Severity) -> Estimate:
    points, se, df, _ = severity
    if points is None:
        return Estimate(value=None, reason="its scores could not be held against the other judges'")
    if se is None or se <= TOLERANCE:
        why = "too few scores to tell error from effect" if se is None else "they differed in strictness only"
        return Estimate(value=points, n=1, reason=why)
    reach = float(special().stdtrit(df, 0.975)) * se
    return Estimate(value=points, interval=(points - reach, points + reach), n=1)


def _people(who: JudgeAndModel, entries: Sequence[HistoryEntry], drawn: Sampled) -> Estimate:
    debates, mine, theirs = [], [], []
    for entry in entries:
        if (blind := entry.blind) is None or who not in blind.judges:
            continue
        for place, why in enumerate(blind.drawn):
            if why == drawn and blind.judges[who][place] is not None:
                debates.append(entry.origin[0])
                mine.append(blind.judges[who][place])
                theirs.append({name: row[place] for name, row in blind.people.items()})
    names = list(dict.fromkeys(name for one in theirs for name, score in one.items() if score is not None))
    if not names:
        return Estimate(value=None, reason=NO_PEOPLE)
    judge = np.array(mine, dtype=np.float64)
    rows = [np.array([one.get(name) for one in theirs], dtype=np.float64) for name in names]
    return likeness([(row, judge) for row in rows], debates)


def _dimension(key: str, entries: Sequence[HistoryEntry]) -> DimensionBefore:
    favoured = sum(entry.preferred[key] == entry.truth for entry in entries)
    level = sum(entry.preferred[key] == "TIE" for entry in entries)
    cases = _by_case(entries, [entry.preferred[key] == entry.truth for entry in entries])
    return DimensionBefore(
        dimension=key,
        favoured=favoured,
        against=len(entries) - favoured - level,
        level=level,
        share=Estimate(value=float(cases.mean()), interval=wilson(cases.sum(), cases.size), n=cases.size),
    )
