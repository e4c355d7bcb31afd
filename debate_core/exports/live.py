"""The live judge's part of a report, as sections of lines that each format sets in its own way.

Knows the report only. Invariant: every word of a model or a person goes through `say`, the format's own neutraliser;
leading in a reading is said not to be the outcome; what is missing is said.
"""

from collections.abc import Iterator, Mapping

from debate_core.exports.sections import Section
from debate_core.novelty import FIRST_MEASURED, NOVELTY
from debate_core.report import told
from debate_core.report.shape import Report
from debate_core.scorecard.live_scores import points
from debate_core.transcript import SIDES, Side, burden_words
from debate_core.wording import Say


def live_sections(found: Report, say: Say) -> Iterator[Section]:
    """What each turn adds, where it is measured; with a live judge scorecard, narrative, why they differ, register and
    convergence. `say` makes a model's words harmless in the format they go into."""
    measured = [one for one in found.novelty if one.turn >= FIRST_MEASURED]
    if measured:
        added = (f"Turn {one.turn} ({one.side.upper()}): {one.words}." for one in measured)
        yield Section(title="What each turn adds", lines=(*added, NOVELTY))
    if found.scorecard.by != "rounds":
        return
    form = told.Form(say=say)
    yield Section(title="Scorecard (the live judge's reading, not the outcome)", lines=_scorecard(found))
    yield Section(title="Narrative (one model's words, not the outcome)", lines=_narrative(found, form))
    if found.differ:
        yield Section(title="Why they differ", lines=_conflict(found, form))
    yield Section(title="Suspect claims", lines=tuple(_register(found, form)) or ("None was flagged.",))
    yield Section(title="Convergence", lines=_convergence(found, form))


def _scorecard(found: Report) -> tuple[str, ...]:
    card = found.scorecard
    lines = [card.reason]
    for one in card.rounds:
        end = f"Won by {one.winner.upper()}." if one.winner else one.reason
        lines.append(f"Round {one.number}, {told.turns_words(one.turns)}: {_marks(one.composites)}. {end}")
    means = dict.fromkeys(SIDES) | dict(card.means or {})
    lines.append(f"Mean composite of 100, from turn 2 on: {_marks(means)}.")
    return (*lines, *told.left_out(card))


def _marks(given: Mapping[Side, float | None]) -> str:
    """Each side's mark, PRO's first."""
    said = {side: "not judged" if mark is None else points(mark) for side, mark in given.items()}
    return ", ".join(f"{side.upper()} {said[side]}" for side in SIDES if side in said)


def _narrative(found: Report, form: told.Form) -> tuple[str, ...]:
    one = found.narrative
    if one is None:
        return (_absent(found, "narrative", form),)
    groups = (
        ("", one.spine),
        (f"{told.EVOLVED}: ", one.evolved),
        (f"{told.BROKE}: ", one.broke),
        (f"{told.TURNING}: ", one.turning_points),
    )
    said = (f"{lead}{told.cited(each, form)}" for lead, statements in groups for each in statements)
    burden = [burden_words(found.burden)] if found.burden else []
    return (*burden, told.held(one), *said)


def _conflict(found: Report, form: told.Form) -> tuple[str, ...]:
    said = found.conflict
    if said is None:
        return (_absent(found, "conflict", form),)
    return (". ".join(told.PATTERNS[said.pattern]), told.cited(said, form))


def _convergence(found: Report, form: told.Form) -> tuple[str, ...]:
    said = found.convergence
    if said is None:
        failed = "convergence" in found.live_failures
        return (_absent(found, "convergence", form) if failed else "Not checked: too few turns, or not yet.",)
    return (". ".join(told.CONVERGENCES[said.kind]), told.cited(said, form))


def _absent(found: Report, step: str, form: told.Form) -> str:
    cause = found.live_failures.get(step)
    return f"None: it failed: {form.say(cause)}" if cause else "None."


def _register(found: Report, form: told.Form) -> Iterator[str]:
    for entry in found.claims:
        yield f"{entry.id}, {told.spoken_in(entry)}, {told.claim_words(entry)}: {form.say(entry.text)}"
        yield from (f"{entry.id}: {told.change_words(entry, change, form)}" for change in entry.history)
    yield from (f"{slip.id}, {told.slip_words(slip, form)}" for slip in found.slips)
