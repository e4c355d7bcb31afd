"""The budget of one debate: looked at before a call starts.

Knows numbers only: what calls under way may still use counts as spent until they end (`call.Spent`). Invariant: what is
spent and what is reserved together never pass the budget.
"""

from decimal import Decimal

from debate_core.call import Spent
from debate_core.config import Budget
from debate_core.errors import BudgetReached
from debate_core.llm.prices import NONE, Pricing
from debate_core.numerals import dollars


def check_budget(budget: Budget, spent: Spent, tokens: int) -> None:
    """Whether one more call that may use so many tokens fits into those and the calls. Raises BudgetReached."""
    if budget.calls is not None and spent.calls + 1 > budget.calls:
        raise BudgetReached(f"the budget of {budget.calls} calls is used up; raise it, or read what is there")
    if budget.tokens is not None and spent.tokens + tokens > budget.tokens:
        left = max(0, budget.tokens - spent.tokens)
        raise BudgetReached(
            f"the next call may use {tokens:,} tokens, and {left:,} of the budget of {budget.tokens:,} are left"
        )


def check_cost(budget: Budget, spent: Decimal, pricing: Pricing, prompt: int, answer: int) -> None:
    """Whether one more call of a model so priced fits into the money; `prompt`, `answer`: the tokens it may use. Raises
    BudgetReached."""
    if budget.dollars is None or not pricing.charged:
        return
    if pricing.price is None:
        raise BudgetReached("the budget is in money, and no price is known for the next call's model")
    most, left = pricing.price.most(prompt, answer), max(NONE, budget.dollars - spent)
    if most > left:
        raise BudgetReached(
            f"the next call may cost {dollars(most)}, and {dollars(left)} of the budget of {dollars(budget.dollars)} "
            "are left"
        )
