"""What reviewers found in a text, as blocks: each finding at its place, who settled it, and the to-do list."""

import itertools
from collections.abc import Iterator, Mapping, Sequence

from debate_core.domain.artifact import SEVERITIES, STATES, Artifact, Severity
from debate_core.domain.numerals import join_and, number_word, pluralise
from debate_core.domain.wording import capital
from debate_core.library.findings.merging import PERSON, Merged, Placed, Unplaced
from debate_core.library.findings.reporting import Reviewed, Todo
from debate_core.reporting.blocks import Block, Table, columns

_UNPLACED: Mapping[Unplaced, str] = {
    "no_quote": "it quotes nothing: something is missing",
    "no_letter": "its quote holds no letter or digit",
    "nowhere": "the words it quotes stand nowhere in the text",
}
_LINES_NAMED = 3


def finding_blocks(review: Reviewed) -> Iterator[Block]:
    counts = [f"{review.states[one]} {one}" for one in STATES if review.states[one]]
    nothing = "No finding yet" if review.awaited else "No reviewer found anything"
    blocks = [
        finding_block(number, one, review.artifact) for number, one in enumerate(review.findings, start=1)
    ]
    placed = len(review.placed)
    yield Block(
        key="findings",
        title=f"{pluralise(len(blocks), 'finding')}: {join_and(counts)}" if blocks else nothing,
        children=tuple(blocks[:placed]),
    )
    if apart := blocks[placed:]:
        yield Block(
            key="unplaced",
            title=f"{pluralise(len(apart), 'finding')} {'has' if len(apart) == 1 else 'have'} no place in the text",
            sentence="They count like the others.",
            children=tuple(apart),
        )


def finding_block(number: int, one: Merged, artifact: Artifact) -> Block:
    lines = list(dict.fromkeys(place.line for place in one.places))
    where = _where_text(lines, artifact)
    short = (
        where
        if len(lines) <= _LINES_NAMED
        else f"{len(lines)} lines from {_where_text(lines[:1], artifact)} on"
    )
    reviewers = sum(not name.endswith(PERSON) for name in one.found_by)
    by = f", {reviewers} reviewers" if reviewers > 1 else ""
    by += ", by a person" if reviewers < len(one.found_by) else ""
    state = "" if one.state == "open" else f", {one.state}"
    quote = one.places[0].quote if one.places else one.first.finding.quote
    texts = [f"“{quote}”"] if quote.strip() else []
    if why := unplaced_text(one.first):
        texts.append(f"{capital(why)}{where and f': {where}'}.")
    heads = columns("Reviewer", "Severity", ("Confidence", "coefficient"))
    rows = tuple((each.reviewer, each.finding.severity, each.finding.confidence) for each in one.given)
    return Block(
        key=f"finding-{number}",
        title=f"{number}. {capital(short) or 'No place'}, {one.dimension}: {' and '.join(one.severities)}{by}{state}",
        sentence=" ".join(texts),
        items=(*map(_given_text, one.given), *_settled_text(one)),
        tables=(Table(columns=heads, rows=rows),),
    )


def _where_text(lines: Sequence[int], artifact: Artifact) -> str:
    """These lines, by page or section where the text has any."""
    texts = []
    for part, some in itertools.groupby(lines, artifact.part_at):
        numbers = [str(one) for one in some]
        texts.append(f"{part and f'{part}, '}line{'s' * (len(numbers) > 1)} {join_and(numbers)}")
    return "; ".join(texts)


def number_of(block: Block) -> int:
    """The number of the finding that a block of `finding_block` is about."""
    return int(block.key.removeprefix("finding-"))


def unplaced_text(placed: Placed) -> str:
    if placed.unplaced == "many_places":
        return f"the words it quotes stand in {number_word(placed.hits)} places"
    return _UNPLACED[placed.unplaced] if placed.unplaced else ""


def _given_text(given: Placed) -> str:
    do = f" To do: {given.finding.remediation}" if given.finding.remediation.strip() else ""
    return f"{given.reviewer}: {given.finding.what}{do}"


def _settled_text(one: Merged) -> Iterator[str]:
    if one.settled:
        did = "Opened again" if one.state == "open" else capital(one.state)
        why = f": {one.settled.reason}" if one.settled.reason.strip() else ""
        yield f"{did} by {one.settled.person}{why}"


def gravest(one: Merged) -> Severity:
    return next(severity for severity in SEVERITIES if severity in one.severities)


def todo_block(review: Reviewed) -> Block:
    todos = review.checklist
    accepted = sum(one.state == "accepted" for one in todos)
    nothing = "Nothing to do" if review.outcome.usable else "No to-do list: there is no readable review"
    title = f"{pluralise(len(todos), 'thing')} to do" if todos else nothing
    return Block(
        key="todo",
        title=f"{title}, {accepted} of them from accepted findings" if accepted else title,
        items=tuple(map(_todo_text, todos)),
        notes=("What belongs to a dismissed finding is left out.",) if review.states["dismissed"] else (),
        checklist=True,
    )


def _todo_text(todo: Todo) -> str:
    where = [f"line {todo.line}"] if todo.line else []
    where += ["accepted"] if todo.state == "accepted" else []
    lead = f"{capital(', '.join(where))}: " if where else ""
    return f"{lead}{todo.text} ({join_and(todo.by)})"
