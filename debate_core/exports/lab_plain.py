"""The lab's whole answer as text, for a shell.

Reads a LabReport; computes nothing. Invariant: it says whatever the page says.
"""

from debate_core.exports.lab import (
    ALPHA_LEVEL,
    LIMITS,
    UNITS,
    alpha_words,
    cover_sentence,
    figures_row,
    headline,
    lean_sentence,
    panel_words,
    shared_sentence,
    size_rows,
    step_sentence,
)
from debate_core.exports.lab_pair import pair_headline, pair_rows, tie_words, what_for
from debate_core.exports.sections import columns
from debate_core.lab import LabReport
from debate_core.rules import changed_words


def as_plain(found: LabReport) -> str:
    """The whole answer as text."""
    lines = [f"{panel_words(found.question)} (simulated, seed {found.seed})"]
    if changed := changed_words(found.rules):
        lines.append(f"Thresholds changed from the usual: {changed}.")
    asked = found.asked
    lines += [
        "",
        headline(found),
        "",
        *columns(figures_row(asked, found).items()),
        "",
        "The gap's interval. " + cover_sentence(asked.gap, found.level, "the true gap", found.n),
        "Alpha's interval. " + cover_sentence(asked.alpha, ALPHA_LEVEL, "alpha's limit", found.n),
        alpha_words(found),
        *[said for said in (lean_sentence(found.question), shared_sentence(found)) if said],
        "",
        pair_headline(found),
        tie_words(found),
        what_for(found),
        *_columns(pair_rows(found)),
        "",
        step_sentence(found),
        "",
        *_columns(size_rows(found)),
        "",
        UNITS,
        LIMITS,
        "",
    ]
    return "\n".join(line.replace("**", "") for line in lines)


def _columns(rows: list[dict[str, str]]) -> list[str]:
    """Rows under their headings, aligned; nothing for no rows."""
    return columns([tuple(rows[0]), *(tuple(row.values()) for row in rows)]) if rows else []
