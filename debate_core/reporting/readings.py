"""What judges' two readings of a debate differ by, as a block."""

from debate_core.measuring.estimate import Estimate
from debate_core.numerals import counted
from debate_core.phrases import between_text, value_text
from debate_core.report.readings import ReadingRow, ReadingsReport
from debate_core.reporting.blocks import Block, Table, columns
from debate_core.reporting.debate_figures import interval_lines
from debate_core.wording import capital

METHOD = (
    "Each judge read the debate twice: once PRO's side first, once CON's. Its scores are the average of both. Its "
    "rulings and reasons are those of the first reading, and a discussion starts from that one."
)
MEANING = (
    "Chance error is the standard deviation of one reading's score of one argument. The gain is what being read first "
    "adds to a side's lead, by each judge's own weights. The average takes most of both out. Of 20 judges without a "
    "preference, one looks as if it had one."
)


def readings_block(found: ReadingsReport) -> Block:
    panel, rows = found.panel, (found.panel, *found.judges)
    return Block(
        key="readings",
        title=preference_title(panel.preference),
        sentence=" ".join((_gain_text(panel), _noise_text(panel), _rulings_text(panel))),
        items=tuple(
            f"{name} is counted by one reading. The other failed: {why.rstrip('.')}."
            for name, why in found.once.items()
        ),
        figure=interval_lines(
            "Gain of the side read first, in points",
            "difference",
            [(row.name, row.preference) for row in rows],
        ),
        tables=(
            Table(
                columns=columns(
                    "Who",
                    ("Gain of the side read first, points", "difference"),
                    ("Chance error of one reading, points", "points"),
                    "Rulings that differ",
                ),
                rows=tuple(
                    (row.name, row.preference, row.noise, f"{row.rulings_differ} of {row.rulings}")
                    for row in rows
                ),
            ),
        ),
        notes=(METHOD, MEANING),
    )


def preference_title(gain: Estimate) -> str:
    """Which side's place judges prefer, as far as that can be told."""
    if not gain.known:
        return "Can't tell whether the judges prefer the side they read first"
    if not gain.excludes_zero:
        return "The judges don't clearly prefer the side they read first"
    return f"The judges prefer the side they read {'first' if gain.above(0.0) else 'last'}"


def _gain_text(row: ReadingRow) -> str:
    gain = row.preference
    if gain.value is None:
        return f"{capital(gain.reason or 'not computed')}."
    adds = f"Being read first adds {value_text(gain.value, 'difference')} to a side's lead"
    return f"{adds}, {between_text(gain, 'difference')}."


def _noise_text(row: ReadingRow) -> str:
    if row.noise.value is None:
        return f"How much one reading is off by chance is unknown: {row.noise.reason}."
    size = value_text(row.noise.value, "points")
    return f"By chance alone, one reading of an argument is off by about {size}, {between_text(row.noise, 'points')}."


def _rulings_text(row: ReadingRow) -> str:
    if not row.rulings:
        return "No ruling was given twice."
    return f"The second reading changed {row.rulings_differ} of {counted(row.rulings, 'ruling')}; the first counts."
