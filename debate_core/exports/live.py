"""The live judge's part of a report, as sections of lines that each format sets in its own way.

Knows the report only. Invariant: every word of a model or a person goes through `say`, the format's own neutraliser;
leading in a reading is said not to be the outcome; what is missing is said.
"""

from collections.abc import Collection, Iterator, Mapping

from debate_core.exports.sections import Say, Section
from debate_core.novelty import FIRST_MEASURED
from debate_core.numerals import bare, listed
from debate_core.report.shape import Report
from debate_core.scorecard.live_scores import points
from debate_core.scorecard.nouns import CitedStatement, Conflict, Convergence
from debate_core.scorecard.register import CONCERN_WORDS, Change, CountedContradiction, Entry
from debate_core.transcript import SIDES, Side, burden_words
from debate_core.wording import SLIPS, worded

_NOVELTY_LIMIT = (
    "The share of three-word sequences, function words left out, that the speaker had not used before; below 15% it "
    "repeats itself. A paraphrase counts as new."
)


def live_sections(found: Report, say: Say) -> Iterator[Section]:
    """What each turn adds, where it is measured; with a live judge scorecard, narrative, why they differ, register and
    convergence. `say` makes a model's words harmless in the format they go into."""
    measured = [one for one in found.novelty if one.turn >= FIRST_MEASURED]
    if measured:
        added = (f"Turn {one.turn} ({one.side.upper()}): {one.words}." for one in measured)
        yield Section(title="What each turn adds", lines=(*added, _NOVELTY_LIMIT))
    if found.scorecard.by != "rounds":
        return
    yield Section(title="Scorecard (the live judge's reading, not the outcome)", lines=_scorecard(found))
    yield Section(title="Narrative (one model's words, not the outcome)", lines=_narrative(found, say))
    if found.differ:
        yield Section(title="Why they differ", lines=_conflict(found, say))
    yield Section(title="Suspect claims", lines=_register(found, say))
    yield Section(title="Convergence", lines=_convergence(found, say))


def _scorecard(found: Report) -> tuple[str, ...]:
    card = found.scorecard
    lines = [card.reason]
    for one in card.rounds:
        end = f"Won by {one.winner.upper()}." if one.winner else one.reason
        lines.append(f"Round {one.number}, {turns_words(one.turns)}: {_marks(one.composites)}. {end}")
    lines.append(
        f"Mean composite of 100, from turn 2 on: {_marks(dict.fromkeys(SIDES) | dict(card.means or {}))}."
    )
    if card.missing:
        lines.append(f"Not judged: {turns_words(card.missing)}.")
    if card.asked_twice:
        lines.append(
            f"Compared in both orders: {card.inconsistent} of {card.asked_twice} answers depended on the order "
            "and count as draws."
        )
    return tuple(lines)


def _marks(given: Mapping[Side, float | None]) -> str:
    """Each side's mark, PRO's first."""
    said = {side: "not judged" if mark is None else points(mark) for side, mark in given.items()}
    return ", ".join(f"{side.upper()} {said[side]}" for side in SIDES if side in said)


def _narrative(found: Report, say: Say) -> tuple[str, ...]:
    told = found.narrative
    if told is None:
        return (_absent(found, "narrative", say),)
    groups = (
        ("", told.spine),
        ("How the arguments evolved: ", told.evolved),
        ("Where they broke: ", told.broke),
        ("Turning point: ", told.turning_points),
    )
    said = (lead + _cited(one, say) for lead, statements in groups for one in statements)
    burden = [burden_words(found.burden)] if found.burden else []
    leads = "It is level" if told.leader == "level" else f"{told.leader.upper()} leads"
    return (*burden, f"{leads} in this telling.", *said)


def _cited(told: CitedStatement | Conflict | Convergence, say: Say) -> str:
    """A statement with the turns it rests on."""
    rests = turns_words(told.turns) if told.turns else "unsupported: cites no turn"
    return f"{say(told.text)} ({rests})"


def _conflict(found: Report, say: Say) -> tuple[str, ...]:
    said = found.conflict
    if said is None:
        return (_absent(found, "conflict", say),)
    return (f"Pattern: {worded(said.pattern)}.", _cited(said, say))


def _convergence(found: Report, say: Say) -> tuple[str, ...]:
    said = found.convergence
    if said is None:
        failed = "convergence" in found.live_failures
        return (_absent(found, "convergence", say) if failed else "Not checked: too few turns, or not yet.",)
    kind = "no convergence" if said.kind == "none" else worded(said.kind)
    return (f"{kind.capitalize()}.", _cited(said, say))


def _absent(found: Report, step: str, say: Say) -> str:
    cause = found.live_failures.get(step)
    return f"None: it failed: {say(cause)}" if cause else "None."


def _register(found: Report, say: Say) -> tuple[str, ...]:
    lines = [line for entry in found.claims for line in _entry(entry, say)]
    lines += [_slip(slip, say) for slip in found.slips]
    return tuple(lines) or ("None was flagged.",)


def _entry(entry: Entry, say: Say) -> Iterator[str]:
    side = f" ({entry.side.upper()})" if entry.side else ""
    exposed = f" (exposed by turn {entry.exposed_by})" if entry.exposed_by else ""
    yield (
        f"{entry.id}, turn {entry.turn}{side}, {CONCERN_WORDS[entry.concern]}, {worded(entry.status)}{exposed}, "
        f"{_cost(entry.penalty)}: {say(entry.text)}"
    )
    for change in entry.history:
        yield _change(entry, change, say)


def _change(entry: Entry, change: Change, say: Say) -> str:
    where = f" while judging turn {change.turn}" if change.turn else ""
    reason = f": {say(change.reason)}" if change.reason else ""
    who = "a person" if change.by == "person" else "the live judge"
    return f"{entry.id} {worded(change.status)} by {who}{where}, {_cost(change.penalty)}{reason}"


def _slip(slip: CountedContradiction, say: Say) -> str:
    return f"{slip.id}, {slip.side.upper()}: turn {slip.turn} {SLIPS[slip.kind]} turn {slip.earlier}: {say(slip.text)}"


def _cost(penalty: int) -> str:
    return f"{bare(penalty, 0)} on logic" if penalty else "costs nothing"


def turns_words(turns: Collection[int]) -> str:
    """Turns as a sentence names them.

    >>> turns_words((4,)), turns_words((6, 2, 4))
    ('turn 4', 'turns 2, 4 and 6')
    """
    numbers = [str(turn) for turn in sorted(set(turns))]
    return f"turn{'s' if len(numbers) > 1 else ''} {listed(numbers)}"
