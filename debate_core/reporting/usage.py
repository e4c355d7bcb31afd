"""What a record has used, as a block: calls, tokens and cost, by side, judge or reviewer, and the prices behind it."""

from debate_core.numerals import counted, dollars
from debate_core.report.usage import ModelRow, UsageReport, UsedRow
from debate_core.reporting.blocks import Block, Cell, Column, Table

_SOME = (("Read from a cache", "cached"), ("Thought", "thinking"))
"""Tokens of which not every model has some."""


def usage_block(found: UsageReport) -> Block:
    """What it took, in all and by part. A cost that is not known says why."""
    known = [f"Known of it: {dollars(found.cost_known)}."] if found.cost_known is not None else []
    most = [
        f"{counted(found.unknown, 'call')} counted at the most they may have used: nobody said their tokens."
    ]
    more = [(title, name) for title, name in _SOME if getattr(found, name)]
    return Block(
        key="cost",
        title=usage_text(found),
        sentence=" ".join(known + (most if found.unknown else [])),
        tables=(
            Table(
                title="Used",
                columns=(
                    *(Column("Who"), Column("Model"), Column("Calls", "count"), Column("Tokens", "count")),
                    *(Column(title, "count") for title, _ in more),
                    Column("Cost, US dollars", "money"),
                ),
                rows=tuple(_used(row, *(getattr(row, name) for _, name in more)) for row in found.by),
            ),
            Table(
                title="Prices, US dollars a million tokens",
                columns=(
                    *(Column("Model"), Column("Input", "money"), Column("Input from a cache", "money")),
                    Column("Output", "money"),
                ),
                rows=tuple(map(_price, found.prices)),
            ),
        ),
        notes=(f"Prices: {found.prices_of}.",) if found.prices_of else (),
    )


def usage_text(found: UsageReport) -> str:
    """Calls, tokens and cost in a line."""
    tries = ", each try counted" if found.calls > len(found.by_call) else ""
    return f"{counted(found.calls, 'call')}{tries}, {found.tokens:,} tokens, {cost_text(found.cost, found.reason)}"


def cost_text(cost: float | None, reason: str | None) -> str:
    """A cost, or why there is none.

    >>> cost_text(0.5, None), cost_text(0.5, "without x, which has no price"), cost_text(None, "no price: simulated")
    ('$0.50', '$0.50 without x, which has no price', 'no price: simulated')
    """
    if cost is not None:
        return f"{dollars(cost)} {reason}" if reason else dollars(cost)
    words = reason or "no reason given"
    return words if words.startswith(("no price", "written")) else f"cost unknown ({words})"


def _used(row: UsedRow, *more: int) -> tuple[Cell, ...]:
    cost = cost_text(row.cost, row.reason) if row.cost is None or row.reason else row.cost
    batch = " (half price: in a batch)" if row.batched else ""
    models = ", ".join(row.models)
    return f"{row.name}{batch}", models, row.calls, row.tokens, *more, cost


def _price(row: ModelRow) -> tuple[Cell, ...]:
    missing = row.reason if row.input is None else None
    return row.model, missing or row.input, row.cached, row.output
