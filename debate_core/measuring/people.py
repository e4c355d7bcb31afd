"""How alike people and judges score, like with like; and whether a panel may stand in for a person. Composites in
points: ``people`` (n_people, n_items) and ``judges`` (n_judges, n_items), NaN missing, blind ones only; ``debates``
(n_items,) is the debate of each item."""

import importlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.measuring.arrays import Floats, Ints, as_ratings, mean_given, ratio, scalar, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import ALIKE, MIN_TOPICS, jackknife, too_few_reason

MIN_PEOPLE = 3
"""People the annotator test needs."""
MIN_ITEMS = 12
"""Items of a person below which the t test no longer holds its level, and the person is not put to the test."""
EPSILON = 0.15
"""How far a panel may be behind a person and still stand in for it: skilled people."""
WEAK_BELOW = 30
"""Items of a person below which its test is called weak."""
LEVEL = 0.05
WORDS_A_MINUTE = 500.0
"""Reading faster than this is flagged: adults read 175 to 300 words a minute (M. Brysbaert, J. Mem. Lang.
109, 2019)."""
PERMUTATIONS = 1999


class Likeness(Estimate):
    """The mean alpha of ``n`` pairs of raters that share an item; ``items`` that any pair shares."""

    items: int = 0


class PeopleAndJudges(FrozenValue):
    """Like with like: a person and a judge beside two people; a person and a mean of judges beside a person and a mean
    of as many other people. Where nobody else scored, the former is of all judges, and stands beside nothing."""

    person_judge: Likeness
    person_person: Likeness
    person_panel_mean: Likeness
    person_people_mean: Likeness


def people_and_judges(people: Floats, judges: Floats, debates: Sequence[object]) -> PeopleAndJudges:
    """How alike people and judges score, in four figures that may be compared two by two.

    A mean of several is steadier than one, and a mean of more than a mean of fewer, so a person agrees more with it:
    only like may stand beside like. On each item a person's scores meet means of as many judges as other people, which
    take turns at being left out. ``drawn``: what ``debates`` are called.

    >>> people = np.array([[2.0, 5, 8, 3, 6, 9], [3, 5, 8, 2, 6, 9]])
    >>> found = people_and_judges(people, people[:1], [1, 1, 2, 2, 3, 3])
    >>> round(found.person_person.value, 3), found.person_judge.n
    (0.976, 2)
    """
    ours, theirs = as_ratings(people), as_ratings(judges)
    by_judges, by_people = _means(ours, theirs)
    return PeopleAndJudges(
        person_judge=likeness([(a, b) for a, b in product(ours, theirs)], debates),
        person_person=likeness(list(combinations(ours, 2)), debates),
        person_panel_mean=_beside_means(ours, by_judges, debates),
        person_people_mean=_beside_means(ours, by_people, debates),
    )


def _means(people: Floats, judges: Floats) -> tuple[list[list[Floats]], list[list[Floats]]]:
    by_judges, by_people = [], []
    for person in range(len(people)):
        others = np.delete(people, person, axis=0)
        counts = [(~np.isnan(rows)).sum(axis=0) for rows in (judges, others)]
        limit = np.minimum(*counts) if len(others) else counts[0]
        by_judges.append(_turns(judges, limit))
        by_people.append(_turns(others, limit))
    return by_judges, by_people


def _turns(rows: Floats, limit: Ints) -> list[Floats]:
    turns = []
    for first in range(len(rows)):
        turned = np.roll(rows, -first, axis=0)
        there = ~np.isnan(turned)
        turns.append(mean_given(np.where(there & (there.cumsum(axis=0) <= limit), turned, np.nan)))
    return turns


def _beside_means(people: Floats, means: list[list[Floats]], debates: Sequence[object]) -> Likeness:
    estimate = likeness([(one, mean) for one, of in zip(people, means, strict=True) for mean in of], debates)
    return replace(estimate, n=estimate.n // max([1, *map(len, means)]))


def likeness(pairs: Sequence[tuple[Floats, Floats]], debates: Sequence[object]) -> Likeness:
    """The mean over pairs of raters (n_items,) of their alpha, at interval level, on the items both scored; a pair
    counts by how many those are, for the alpha of a few is little but noise.

    The interval leaves out each debate in turn (the arguments of one debate are no independent draws) and takes
    Student's t with one degree of freedom less than there are debates. Undefined without a pair that shares two items
    on which scores vary. Source: B. Efron & R. Tibshirani, An Introduction to the Bootstrap (1993), § 11.5.
    """
    tables = np.array(pairs, dtype=np.float64).reshape(len(pairs), 2, len(debates))
    shared = np.asarray(~np.isnan(tables).any(axis=1))
    sums = _sums(tables, debates)
    value = scalar(float(_mean_alpha(sums.sum(axis=0))))
    figure = Likeness(value=value, n=int(shared.any(axis=1).sum()), items=int(shared.any(axis=0).sum()))
    g = len(sums)
    if value is None:
        return replace(figure, reason="no two of them share two items whose scores differ")
    if g < MIN_TOPICS:
        return replace(figure, reason=too_few_reason(g, "debates or items that both scored"))
    over = jackknife(value, _mean_alpha(sums.sum(axis=0) - sums), -np.inf)
    return replace(figure, interval=over.interval, reason=over.reason)


def _sums(tables: Floats, debates: Sequence[object]) -> Floats:
    """Number, sum and squares of scores, and squared distances, by debate (n_debates, 4, n_pairs), of (n_pairs, 2,
    n_items)."""
    shared = np.asarray(~np.isnan(tables).any(axis=1))
    here = np.asarray(shared.any(axis=0))
    first, second = np.where(shared[:, None], tables, 0.0)[..., here].swapaxes(0, 1)
    parts = np.stack([2.0 * shared[:, here], first + second, first**2 + second**2, (first - second) ** 2])
    labels, place = np.unique(
        [str(one) for one, used in zip(debates, here, strict=True) if used], return_inverse=True
    )
    sums = np.zeros((len(labels), *parts.shape[:2]))
    np.add.at(sums, place, np.moveaxis(parts, -1, 0))
    return sums


def _mean_alpha(sums: Floats) -> Floats:
    """The mean over pairs of alpha, weighted by the items they share, from ``_sums``; NaN where no pair has one."""
    n, total, squares, distances = np.moveaxis(sums, -2, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = (squares - total**2 / n) / (n - 1.0)
        # Two scores of an item: m s² is their squared distance.
        alpha = 1.0 - distances / n / variance
    known = (n >= 4.0) & (variance > 1e-12)
    counts = np.where(known, n, 0.0).sum(axis=-1)
    return ratio(np.where(known, n * alpha, 0.0).sum(axis=-1), counts)


class AgainstPerson(FrozenValue):
    """One ``person``, by index, against the panel: over ``items``, how often the panel was at least as near the others
    (``panel_wins``, 0 to 1), the one-sided ``p``, and whether the panel is so shown to do."""

    person: int
    items: int
    panel_wins: float
    p: float
    shown: bool


class Replaceable(FrozenValue):
    """The alternative annotator test: ``share`` of people against whom the panel is shown to do (ω), ``advantage`` the
    mean of how often it was at least as near (ρ); None with ``reason``. ``weak``: somebody scored under 30 items."""

    people: tuple[AgainstPerson, ...] = ()
    share: float | None = None
    advantage: float | None = None
    weak: bool = False
    reason: str | None = None

    @property
    def passed(self) -> bool | None:
        """Whether the panel may stand in for a person of this group: against at least half of them."""
        return None if self.share is None else self.share >= 0.5


def alternative_annotator(
    people: Floats, panel: Floats, epsilon: float = EPSILON, min_items: int = MIN_ITEMS
) -> Replaceable:
    """Whether ``panel`` (n_items,) is as near to a group of people as its own members are to one another.

    For each person and item: is the panel, or the person, nearer the other people (root mean squared distance, in
    points; level counts for both)? The panel may be behind by ``epsilon`` (.2 for experts, .15 skilled, .1 crowds): a
    one-sided t test at every size, corrected over people by Y. Benjamini & D. Yekutieli (Ann. Statist. 29, 2001,
    1165-1188, theorem 1.3); an exact bound where every item came out alike, for t is undefined then. Items are taken to
    be independent.
    Who scored fewer than ``min_items`` items that others scored too is not put to the test, and is among the others.
    Source: N. Calderon, R. Reichart & R. Dror, The Alternative Annotator Test (2025), arXiv 2501.10970; t for
    their Wilcoxon test, which rejects too often on small tables.

    >>> people = np.array([[2.0, 5, 8, 3], [3, 5, 8, 2], [2, 6, 7, 3]])
    >>> alternative_annotator(people[:2], people[0]).reason
    'it needs 3 people who scored 12 or more that others scored too; there are 0'
    """
    ours = as_ratings(people)
    against = {person: _against(ours, person, panel) for person in range(len(ours))}
    enough = {person: one for person, one in against.items() if len(one[0]) >= max(min_items, 2)}
    if len(enough) < MIN_PEOPLE:
        many = f"{min_items} or more that others scored too"
        return Replaceable(reason=f"it needs {MIN_PEOPLE} people who scored {many}; there are {len(enough)}")
    p_values = [_behind(lost - wins, epsilon) for wins, lost in enough.values()]
    stats = importlib.import_module("scipy.stats")
    passed = stats.false_discovery_control(np.array(p_values), method="by") <= LEVEL
    rows = tuple(
        AgainstPerson(
            person=person, items=len(wins), panel_wins=float(wins.mean()), p=p, shown=bool(is_shown)
        )
        for (person, (wins, _)), p, is_shown in zip(enough.items(), p_values, passed, strict=True)
    )
    return Replaceable(
        people=rows,
        share=float(passed.mean()),
        advantage=float(np.mean([row.panel_wins for row in rows])),
        weak=any(row.items < WEAK_BELOW for row in rows),
    )


def stand_in(people: Floats, panel: Floats, among: Estimate) -> Replaceable:
    """The test, where people agree ``among`` one another: else a panel passes against noise."""
    tested = alternative_annotator(people, panel)
    if tested.reason is not None:
        return tested
    if not among.known:
        return Replaceable(reason=f"how far people agree with one another can't be told: {among.reason}")
    unsure = "people don't agree with one another for certain: a panel would pass against noise"
    return tested if among.above(0.0) else Replaceable(reason=unsure)


def _against(people: Floats, person: int, panel: Floats) -> tuple[Floats, Floats]:
    others = np.delete(people, person, axis=0)
    counts = ~np.isnan(people[person]) & ~np.isnan(panel) & (~np.isnan(others)).any(axis=0)
    others, own, theirs = others[:, counts], people[person, counts], panel[counts]
    far = [np.nanmean((others - one) ** 2, axis=0) for one in (theirs, own)]
    close = np.isclose(far[0], far[1])
    return ((far[0] <= far[1]) | close).astype(np.float64), ((far[1] <= far[0]) | close).astype(np.float64)


def _behind(differences: Floats, epsilon: float) -> float:
    """p of the panel being behind the person by ``epsilon`` or more, by Student's t.

    Where all differences d are the same t is undefined: then the most that chance can make of it. Differences lie in
    −1 to 1, so where their mean is ε or more, d or less has a chance of (1 − ε)/(1 − d) at most."""
    n, excess = len(differences), float(differences.mean()) - epsilon
    error = float(differences.std(ddof=1)) / n**0.5
    if error == 0.0:
        difference = float(differences[0])
        return 1.0 if difference >= epsilon else ((1.0 - epsilon) / (1.0 - difference)) ** n
    return float(special().stdtr(n - 1, excess / error))


class HumanMean(FrozenValue):
    """What people give an item on average, in the scores' unit: by their scores ``alone``, by these ``powered`` by
    judges' scores of items that people left out, and what judges themselves give. ``worth``: how many items people
    would have had to score for as narrow an interval, of ``n`` that they did; None where an interval is missing."""

    alone: Estimate
    powered: Estimate
    judges: Estimate
    worth: float | None


def human_mean(people: Floats, judges: Floats, clusters: Ints) -> HumanMean:
    """The mean of people's scores over all items, where people scored some (n_items,), NaN missing, and judges more.

    Powered: the judges' mean where people gave no score, plus the mean of people less judges where both did. Its error
    is that of both means; ``clusters`` (n_items,) share a source. It holds whatever the judges are worth, if the items
    that people scored were drawn at random. Source: A. Angelopoulos et al., Science 382 (2023), 669-674, the mean's
    closed form; Student's t with B. Welch's degrees of freedom (Biometrika 34, 1947, 28-35) for their normal one.

    Judges are 1 too high where people scored, and give 5 on average elsewhere.

    >>> people, judges = np.array([3.0, 5, 1, *[np.nan] * 4]), np.array([4.0, 6, 2.1, 3, 5, 7, 5])
    >>> mean = human_mean(people, judges, np.arange(7))
    >>> mean.alone.value, round(mean.powered.value, 3), mean.powered.n
    (3.0, 3.967, 7)
    """
    rest = np.where(np.isnan(people), judges, np.nan)
    alone, powered = _mean_of([people], clusters), _mean_of([rest, people - judges], clusters)
    if np.isnan(rest).all():
        powered = replace(powered, reason="people scored every item the judges did")
    worth = None
    if (wide := alone.interval) and (narrow := powered.interval):
        worth = alone.n * ((wide[1] - wide[0]) / (narrow[1] - narrow[0])) ** 2
    return HumanMean(alone=alone, powered=powered, judges=_mean_of([judges], clusters), worth=worth)


def _mean_of(parts: Sequence[Floats], clusters: Ints) -> Estimate:
    here = [np.flatnonzero(~np.isnan(part)) for part in parts]
    sizes, n = np.array([np.unique(clusters[at]).size for at in here]), sum(map(len, here))
    if sizes.min() < MIN_TOPICS:
        return Estimate(value=None, n=n, reason=too_few_reason(int(sizes.min()), "items"))
    means = [float(part[at].mean()) for part, at in zip(parts, here, strict=True)]
    errors = np.array(
        [
            np.bincount(clusters[at], part[at] - mean, clusters.max() + 1) / len(at) * (g / (g - 1)) ** 0.5
            for part, at, mean, g in zip(parts, here, means, sizes.tolist(), strict=True)
        ]
    )
    variances = (errors**2).sum(axis=1)
    if not variances.any():
        return Estimate(value=sum(means), n=n, reason=ALIKE)
    freedom = variances.sum() ** 2 / (variances**2 / (sizes - 1)).sum()
    reach = float(special().stdtrit(freedom, 0.975)) * float((errors.sum(axis=0) ** 2).sum()) ** 0.5
    return Estimate(value=sum(means), interval=(sum(means) - reach, sum(means) + reach), n=n)


class Sitting(FrozenValue):
    """One person's blind scores in the order they were given: ``scores`` (n,) beside what ``expected`` (n,) the others
    made of the same arguments, both in points."""

    scores: Floats
    expected: Floats


class OrderEffect(FrozenValue):
    """``slope`` pooled over people, with its permutation ``p``; None with ``reason``. Over ``n`` scores."""

    slope: float | None
    p: float | None
    n: int
    reason: str | None = None


MIN_SCORES = 12
"""Scores below which no effect of order is looked for."""


def drift(sittings: Sequence[Sitting]) -> OrderEffect:
    """Points a person's scores rise or fall with each further argument, what others made of it taken off.

    Positions are permuted within each sitting. Modest at best: over 24 scores of one person a true drift of 1 point is
    found one time in six.
    """
    return _pool([(_surplus(one), np.arange(len(one.scores), dtype=np.float64)) for one in sittings])


def carry_over(sittings: Sequence[Sitting]) -> OrderEffect:
    """Points a score moves for each point that the argument before it was given, what others made of it taken off."""
    return _pool([(_surplus(one)[1:], np.asarray(one.scores)[:-1]) for one in sittings])


def _surplus(one: Sitting) -> Floats:
    beyond = np.asarray(one.scores, dtype=np.float64) - one.expected
    return np.asarray(beyond - beyond.mean()) if len(beyond) else beyond


def _pool(parts: Sequence[tuple[Floats, Floats]]) -> OrderEffect:
    centred = [(y - y.mean(), x - x.mean()) for y, x in parts if len(y) > 1]
    n = sum(len(y) for y, _ in centred)
    over = sum(float((x**2).sum()) for _, x in centred)
    if n < MIN_SCORES:
        reason = f"it needs {MIN_SCORES} blind scores of people who gave several; there are {n}"
        return OrderEffect(slope=None, p=None, n=n, reason=reason)
    if over == 0.0:
        return OrderEffect(slope=None, p=None, n=n, reason="each person scored every argument alike")
    slope = sum(float(y @ x) for y, x in centred) / over
    rng = np.random.default_rng(0)
    by_chance = sum(rng.permuted(np.tile(x, (PERMUTATIONS, 1)), axis=1) @ y for y, x in centred) / over
    reached = int((np.abs(by_chance) >= abs(slope) - 1e-12).sum())
    return OrderEffect(slope=slope, p=(reached + 1) / (PERMUTATIONS + 1), n=n)


def too_fast(words: int, seconds: float) -> bool:
    """Whether a text of so many words was looked at for too short a time to have been read.

    >>> too_fast(300, 35.9), too_fast(300, 36), too_fast(0, 0.0)
    (True, False, False)
    """
    return seconds * WORDS_A_MINUTE < words * 60.0
