"""What a debate used, in tokens and money, as lines of text: in all, then by side, judge and other part.

Knows the report's usage only. Invariant: a cost that is not known says so, and why.
"""

from collections.abc import Callable

from debate_core.numerals import counted, dollars
from debate_core.report.usage import UsageReport, UsedRow

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
    return f"{row.tokens:,} tokens" + (f" ({', '.join(parts)})" if parts else "")


def usage_lines(found: UsageReport, say: Say) -> list[str]:
    """In all, then a line a part, then what was reckoned with."""
    lines = [
        f"{counted(found.calls, 'call')}, {tokens_said(found)}, {say(cost_said(found.cost, found.reason))}"
    ]
    if found.cost_known is not None:
        lines.append(f"known of it: {dollars(found.cost_known)}")
    if found.unknown:
        lines.append(
            f"{counted(found.unknown, 'call')} counted at the most it could use: nobody said its tokens"
        )
    for row in found.by:
        cost = f", {say(cost_said(row.cost, row.reason))}" if row.cost is not None else ""
        lines.append(f"{say(row.name)}: {counted(row.calls, 'call')}, {tokens_said(row)}{cost}")
    if found.prices_of:
        lines.append(f"prices: {found.prices_of}")
    return lines
