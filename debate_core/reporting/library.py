"""What records came to and what each cost, as blocks and in short texts: a page of the library, one record's usage."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debate_core.domain.numerals import UNDEFINED, coefficient_text, dollars, pluralise
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import CALLS, capital, clip, humanise, name_text
from debate_core.library.report.usage import ModelRow, UsageReport, UsedRow
from debate_core.library.summary import Summary
from debate_core.measuring.agreement import banded
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import moment_text, range_text
from debate_core.reporting.blocks import Block, Cell, Document, Figure, Table, columns
from debate_core.reporting.discussion import advised_text
from debate_core.store.record import NOTHING_ARGUED, Status

KINDS = {"debate": "Debate", "transcript": "Transcript", "artifact": "Text", "ratings": "Table"}


@dataclass(frozen=True, kw_only=True)
class ShelfRow:
    """A record in the library's table. ``about``: what it is and who made it; ``standing``: its verdict, or how far it
    has come, and whose ``side`` that is; what is empty is unknown or nothing. ``chosen``: to be worked on."""

    id: str
    topic: str
    about: str
    standing: str
    side: str = ""
    agreement: str = ""
    reach: str = ""
    consensus: str = ""
    begun: str
    cost: str = ""
    spent: str = ""
    tags: str = ""
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class ShelfTable(Figure):
    """The records that were found, a row each. Picking a head sorts by it, picking a topic opens its record, picking
    its box chooses it. ``sort``: the order they are in."""

    rows: tuple[ShelfRow, ...]
    sort: str
    heads: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("Topic", "topic", "topic_last"),
        ("Verdict", "verdict", "verdict_last"),
        ("Agreement", "least", "most"),
        ("Begun", "newest", "oldest"),
        ("Cost", "dearest", "cheapest"),
        ("Tags", "tags", "tags_last"),
    )
    """Each head with both orders by it, the first one first."""

    @property
    def drawable(self) -> bool:
        return bool(self.rows)

    def next_order(self, head: str) -> str:
        """The order that picking a head leads to."""
        first, second = next(orders for name, *orders in self.heads if name == head)
        return second if self.sort == first else first


def shelf_table(
    summaries: Sequence[Summary], statuses: Mapping[str, Status | None], chosen: Sequence[str], sort: str
) -> ShelfTable:
    """``statuses``: where each stands, by id; None where it can't be read."""
    rows = (_shelf_row(one, statuses.get(one.id), one.id in chosen) for one in summaries)
    return ShelfTable(alt="Debates, texts and tables", rows=tuple(rows), sort=sort)


def _shelf_row(one: Summary, status: Status | None, chosen: bool) -> ShelfRow:
    begun = time.strftime("%d %b %Y %H:%M", time.localtime(one.opened_at))
    if one.fault is not None or one.topic is None or status is None:
        cause = f"{capital(one.fault or 'cause unknown')}."
        topic = f"Can't be read: {one.id}"
        return ShelfRow(
            id=one.id, topic=topic, about=clip(cause, 240), standing="", begun=begun, chosen=chosen
        )
    verdict = verdict_text(one)
    found = one.agreement if one.alpha is not None else None
    likely = f"{'likely' if found.known else 'range'} {range_text(found)}" if found else ""
    consensus = "" if one.accord is None else f"consensus {coefficient_text(one.accord)}"
    advised = "discussion advised" if consensus and one.advised else ""
    calls = calls_text(one.calls or 0, one.asked)
    spent = "" if one.example else f"{calls}, {one.tokens or 0:,} tokens{cap_text(one.unknown)}"
    return ShelfRow(
        id=one.id,
        topic=clip(one.topic, 160),
        about=" · ".join(_about(one, status if verdict or status != "finished" else None)),
        standing=verdict or name_text(status),
        side=one.outcome if one.outcome in SIDES else "",
        agreement=banded(one.alpha) if one.alpha is not None else UNDEFINED if verdict else "",
        reach=likely,
        consensus=", ".join(filter(None, (consensus, advised))),
        begun=begun,
        cost=cost_text(one.cost, one.cost_reason) if one.calls else "",
        spent=spent if one.calls else "",
        tags=", ".join(one.tags),
        chosen=chosen,
    )


def _about(one: Summary, status: Status | None) -> Iterator[str]:
    """What it is, who judges, who made it, what is left to do; and its ``status``, if a verdict stands in its place."""
    yield KINDS[one.kind or "debate"]
    if one.judges:
        yield one.judges
    if one.example:
        yield "sample"
    elif made := one.simulated_said.partition(":")[0]:
        yield made
    if status and status != "finished" and verdict_text(one):
        yield humanise(status)
    if one.unread:
        # A text is scored by hand as one.
        yield "to review" if one.kind == "artifact" else f"{pluralise(one.unread, 'argument')} to review"


def library_document(summaries: Sequence[Summary]) -> Document:
    heads = columns(
        *("Topic", "Kind", "Verdict", ("Agreement on scores (alpha)", "coefficient")),
        *(("Consensus", "coefficient"), "A discussion is advised", "Judges", "Made", ("To review", "count")),
        *("Tags", ("Calls", "count"), ("Tokens", "count"), ("Cost", "money"), "Begun", "Id"),
    )
    title = pluralise(len(summaries), "debate, text or table", "debates, texts and tables")
    table = Table(columns=heads, rows=tuple(map(_row, summaries)), opens=tuple(one.id for one in summaries))
    return Document(title="Library", blocks=(Block(key="records", title=title, tables=(table,)),))


def _row(one: Summary) -> tuple[Cell, ...]:
    cost = Estimate(value=one.cost, reason=one.cost_reason) if one.calls else None
    made = f"sample: {one.example}" if one.example else one.simulated_said or None
    return (
        *(one.topic or f"Can't be read: {one.fault}", KINDS.get(one.kind or ""), verdict_text(one)),
        *(one.agreement, one.accord, advised_text(one.advised), one.judges, made),
        *(one.unread, ", ".join(one.tags) or None, one.calls, one.tokens, cost),
        *(moment_text(one.opened_at), one.id),
    )


def verdict_text(one: Summary) -> str | None:
    came_to = one.verdict or one.outcome
    if came_to is None:
        return None
    return NOTHING_ARGUED if one.nothing_argued else capital(CALLS.get(came_to, came_to.capitalize()))


def cost_block(usage: UsageReport) -> Block:
    heads = columns(
        "Model", ("Input", "money"), ("Input from a cache", "money"), ("Output", "money"), "Why none"
    )
    prices = tuple(map(_price, usage.prices))
    return Block(
        key="cost",
        title=f"Cost: {calls_text(usage.calls, len(usage.by_call))}, {cost_text(usage.cost, usage.reason)}",
        sentence=f"{capital(tokens_text(usage))}.",
        items=_known_texts(usage),
        tables=(
            _used("Cost by part", "Part", usage.by),
            _used("Cost by call", "Call", usage.by_call),
            Table(title="Prices in dollars, a million tokens", columns=heads, rows=prices),
        ),
        notes=(f"Prices: {usage.prices_of or 'none was looked up'}.",),
        folded=True,
    )


def _known_texts(usage: UsageReport) -> tuple[str, ...]:
    known = [] if usage.cost_known is None else [f"Known of it: {dollars(usage.cost_known)}."]
    calls = pluralise(usage.unknown, "call")
    most = [f"{calls} counted at the most it could use: nobody said its tokens."] if usage.unknown else []
    return (*known, *most)


def _used(title: str, what: str, rows: tuple[UsedRow, ...]) -> Table:
    counts = ("Calls", "Tokens", "Input", "From a cache", "Output", "Thinking")
    heads = columns(what, "Cost", *((one, "count") for one in counts), "Model")
    lines = tuple(
        (
            row.name,
            cost_text(row.cost, row.reason) + (" (half price: in a batch)" if row.batched else ""),
            *(row.calls, row.tokens, row.input, row.cached, row.output, row.thinking),
            ", ".join(row.models),
        )
        for row in rows
    )
    return Table(title=title, columns=heads, rows=lines)


def _price(row: ModelRow) -> tuple[Cell, ...]:
    known = row.input is not None and row.output is not None
    return (row.model, row.input, row.cached, row.output, None if known else row.reason or "no reason given")


def cost_text(cost: float | None, reason: str | None) -> str:
    """A cost, or why there is none.

    >>> cost_text(0.5, None), cost_text(0.5, "without x, which has no price"), cost_text(None, "no price: simulated")
    ('$0.50', '$0.50 without x, which has no price', 'no price: simulated')
    """
    if cost is None:
        words = reason or "no reason given"
        return words if words.startswith(("no price", "written")) else f"cost unknown ({words})"
    return f"{dollars(cost)} {reason}" if reason else dollars(cost)


def tokens_text(row: UsageReport) -> str:
    parts = [f"{row.thinking:,} of them thinking"] if row.thinking else []
    parts += [f"{row.cached:,} read from a cache"] if row.cached else []
    return f"{row.tokens:,} tokens" + (f" ({', '.join(parts)})" if parts else "")


def calls_text(tries: int, calls: int) -> str:
    """How many, and that each try counts where some call was tried more than once.

    >>> calls_text(11, 11), calls_text(15, 11)
    ('11 calls', '15 calls, each try counted')
    """
    return f"{pluralise(tries, 'call')}{', each try counted' if tries > calls else ''}"


def cap_text(calls: int) -> str:
    """That calls whose tokens nobody said are counted at what they may have used at most, in brackets."""
    return f" ({pluralise(calls, 'call')} counted at the cap)" if calls > 0 else ""
