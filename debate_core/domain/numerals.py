"""How a number reads on every screen; an undefined value reads *undefined*, never blank or 0."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

UNDEFINED = "undefined"
NEGLIGIBLE = 1e-6
"""What is no further from 0 is 0."""
TOLERANCE, DECIMALS = 1e-9, 9
"""A difference this small, of points, shares or coefficients, is rounding, and so is what these decimals leave out."""
MINUS = "\u2212"
_HALF_AWAY = Context(prec=400, rounding=ROUND_HALF_UP)
"""As many digits as any float has."""


def round_away(value: float, decimals: int) -> float:
    """The one rounding of figures: a half goes away from 0, as by hand and in spreadsheets. It rounds the shortest
    decimal that reads back as the value, so neither a float's binary form nor dust decides its last digit.

    >>> round_away(6.25, 1), round_away(-5.75, 1), round_away(2.675, 2), round_away(7.449999999999999, 1)
    (6.3, -5.8, 2.68, 7.5)
    >>> round_away(-0.04, 1), round_away(0.5, 0), round_away(1e300, 1)
    (0.0, 1.0, 1e+300)
    """
    if not math.isfinite(value):
        return value
    shortest, step = Decimal(repr(round(float(value), DECIMALS))), Decimal(1).scaleb(-decimals)
    return float(shortest.quantize(step, context=_HALF_AWAY)) + 0.0


def number_text(value: float, decimals: int = 1) -> str:
    """A number with a leading zero, commas between thousands, a true minus and never a negative zero.

    >>> number_text(0.714, 2), number_text(-0.2, 1), number_text(-0.001, 2)
    ('0.71', '−0.2', '0.00')
    >>> number_text(1.0, 2), number_text(1234.25, 1), number_text(-0.04, 1)
    ('1.00', '1,234.3', '0')
    """
    text = f"{round_away(abs(value), decimals):,.{decimals}f}"
    if not text.strip(".0"):
        return text if decimals > 1 else "0"
    return text if value >= 0 else MINUS + text


def short_text(value: float, decimals: int = 1) -> str:
    """A number with a decimal only where it needs one.

    >>> short_text(22.0), short_text(18.666666666666668), short_text(-16.5)
    ('22', '18.7', '−16.5')
    """
    return number_text(value, decimals).removesuffix(".0")


def dollars_text(amount: Decimal | float) -> str:
    """Money, in as many decimals as it takes to see it; no sum reads 0 that isn't.

    >>> [dollars_text(amount) for amount in (12.345, 0.01234, 0.00001, Decimal("0.5"), 0)]
    ['$12.35', '$0.0123', 'under $0.0001', '$0.50', '$0.00']
    """
    if 0 < amount < 0.0001:
        return "under $0.0001"
    return f"${number_text(float(amount), 2 if amount == 0 or amount >= 0.1 else 4)}"


def near_text(value: float, *limits: float) -> str:
    """A coefficient with as many decimals as it takes to show on which side of each limit it lies; rounding is none.

    >>> near_text(0.497, 0.5), near_text(0.42, 0.5), near_text(0.66996, 0.5, 0.67), near_text(0.5, 0.5)
    ('0.497', '0.42', '0.66996', '0.50')
    >>> near_text(0.4999999999999999, 0.5)
    '0.50'
    """
    below = [limit - TOLERANCE for limit in limits]
    enough = (d for d in range(2, 6) if all((round_away(value, d) < one) == (value < one) for one in below))
    return number_text(value, next(enough, 6))


def p_value_text(p: float, level: float) -> str:
    """A p value with as many decimals as it takes to be more than 0 and to show on which side of the level it lies.

    >>> p_value_text(0.42, 0.05), p_value_text(0.054, 0.05), p_value_text(0.004, 0.05), p_value_text(0.0005, 0.05)
    ('0.42', '0.054', '0.004', 'under 0.001')
    >>> p_value_text(0.05, 0.05), p_value_text(0.0496, 0.05)
    ('0.05', '0.0496')
    """
    if p < 0.001:
        return "under 0.001"
    forms = {decimals: round_away(p, decimals) for decimals in range(2, 6)}
    enough = (d for d, one in forms.items() if one and (one > level, one < level) == (p > level, p < level))
    return number_text(p, next(enough, 6))


def decimals_of(far: float) -> int:
    """How many decimals show differences where ``far`` is a large one, above 0.

    >>> decimals_of(3.0), decimals_of(0.2), decimals_of(0.03)
    (1, 2, 3)
    """
    return max(1, math.ceil(1 - math.log10(far)))


def signed_text(value: float, decimals: int = 1) -> str:
    """A difference with its sign; no sign where it rounds to nothing.

    >>> signed_text(1.24), signed_text(-0.3), signed_text(0.01)
    ('+1.2', '−0.3', '0')
    """
    text = number_text(value, decimals)
    return text if text.startswith(MINUS) or not text.strip(".0") else f"+{text}"


def percent_text(share: float | None, decimals: int = 0) -> str:
    """A share of something counted.

    >>> percent_text(0.125), percent_text(1.0), percent_text(None)
    ('13%', '100%', 'undefined')
    """
    return UNDEFINED if share is None else f"{number_text(100 * share, decimals)}%"


def near_percent_text(share: float, limit: float) -> str:
    """A share with as many decimals as it takes to show on which side of the limit it lies.

    >>> near_percent_text(0.12, 0.15), near_percent_text(0.1499, 0.15), near_percent_text(0.15, 0.15)
    ('12%', '14.99%', '15%')
    """
    enough = (d for d in range(4) if (round_away(share, 2 + d) < limit) == (share < limit))
    return percent_text(share, next(enough, 4))


def share_words(share: float) -> str:
    """A share that somebody set, as exactly as it was set within a tenth of a percent.

    >>> share_words(0.9), share_words(0.975), share_words(1 / 3)
    ('90%', '97.5%', '33.3%')
    """
    return f"{short_text(100 * share)}%"


def odds_text(probability: float | None) -> str:
    """A probability computed from a sample: never certain.

    >>> [odds_text(chance) for chance in (0.995, 0.9949, 0.005, 0.0049)]
    ['over 99%', '99%', '1%', 'under 1%']
    """
    if probability is None:
        return UNDEFINED
    if probability >= 0.995:
        return "over 99%"
    return "under 1%" if probability < 0.005 else percent_text(probability)


def join_and(names: list[str] | tuple[str, ...]) -> str:
    """Names as a sentence lists them.

    >>> join_and(["PRO-2"]), join_and(["PRO-2", "CON-1", "CON-3"])
    ('PRO-2', 'PRO-2, CON-1 and CON-3')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def number_word(count: int) -> str:
    """A small number as a word.

    >>> number_word(4), number_word(8), number_word(9)
    ('four', 'eight', '9')
    """
    return _WORDS[count] if count < len(_WORDS) else str(count)


def pluralise(number: int, noun: str, plural: str = "") -> str:
    """A count with its noun.

    >>> pluralise(1, "field"), pluralise(1200, "field"), pluralise(2, "person", "people")
    ('1 field', '1,200 fields', '2 people')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
