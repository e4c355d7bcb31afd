"""Who counts how much: the topic's type, domain weights, and what history adds; noise learnt from earlier debates.

Source: G. Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004), art. 3, §§ 3 and 6.2. Learning it from earlier debates, and
the F test below, are our own: see docs/method.md."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal, TypeVar, get_args

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.measuring.arrays import Bools, Floats, ratio, special

Number = TypeVar("Number", float, Floats)
ENOUGH = 10
"""Earlier debates of the same models from which noise is learnt. Our own."""
LARGER_LEVEL = 0.05
"""Of the test that a debate's own noise is larger than earlier debates allow. Our own."""
MAX_DF = 1000.0
"""What noise that never varied counts like, in degrees of freedom."""


class Prior(FrozenValue):
    """What is believed of a ``variance`` beforehand, in squared points, as firmly as ``df`` degrees of freedom."""

    variance: float
    df: float

    def moderates(self, variance: Number, df: Number) -> tuple[Number, Number]:
        """The variance that ``df`` degrees of freedom tell, moderated both ways, and what it is then known with.

        >>> Prior(variance=1.0, df=45.0).moderates(2.0, 15.0)
        (1.25, 60.0)
        """
        return (self.df * self.variance + df * variance) / (self.df + df), self.df + df

    def larger(self, variance: float, df: float) -> bool:
        """Whether a variance on ``df`` degrees of freedom is larger than this allows: F test at 5%.

        >>> Prior(variance=1.0, df=60.0).larger(2.0, 15.0), Prior(variance=1.0, df=60.0).larger(1.5, 15.0)
        (True, False)
        """
        return bool(special().fdtrc(df, self.df, variance / self.variance) < LARGER_LEVEL)


class LearnedNoise(FrozenValue):
    """What ``debates`` earlier ones tell of the same judges: the error of a ``score``, and how their ``own_gaps`` vary.
    ``fingerprint``: of these debates."""

    score: Prior
    own_gaps: Prior
    debates: int
    fingerprint: str = ""

    def times(self, factor: float) -> "LearnedNoise":
        """The same in another unit, whose square is ``factor`` times as large."""
        score, own_gaps = (replace(one, variance=one.variance * factor) for one in self.priors)
        return replace(self, score=score, own_gaps=own_gaps)

    @property
    def priors(self) -> tuple[Prior, Prior]:
        return self.score, self.own_gaps


def learn(variances: Sequence[float], df: Sequence[float]) -> Prior | None:
    """What variances (n,) on ``df`` (n,) degrees of freedom, in squared points, tell of the next; None for fewer than
    two above 0 on at least one. Source: as this module.

    Ten alike, each on 15 degrees of freedom: they vary less than chance would have it, so that what they share is firm.

    >>> found = learn([2.0] * 10, [15.0] * 10)
    >>> round(found.variance, 2), found.df
    (2.0, 1000.0)
    """
    squares, free = np.array(variances, dtype=np.float64), np.array(df, dtype=np.float64)
    usable = (squares > 0) & (free >= 1)
    squares, free = squares[usable], free[usable]
    if squares.size < 2:
        return None
    # e = log s² − ψ(d/2) + log(d/2) has the mean log s₀² − ψ(d₀/2) + log(d₀/2) and the variance ψ'(d/2) + ψ'(d₀/2).
    halves, which = np.unique(free / 2, return_inverse=True)
    logs = np.log(squares) - special().digamma(halves)[which] + np.log(halves)[which]
    beyond = float(logs.var(ddof=1) - special().polygamma(1, halves)[which].mean())
    half = _inverse_trigamma(beyond) if beyond > 0 else MAX_DF
    if half >= MAX_DF / 2:
        return Prior(variance=float((free * squares).sum() / free.sum()), df=MAX_DF)
    shift = float(special().digamma(half)) - np.log(half)
    return Prior(variance=float(np.exp(logs.mean() + shift)), df=2.0 * half)


def _inverse_trigamma(value: float) -> float:
    """x with ψ'(x) = value, above 0, by Newton's method on 1/ψ', which is near a line. Source: Smyth, appendix."""
    x = 0.5 + 1.0 / value
    while True:
        now = float(special().polygamma(1, x))
        step = now * (1.0 - now / value) / float(special().polygamma(2, x))
        x += step
        if not -step / x >= 1e-8:  # NaN ends it, too
            return x


Scheme = Literal["equal", "classic", "evidence"]
TypeName = Literal["architecture", "business", "security", "default"]

_KEYWORDS: Mapping[TypeName, str] = {
    "architecture": "architecture, tech stack, microservice, monolith, framework, database, kubernetes, container, "
    "deployment, scalability, performance",
    "business": "ROI, cost, revenue, business, pricing, market, investment, profit, budget, valuation",
    "security": "security, compliance, risk, privacy, data protection, incident, vulnerability, encryption, audit, "
    "regulatory",
}
KEYWORDS = {name: tuple(words.split(", ")) for name, words in _KEYWORDS.items()}
"""What a topic's type is told by, in the order in which a tie falls: our own, see docs/method.md."""

DOMAIN_WEIGHTS: Mapping[TypeName, Mapping[str, float]] = {
    "architecture": {"technical": 0.35, "business": 0.20, "risk": 0.25, "general": 0.20},
    "business": {"technical": 0.20, "business": 0.40, "risk": 0.20, "general": 0.20},
    "security": {"technical": 0.20, "business": 0.15, "risk": 0.45, "general": 0.20},
    "default": {"technical": 0.25, "business": 0.25, "risk": 0.25, "general": 0.25},
}
OTHER_DOMAIN = 0.20
ENOUGH_DEBATES = 10
"""Past debates each judge of a panel needs before variances count: with 3 intervals are too short. Our own."""


WITHIN = 3.0
"""How many times more or less than its domain's a judge's record can make it weigh. Our own."""


class TopicType(FrozenValue):
    """What a topic is about: ``type``, the keywords ``matched``, and whether a person chose it."""

    type: TypeName
    matched: tuple[str, ...]
    overridden: bool


def topic_type(text: str, override: TypeName | None = None) -> TopicType:
    """The topic's type by distinct keywords as whole words, plurals included, any case.

    Most matches wins; a tie falls to architecture, then business, then security. ``matched`` are
    the keywords of the type returned; no match gives ``default``. Raises ValueError for an override
    that is no type. Our own; see docs/method.md.

    >>> topic_type("Do microservices cut COSTS and databases?")
    TopicType(type='architecture', matched=('microservice', 'database'), overridden=False)
    >>> topic_type("Is marketing costly?").type
    'default'
    """
    matches = {
        name: tuple(word for word in words if _pattern(word).search(text)) for name, words in KEYWORDS.items()
    }
    if override is not None and override not in DOMAIN_WEIGHTS:
        raise ValueError(f"type: expected one of {', '.join(DOMAIN_WEIGHTS)}, got {override!r}")
    best = max(matches, key=lambda name: len(matches[name]))
    name = override or (best if matches[best] else "default")
    return TopicType(type=name, matched=matches.get(name, ()), overridden=override is not None)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """The keyword or its plural, as whole words, with any white space or hyphen between."""
    stem = r"[\s-]+".join(map(re.escape, word.split()))
    if word.endswith("y"):
        stem = f"{stem[:-1]}(?:y|ies)"
    elif word.endswith(("s", "x")):
        stem = f"{stem}(?:es)?"
    else:
        stem = f"{stem}s?"
    return re.compile(rf"(?<!\w){stem}(?!\w)", re.IGNORECASE)


def domain_weights(domains: Sequence[str], topic: TypeName) -> Floats:
    """Each judge's domain weight (n_judges,), .15 to .45, not yet normalised; an unknown domain has .20.

    Two judges of one domain each have its weight. Our own; see docs/method.md.

    >>> domain_weights(["technical", "Risk", "cooking"], "security").tolist()
    [0.2, 0.45, 0.2]
    """
    table = DOMAIN_WEIGHTS[topic]
    return np.array([table.get(domain.strip().lower(), OTHER_DOMAIN) for domain in domains])


class JudgeHistory(FrozenValue):
    """What past debates say of one judge with one model.

    ``right`` of ``known`` computed ballots matched the true outcome; ``variances`` are its
    residual variances (squared points), one a past debate.
    """

    right: int = 0
    known: int = 0
    variances: tuple[float, ...] = ()

    @property
    def accuracy(self) -> float:
        """Share right, 0 to 1; 1 while nothing is known (the classic rule)."""
        return self.right / self.known if self.known else 1.0


class JudgeWeights(FrozenValue):
    """Weights (n_judges,) summing to 1 over those present, and how many judges that amounts to.

    ``variances`` (n_judges,) are the shrunken error variances used by ``evidence``
    (squared points), ``None`` otherwise or while any judge has too little history.
    """

    weights: Floats
    effective: float
    variances: Floats | None


def judge_weights(
    domains: Sequence[str],
    topic: TypeName = "default",
    scheme: Scheme = "evidence",
    history: Sequence[JudgeHistory | None] | None = None,
    present: Sequence[bool] | None = None,
) -> JudgeWeights:
    """Weights of the judges (n_judges,) under one scheme, 0 to 1, normalised over those present.

    ``equal``; ``classic``: .7 × domain + .3 × accuracy; ``evidence``: domain ÷ shrunken error
    variance, within a third and three times the domain's, once every judge present has 10 past debates that tell it,
    else the domain alone. All lists have one entry a judge; a history of ``None`` is a person's, who takes the judges'
    average. All weights are 0 when nobody is present.
    Raises ValueError for lists of another length and for an unknown scheme.
    Source: dividing by the error variance: W. Cochran, Suppl. J. R. Stat. Soc. 4 (1937), 102-118; the schemes are our
    own, see docs/method.md.

    >>> judge_weights(["technical", "business"], "business", "evidence").weights.round(3).tolist()
    [0.333, 0.667]
    >>> judge_weights(["a", "b", "c"], scheme="equal", present=[True, False, True]).effective
    2.0
    """
    n = len(domains)
    past = list(history) if history is not None else [JudgeHistory() for _ in range(n)]
    here = np.ones(n, dtype=np.bool_) if present is None else np.array(present, dtype=np.bool_)
    if len(past) != n or here.shape != (n,):
        raise ValueError(f"judge_weights: expected {n} histories and presences, one a judge")
    variances = None
    domain = domain_weights(domains, topic)
    if scheme == "equal":
        raw = np.ones(n)
    elif scheme == "classic":
        raw = 0.7 * domain + 0.3 * np.array([(one or JudgeHistory()).accuracy for one in past])
    elif scheme == "evidence":
        judges = [one for one, there in zip(past, here, strict=True) if there and one is not None]
        if all(len(one.variances) >= ENOUGH_DEBATES for one in judges):
            variances = shrunken_variances([() if one is None else one.variances for one in past], here)
        raw = domain if variances is None else bound_shares(normalise(domain, here), 1.0 / variances)
    else:
        raise ValueError(f"scheme: expected one of {', '.join(get_args(Scheme))}, got {scheme!r}")
    weights = normalise(raw, here)
    return JudgeWeights(weights=weights, effective=effective_judges(weights), variances=variances)


def normalise(raw: Floats, present: Bools) -> Floats:
    """Weights (…, n_judges) summing to 1 over the judges present, 0 for the others (all 0 when none is).

    >>> normalise(np.array([1.0, 3.0, 4.0]), np.array([True, True, False])).tolist()
    [0.25, 0.75, 0.0]
    """
    weights = np.where(present, raw, 0.0)
    return np.nan_to_num(ratio(weights, weights.sum(axis=-1, keepdims=True)))


def bound_shares(shares: Floats, factors: Floats) -> Floats:
    """Shares (n_judges,) that sum to 1, in proportion to their ``factors`` (n_judges,), above 0, but none below a third
    nor above three times what it was. Our own; see docs/method.md.

    Of factors 1, 1 and 100 the last would take 98%:

    >>> bound_shares(np.full(3, 1 / 3), np.array([1.0, 1.0, 100.0])).round(3).tolist()
    [0.111, 0.111, 0.778]
    """
    if not shares.any():
        return shares
    low, high = 0.0, WITHIN / factors.min()
    # The sum grows with the common factor, from a third of the shares to three times them.
    while low < (middle := (low + high) / 2.0) < high:
        if (shares * np.clip(middle * factors, 1.0 / WITHIN, WITHIN)).sum() < 1.0:
            low = middle
        else:
            high = middle
    return np.asarray(shares * np.clip(high * factors, 1.0 / WITHIN, WITHIN))


def effective_judges(weights: Floats) -> float:
    """1/Σw² of weights (n_judges,) summing to 1: how many equal judges they amount to, 1 or more; 0 without any.

    Source: L. Kish, Survey Sampling (1965), ch. 11.

    >>> effective_judges(np.array([0.5, 0.5, 0.0])), effective_judges(np.zeros(2))
    (2.0, 0.0)
    """
    total = float((weights**2).sum())
    return 1.0 / total if total > 0 else 0.0


def shrunken_variances(
    variances: Sequence[Sequence[float]],
    present: Sequence[bool] | Bools | None = None,
    enough: int = ENOUGH_DEBATES,
) -> Floats | None:
    """Error variance of each judge, shrunk to the panel by empirical Bayes on the log scale.

    One list of past residual variances (squared points, above 0) a judge. A judge's mean log
    variance is pulled to the panel's in proportion to how unsure it is: B = (v/n)/(v/n + τ²), with
    v the pooled within-judge variance of the logs and τ² what the judges differ beyond it. Fewer
    than ``enough`` debates: the panel's average. ``None`` when no judge present has so many; else variances
    (n_judges,) above 0.
    Source: C. Morris, J. Am. Stat. Assoc. 78 (1983), 47-55; G. Smyth, Stat. Appl. Genet. Mol.
    Biol. 3 (2004), art. 3, for log variances.

    Judges unlike in every debate keep their own; one with 9 debates takes the mean of the logs:

    >>> shrunken_variances([[1.0] * 10, [4.0] * 10, [9.0] * 9]).round(6).tolist()
    [1.0, 4.0, 2.0]
    """
    here = np.ones(len(variances), dtype=np.bool_) if present is None else np.asarray(present)
    squared = [np.array(past, dtype=np.float64) for past in variances]
    logs = [np.log(past[past > 0]) for past in squared]
    known = [j for j, past in enumerate(logs) if past.size >= enough and here[j]]
    if not known:
        return None
    means = np.array([logs[j].mean() for j in known])
    counts = np.array([logs[j].size for j in known], dtype=np.float64)
    squares = sum(float(((logs[j] - logs[j].mean()) ** 2).sum()) for j in known)
    within = squares / float((counts - 1.0).sum())
    # v/n of each mean, and τ²: what the means vary by beyond that
    unsure = within / counts
    spread = float(means.var(ddof=1)) if len(known) > 1 else 0.0
    between = max(spread - float(unsure.mean()), 0.0)
    pulled = np.nan_to_num(ratio(unsure, unsure + between), nan=1.0)
    panel = float(means.mean())
    result = np.full(len(variances), panel)
    result[known] = panel + (1.0 - pulled) * (means - panel)
    return np.asarray(np.exp(result))
