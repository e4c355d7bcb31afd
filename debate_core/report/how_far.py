"""How far the judges agree, as the interval allows it to be said, and where they part: in words.

Reads a Report; knows no figure. Invariant: no finding is narrower than alpha's interval; where every degree of
agreement fits, that is the finding; judges that failed are counted out loud.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from debate_core.measuring.agreement import Band, band
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.numerals import Span, counted, spelled
from debate_core.wording import capital

WOULD_TELL = (
    "What would tell: more arguments, which narrow this; more judges, which steady their mean; judges of another "
    "family of models, who may not err where these do."
)
Bands = Sequence[tuple[float, Band]]
NEAR_FULL = 0.95
_ALL = "unacceptable", "high"
"""The bands an interval reaches that can't tell any from any."""
_HOW = {"low": "loosely", "moderate": "moderately", "high": "closely"}
_DEGREES = {"unacceptable": "little", "low": "loose", "moderate": "moderate", "high": "close"}


@dataclass(frozen=True, kw_only=True)
class HowFar:
    """`finding`: how far they agree, a sentence. `fits`: what else the scores allow, or why nothing can be said; empty
    where the finding says it all. `parting`: on which arguments they part. `would_tell`: what would narrow it down;
    empty where there is nothing to."""

    finding: str
    fits: str
    parting: str
    would_tell: str = ""


@dataclass(frozen=True, kw_only=True)
class Who:
    """Who agrees, in words. `undecided`: the finding where every degree of agreement fits; `parting`: where they part,
    asked for only where something can be said; `would_tell`: what would narrow it down."""

    panel: str
    said: str
    undecided: str
    parting: Callable[[], str]
    would_tell: str = WOULD_TELL


def agreed_words(alpha: Alpha, who: Who) -> HowFar:
    """What the interval of an alpha allows to be said of those who scored."""
    if alpha.value is None:
        why = f"{capital(alpha.reason or 'not computed')}. {capital(who.said)} scored."
        return HowFar(finding="Agreement can't be computed.", fits=why, parting="")
    parting = who.parting()
    if alpha.interval is None:
        finding = f"How far {who.panel.removesuffix(' scored, and they')} agree can't be told."
        why = f"{capital(alpha.reason or 'no interval')}."
        return HowFar(finding=finding, fits=why, parting=parting, would_tell=who.would_tell)
    low, high = _bands_of(alpha.interval)
    fits = (
        f"It could be anything from {_degree(alpha.interval[0])} to {_degree(alpha.interval[1])} agreement."
    )
    if (low, high) == _ALL:
        return HowFar(finding=who.undecided, fits=fits, parting=parting, would_tell=who.would_tell)
    finding = f"{capital(who.panel)} {_does(alpha.interval)}."
    if low == high:
        return HowFar(finding=finding, fits="", parting=parting)
    return HowFar(finding=finding, fits=fits, parting=parting, would_tell=who.would_tell)


def bands_words(found: Estimate, bands: Bands, *, advised: bool = True) -> str:
    """The band of a figure and what it advises, if the whole interval lies in it; else which bands that reaches."""
    if found.value is None:
        return "Nothing is drawn, and no rule rests on it."
    level, *ends = (_band(one, bands) for one in (found.value, *(found.interval or ())))
    alone = f"The figure alone would be {level.name} ({level.range})"
    if not ends:
        return f"{alone}; nothing shows how sure that is."
    if ends[0].name != ends[1].name:
        return f"{alone}; by its interval it is anything from {ends[0].name} to {ends[1].name}."
    return f"{capital(level.name)} ({level.range}). {level.advice if advised else ''}".strip()


def _band(value: float, bands: Bands) -> Band:
    return next(one for least, one in bands if value >= least)


def _bands_of(interval: Span) -> tuple[str, str]:
    """The bands that it begins and ends in."""
    return _name(interval[0]), _name(interval[1])


def _name(value: float) -> str:
    found = band(value)
    assert found is not None
    return found.name


def _degree(value: float) -> str:
    if value <= 0:
        return "no"
    return "near-full" if value >= NEAR_FULL else _DEGREES[_name(value)]


def _does(interval: Span) -> str:
    """What the judges do, whichever value of the interval is the true one."""
    low, high = _bands_of(interval)
    if interval[1] < 0:
        return "disagree more than chance would"
    if high == "unacceptable":
        return "agree little, if at all" if interval[0] <= 0 else "agree too little to be averaged blindly"
    if low == "unacceptable":
        return f"agree {_HOW[high]} at best"
    return f"agree {_HOW[low]}" if low == high else f"agree at least {_HOW[low]}"


def counted_words(count: int, noun: str) -> str:
    """A count in words as far as they reach, with its noun.

    >>> counted_words(6, "argument"), counted_words(30, "argument"), counted_words(1, "argument")
    ('six arguments', '30 arguments', 'one argument')
    """
    return counted(count, noun).replace(str(count), spelled(count), 1)
