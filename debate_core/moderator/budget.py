"""The budget of one debate: reserved before a call starts, settled when it ends.

Knows numbers only. Invariant: what is spent and what is reserved together never pass the budget.
"""

from debate_core.call import Spent
from debate_core.config import Budget
from debate_core.errors import BudgetReached


class Ledger:
    """What has been spent, by the log, and what calls under way may still use."""

    def __init__(self, budget: Budget, spent: Spent) -> None:
        self._budget = budget
        self._calls = spent.calls
        self._tokens = spent.tokens

    def reserve(self, tokens: int) -> None:
        """Set aside one call and its tokens. Raises BudgetReached, reserving nothing."""
        limit = self._budget.calls
        if limit is not None and self._calls + 1 > limit:
            raise BudgetReached(f"the budget of {limit} calls is used up; raise it, or read what is there")
        most = self._budget.tokens
        if most is not None and self._tokens + tokens > most:
            raise BudgetReached(
                f"the next call may use {tokens:,} tokens, and {max(0, most - self._tokens):,} of the budget of "
                f"{most:,} are left"
            )
        self._calls += 1
        self._tokens += tokens

    def settle(self, reserved: int, used: int | None) -> None:
        """Replace a reservation by what was used; None (nobody said) leaves it standing."""
        if used is not None:
            self._tokens += used - reserved
