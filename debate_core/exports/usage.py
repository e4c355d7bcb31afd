"""What a debate used, in tokens and money, as lines of text: in all, then by side, judge and other part.

Knows the report's usage only. Invariant: a cost that is not known says so, and why.
"""

from collections.abc import Callable

from debate_core.numerals import counted, dollars
from debate_core.report.usage import ModelRow, UsageReport, UsedRow

Say = Callable[[str], str]


def cost_said(cost: float | None, reason: str | None) -> str:
    """A cost, or why there is none.

    >>> cost_said(0.5, None), cost_said(0.5, "without x, which has no price"), cost_said(None, "no price: simulated")
    ('$0.50', '$0.50 without x, which has no price', 'no price: simulated')
    """
    if cost is None:
        words = reason or "no reason given"
        return words if words.startswith(("no price", "written")) else f"cost unknown ({words})"
    return f"{dollars(cost)} {reason}" if reason else dollars(cost)


def tokens_said(row: UsedRow | UsageReport) -> str:
    """Tokens, and how many of them were thought or came out of a cache."""
    parts = [f"{row.thinking:,} of them thinking"] if row.thinking else []
    parts += [f"{row.cached:,} read from a cache"] if row.cached else []
    parts += ["in a batch, at half price"] if isinstance(row, UsedRow) and row.batched else []
    return f"{row.tokens:,} tokens" + (f" ({', '.join(parts)})" if parts else "")


def price_said(row: ModelRow) -> str:
    """A model's price, or why it has none."""
    if row.input is None or row.output is None:
        return row.reason or "no reason given"
    cached = f", {dollars(row.cached)} of input from a cache" if row.cached is not None else ""
    return f"{dollars(row.input)} a million tokens of input{cached}, {dollars(row.output)} of output"


def usage_sentences(found: UsageReport) -> list[str]:
    """In all, what of the cost is known, and what was counted at its most."""
    said = [f"{counted(found.calls, 'call')}, {tokens_said(found)}, {cost_said(found.cost, found.reason)}."]
    if found.cost_known is not None:
        said.append(f"Known of it: {dollars(found.cost_known)}.")
    if found.unknown:
        said.append(
            f"{counted(found.unknown, 'call')} counted at the most it could use: nobody said its tokens."
        )
    return said


def usage_lines(found: UsageReport, say: Say) -> list[str]:
    """In all, then a line a part, then what was reckoned with."""
    lines = [say(sentence) for sentence in usage_sentences(found)]
    for row in found.by:
        cost = f", {cost_said(row.cost, row.reason)}" if row.cost is not None else ""
        lines.append(say(f"{row.name}: {counted(row.calls, 'call')}, {tokens_said(row)}{cost}"))
    if found.prices_of:
        lines.append(say(f"prices: {found.prices_of}"))
    return lines
