"""The review of a text as blocks: verdict, reviewers, people, agreement, findings at their places, to-do list, cost."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from debate_core.domain.artifact import MEDIA_WORDS, SEVERITIES, STATES, Artifact, Finding, Severity, Verdict
from debate_core.domain.numerals import (
    join_and,
    near_percent_text,
    number_text,
    number_word,
    percent_text,
    pluralise,
)
from debate_core.domain.wording import all_text, capital, group, name_text
from debate_core.library.findings import PERSON, MergedFinding, PlacedFinding, Unplaced
from debate_core.library.report.usage import usage_of
from debate_core.library.text_review import (
    Call,
    ReviewerRow,
    ReviewFlag,
    ReviewOutcome,
    ReviewPersonRow,
    TextReview,
    Todo,
)
from debate_core.reporting.agreement import PanelAgreement, agreement_blocks
from debate_core.reporting.blocks import Block, Cell, Document, Head, JudgeCell, Table, columns, known_or
from debate_core.reporting.discussion import accord_block, area_text, discussion_blocks
from debate_core.reporting.usage import cost_block
from debate_core.store.record import ArtifactRecord

MEANINGS: Mapping[Call, str] = {
    "PASS": "Pass: usable as it stands",
    "CONDITIONAL": "Conditional: usable once the to-do list is done",
    "FAIL": "Fail: not usable as it stands",
    "no_call": "No call: read the reviews and decide yourself",
}
VERDICT_WORDS: Mapping[Call, str] = {one: name_text(one) for one in MEANINGS}
_FINDINGS = ("findings", "unplaced", "todo")
SUMMARY = ("verdict", "flags", "reviewers", "agreement", "accord", *_FINDINGS, "discussion")
"""What a reader needs first, in this order."""
TEXTS_APART = "Whether people score as models do is measured on debates only. Scores of texts don't count."


def text_document(review: TextReview, record: ArtifactRecord | None = None) -> Document:
    """Everything that the review says; what it has used where its ``record`` is given."""
    badges = [f"Sample. {review.example.rstrip('.')}"] if review.example else [capital(review.simulated_said)]
    lines = tuple(filter(None, map(str.strip, review.artifact.lines)))
    parts = (
        verdict_block(review),
        reviewers_block(review),
        *_people(review),
        *([_agreement(review)] if review.outcome.usable else []),
        accord_block(review.accord),
        *finding_blocks(review),
        todo_block(review),
        *discussion_blocks(review),
        _source_block(review),
        Block(key="lines", title="The text itself", items=lines, folded=True),
        *([cost_block(usage_of(record), record.planned)] if record else []),
    )
    answered = f"{review.outcome.usable} of {pluralise(review.outcome.reviewers, 'reviewer')} answered"
    return Document(
        title=review.artifact.name,
        badges=tuple(filter(None, badges)),
        about=f"{_size_text(review)}. {answered}.",
        blocks=parts,
    )


def _size_text(review: TextReview) -> str:
    return f"{capital(MEDIA_WORDS[review.artifact.media])}, {pluralise(len(review.artifact.lines), 'line')}"


def reviewers_block(review: TextReview) -> Block:
    none = sum(row.status == "done" and row.verdict is None for row in review.reviewers)
    failed, awaited = sum(row.status == "failed" for row in review.reviewers), len(review.outcome.awaited)
    parts = _votes_text(row.verdict for row in review.reviewers)
    if none:
        give = "is simulated and gives" if none == 1 else "are simulated and give"
        parts.append(f"{none} {give} no verdict")
    if failed:
        parts.append(f"{failed} failed")
    if awaited:
        parts.append(f"{awaited} {'has' if awaited == 1 else 'have'} yet to answer")
    weight: Head = ("Share of the weight", "share")
    confidence: Head = ("Confidence", "coefficient")
    heads = columns("Reviewer", "Model", "Verdict", weight, confidence, ("Findings", "count"))
    rows = tuple(_reviewer(row, review) for row in review.reviewers)
    title = f"Of {pluralise(len(review.reviewers), 'reviewer')}, {join_and(parts)}"
    if none == len(review.reviewers):
        title = f"{capital(all_text(none))} reviewers are simulated and give no verdict"
    return Block(
        key="reviewers",
        title=title,
        items=tuple(f"{row.name}: {row.rationale}" for row in review.reviewers if row.rationale.strip()),
        tables=(Table(title="Verdicts", columns=heads, rows=rows), _scores(review, review.reviewers)),
    )


def _votes_text(given: Iterable[Verdict | None]) -> list[str]:
    counts = Counter(one for one in given if one)
    return [
        f"{many} {'says' if many == 1 else 'say'} {VERDICT_WORDS[one].lower()}"
        for one, many in counts.most_common()
    ]


def _scores(review: TextReview, rows: Sequence[ReviewerRow | ReviewPersonRow]) -> Table:
    heads = columns("Who", *((key, "count") for key in review.rubric.keys))
    lines = tuple((JudgeCell(row.name), *map((row.scores or {}).get, review.rubric.keys)) for row in rows)
    return Table(title=scores_title(review), columns=heads, rows=lines)


def scores_title(review: TextReview, what: str = "Scores") -> str:
    scale = review.rubric.scale
    return f"{what}, {scale.low} is worst and {scale.high} is best"


def _reviewer(row: ReviewerRow, review: TextReview) -> tuple[Cell, ...]:
    who = (JudgeCell(row.name, row.model), row.model)
    if row.status != "done":
        return *who, f"failed: {row.cause}" if row.status == "failed" else "no answer yet", None, None, None
    if row.verdict is None:
        return *who, "none: simulated", None, None, row.findings
    why = "not all have answered" if review.outcome.awaited else "a verdict needs two readable reviews"
    weight = known_or(None if review.outcome.awaited else row.weight, why)
    return *who, VERDICT_WORDS[row.verdict], weight, row.confidence, row.findings


def _people(review: TextReview) -> Iterator[Block]:
    if not review.people:
        return
    votes = join_and(_votes_text(one.verdict for one in review.people))
    heads = columns("Person", "Verdict", "Blind", ("Share of the weight", "share"), ("Changed", "count"))
    rows = tuple(_person(one, review) for one in review.people)
    yield Block(
        key="people",
        title=f"Of {pluralise(len(review.people), 'person', 'people')} who scored it, {votes}",
        sentence=_with_people_text(review),
        items=tuple(f"{one.name}: {one.reason}" for one in review.people),
        tables=(Table(title="Verdicts", columns=heads, rows=rows), _scores(review, review.people)),
        notes=(TEXTS_APART,),
    )


def _person(one: ReviewPersonRow, review: TextReview) -> tuple[Cell, ...]:
    blind = "yes" if one.blind else f"no: {one.cause}"
    weight = None if review.outcome.awaited else one.weight
    return JudgeCell(one.name), VERDICT_WORDS[one.verdict], blind, weight, one.versions - 1


def _with_people_text(review: TextReview) -> str:
    if review.otherwise is None or review.outcome.awaited:
        return ""
    same = review.outcome.call == review.otherwise.call
    would = "the same" if same else VERDICT_WORDS[review.otherwise.call].lower()
    if review.outcome.people:
        return f"Those who scored it blind count in verdict and agreement. Without them the verdict would be {would}."
    return f"With those who scored it blind, the verdict would be {would}."


def _agreement(review: TextReview) -> Block:
    who = f"the {number_word(review.outcome.usable)} reviewers"
    panel = PanelAgreement(
        agreement=review.agreement,
        judges=(*(row.name for row in review.reviewers), *review.outcome.people),
        who=f"{who} and {join_and(review.outcome.people)}" if review.outcome.people else who,
        things=f"{number_word(len(review.means))} dimensions",
        item="dimension",
        judge="reviewer",
        label="verdict",
        labelled=False,
        advice={},
        reliable=False,
    )
    first, *others = agreement_blocks(panel)
    title, rows = scores_title(review, "Average scores"), tuple(review.means.items())
    means = Table(title=title, columns=columns("Dimension", "Average"), rows=rows)
    tables = (first.tables[0], means, *first.tables[1:])
    return replace(first, tables=tables, children=(_disagreements(review), *others))


def _disagreements(review: TextReview) -> Block:
    parted = review.parted
    title = f"They disagree on {join_and([area_text(one) for one in parted])}"
    if not parted:
        same = "" if review.outcome.void else "give the same verdict, and "
        title = f"They {same}differ by less than {number_text(review.parting)} points on each dimension"
    if review.outcome.usable < 2:
        title = "One review alone can't disagree"
    heads = columns("On", "Points apart", ("How far, at most 100%", "share"))
    rows = tuple((area_text(one), one.range, one.severity) for one in parted)
    return Block(key="disagreements", title=title, tables=(Table(columns=heads, rows=rows),))


def _source_block(review: TextReview) -> Block:
    artifact = review.artifact
    context = Block(key="context", title="What the reviewers were told beside it", sentence=artifact.context)
    return Block(
        key="text",
        title="Part of the text was left out" if artifact.left_out else "The whole text was reviewed",
        sentence=f"{_size_text(review)}, {pluralise(len(artifact.text), 'character')}.",
        items=artifact.left_out,
        notes=(f"SHA-256 of the file: {artifact.sha256}",),
        children=(context,) if artifact.context else (),
    )


def verdict_block(review: TextReview) -> Block:
    outcome = review.outcome
    title = (MEANINGS if outcome.usable else VERDICT_WORDS)[outcome.call]
    if review.outcome.awaited:
        title = f"No verdict yet: {outcome.usable} of {outcome.reviewers} reviewers have answered"
    read = f"{pluralise(len(review.flags), 'review')} to read yourself"
    flags = Block(key="flags", title=read, items=tuple(map(flag_text, review.flags)))
    children = (flags,) if review.flags else ()
    return Block(key="verdict", title=title, items=reasons_of(outcome), children=children)


def reasons_of(outcome: ReviewOutcome) -> tuple[str, ...]:
    if outcome.awaited:
        has = "has" if len(outcome.awaited) == 1 else "have"
        return (f"{join_and(outcome.awaited)} {has} not answered yet.",)
    causes = (f"{capital(cause)}." for cause in outcome.causes)
    uncounted = (
        f"{name} gave no readable review. Its weight, {number_text(weight, 2)}, isn't counted."
        for name, weight in outcome.uncounted.items()
    )
    return (*causes, _carried_text(outcome), *_people_text(outcome), *uncounted)


def _carried_text(outcome: ReviewOutcome) -> str:
    if outcome.void:
        return f"{capital(outcome.void)}."
    if not outcome.shares:
        given = "None" if not outcome.usable else "Only one"
        more = " People don't count as reviewers." if outcome.people else ""
        return f"{given} of {outcome.reviewers} reviewers gave a readable review. A verdict needs two.{more}"
    shares = ((one, near_percent_text(share, 0.5)) for one, share in outcome.shares.items() if share)
    parts = {one: f"{VERDICT_WORDS[one]} has {share}" for one, share in shares}
    if outcome.call != "no_call" and outcome.shares[outcome.call] > 0.5:
        others = join_and([text for one, text in parts.items() if one != outcome.call])
        return f"{parts[outcome.call]} of the weight, more than half{f'; {others}' if others else ''}."
    split = f"No verdict has more than half of the weight: {join_and(list(parts.values()))}."
    together = outcome.shares["PASS"] + outcome.shares["CONDITIONAL"]
    both = f" Pass and Conditional together have {near_percent_text(together, 0.5)}."
    return split if outcome.call == "no_call" else split + both


def _people_text(outcome: ReviewOutcome) -> list[str]:
    if not outcome.people or not outcome.weights:
        return []
    who = "counts as a person, with" if len(outcome.people) == 1 else "count as people, each with"
    weight = percent_text(outcome.weights[outcome.people[0]])
    return [f"{join_and(outcome.people)} {who} {weight} of the weight."]


def flag_text(flag: ReviewFlag) -> str:
    if flag.kind == "fail_without_place":
        return f"{flag.reviewer} says fail, but none of its findings has a place in the text."
    return f"{flag.reviewer} says pass, but reports {pluralise(flag.critical, 'critical finding')}."


_UNPLACED: Mapping[Unplaced, str] = {
    "no_quote": "it quotes nothing: something is missing",
    "no_letter": "its quote holds no letter or digit",
    "nowhere": "the words it quotes stand nowhere in the text",
}
_NO_REVIEW = "there is no readable review"
_FEW = 3  # lines named one by one


def finding_blocks(review: TextReview) -> Iterator[Block]:
    counts = [f"{review.states[one]} {one}" for one in STATES if review.states[one]]
    nothing = "No reviewer found anything" if review.outcome.usable else f"No findings: {_NO_REVIEW}"
    nothing = "No finding yet" if review.outcome.awaited else nothing
    blocks = [finding_block(number, one, review.artifact) for number, one in enumerate(review.findings, 1)]
    placed = len(review.placed)
    yield Block(
        key="findings",
        title=f"{pluralise(len(blocks), 'finding')}: {join_and(counts)}" if blocks else nothing,
        children=tuple(blocks[:placed]),
    )
    if apart := blocks[placed:]:
        has, they = ("has", "It counts") if len(apart) == 1 else ("have", "They count")
        yield Block(
            key="unplaced",
            title=f"{pluralise(len(apart), 'finding')} {has} no place in the text",
            sentence=f"{they} like the others.",
            children=tuple(apart),
        )


def finding_block(number: int, one: MergedFinding, artifact: Artifact) -> Block:
    lines = list(dict.fromkeys(place.line for place in one.places))
    where = _where_text(lines, artifact)
    short = where if len(lines) <= _FEW else f"{len(lines)} lines from {_where_text(lines[:1], artifact)} on"
    reviewers = sum(not name.endswith(PERSON) for name in one.found_by)
    by = f", {reviewers} reviewers" if reviewers > 1 else ""
    by += ", by a person" if reviewers < len(one.found_by) else ""
    state = "" if one.state == "open" else f", {one.state}"
    quote = one.places[0].quote if one.places else one.first.finding.quote
    texts = [f"“{quote}”"] if quote.strip() else []
    if why := unplaced_text(one.first):
        texts.append(f"{capital(why)}: {where}." if where else f"{capital(why)}.")
    heads = columns("Reviewer", "Severity", ("Confidence", "coefficient"))
    rows = tuple((each.reviewer, each.finding.severity, each.finding.confidence) for each in one.given)
    return Block(
        key=f"finding-{number}",
        title=f"{number}. {capital(short) or 'No place'}, {one.dimension}: {' and '.join(one.severities)}{by}{state}",
        sentence=" ".join(texts),
        items=tuple(_item_texts(one)),
        tables=(Table(columns=heads, rows=rows),),
    )


def _where_text(lines: Sequence[int], artifact: Artifact) -> str:
    texts = []
    for part, some in itertools.groupby(lines, artifact.part_name):
        numbers = [str(one) for one in some]
        numbered = f"{'line' if len(numbers) == 1 else 'lines'} {join_and(numbers)}"
        texts.append(f"{part}, {numbered}" if part else numbered)
    return "; ".join(texts)


def number_of(block: Block) -> int:
    """The number of the finding that a block of `finding_block` is about."""
    return int(block.key.removeprefix("finding-"))


def unplaced_text(placed: PlacedFinding) -> str:
    if placed.unplaced == "many_places":
        return f"the words it quotes stand in {number_word(placed.hits)} places"
    return _UNPLACED[placed.unplaced] if placed.unplaced else ""


def _item_texts(one: MergedFinding) -> Iterator[str]:
    who = group((_what_text(given.finding), given.reviewer) for given in one.given)
    yield from (f"{join_and(list(dict.fromkeys(names)))}: {words}" for words, names in who.items())
    if one.settled:
        did = "Opened again" if one.state == "open" else capital(one.state)
        why = f": {one.settled.reason}" if one.settled.reason.strip() else ""
        yield f"{did} by {one.settled.person}{why}"


def _what_text(finding: Finding) -> str:
    return finding.what + (f" To do: {finding.remediation}" if finding.remediation.strip() else "")


def gravest(one: MergedFinding) -> Severity:
    return next(severity for severity in SEVERITIES if severity in one.severities)


def todo_block(review: TextReview) -> Block:
    todos = review.checklist
    accepted = sum(one.state == "accepted" for one in todos)
    nothing = "Nothing to do" if review.outcome.usable else f"No to-do list: {_NO_REVIEW}"
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
