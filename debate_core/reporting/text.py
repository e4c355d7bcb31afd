"""The review of a text as blocks: verdict, reviewers, people, agreement, findings, to-do list, discussion, cost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from debate_core.domain.artifact import MEDIA_WORDS, Verdict
from debate_core.domain.numerals import join_and, number, number_word, percent, percent_beside, pluralise
from debate_core.domain.wording import capital
from debate_core.library.findings.reporting import (
    Call,
    Reviewed,
    ReviewerRow,
    ReviewFlag,
    ReviewOutcome,
    ReviewPersonRow,
)
from debate_core.library.report.usage import usage_of
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.agreement import PanelAgreement, agreement_blocks
from debate_core.reporting.blocks import Block, Cell, Document, JudgeCell, Table, columns
from debate_core.reporting.discussion import accord_block, area_text, discussion_blocks
from debate_core.reporting.text_findings import finding_blocks, todo_block
from debate_core.reporting.usage import cost_block
from debate_core.store.record import ArtifactRecord

VERDICT_WORDS: Mapping[Call, str] = {
    "PASS": "Pass",
    "CONDITIONAL": "Conditional",
    "FAIL": "Fail",
    "no_call": "No call",
}
MEANINGS: Mapping[Call, str] = {
    "PASS": "Pass: usable as it stands",
    "CONDITIONAL": "Conditional: usable once the to-do list is done",
    "FAIL": "Fail: not usable as it stands",
    "no_call": "No call",
}


SUMMARY = (
    "verdict",
    "flags",
    "reviewers",
    "agreement",
    "accord",
    "findings",
    "unplaced",
    "todo",
    "discussion",
)
"""What a reader needs first, in this order."""
TEXTS_APART = (
    "Whether people score as models do is measured on debates only. Scores of texts don't count there."
)


def text_document(found: Reviewed, record: ArtifactRecord | None = None) -> Document:
    """Everything that the review says; what it has used where its ``record`` is given."""
    badges = [f"Sample. {found.example.rstrip('.')}"] if found.example else [capital(found.simulated_said)]
    lines = tuple(filter(None, map(str.strip, found.artifact.lines)))
    parts = (
        verdict_block(found),
        reviewers_block(found),
        *_people(found),
        *([_agreement(found)] if found.outcome.usable else []),
        accord_block(found.accord),
        *finding_blocks(found),
        todo_block(found),
        *discussion_blocks(found),
        _brought(found),
        Block(key="lines", title="The text itself", items=lines, folded=True),
        *([cost_block(usage_of(record))] if record else []),
    )
    answered = f"{found.outcome.usable} of {pluralise(found.outcome.reviewers, 'reviewer')} answered"
    return Document(
        title=found.artifact.name,
        badges=tuple(filter(None, badges)),
        about=f"{_size_text(found)}. {answered}.",
        blocks=parts,
    )


def _size_text(found: Reviewed) -> str:
    return f"{capital(MEDIA_WORDS[found.artifact.media])}, {pluralise(len(found.artifact.lines), 'line')}"


def reviewers_block(found: Reviewed) -> Block:
    said = _votes_text(row.verdict for row in found.reviewers)
    states = Counter(row.status for row in found.reviewers)
    said += [f"{states['failed']} failed"] if states["failed"] else []
    said += [f"{found.awaited} {'has' if found.awaited == 1 else 'have'} yet to answer"] * bool(found.awaited)
    heads = columns(
        *("Reviewer", "Model", "Verdict", ("Share of the weight", "share")),
        *(("Confidence", "coefficient"), ("Findings", "count")),
    )
    rows = tuple(_reviewer(row, found) for row in found.reviewers)
    return Block(
        key="reviewers",
        title=f"Of {pluralise(len(found.reviewers), 'reviewer')}, {join_and(said)}",
        items=tuple(f"{row.name}: {row.rationale}" for row in found.reviewers if row.rationale.strip()),
        tables=(Table(title="Verdicts", columns=heads, rows=rows), _scores(found, found.reviewers)),
    )


def _votes_text(given: Iterable[Verdict | None]) -> list[str]:
    counts = Counter(one for one in given if one)
    return [
        f"{many} {'says' if many == 1 else 'say'} {VERDICT_WORDS[one].lower()}"
        for one, many in counts.most_common()
    ]


def _scores(found: Reviewed, rows: Sequence[ReviewerRow | ReviewPersonRow]) -> Table:
    return Table(
        title=_scores_title(found),
        columns=columns("Who", *((key, "count") for key in found.rubric.keys)),
        rows=tuple((JudgeCell(row.name), *map((row.scores or {}).get, found.rubric.keys)) for row in rows),
    )


def _scores_title(found: Reviewed, what: str = "Scores") -> str:
    scale = found.rubric.scale
    return f"{what}, {scale.low} is worst and {scale.high} is best"


def _reviewer(row: ReviewerRow, found: Reviewed) -> tuple[Cell, ...]:
    who = (JudgeCell(row.name, row.model), row.model)
    if row.verdict is None:
        return *who, f"failed: {row.cause}" if row.status == "failed" else "no answer yet", None, None, None
    why = "not all have answered" if found.awaited else "a verdict needs two readable reviews"
    known = None if found.awaited else row.weight
    weight = Estimate(value=known, reason=why if known is None else None)
    return *who, VERDICT_WORDS[row.verdict], weight, row.confidence, row.findings


def _people(found: Reviewed) -> Iterator[Block]:
    if not found.people:
        return
    votes = join_and(_votes_text(one.verdict for one in found.people))
    heads = columns("Person", "Verdict", "Blind", ("Share of the weight", "share"), ("Changed", "count"))
    rows = tuple(_person(one, found) for one in found.people)
    yield Block(
        key="people",
        title=f"Of {pluralise(len(found.people), 'person', 'people')} who scored it, {votes}",
        sentence=_with_people_text(found),
        items=tuple(f"{one.name}: {one.reason}" for one in found.people),
        tables=(Table(title="Verdicts", columns=heads, rows=rows), _scores(found, found.people)),
        notes=(TEXTS_APART,),
    )


def _person(one: ReviewPersonRow, found: Reviewed) -> tuple[Cell, ...]:
    blind = "yes" if one.blind else f"no: {one.cause}"
    weight = None if found.awaited else one.weight
    return JudgeCell(one.name), VERDICT_WORDS[one.verdict], blind, weight, one.versions - 1


def _with_people_text(found: Reviewed) -> str:
    if found.otherwise is None or found.awaited:
        return ""
    same = found.outcome.call == found.otherwise.call
    would = "the same" if same else VERDICT_WORDS[found.otherwise.call].lower()
    if found.seated:
        return f"Those who scored it blind count in verdict and agreement. Without them the verdict would be {would}."
    return f"With those who scored it blind, the verdict would be {would}."


def _agreement(found: Reviewed) -> Block:
    who = f"the {number_word(found.outcome.usable)} reviewers"
    panel = PanelAgreement(
        agreement=found.agreement,
        judges=(*(row.name for row in found.reviewers), *found.seated),
        who=f"{who} and {join_and(found.seated)}" if found.seated else who,
        things=f"{number_word(len(found.means))} dimensions",
        item="dimension",
        judge="reviewer",
        label="verdict",
        labelled=False,
        advice={},
        reliable=False,
    )
    first, *others = agreement_blocks(panel)
    title, rows = _scores_title(found, "Average scores"), tuple(found.means.items())
    means = Table(title=title, columns=columns("Dimension", "Average"), rows=rows)
    tables = (first.tables[0], means, *first.tables[1:])
    return replace(first, tables=tables, children=(_disagreements(found), *others))


def _disagreements(found: Reviewed) -> Block:
    parted = found.parted
    title = f"They disagree on {join_and([area_text(one) for one in parted])}"
    if not parted:
        title = f"They give the same verdict, and differ by less than {number(found.parting)} points on each dimension"
    if found.outcome.usable < 2:
        title = "One review alone can't disagree"
    heads = columns("On", "Points apart", ("Severity, at most 100%", "share"))
    rows = tuple((area_text(one), one.range, one.severity) for one in parted)
    return Block(key="disagreements", title=title, tables=(Table(columns=heads, rows=rows),))


def _brought(found: Reviewed) -> Block:
    artifact = found.artifact
    told = Block(key="context", title="What the reviewers were told beside it", sentence=artifact.context)
    return Block(
        key="text",
        title="Part of the text was left out" if artifact.left_out else "The whole text was reviewed",
        sentence=f"{_size_text(found)}, {pluralise(len(artifact.text), 'character')}.",
        items=artifact.left_out,
        notes=(f"SHA-256 of the file: {artifact.sha256}",),
        children=(told,) if artifact.context else (),
    )


def verdict_block(found: Reviewed) -> Block:
    outcome = found.outcome
    title = MEANINGS[outcome.call]
    if found.awaited:
        title = f"No verdict yet: {outcome.usable} of {outcome.reviewers} reviewers have answered"
    return Block(key="verdict", title=title, items=reasons_of(outcome), children=tuple(_flags(found)))


def reasons_of(found: ReviewOutcome) -> tuple[str, ...]:
    if found.awaited:
        return (
            f"{join_and(found.awaited)} {'has' if len(found.awaited) == 1 else 'have'} not answered yet.",
        )
    causes = (f"{capital(cause)}." for cause in found.causes)
    return (*causes, _carried_text(found), *_people_text(found), *_uncounted_texts(found))


def _carried_text(found: ReviewOutcome) -> str:
    if found.void:
        return f"{capital(found.void)}."
    if not found.shares:
        given = "None" if not found.usable else "Only one"
        more = " People don't count as reviewers." if found.people else ""
        return f"{given} of {found.reviewers} reviewers gave a readable review. A verdict needs two.{more}"
    parts = _shares(found)
    if found.call != "no_call" and found.shares[found.call] > 0.5:
        others = join_and([text for one, text in parts.items() if one != found.call])
        return f"{parts[found.call]} of the weight, more than half{f'; {others}' if others else ''}."
    split = f"No verdict has more than half of the weight: {join_and(list(parts.values()))}."
    together = found.shares["PASS"] + found.shares["CONDITIONAL"]
    both = f" Pass and Conditional together have {percent_beside(together, 0.5)}."
    return split if found.call == "no_call" else split + both


def _shares(found: ReviewOutcome) -> dict[Verdict, str]:
    return {
        one: f"{VERDICT_WORDS[one]} has {percent_beside(share, 0.5)}"
        for one, share in found.shares.items()
        if share
    }


def _people_text(found: ReviewOutcome) -> list[str]:
    if not found.people or not found.weights:
        return []
    who = "counts as a person, with" if len(found.people) == 1 else "count as people, each with"
    return [f"{join_and(found.people)} {who} {percent(found.weights[found.people[0]])} of the weight."]


def _uncounted_texts(found: ReviewOutcome) -> Iterator[str]:
    for name, weight in found.uncounted.items():
        yield f"{name} gave no readable review. Its weight, {number(weight, 2)}, isn't counted."


def _flags(found: Reviewed) -> Iterator[Block]:
    if found.flags:
        title = f"{pluralise(len(found.flags), 'review')} to read yourself"
        yield Block(key="flags", title=title, items=tuple(map(flag_text, found.flags)))


def flag_text(found: ReviewFlag) -> str:
    if found.kind == "fail_without_place":
        return f"{found.reviewer} says fail, but none of its findings has a place in the text."
    return f"{found.reviewer} says pass, but reports {pluralise(found.critical, 'critical finding')}."
