"""What a reader of an outcome should still know: cautions, which block nothing.

Reads the evidence on one table; decides nothing. Invariant: whenever a side is named and nothing measures how sure
that is, it is said.
"""

import numpy as np

from debate_core.evidence import Decision, Weighed, below
from debate_core.measuring.agreement import band, banded
from debate_core.measuring.calibration import apart_note
from debate_core.measuring.gap import Gap
from debate_core.numerals import beside, coefficient, counted, share_words, span
from debate_core.wording import lead, side_of, toward

ROUGHLY = (
    " With fewer than 4 judges this is told roughly: as if errors were normal and all judges equally noisy."
)


def cautions_on(weighed: Weighed, call: Decision) -> tuple[str, ...]:
    """Everything to be said beside the call; nothing of it blocks. What is said when is our own: docs/method.md."""
    if weighed.evidence.table.void:  # How sure scores are that mean nothing, nobody asks.
        return tuple(filter(None, _panel_cautions(weighed)))
    found = (
        *_panel_cautions(weighed),
        *_undefined_cautions(weighed),
        _interval_caution(weighed.gap, call),
        _both_low(weighed, call),
        *_called_cautions(weighed, call),
    )
    return tuple(caution for caution in found if caution is not None)


def _panel_cautions(weighed: Weighed) -> tuple[str | None, ...]:
    """Judges or arguments without scores."""
    table, measured = weighed.evidence.table, weighed.gap
    usable, panel = len(table.usable_judges), table.judges
    missing = None
    if 0 < usable < panel:
        missing = f"{usable} of {panel} judges: the others gave no usable scores."
    half = sorted(set(table.usable) - set(measured.judges))
    one_sided = None
    if half and measured.value is not None:
        one_sided = f"No part in the gap (no scores on one side, or no weight): {table.named(half)}."
    empty = int(np.isnan(table.own).all(axis=0).sum())
    unscored = f"{empty} of {table.own.shape[1]} arguments have no score." if empty else None
    return missing, one_sided, unscored


def _undefined_cautions(weighed: Weighed) -> tuple[str | None, ...]:
    """Each statistic that is undefined, with its reason; it fired no rule."""
    table, agreed = weighed.evidence.table, weighed.evidence.agreed
    scores = standings = untested = None
    if agreed.alpha.value is None:
        scores = f"Agreement of scores (alpha) is undefined: {agreed.alpha.reason}."
    if agreed.kappa is None:
        standings = "Agreement of standings (kappa) is undefined: there are no standings."
    elif agreed.kappa.value is None:
        standings = f"Agreement of standings (kappa) is undefined: {agreed.kappa.reason}."
    classic = weighed.rules.kind == "classic"
    left = int(np.isnan(agreed.divergence.z_variance if classic else agreed.divergence.test.p).sum())
    if left:
        untested = f"{left} of {table.ratings.shape[1]} arguments have too few scores to test for divergence."
    connected = apart_note(table.own, table.names)
    return scores, standings, untested, _capital(connected)


def _interval_caution(measured: Gap, call: Decision) -> str | None:
    """A gap whose size nothing says how sure it is; more so where a side is named on it."""
    if measured.interval is not None or (measured.value is None and call == "no_call"):
        return None
    lacks = "in points is undefined" if measured.value is None else "has no interval"
    missing = f"the gap {lacks}: {measured.reason}."
    if call == "no_call":
        return _capital(missing)
    return f"{call.upper()} is named without any measure of how sure that is: {missing}"


def _called_cautions(weighed: Weighed, call: Decision) -> tuple[str | None, ...]:
    """What a reader of a named outcome should still know."""
    if call == "no_call":
        return ()
    contrary = parted = None
    table = weighed.evidence.table
    if weighed.divergent:
        these = "these" if weighed.divergent[1:] else "it"
        parted = (
            f"{table.called} disagree on {len(weighed.divergent)} of {table.ratings.shape[1]} arguments: "
            f"read {these} by hand.{ROUGHLY if _rough(weighed) else ''}"
        )
    value = weighed.gap.value
    if value is not None and side_of(value) != call:
        contrary = f"The standardised scores speak for {call.upper()}, yet in points {lead(value)}."
    if _both_low(weighed, call):
        return _unsure(weighed.gap), parted, contrary
    return _unsure(weighed.gap), _scores_part(weighed), _standings_part(weighed), parted, contrary


def _rough(weighed: Weighed) -> bool:
    return weighed.rules.kind == "default" and weighed.evidence.agreed.divergence.test.rough


def covers_zero(interval: tuple[float, float] | None) -> bool:
    """Whether there may be no difference at all.

    >>> covers_zero((-0.1, 2.0)), covers_zero((0.1, 2.0)), covers_zero(None)
    (True, False, False)
    """
    return interval is not None and interval[0] <= 0.0 <= interval[1]


def low_kappa(weighed: Weighed) -> float | None:
    """Kappa where it is below what the rules ask for, else ``None``."""
    kappa = weighed.evidence.agreed.kappa
    value = None if kappa is None else kappa.value
    return value if value is not None and below(value, weighed.rules.kappa_least) else None


def _both_low(weighed: Weighed, call: Decision) -> str | None:
    """Scores and standings both agree too little, where the rules do not take that for enough, and what causes it."""
    rules, alpha = weighed.rules, weighed.alpha
    if (
        rules.kind == "classic"
        or rules.agreement_blocks
        or alpha is None
        or not below(alpha, rules.alpha_least)
    ):
        return None
    kappa = low_kappa(weighed)
    if kappa is None:
        return None
    what, without = _what_to_do(weighed)
    return (
        f"{what} agreement, as far as {_arguments(weighed)} can tell, is less than the rule asks for, on scores (alpha "
        f"{beside(alpha, rules.alpha_least)}; it asks for {coefficient(rules.alpha_least)}{without}) and on "
        f"standings (kappa {beside(kappa, rules.kappa_least)}; it asks for "
        f"{coefficient(rules.kappa_least)}){'' if call == 'no_call' else _yet_clear(weighed)}."
    )


def _arguments(weighed: Weighed) -> str:
    return counted(weighed.evidence.table.ratings.shape[1], "argument")


def _yet_clear(weighed: Weighed) -> str:
    within = weighed.gap.interval
    return "" if within is None or covers_zero(within) else ", yet the gap is clear by the rules"


def _what_to_do(weighed: Weighed) -> tuple[str, str]:
    """What to do where strictness, or more than that, keeps alpha low, up to whose agreement it is; and what alpha is
    with strictness taken out, as the comparison of the sides takes it out."""
    left, least = weighed.evidence.agreed.without_severity, weighed.rules.alpha_least
    if left is not None and not below(left, least):
        return (
            "Compare sides and arguments; don't rely on a single score. Some judges are stricter than others, so that "
            "their",
            f"; {beside(left, least)} with strictness taken out",
        )
    still = "" if left is None else f"; still {beside(left, least)} with strictness taken out"
    return "Read each judge's position before relying on the outcome. Their", still


def _unsure(measured: Gap) -> str | None:
    """A side was named though there may be no difference at all (classic rules may do so)."""
    if measured.interval is None or not covers_zero(measured.interval):
        return None
    return (
        f"The gap is not sure: its {share_words(measured.level)} interval, {toward(*measured.interval)} "
        "points, includes 0."
    )


def _scores_part(weighed: Weighed) -> str | None:
    """Scores agree less than the rules ask for, or poorly as far as alpha's interval reaches, which alone blocks
    nothing."""
    rules, asked, alpha = weighed.rules, weighed.alpha, weighed.evidence.agreed.alpha
    most = band(alpha.interval[1]) if alpha.interval else None
    poor = most is not None and most.name == "unacceptable"
    missed = asked is not None and below(asked, rules.alpha_least)
    if not (poor or missed):
        return None
    what, without = _what_to_do(weighed)
    said = []
    if alpha.value is not None:
        within = span(alpha.interval) if alpha.interval else f"none, since {alpha.reason}"
        said.append(f"alpha {banded(alpha.value)}, 95% interval {within}{', unacceptable' if poor else ''}")
    if missed and asked is not None:
        which = f"on z-scores {beside(asked, rules.alpha_least)}, " if rules.kind == "classic" else ""
        said.append(f"{which}the rule asks for {coefficient(rules.alpha_least)}")
    how = "poorly" if poor else "less than the rule asks for"
    return (
        f"{what} scores, as far as {_arguments(weighed)} can tell, agree {how} "
        f"({'; '.join(said)}{without}){_yet_clear(weighed)}."
    )


def _standings_part(weighed: Weighed) -> str | None:
    """Standings agree too little, which alone blocks nothing."""
    value = low_kappa(weighed)
    if value is None:
        return None
    shown = beside(value, weighed.rules.kappa_least)
    asked = coefficient(weighed.rules.kappa_least)
    return (
        "Read who upholds what: agreement on which arguments stand is less than the rule asks for "
        f"(kappa {shown} instead of {asked})."
    )


def _capital(sentence: str | None) -> str | None:
    return None if sentence is None else sentence[0].upper() + sentence[1:]
