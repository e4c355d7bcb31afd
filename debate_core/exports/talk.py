"""What came of judges reading each other, as sections that each format sets in its own way.

Knows the report only. Invariant: every word of a model goes through `say`, the format's own neutraliser; nothing here
is said to be the outcome, and a probe never to be a result.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from debate_core.exports.sections import Section
from debate_core.report import heard
from debate_core.report.deliberated import FIRST_STAND
from debate_core.report.talk import MoveRow, TalkReport
from debate_core.wording import MOVES, Say, capital


def talk_sections(found: TalkReport, say: Say, would: str) -> Iterator[Section]:
    """How the judges deliberated, each round, and what the probes tell; nothing where they did not. `would`: what the
    last sheets would come to."""
    talk = found.after_talk
    if talk is None:
        return
    lines = (heard.headline(found), would, heard.ended(talk, say), heard.alpha_after(talk))
    yield Section(
        title="Deliberation (not the outcome)",
        said=f"{capital(FIRST_STAND)}.",
        lines=tuple(filter(None, lines)),
    )
    for number, one in enumerate(found.deliberation or (), start=1):
        said = f"{capital(heard.round_said(one, say))}."
        yield Section(
            title=f"Round {number} of the deliberation", said=said, lines=tuple(_moves(one.moves, say))
        )
    if found.conformity and (found.probes or found.deliberation):
        rows = heard.probe_rows(found)
        yield Section(
            title="What moved them (a probe is never a result)",
            said=heard.why_moved(found),
            head=tuple(rows[0]) if rows else (),
            rows=tuple(tuple(row.values()) for row in rows),
            lines=tuple(heard.missing_from_probes(found, say)),
        )


def _moves(moves: Sequence[MoveRow], say: Say) -> Iterator[str]:
    """A line for each judge and argument: what it changed there, how it moved, and what it says moved it."""
    for (judge, argument), group in groupby(moves, key=lambda one: (one.judge, one.argument)):
        rows = list(group)
        on = "" if argument == rows[0].dimension else f" on {argument}"
        line = f"{say(judge)}{on}: {', '.join(map(heard.change_said, rows))}"
        label = next((MOVES[one.label] for one in rows if one.label), "")
        yield "; ".join(filter(None, (line, label, heard.causes_said(rows, say)))) + "."
