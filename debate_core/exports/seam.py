"""Sets blocks as sections, for the exports that are not yet documents: the one place that does."""

from collections.abc import Iterator, Sequence

from debate_core.exports.sections import Section
from debate_core.findings.reporting import Reviewed
from debate_core.report.shape import Report
from debate_core.reporting.blocks import Block, Table, walk
from debate_core.reporting.cells import cell_words
from debate_core.reporting.discussion import discussion_blocks
from debate_core.reporting.live import live_blocks
from debate_core.wording import Say


def live_sections(found: Report, say: Say) -> Iterator[Section]:
    """The live judge's reading, and what each turn adds."""
    return _sections(live_blocks(found, found.burden), say)


def discussion_sections(found: Report | Reviewed, say: Say) -> Iterator[Section]:
    """What came of judges or reviewers reading each other; nothing where they did not."""
    return _sections(discussion_blocks(found), say)


def _sections(blocks: Sequence[Block], say: Say) -> Iterator[Section]:
    """A section for each block, and for each further table of one; ``say`` makes every word harmless."""
    for block in walk(tuple(blocks)):
        first, *more = block.tables or (None,)
        yield _section(block.title, first, say, block.sentence, (*block.items, *block.all_notes))
        for table in more:
            yield _section(f"{block.title}: {table.title}" if table else block.title, table, say)


def _section(
    title: str, table: Table | None, say: Say, sentence: str = "", lines: Sequence[str] = ()
) -> Section:
    rows = [tuple(map(say, cell_words(table, row))) for row in table.rows] if table else []
    return Section(
        title=say(title),
        said=say(sentence),
        head=tuple(say(column.title) for column in table.columns) if table and rows else (),
        rows=tuple(rows),
        lines=tuple(map(say, lines)),
    )
