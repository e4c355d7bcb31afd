"""The review of a text as blocks: verdict, reviewers, people, agreement, findings, to-do list, discussion, cost."""

from collections import Counter
from collections.abc import Iterator, Mapping

from debate_core.artifact import MEDIA_WORDS
from debate_core.artifact_record import ArtifactRecord
from debate_core.exports.talk import talk_sections
from debate_core.findings.calling import Area, Call, Flag, Outcome
from debate_core.findings.reporting import PersonRow, Reviewed, ReviewerRow
from debate_core.measuring.deliberation import ARTIFACT_SHARE
from debate_core.measuring.estimate import Estimate
from debate_core.numerals import counted, listed, number, percent, percent_beside
from debate_core.phrases import THIS_PANEL, estimate_text
from debate_core.report.shape import Statistic
from debate_core.report.usage import usage_of
from debate_core.reporting.blocks import Block, Cell, Column, Document, JudgeCell, Table
from debate_core.reporting.text_findings import finding_blocks, todo_block
from debate_core.reporting.usage import usage_block
from debate_core.wording import capital

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
TEXTS_APART = (
    "Whether people score as models do is measured on debates only. Scores of texts don't count there."
)
NOT_BEYOND_CHANCE = "Consensus is how close the reviewers are, from 0 to 1. It is not corrected for chance."


def text_document(found: Reviewed, record: ArtifactRecord | None = None) -> Document:
    """Everything that the review says, the verdict first; what it has used where its ``record`` is given."""
    badges = [f"Sample: {found.example}"] if found.example else [capital(found.simulated_said)]
    parts = (
        _verdict(found),
        reviewers_block(found),
        *_people(found),
        *([_agreement(found)] if found.outcome.usable else []),
        *finding_blocks(found),
        todo_block(found),
        *_discussion(found),
        _brought(found),
        *([usage_block(usage_of(record))] if record else []),
    )
    answered = f"{found.outcome.usable} of {counted(found.outcome.reviewers, 'reviewer')} answered"
    return Document(
        title=found.artifact.name,
        badges=tuple(filter(None, badges)),
        about=f"{_size_text(found)}. {answered}.",
        blocks=parts,
    )


def _size_text(found: Reviewed) -> str:
    return f"{capital(MEDIA_WORDS[found.artifact.media])}, {counted(len(found.artifact.lines), 'line')}"


# ── the verdict ──


def _verdict(found: Reviewed) -> Block:
    outcome = found.outcome
    title = MEANINGS[outcome.call]
    if found.awaited:
        title = f"No verdict yet: {outcome.usable} of {outcome.reviewers} reviewers have answered"
    said = [(row.name, row.verdict) for row in found.reviewers]
    said += [(one.name, one.verdict) for one in found.people if one.weight is not None]
    return Block(
        key="verdict",
        title=title,
        sentence="" if found.example else _simulated_text(found.simulated_said),
        items=reasons_of(outcome),
        tables=(
            Table(
                columns=(Column("Verdict"), Column("Share of the weight", "share"), Column("Given by")),
                rows=tuple(
                    (VERDICT_WORDS[one], share, listed([name for name, given in said if given == one]))
                    for one, share in outcome.shares.items()
                ),
            ),
        ),
        children=(*_flags(found), *_failed(found), *_after(found)),
    )


def _simulated_text(said: str) -> str:
    """What the verdict is not about, where all of it is simulated, or a part."""
    if said in ("", "simulated"):
        return "Simulated: this proves nothing about the text." if said else ""
    return f"{capital(said)}. What is simulated proves nothing about the text."


def reasons_of(found: Outcome) -> tuple[str, ...]:
    """Why the verdict is as it is, a sentence each."""
    if found.awaited:
        return (f"{listed(found.awaited)} {'has' if len(found.awaited) == 1 else 'have'} not answered yet.",)
    causes = (f"{capital(cause)}." for cause in found.causes)
    return (*causes, _carried_text(found), *_people_text(found), *_uncounted_texts(found))


def _carried_text(found: Outcome) -> str:
    if found.void:
        return f"{capital(found.void)}."
    if not found.shares:
        given = "None" if not found.usable else "Only one"
        more = " People don't count as reviewers." if found.people else ""
        return f"{given} of {found.reviewers} reviewers gave a readable review. A verdict needs two.{more}"
    parts = {
        one: f"{VERDICT_WORDS[one]} {_share_text(share)}" for one, share in found.shares.items() if share
    }
    if found.call != "no_call" and found.shares[found.call] > 0.5:
        others = listed([text for one, text in parts.items() if one != found.call])
        share = _share_text(found.shares[found.call])
        carried = f"{VERDICT_WORDS[found.call]} has {share} of the weight, more than half"
        return f"{carried}; {others}." if others else f"{carried}."
    split = f"No verdict has more than half of the weight: {listed(list(parts.values()))}."
    if found.call == "no_call":
        return split
    together = found.shares["PASS"] + found.shares["CONDITIONAL"]
    return f"{split} Pass and Conditional together have {_share_text(together)}."


def _share_text(share: float) -> str:
    return percent_beside(share, 0.5)


def _people_text(found: Outcome) -> list[str]:
    """Whose verdicts count beside the reviewers', and with how much of the weight."""
    if not found.people or not found.weights:
        return []
    who = "counts as a person, with" if len(found.people) == 1 else "count as people, each with"
    return [f"{listed(found.people)} {who} {percent(found.weights[found.people[0]])} of the weight."]


def _uncounted_texts(found: Outcome) -> Iterator[str]:
    for name, weight in found.uncounted.items():
        yield f"{name} gave no readable review. Its weight, {number(weight, 2)}, isn't counted."


def _flags(found: Reviewed) -> Iterator[Block]:
    if found.flags:
        alone = len(found.flags) == 1
        yield Block(
            key="flags",
            title="One review contradicts itself: read it yourself"
            if alone
            else f"{len(found.flags)} reviews contradict themselves: read them yourself",
            items=tuple(map(flag_text, found.flags)),
        )


def flag_text(found: Flag) -> str:
    """How a review contradicts itself."""
    if found.kind == "fail_without_place":
        return f"{found.reviewer} says fail, but none of its findings has a place in the text."
    return f"{found.reviewer} says pass, but reports {counted(found.critical, 'critical finding')}."


def _failed(found: Reviewed) -> Iterator[Block]:
    failed = [row for row in found.reviewers if row.status == "failed"]
    if failed:
        yield Block(
            key="failed",
            title=f"{counted(len(failed), 'reviewer')} gave no readable review",
            sentence="Nothing is filled in.",
            items=tuple(f"{row.name}: {row.cause}" for row in failed),
        )


def _after(found: Reviewed) -> Iterator[Block]:
    """The verdict that the reviews after the discussion would give, which is never the verdict."""
    if found.after_talk:
        would, stays = (VERDICT_WORDS[one.call].lower() for one in (found.after_talk, found.outcome))
        same = would == stays
        yield Block(
            key="verdict_after",
            title=f"After the discussion the verdict would be {'the same' if same else would}",
            sentence=f"{'' if same else f'It stays {stays}. '}We count the independent reviews.",
            items=()
            if reasons_of(found.after_talk) == reasons_of(found.outcome)
            else reasons_of(found.after_talk),
        )


# ── reviewers and people ──


def reviewers_block(found: Reviewed) -> Block:
    """Each reviewer's verdict, weight, confidence and scores, and why."""
    counts = Counter(row.verdict for row in found.reviewers if row.verdict)
    said = [f"{many} {_says(many)} {VERDICT_WORDS[one].lower()}" for one, many in counts.most_common()]
    states = Counter(row.status for row in found.reviewers)
    said += [f"{states['failed']} failed"] if states["failed"] else []
    said += (
        [f"{found.awaited} {'has' if found.awaited == 1 else 'have'} not answered yet"]
        if found.awaited
        else []
    )
    return Block(
        key="reviewers",
        title=f"Of {counted(len(found.reviewers), 'reviewer')}, {listed(said)}",
        items=tuple(f"{row.name}: {row.rationale}" for row in found.reviewers if row.rationale.strip()),
        tables=(
            Table(
                title="Verdicts",
                columns=(
                    *(Column("Reviewer"), Column("Model"), Column("Verdict")),
                    *(Column("Share of the weight", "share"), Column("Confidence", "coefficient")),
                    Column("Findings", "count"),
                ),
                rows=tuple(_reviewer(row, found) for row in found.reviewers),
            ),
            Table(
                title=_scores_title(found),
                columns=(Column("Reviewer"), *(Column(key, "count") for key in found.rubric.keys)),
                rows=tuple(
                    (JudgeCell(row.name, row.model), *map((row.scores or {}).get, found.rubric.keys))
                    for row in found.reviewers
                ),
            ),
            Table(
                title=f"Average score{', with people' if found.seated else ''}",
                columns=(Column("Dimension"), Column("Average")),
                rows=tuple(
                    (key, Estimate(value=mean, reason=None if mean is not None else "no readable review"))
                    for key, mean in found.alike.means.items()
                ),
            ),
        ),
    )


def _scores_title(found: Reviewed) -> str:
    scale = found.rubric.scale
    return f"Scores, {scale.low} is worst and {scale.high} is best"


def _says(many: int) -> str:
    return "says" if many == 1 else "say"


def _reviewer(row: ReviewerRow, found: Reviewed) -> tuple[Cell, ...]:
    who = (JudgeCell(row.name, row.model), row.model)
    if row.verdict is None:
        return *who, "failed" if row.status == "failed" else "no answer yet", None, None, None
    why = "not all have answered" if found.awaited else "a verdict needs two readable reviews"
    known = None if found.awaited else row.weight
    weight = Estimate(value=known, reason=why if known is None else None)
    return *who, VERDICT_WORDS[row.verdict], weight, row.confidence, row.findings


def _people(found: Reviewed) -> Iterator[Block]:
    if not found.people:
        return
    counts = Counter(one.verdict for one in found.people)
    said = [f"{many} {_says(many)} {VERDICT_WORDS[one].lower()}" for one, many in counts.most_common()]
    yield Block(
        key="people",
        title=f"Of {counted(len(found.people), 'person', 'people')} who scored it, {listed(said)}",
        sentence=_with_people_text(found),
        items=tuple(f"{one.name}: {one.reason}" for one in found.people),
        tables=(
            Table(
                title="Verdicts",
                columns=(
                    *(Column("Person"), Column("Verdict"), Column("Blind")),
                    *(Column("Share of the weight", "share"), Column("Changed since, times", "count")),
                ),
                rows=tuple(_person(one) for one in found.people),
            ),
            Table(
                title=_scores_title(found),
                columns=(Column("Dimension"), *(Column(one.name, "count") for one in found.people)),
                rows=tuple(
                    (key, *(one.scores.get(key) for one in found.people)) for key in found.rubric.keys
                ),
            ),
        ),
        notes=(TEXTS_APART,),
    )


def _person(one: PersonRow) -> tuple[Cell, ...]:
    blind = "yes" if one.blind else f"no: {one.cause}"
    return JudgeCell(one.name), VERDICT_WORDS[one.verdict], blind, one.weight, one.versions - 1


def _with_people_text(found: Reviewed) -> str:
    """Whether people count in the verdict, and what it would be otherwise; empty where nobody scored it blind, or a
    reviewer is awaited."""
    if found.otherwise is None or found.awaited:
        return ""
    same = found.outcome.call == found.otherwise.call
    would = "the same" if same else VERDICT_WORDS[found.otherwise.call].lower()
    if found.seated:
        return f"Those who scored it blind count in verdict and agreement. Without them the verdict would be {would}."
    return f"With those who scored it blind, the verdict would be {would}."


# ── agreement ──


def _agreement(found: Reviewed) -> Block:
    alike = found.alike
    who = "reviewers and people" if found.seated else "reviewers"
    few = "fewer than two readable reviews"
    alpha = _estimate(alike.agreement.alpha)
    return Block(
        key="agreement",
        title=f"Agreement on scores (alpha) among {who}: {estimate_text(alpha)}",
        sentence=f"With {listed(found.seated)} counted beside the reviewers." if found.seated else "",
        tables=(
            Table(
                columns=(Column("Measure"), Column("Value", "coefficient")),
                rows=(
                    ("Agreement on scores (alpha)", alpha),
                    ("Agreement on verdicts (kappa)", _estimate(alike.agreement.kappa)),
                    (
                        "Consensus",
                        Estimate(value=alike.accord, reason=None if alike.accord is not None else few),
                    ),
                ),
                whose="those who scored" if found.seated else THIS_PANEL,
            ),
        ),
        notes=(NOT_BEYOND_CHANCE,),
        children=(_disagreements(found),),
    )


def _estimate(found: Statistic) -> Estimate:
    return Estimate(value=found.value, interval=found.interval, reason=found.reason)


def _disagreements(found: Reviewed) -> Block:
    parted = found.alike.parted
    least = ARTIFACT_SHARE * found.rubric.scale.width
    title = f"They disagree on {listed([_area_text(one) for one in parted])}"
    if not parted:
        title = f"They agree on the verdict, and on every dimension within {number(least)} points"
    if found.outcome.usable < 2:
        title = "One review alone can't disagree"
    return Block(
        key="disagreements",
        title=title,
        tables=(
            Table(
                columns=(
                    *(Column("On"), Column("Points apart")),
                    Column("Severity, 100% is the worst possible", "share"),
                ),
                rows=tuple((_area_text(one), one.range, one.severity) for one in parted),
            ),
        ),
    )


def _area_text(area: Area) -> str:
    return area.dimension or "the verdict"


# ── the discussion, the text ──


def _discussion(found: Reviewed) -> Iterator[Block]:
    """What came of the reviewers reading each other."""
    for place, one in enumerate(talk_sections(found.talk, str, "")):
        columns = tuple(map(Column, one.head))
        yield Block(
            key=f"discussion-{place}",
            title=one.title,
            sentence=one.said,
            items=one.lines,
            tables=(Table(columns=columns, rows=one.rows),) if columns else (),
        )


def _brought(found: Reviewed) -> Block:
    artifact = found.artifact
    told = Block(key="context", title="What the reviewers were told beside it", sentence=artifact.context)
    return Block(
        key="text",
        title="Part of the text was left out" if artifact.left_out else "The whole text was reviewed",
        sentence=f"{_size_text(found)}, {counted(len(artifact.text), 'character')}.",
        items=artifact.left_out,
        notes=(f"SHA-256 of what was brought: {artifact.sha256}",),
        children=(told,) if artifact.context else (),
    )
