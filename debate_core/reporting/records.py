"""Records as reports: the library's list, any one of them, and the formats in which a report leaves the product."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debate_core.domain.config import Deliberation
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import UNDEFINED, pluralise
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import CALLS, capital, clip, humanise, in_json, is_blank, name_text
from debate_core.library.library import read_history
from debate_core.library.report.table import table_panel
from debate_core.library.summary import Summary
from debate_core.library.text_review import text_review
from debate_core.measuring.agreement import beside_bands_text
from debate_core.phrases import moment_text, range_text, value_text
from debate_core.reporting.blocks import Block, Document, Figure, table_of
from debate_core.reporting.debate import whole_document
from debate_core.reporting.discussion import advised_text
from debate_core.reporting.formats import figures_csv, html, markdown, plain_text, values
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.reporting.usage import calls_text, cost_text, tokens_text
from debate_core.store import Store
from debate_core.store.record import (
    NOTHING_ARGUED,
    AnyRecord,
    ArtifactRecord,
    RatingsRecord,
    Record,
    Status,
    load_any,
)


def report_file(store: Store, name: str) -> str:
    """Any record's report under the usual settings. Raises RecordNotFound, RecordUnreadable."""
    record = load_any(store, name)
    return html(record_document(record, lambda debate: whole_document(debate, read_history(store, debate))))


def record_document(record: AnyRecord, of_debate: Callable[[Record], Document]) -> Document:
    """Any record as a report, under the usual settings but for a debate."""
    if isinstance(record, ArtifactRecord):
        return text_document(text_review(record), record)
    if isinstance(record, RatingsRecord):
        return table_document(table_panel(record.config), record.config.file)
    return of_debate(record)


@dataclass(frozen=True, kw_only=True)
class Format:
    title: str
    extension: str
    mime: str
    render: Callable[[Document], str]

    def of(self, document: Document | Callable[[], Document]) -> str:
        return self.render(document if isinstance(document, Document) else document())


FORMATS = (
    Format(title="HTML", extension="html", mime="text/html", render=html),
    Format(title="Markdown", extension="md", mime="text/markdown", render=markdown),
    Format(title="JSON", extension="json", mime="application/json", render=lambda one: in_json(values(one))),
    Format(title="CSV", extension="csv", mime="text/csv", render=figures_csv),
)
RENDERS: Mapping[str, Callable[[Document], str]] = {
    "text": plain_text,
    **{one.extension: one.render for one in FORMATS},
}
"""How a report becomes text, by the form's name."""


KINDS = {"debate": "Debate", "transcript": "Transcript", "artifact": "Text", "ratings": "Table"}


class ShelfRow(FrozenValue):
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
    chosen: bool


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

    def next_order(self, head: str) -> str:
        """The order that picking a head leads to."""
        first, second = next(orders for name, *orders in self.heads if name == head)
        return second if self.sort == first else first


def shelf_table(
    summaries: Sequence[Summary], statuses: Mapping[str, Status | None], chosen: Sequence[str], sort: str
) -> ShelfTable:
    """``statuses``: where each stands, by id; None where it can't be read."""
    rows = (shelf_row(one, statuses.get(one.id), one.id in chosen) for one in summaries)
    return ShelfTable(alt="Debates, texts and tables", rows=tuple(rows), sort=sort)


def shelf_row(one: Summary, status: Status | None, chosen: bool = False) -> ShelfRow:
    begun = time.strftime("%d %b %Y %H:%M", time.localtime(one.opened_at))
    if one.fault is not None or one.topic is None or status is None:
        cause = f"{capital(one.fault or 'cause unknown')}."
        topic = f"Can't be read: {one.id}"
        return ShelfRow(
            id=one.id, topic=topic, about=clip(cause, 240), standing="", begun=begun, chosen=chosen
        )
    verdict = verdict_text(one)
    reach = one.agreement.reason or "" if one.agreement else ""
    if one.agreement and one.alpha is not None:
        reach = f"{'likely' if one.agreement.known else 'range'} {range_text(one.agreement)}"
    consensus = (
        ""
        if one.accord is None
        else f"consensus {value_text(one.accord, 'coefficient', Deliberation().threshold)}"
    )
    advised = "discussion advised" if consensus and one.discussion_advised and not one.example else ""
    calls = calls_text(one.calls or 0, one.asked)
    spent = "" if one.example else f"{calls}, {tokens_text(one.tokens or 0, one.unknown)}"
    return ShelfRow(
        id=one.id,
        topic=one.id if is_blank(one.topic) else clip(one.topic, 160),
        about=" · ".join(_about(one, status if verdict or status != "finished" else None)),
        standing=verdict or ("" if one.kind == "ratings" else name_text(status)),
        side=one.outcome if one.outcome in SIDES else "",
        agreement=beside_bands_text(one.alpha) if one.alpha is not None else UNDEFINED if verdict else "",
        reach=reach,
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
    title = pluralise(len(summaries), "debate, text or table", "debates, texts and tables")
    table = table_of(
        summaries,
        {
            "Topic": lambda one: one.topic or f"Can't be read: {one.fault}",
            "Kind": lambda one: KINDS.get(one.kind or ""),
            "Verdict": verdict_text,
            ("Agreement on scores (alpha)", "coefficient"): lambda one: one.agreement,
            ("Consensus", "coefficient"): lambda one: one.accord,
            "A discussion is advised": lambda one: advised_text(one.discussion_advised),
            "Judges": lambda one: one.judges,
            "Made": lambda one: f"sample: {one.example}" if one.example else one.simulated_said or None,
            ("To review", "count"): lambda one: one.unread,
            "Tags": lambda one: ", ".join(one.tags) or None,
            ("Calls", "count"): lambda one: one.calls,
            ("Tokens", "count"): lambda one: one.tokens,
            ("Cost", "money"): lambda one: cost_text(one.cost, one.cost_reason) if one.calls else None,
            "Begun": lambda one: moment_text(one.opened_at),
            "Id": lambda one: one.id,
        },
        opens=tuple(one.id for one in summaries),
    )
    return Document(title="Library", blocks=(Block(key="records", title=title, tables=(table,)),))


def verdict_text(one: Summary) -> str | None:
    came_to = one.verdict or one.outcome
    if came_to is None:
        return None
    if one.nothing_argued:
        return NOTHING_ARGUED
    if one.ahead:
        return f"No call: {one.ahead.upper()} is ahead"
    return capital(CALLS.get(came_to, came_to.capitalize()))
