"""What a debate has used: calls, tokens, seconds, and what they cost where a price is known.

Knows the record. Invariant: a cost nobody knows is None with its reason, never 0.
"""

from debate_core.noun import Noun
from debate_core.record import Record


class UsageReport(Noun):
    """What the debate has used. `unknown`: calls whose tokens nobody said, counted at what was reserved for them.
    `cached`: the input tokens among `tokens` that were read from a provider's cache, as far as servers said. `cost` in
    US dollars, None with a `reason` where no price is known."""

    calls: int
    tokens: int
    unknown: int
    cached: int = 0
    seconds: float
    cost: float | None = None
    reason: str | None = None


def usage_of(record: Record) -> UsageReport:
    """What a record's calls came to."""
    spent = record.spent
    written = record.example is not None
    free = written or all(name.partition(":")[0] in {"simulated", "local"} for name in record.config.models)
    return UsageReport(
        calls=spent.calls,
        tokens=spent.tokens,
        unknown=spent.unknown,
        cached=spent.cached,
        seconds=spent.seconds,
        cost=0.0 if free else None,
        reason=_charge(written, free),
    )


def _charge(written: bool, free: bool) -> str:
    if written:
        return "written beforehand: no model was called"
    return "made on this machine: nothing is charged" if free else "no price is known for these models"
