"""A page of the library as blocks: each debate, text and table with what it came to."""

from collections.abc import Sequence

from debate_core.measuring.estimate import Estimate
from debate_core.numerals import counted
from debate_core.phrases import moment_text
from debate_core.record import NOTHING_ARGUED
from debate_core.reporting.blocks import Block, Cell, Document, Table, columns
from debate_core.reporting.discussion import advised_text
from debate_core.summary import Summary
from debate_core.wording import CALLS, capital

KINDS = {"debate": "Debate", "transcript": "Transcript", "artifact": "Text", "ratings": "Table"}


def library_document(found: Sequence[Summary], about: str = "") -> Document:
    return Document(
        title="Library",
        about=about,
        blocks=(
            Block(
                key="records",
                title=counted(len(found), "debate, text or table", "debates, texts and tables"),
                tables=(
                    Table(
                        columns=columns(
                            *(
                                "Topic",
                                "Kind",
                                "Verdict",
                                ("Agreement on scores (alpha)", "coefficient"),
                                ("Consensus", "coefficient"),
                                "A discussion is advised",
                                "Judges",
                            ),
                            *(
                                "Made",
                                ("To review", "count"),
                                "Tags",
                                ("Calls", "count"),
                                ("Tokens", "count"),
                            ),
                            *(("Cost", "money"), "Begun", "Id"),
                        ),
                        rows=tuple(map(_row, found)),
                        opens=tuple(one.id for one in found),
                    ),
                ),
            ),
        ),
    )


def _row(one: Summary) -> tuple[Cell, ...]:
    cost = Estimate(value=one.cost, reason=one.cost_reason) if one.calls else None
    return (
        *(one.topic or f"Can't be read: {one.fault}", KINDS.get(one.kind or ""), verdict_text(one)),
        *(
            one.alpha,
            one.accord,
            advised_text(one.advised),
            one.judges,
            f"sample: {one.example}" if one.example else one.simulated_said or None,
        ),
        *(one.unread, ", ".join(one.tags) or None, one.calls, one.tokens, cost),
        *(moment_text(one.opened_at), one.id),
    )


def verdict_text(one: Summary) -> str | None:
    came_to = one.verdict or one.outcome
    if came_to is None:
        return None
    return NOTHING_ARGUED if one.nothing_argued else capital(CALLS.get(came_to, came_to.capitalize()))
