"""What judges' two readings of a debate differ by, as a block."""

from collections.abc import Sequence

from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import capital
from debate_core.library.report.readings import ReadingRow, ReadingsReport
from debate_core.phrases import between_text, value_text
from debate_core.reporting.blocks import Block, Table, columns
from debate_core.reporting.debate_figures import interval_lines
from debate_core.study.shape import OrderRow

METHOD = (
    "Each judge read the debate twice: once PRO's side first, once CON's. Its scores are the average of both. Its "
    "rulings and reasons are those of the first reading, and a discussion starts from that one."
)
MEANING = (
    "The gain is what being read first adds to a side's lead, by the judge's own weights. Chance error is the standard "
    "deviation of one reading's score of one argument. Of 20 judges without a preference, one looks as if it had one."
)


def readings_block(found: ReadingsReport) -> Block:
    gain, one = found.panel.preference, "is counted by one reading. The other failed:"
    who = "The judges" if gain.excludes_zero else "The judges don't clearly"
    who = who if gain.known else "Can't tell whether the judges"
    title = f"{who} prefer the side they read {'last' if gain.below(0.0) else 'first'}"
    items = [f"{name} {one} {why.rstrip('.')}." for name, why in found.once.items()]
    return orders_block(title, _said(found.panel), (found.panel, *found.judges), items, METHOD)


def orders_block(
    title: str, said: str, rows: Sequence[ReadingRow | OrderRow], items: Sequence[str] = (), *notes: str
) -> Block:
    """Each row's gain and chance error, in a debate or over a study's."""
    gain, error = "Gain of the side read first, points", "Chance error of one reading, points"
    heads = columns("Who", (gain, "difference"), (error, "points"), ("Cases", "count"))
    cells = tuple((row.name, row.preference, row.noise, row.preference.n) for row in rows)
    return Block(
        key="readings",
        title=title,
        sentence=said,
        items=tuple(items),
        figure=interval_lines(gain, "difference", [(row.name, row.preference) for row in rows]),
        tables=(Table(columns=heads, rows=cells),),
        notes=(*notes, MEANING),
    )


def _said(row: ReadingRow) -> str:
    gain, noise = row.preference, row.noise
    adds, off = f"{capital(gain.reason or '')}.", f"How far chance moves a score is unknown: {noise.reason}."
    if gain.value is not None:
        size = f"{value_text(gain.value, 'difference')} to a side's lead"
        adds = f"Being read first adds {size}, {between_text(gain, 'difference')}."
    if noise.value is not None:
        size = value_text(noise.value, "points")
        off = (
            f"By chance, one reading of an argument is off by about {size}, {between_text(noise, 'points')}."
        )
    differ = f"{row.rulings_differ} of {pluralise(row.rulings, 'ruling')}"
    return f"{adds} {off} The second reading changed {differ}; the first counts."
