"""The review of a text as one looks at it: verdict, reviewers, findings at their places, agreement, to-do list."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Annotated, Any, ClassVar, Literal

from debate_core.domain.artifact import STATES, VERDICTS, Artifact, Reviewer, ReviewSheet, State, Verdict
from debate_core.domain.cast import MIN_JUDGES
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.options import Switch
from debate_core.domain.rubric import Rubric
from debate_core.domain.wording import group
from debate_core.library.findings import MergedFinding, PlacedFinding, merge, place_findings, place_people
from debate_core.library.report.agreement import Agreement, RatedTable, agreement_of
from debate_core.library.report.deliberation import talk_of
from debate_core.library.report.deliberation_shape import NO_REVIEW, PartRow, ScorerRow, TalkReport
from debate_core.library.report.shape import Report
from debate_core.measuring.arrays import mean_given, scalar
from debate_core.measuring.deliberation import ARTIFACT_SHARE, Disagreement
from debate_core.store.deliberation import FirstAccord, closeness, first_accord
from debate_core.store.judging import INDEPENDENT, Judging, Seat, blind_of, points, with_people
from debate_core.store.record import ArtifactRecord

NO_KAPPA = "kappa needs two texts"
Call = Verdict | Literal["no_call"]


class ReviewFlag(FrozenModel):
    """A review that contradicts itself. `critical`: how many critical findings it has."""

    kind: Literal["fail_without_place", "pass_with_critical"]
    reviewer: str
    critical: int


class ReviewOutcome(FrozenModel):
    """The verdict on a text, and what it rests on. `shares`: of weight, by verdict, summing to 1; empty with fewer than
    two usable reviewers. `weights`: of those who count, summing to 1; `uncounted`: weights without a readable review;
    `awaited`: who may still answer; `causes`: why reviewers failed, where too few are left; `void`: why the reviews
    carry no verdict."""

    call: Call
    shares: Mapping[Verdict, float]
    weights: Mapping[str, float]
    usable: int
    reviewers: int
    people: tuple[str, ...] = ()
    uncounted: Mapping[str, float]
    awaited: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    void: str = ""


def call(
    reviewers: Sequence[Reviewer],
    sheets: Mapping[str, ReviewSheet],
    people: Mapping[str, Verdict] | None = None,
) -> ReviewOutcome:
    """The verdict with more than half of the weight of those who gave one (`sheets`, by name); CONDITIONAL where PASS
    and CONDITIONAL have it only together; otherwise no call, and none with fewer than two reviewers. `people`: what
    those say who count beside them, by the seat's name; each weighs as the mean of all reviewers. Source: our own.

    >>> from debate_core.domain.artifact import BUILT_IN_REVIEWERS
    >>> def sheet(reviewer, verdict):
    ...     return ReviewSheet(reviewer=reviewer.name, verdict=verdict, confidence=0.5, scores={})
    >>> said = zip(BUILT_IN_REVIEWERS, ("PASS", "FAIL", "FAIL", "CONDITIONAL", "CONDITIONAL"))
    >>> sheets = {one.name: sheet(one, verdict) for one, verdict in said}
    >>> found = call(BUILT_IN_REVIEWERS, sheets)
    >>> found.call, found.shares
    ('CONDITIONAL', {'PASS': 0.25, 'CONDITIONAL': 0.3, 'FAIL': 0.45})
    >>> call(BUILT_IN_REVIEWERS, sheets, {"Ana": "FAIL"}).call
    'FAIL'
    """
    usable, people = [reviewer for reviewer in reviewers if reviewer.name in sheets], people or {}
    weights: dict[str, float] = {}
    if len(usable) >= MIN_JUDGES:
        given = {reviewer.name: reviewer.weight for reviewer in usable}
        given |= dict.fromkeys(people, fmean(reviewer.weight for reviewer in reviewers))
        weights = {name: weight / sum(given.values()) for name, weight in given.items()}
    verdicts = {reviewer.name: sheets[reviewer.name].verdict for reviewer in usable} | dict(people)
    shares: dict[Verdict, float] = {
        verdict: round(sum(weights[name] for name in weights if verdicts[name] == verdict), 12)
        for verdict in VERDICTS
    }
    alone = next((verdict for verdict in VERDICTS if shares[verdict] > 0.5 + TOLERANCE), None)
    together = shares["PASS"] + shares["CONDITIONAL"] > 0.5 + TOLERANCE
    return ReviewOutcome(
        call=alone or ("CONDITIONAL" if together else "no_call"),
        shares=shares if weights else {},
        weights=weights,
        usable=len(usable),
        reviewers=len(reviewers),
        people=tuple(people),
        uncounted={one.name: one.weight for one in reviewers if one.name not in sheets},
    )


def flags(sheets: Sequence[ReviewSheet], placed: Sequence[PlacedFinding]) -> tuple[ReviewFlag, ...]:
    """Reviews that contradict themselves: a FAIL without words of the text, a PASS with a critical finding."""
    review_flags = []
    for sheet in sheets:
        own = [one for one in placed if one.reviewer == sheet.reviewer]
        critical = sum(one.finding.severity == "critical" for one in own)
        fields = {"reviewer": sheet.reviewer, "critical": critical}
        if sheet.verdict == "FAIL" and not any(one.place or one.places for one in own):
            review_flags.append(ReviewFlag(kind="fail_without_place", **fields))
        if sheet.verdict == "PASS" and critical:
            review_flags.append(ReviewFlag(kind="pass_with_critical", **fields))
    return tuple(review_flags)


def agreement_on(judging: Judging[Any]) -> Agreement:
    """How alike the sheets of the round looked at are over the dimensions, seated people's too."""
    rated = RatedTable(
        judges=judging.names,
        items=judging.ids,
        ratings=points(judging, judging.sheets),
        uncalibrated="one text isn't adjusted",
        unlabelled=NO_KAPPA,
        people=bool(judging.people),
    )
    return agreement_of(rated)


class ReviewSettings(FrozenModel):
    """How a review is to be read."""

    people: Annotated[
        bool,
        Switch(
            "People's scores",
            "Counts everybody who scored the text blind, each with an average reviewer's weight. A verdict still "
            "needs two reviewers.",
        ),
    ] = False


AS_USUAL = ReviewSettings()


class ReviewerRow(ScorerRow):
    """One reviewer. `weight`: of the usable weight, None without a readable review."""

    verdict: Verdict | None = None
    confidence: float | None = None
    scores: Mapping[str, int] | None = None
    rationale: str = ""
    remediation: tuple[str, ...] = ()
    findings: int


class ReviewPersonRow(FrozenModel):
    """A person's last scores and verdict on the text. `blind`: the first ones were given before others' were seen, else
    `cause`. `weight`: of the usable weight, where seated."""

    name: str
    verdict: Verdict
    scores: Mapping[str, int]
    reason: str
    blind: bool
    cause: str | None
    versions: int
    weight: float | None = None


class Todo(FrozenModel):
    """One thing to do, `by` the reviewers who say so. `findings`: fingerprints, none for a whole review."""

    text: str
    by: tuple[str, ...]
    line: int | None = None
    findings: tuple[str, ...] = ()
    state: State = "open"


class TextReview(TalkReport):
    """The whole review. `states` counts findings by what people made of them; `checklist` leaves out dismissed ones;
    `later`: the verdict of the last sheets, never the result; `parted`: on what they disagree, worst first;
    `parting`: points from which scores are a disagreement; `otherwise`: the verdict with people where they don't count,
    without where they do, None if nobody scored blind."""

    noun: ClassVar[str] = "review"

    id: str
    artifact: Artifact
    rubric: Rubric
    example: str | None
    simulated_said: str
    outcome: ReviewOutcome
    flags: tuple[ReviewFlag, ...]
    reviewers: tuple[ReviewerRow, ...]
    findings: tuple[MergedFinding, ...]
    states: Mapping[State, int]
    agreement: Agreement
    parted: tuple[Disagreement, ...]
    means: Mapping[str, float | None]
    parting: float
    accord: FirstAccord
    checklist: tuple[Todo, ...]
    later: ReviewOutcome | None
    people: tuple[ReviewPersonRow, ...]
    otherwise: ReviewOutcome | None

    @property
    def about(self) -> str:
        return self.artifact.name

    @property
    def alone(self) -> tuple[PartRow, ...]:
        none = self.accord.reason or NO_REVIEW
        return tuple(
            PartRow(judge=one.name, verdict=one.verdict, no_verdict=none, confidence=one.confidence)
            for one in self.reviewers
        )

    @property
    def items(self) -> dict[str, str]:
        return {one.key: one.question for one in self.rubric.dimensions}

    @property
    def simulated(self) -> bool:
        return bool(self.simulated_said)

    @property
    def placed(self) -> tuple[MergedFinding, ...]:
        return tuple(one for one in self.findings if one.places)

    @property
    def unplaced(self) -> tuple[MergedFinding, ...]:
        return tuple(one for one in self.findings if not one.places)


AnyReport = Report | TextReview
"""What has judges, items and perhaps a discussion: of a debate, or of the review of a text."""


def text_review(record: ArtifactRecord, settings: ReviewSettings = AS_USUAL) -> TextReview:
    config = record.config
    sheets = record.sheets()
    given = tuple(sheets.values())
    placed = place_findings(given, config.artifact)
    every = (*placed, *place_people(record.added, config.artifact))
    findings = merge(every, config.artifact, record.settled)
    with_all = with_people(record.judging, record.reviews)
    verdicts = {seat.name: seat.sheet.verdict for seat in with_all.seats if seat.person and seat.sheet}
    seated = verdicts if settings.people else {}
    counted = (with_all if seated else record.judging).at(INDEPENDENT)
    outcome = _outcome(record, sheets, seated)
    means = map(scalar, mean_given(points(counted, counted.sheets)))
    plan = record.planned.deliberation
    share = plan.disagreement if plan else None
    return TextReview(
        id=record.id,
        artifact=config.artifact,
        rubric=config.rubric,
        example=record.example,
        simulated_said=config.simulation_note,
        outcome=outcome,
        flags=flags([one for one in given if one.reviewer not in config.without_verdict], placed),
        reviewers=tuple(_row(seat, outcome, config.without_verdict) for seat in record.judging.seats),
        findings=findings,
        states={state: sum(one.state == state for one in findings) for state in STATES},
        agreement=agreement_on(counted),
        parted=closeness(counted, share).disagreements,
        means=dict(zip(counted.ids, means, strict=True)),
        parting=(share or ARTIFACT_SHARE) * config.rubric.scale.width,
        accord=first_accord(record),
        later=_later(record, seated),
        people=tuple(_people(record, list(seated), outcome)),
        otherwise=_outcome(record, sheets, {} if seated else verdicts) if verdicts else None,
        checklist=tuple(_checklist(findings, given)),
        **dict(talk_of(record)),
    )


def _outcome(
    record: ArtifactRecord, sheets: Mapping[str, ReviewSheet], people: Mapping[str, Verdict]
) -> ReviewOutcome:
    """No verdict while a reviewer may still answer, for it would depend on who was quicker."""
    awaited = tuple(seat.name for seat in record.judging.seats if not seat.ended)
    outcome = _unless_void(record, call(record.config.reviewers, sheets, people))
    causes = record.judging.causes if record.judging.came_to_nothing else ()
    named = "no_call" if awaited else outcome.call
    return outcome.model_copy(update={"causes": causes, "call": named, "awaited": awaited})


def _unless_void(record: ArtifactRecord, outcome: ReviewOutcome) -> ReviewOutcome:
    void = record.judging.defect if outcome.usable >= MIN_JUDGES else ""
    return outcome.model_copy(update={"call": "no_call", "shares": {}, "void": void}) if void else outcome


def _later(record: ArtifactRecord, people: Mapping[str, Verdict]) -> ReviewOutcome | None:
    latest = record.judging.rounds
    if latest <= INDEPENDENT:
        return None
    return _unless_void(record, call(record.config.reviewers, record.sheets(latest), people))


def _people(
    record: ArtifactRecord, seats: Sequence[str], outcome: ReviewOutcome
) -> Iterator[ReviewPersonRow]:
    seat = dict(zip(blind_of(record.reviews), seats, strict=False))
    for name, given in group((one.person, one) for one in record.reviews).items():
        first, last = given[0], given[-1]
        yield ReviewPersonRow(
            name=name,
            **last.model_dump(include={"verdict", "scores", "reason"}),
            blind=first.blind,
            cause=first.cause,
            versions=len(given),
            weight=outcome.weights.get(seat.get(name, "")),
        )


def _row(seat: Seat[ReviewSheet], outcome: ReviewOutcome, without_verdict: Container[str]) -> ReviewerRow:
    none = {"verdict", "confidence"} if seat.name in without_verdict else set()
    given = seat.sheet.model_dump(exclude={"reviewer", "findings"} | none) if seat.sheet else {}
    return ReviewerRow(
        **ScorerRow.fields_of(seat),
        weight=outcome.weights.get(seat.name),
        findings=len(seat.sheet.findings) if seat.sheet else 0,
        **given,
    )


def _checklist(findings: Sequence[MergedFinding], sheets: Sequence[ReviewSheet]) -> list[Todo]:
    of_findings = [
        Todo(
            text=text,
            by=by,
            line=merged.place.line if merged.place else None,
            findings=merged.fingerprints,
            state=merged.state,
        )
        for merged in findings
        if merged.state != "dismissed"
        for text, by in _merge_requests((one.finding.remediation, one.reviewer) for one in merged.given)
    ]
    remedies = {one.finding.remediation.casefold().strip() for merged in findings for one in merged.given}
    whole = _merge_requests((text, sheet.reviewer) for sheet in sheets for text in sheet.remediation)
    return [*of_findings, *(Todo(text=text, by=by) for text, by in whole if text.casefold() not in remedies)]


def _merge_requests(asked: Iterable[tuple[str, str]]) -> list[tuple[str, tuple[str, ...]]]:
    """What is asked for, in the words of the first who does, and by whom; capitals don't count."""
    stripped = ((text.strip(), who) for text, who in asked)
    alike = group((text.casefold(), (text, who)) for text, who in stripped if text)
    return [(same[0][0], tuple(dict.fromkeys(who for _, who in same))) for same in alike.values()]
