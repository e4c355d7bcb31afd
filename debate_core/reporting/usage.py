"""What a record cost, as a block and in the short texts that stand beside it while it runs."""

from collections.abc import Iterable, Iterator, Mapping

from debate_core.calls import steps_in_words
from debate_core.domain.numerals import dollars_text, number_word, pluralise
from debate_core.domain.wording import capital
from debate_core.library.report.usage import BY_HAND, UsageReport, UsedRow, cost_of
from debate_core.llm.prices import FREE
from debate_core.reporting.blocks import Block, Table, columns
from debate_core.store.events import CallId
from debate_core.store.model_record import Config, ModelRecord


def cost_block(usage: UsageReport, config: Config) -> Block:
    heads = columns("Model", ("Input", "money"), ("From a cache", "money"), ("Output", "money"), "Why none")
    prices = tuple((row.model, row.input, row.cached, row.output, row.reason) for row in usage.prices)
    known = [] if usage.cost_known is None else [f"Known of it: {dollars_text(usage.cost_known)}."]
    parts = [f"{usage.thinking:,} of them thinking"] if usage.thinking else []
    parts += [f"{usage.cached:,} read from a cache"] if usage.cached else []
    more = f" ({', '.join(parts)})" if parts else ""
    return Block(
        key="cost",
        title=f"Cost: {calls_text(usage.calls, len(usage.by_call))}, {cost_text(usage.cost, usage.reason)}",
        sentence=f"{capital(tokens_text(usage.tokens, usage.unknown, more))}.",
        items=tuple(known),
        tables=(
            _usage_table("Cost by part", "Part", usage.by),
            _usage_table("Cost by call", "Call", tuple(_in_words(usage.by_call, steps_in_words(config)))),
            Table(title="Prices in dollars, a million tokens", columns=heads, rows=prices),
        ),
        notes=(f"Prices: {usage.prices_of or 'none was looked up'}.",),
        folded=True,
    )


def _in_words(rows: Iterable[UsedRow], steps: Mapping[str, str]) -> Iterator[UsedRow]:
    """Each call as a person would say it, and which asking it was where one was not enough."""
    for row in rows:
        call = CallId.read(row.name)
        asking = f", asking {call.asking}" if call.asking > 1 else ""
        yield row.model_copy(update={"name": capital(steps.get(call.step, call.step)) + asking})


def _usage_table(title: str, what: str, rows: tuple[UsedRow, ...]) -> Table:
    counts = ("Calls", "Tokens", "Input", "From a cache", "Output", "Thinking")
    heads = columns(what, "Cost", *((one, "count") for one in counts), "Model")
    lines = []
    for row in rows:
        cost = cost_text(row.cost, row.reason) + (" (half price: in a batch)" if row.batched else "")
        used = (row.calls, row.tokens, row.input, row.cached, row.output, row.thinking)
        lines.append((row.name, cost, *used, ", ".join(row.models)))
    return Table(title=title, columns=heads, rows=tuple(lines))


def cost_text(cost: float | None, reason: str | None) -> str:
    """A cost, or why there is none.

    >>> cost_text(0.5, None), cost_text(0.5, "without x, which has no price"), cost_text(None, "no price: simulated")
    ('$0.50', '$0.50 without x, which has no price', 'free: simulated')
    """
    if cost is not None:
        return f"{dollars_text(cost)} {reason}" if reason else dollars_text(cost)
    words = "free: a sample" if reason == BY_HAND else (reason or "no reason given").replace(FREE, "free: ")
    return words if words.startswith("free") else f"cost unknown ({words})"


def calls_text(tries: int, calls: int, more: str = "") -> str:
    """How many, with `more` behind them, and that each try counts where some call was tried more than once.

    >>> calls_text(11, 11, " of 20 budgeted"), calls_text(15, 11)
    ('11 calls of 20 budgeted', '15 calls, retries included')
    """
    return f"{pluralise(tries, 'call')}{more}{', retries included' if tries > calls else ''}"


def tokens_text(tokens: int, unknown: int, more: str = "") -> str:
    """How many, with `more` behind them, and that calls whose tokens nobody said are counted at their maximum.

    >>> tokens_text(36_975, 0, " of 40,000 budgeted")
    '36,975 tokens of 40,000 budgeted'
    >>> tokens_text(36_975, 2)
    'about 36,975 tokens; two calls of unknown size are counted at the maximum'
    """
    if unknown <= 0:
        return f"{tokens:,} tokens{more}"
    counted = "call of unknown size is" if unknown == 1 else "calls of unknown size are"
    return f"about {tokens:,} tokens{more}; {number_word(unknown)} {counted} counted at the maximum"


def budget_text(record: ModelRecord) -> str:
    """Calls, tokens and cost against the budget; what is reserved stands apart, as it is set free again."""
    budget, spent, cost = record.budget, record.spent, cost_of(record)
    cached = f", {spent.cached:,} from a cache" if spent.cached else ""
    tokens = (f" of {budget.tokens:,} budgeted" if budget.tokens else "") + cached
    waiting_for, reserved = len(record.under_way), sum(call.reserved for call in record.under_way)
    money = cost_text(None, cost.reason)
    if cost.dollars is not None:
        limit = f" of {dollars_text(budget.dollars)} budgeted" if budget.dollars else ""
        money = dollars_text(record.cost - sum(call.held for call in record.under_way)) + limit
    texts = [
        calls_text(spent.calls, len(record.calls), f" of {budget.calls} budgeted" if budget.calls else ""),
        tokens_text(spent.tokens - reserved, spent.unknown - waiting_for, tokens),
        money,
    ]
    if waiting_for:
        texts.append(f"up to {reserved:,} reserved for {pluralise(waiting_for, 'open call')}")
    return " · ".join(texts)
