"""Numbers as a reader sees them: no leading zero below 1, a unit where there is one, *undefined* with its reason.

Knows values only. Invariant: None never becomes a number.
"""

from debate_core.report.shape import OutcomeFound, Statistic

UNDEFINED = "undefined"


def coefficient(value: float | None, digits: int = 2) -> str:
    """A coefficient such as alpha.

    >>> coefficient(0.714), coefficient(-0.2), coefficient(1.0), coefficient(None)
    ('.71', '-.20', '1.00', 'undefined')
    """
    if value is None:
        return UNDEFINED
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text


def points(value: float | None, *, sign: bool = False) -> str:
    """A figure in score points.

    >>> points(1.44), points(-0.5, sign=True), points(None)
    ('1.4', '-0.5', 'undefined')
    """
    return UNDEFINED if value is None else f"{value:{'+' if sign else ''}.1f}"


def with_interval(found: Statistic) -> str:
    """A coefficient with its interval, or with the reason why one of them is missing."""
    if found.value is None:
        return f"{UNDEFINED} ({found.reason})"
    if found.interval is None:
        return (
            f"{coefficient(found.value)} (no interval: {found.reason})"
            if found.reason
            else coefficient(found.value)
        )
    low, high = found.interval
    return f"{coefficient(found.value)} (95% interval {coefficient(low)} to {coefficient(high)})"


def headline(found: OutcomeFound) -> str:
    """The outcome in one line; on no call it names nobody."""
    if found.call == "no_call":
        return "No call"
    text = f"{found.call.upper()}, by {points(abs(found.gap or 0.0))} points"
    if found.interval is None:
        return text
    low, high = found.interval if found.call == "pro" else (-found.interval[1], -found.interval[0])
    return f"{text} (90% interval {points(low)} to {points(high)})"
