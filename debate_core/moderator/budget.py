"""The budget of one debate: looked at before a call starts.

Knows numbers only: what calls under way may still use counts as spent until they end (`call.Spent`). Invariant: what is
spent and what is reserved together never pass the budget.
"""

from debate_core.call import Spent
from debate_core.config import Budget
from debate_core.errors import BudgetReached


def check_budget(budget: Budget, spent: Spent, tokens: int) -> None:
    """Whether one more call that may use so many tokens fits. Raises BudgetReached."""
    if budget.calls is not None and spent.calls + 1 > budget.calls:
        raise BudgetReached(f"the budget of {budget.calls} calls is used up; raise it, or read what is there")
    if budget.tokens is not None and spent.tokens + tokens > budget.tokens:
        left = max(0, budget.tokens - spent.tokens)
        raise BudgetReached(
            f"the next call may use {tokens:,} tokens, and {left:,} of the budget of {budget.tokens:,} are left"
        )
