"""What a list says of one record, as its report under the default settings would; and the row that keeps it."""

import hashlib
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np

from debate_core.answers.quotes import words_of_turn
from debate_core.domain.errors import RecordUnreadable
from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.transcript import Side
from debate_core.domain.wording import group, side_ahead
from debate_core.library.history import Behind, History, Verdict, history_entry
from debate_core.library.report.debate import NOTHING, outcome_alone, to_read
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.table import headline_of
from debate_core.library.report.usage import cost_of
from debate_core.library.text_review import Call, text_review
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.store import Listing, Store, SummaryRow
from debate_core.store.deliberation import FirstAccord, closeness, first_accord
from debate_core.store.events import TEXT, GivenScores, ReviewSkipped
from debate_core.store.judging import scored_of
from debate_core.store.record import UNSOUND, AnyRecord, ArtifactRecord, CameTo, RatingsRecord, Record, Status
from debate_core.verdicts.evidence import Decision

_ABOVE = {
    *("calls", "cli", "composition", "examples", "importing"),
    *("reporting", "running", "simulated", "study"),
}
APART = frozenset(_ABOVE | {"library.comparison", "library.query", "library.track_record", "verdicts.lab"})
"""What isn't imported here, as a test sees to: no change there can change a summary."""


def _version() -> str:
    home = pathlib.Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        parts = path.relative_to(home).with_suffix("").parts
        if parts[0] not in APART and ".".join(parts) not in APART:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


VERSION = _version()


_NONE = "not enough have scored yet, or a record of this kind has none"
_NO_ACCORD = Null(lambda one: one.accord_reason or _NONE)


class Summary(FrozenModel):
    """What a list says of one record, read under the default settings.

    `topic`: of a review, its text's name; `awaited`: judges still to score; `parting`: disputed arguments with their
    adjusted spread in points, `named`: those Verdict tells a person to read besides, `alike`: tested and not disputed,
    `unread`: disputed and not scored by hand or settled; `reviewed`, `skipped`: each person's arguments; `verdict`: a
    review's; `ahead`: who is, where no side is named; `agreement`: `alpha` with its range; `accord`: before any
    discussion; `fault`: why the record can't be read. `tokens`, `calls`, `cost` (US dollars)
    as spent, each try of `asked` counted, `unknown` ones at most; `opened_at`: seconds since 1970.
    """

    id: str
    opened_at: float
    sequence: int
    kind: Literal["debate", "transcript", "artifact", "ratings"] | None = None
    topic: str | None = None
    study: str | None = None
    progress: CameTo | None = None
    example: Annotated[str | None, Null("no sample")] = None
    simulated: bool | None = None
    simulated_said: str = ""
    models: tuple[str, ...] = ()
    judges: str | None = None
    awaited: int | None = None
    outcome: Annotated[Decision | None, Null(_NONE)] = None
    ahead: Side | None = None
    nothing_argued: bool = False
    verdict: Annotated[Call | None, Null(_NONE)] = None
    alpha: Annotated[float | None, Null(lambda one: one.agreement.reason if one.agreement else _NONE)] = None
    agreement: Estimate | None = None
    accord: Annotated[float | None, _NO_ACCORD] = None
    accord_reason: str | None = None
    discussion_advised: Annotated[bool | None, _NO_ACCORD] = None
    parting: Mapping[str, float] = {}
    named: Mapping[str, float] = {}
    alike: tuple[str, ...] = ()
    unread: int = 0
    reviewed: Mapping[str, tuple[str, ...]] = {}
    skipped: Mapping[str, tuple[str, ...]] = {}
    tags: tuple[str, ...] = ()
    calls: int | None = None
    asked: int = 0
    tokens: int | None = None
    unknown: int = 0
    cost: Annotated[float | None, Null(lambda one: one.cost_reason)] = None
    cost_reason: str | None = None
    fault: str | None = None

    def status(self, store: Store) -> Status | None:
        if self.progress != "open":
            return self.progress
        if store.is_conducted(self.id):
            return "running"
        return "waiting" if store.goes_on(self.id) else "interrupted"


def row_of(
    record: AnyRecord, past: Behind | None, *, in_history: bool, before: SummaryRow | None = None
) -> SummaryRow:
    """The outcome and the accord only where what lies behind them is known. `in_history`: whether weights may learn of
    its judges; `before`: its row of the same events, which says the same."""
    if isinstance(record, Record):
        if before:
            return _of_debate(record, past, lesson=before.lesson, digest=before.digest)
        entry = history_entry(record, _verdict(record)) if in_history else None
        return _of_debate(record, past, lesson=entry and entry.text, digest=entry.digest if entry else 0)
    if isinstance(record, ArtifactRecord):
        return _stored_row(record, _of_artifact(record))
    judges, alpha, sides = headline_of(record.config)
    fields = {"topic": record.config.file, "judges": judges, **_agreement(alpha)}
    return _stored_row(record, fields | ({"outcome": sides.call, "ahead": sides.ahead} if sides else {}))


def _stored_row(record: AnyRecord, fields: Mapping[str, Any], **taught: Any) -> SummaryRow:
    cost, scored = cost_of(record), {one.argument for one in record.reviews}
    settled = set(record.settled) if isinstance(record, Record) else set[str]()
    summary = Summary(
        id=record.id,
        opened_at=record.opened_at,
        sequence=record.sequence,
        kind=record.kind,
        progress=record.came_to,
        example=record.example,
        simulated=record.config.simulated,
        simulated_said=record.config.simulation_note,
        models=record.config.models,
        unread=len(fields.get("parting", {}).keys() - scored - settled),
        reviewed=_by_person(record.reviews),
        skipped=_by_person(record.skipped),
        tags=record.tags,
        calls=record.spent.calls,
        asked=len(record.calls),
        tokens=record.spent.tokens,
        unknown=record.spent.unknown,
        cost=cost.dollars,
        cost_reason=cost.reason,
        **fields,
    )
    return SummaryRow(
        record=record.id,
        sequence=record.sequence,
        version=VERSION,
        body=summary.model_dump_json(),
        # None while more is still to be said, which its conductor leaves to who searches.
        text=search_text(record) if record.progress != "open" else None,
        **taught,
    )


def _of_artifact(record: ArtifactRecord) -> dict[str, Any]:
    fields: dict[str, Any] = {"topic": record.config.artifact.name, "judges": record.scored_text}
    if record.judging.settled:
        areas, width = closeness(record.judging).disagreements, record.config.rubric.scale.width
        fields |= {"parting": {TEXT: areas[0].severity * width}} if areas else {"alike": (TEXT,)}
    if not record.concluded or record.came_to == "failed":
        return fields
    review = text_review(record)
    figures = _agreement(review.agreement.alpha) | _accord(review.accord)
    return {**fields, **figures, "verdict": review.outcome.call}


def _agreement(alpha: Alpha | None) -> dict[str, Any]:
    return {"alpha": alpha.value, "agreement": alpha.through(float)} if alpha else {}


def _accord(accord: FirstAccord) -> dict[str, Any]:
    return {"accord": accord.value, "accord_reason": accord.reason, "discussion_advised": accord.advised}


def _of_debate(record: Record, past: Behind | None, **taught: Any) -> SummaryRow:
    fields: dict[str, Any] = {
        "topic": record.config.topic.text,
        "study": record.study,
        "judges": record.judging.panel_text,
        "awaited": record.judging.awaited,
    }
    if past is None or record.judging.awaited or record.came_to == "failed":
        return _stored_row(record, fields, **taught)
    usual = outcome_alone(record, past.history, ReportSettings())
    tested = np.flatnonzero(~np.isnan(usual.basis.divergence.test.p)).tolist()
    fields |= {
        "outcome": usual.call,
        "ahead": usual.ahead,
        "nothing_argued": bool(record.nothing_argued_text),
        **_agreement(Alpha(value=None, reason=NOTHING) if record.nothing_argued_text else usual.alpha),
        **_accord(first_accord(record)),
        "parting" if usual.divergent else "named": to_read(usual, scored_of(record.judging)),
        "alike": tuple(record.judging.ids[item] for item in tested if item not in usual.divergent),
    }
    return _stored_row(record, fields, rests_on=past.number, **taught)


def _by_person(facts: Sequence[GivenScores | ReviewSkipped]) -> dict[str, tuple[str, ...]]:
    given = group((one.person, one.argument) for one in facts)
    return {name: tuple(dict.fromkeys(arguments)) for name, arguments in given.items()}


def _verdict(record: Record) -> Verdict | None:
    """What the usual rules say of it by itself, beside what turned out to be true; None where that isn't known."""
    if record.true_outcome is None or record.concluded_at is None or record.came_to == "failed":
        return None
    called = outcome_alone(record, History(), ReportSettings())
    named = None if called.call == "no_call" else called.call
    favoured = None if called.gap is None else side_ahead(called.gap)
    return Verdict(named, favoured, record.true_outcome.outcome, record.concluded_at)


def unreadable_row(listing: Listing, error: Exception) -> SummaryRow:
    cause = error.cause if isinstance(error, RecordUnreadable) else UNSOUND
    fault = f"it can't be read: {cause}"
    summary = Summary(id=listing.id, opened_at=listing.opened_at, sequence=listing.last, fault=fault)
    body = summary.model_dump_json()
    return SummaryRow(record=listing.id, sequence=listing.last, version=VERSION, body=body, text=listing.id)


def search_text(record: AnyRecord) -> str:
    words: Iterable[str]
    match record:
        case Record():
            words = _words_of_debate(record)
        case ArtifactRecord():
            words = _words_of_review(record)
        case RatingsRecord():
            words = (record.config.file,)
    chosen = (record.id, *record.config.models, *record.tags, record.example or "")
    return "\n".join(part for part in (*chosen, *words) if part)


def _words_of_debate(record: Record) -> Iterator[str]:
    topic = record.config.topic
    yield from (topic.text, topic.background, *(judge.name for judge in record.config.panel.judges))
    for turn in record.transcript.turns:
        yield from (words_of_turn(turn), *(response.unreadable for response in turn.responses))
    if briefing := record.briefing:
        statements = (briefing.key_insight, *briefing.unresolved, briefing.recommendation)
        yield from (statement.text for statement in statements)
    for review in record.reviews:
        yield from (review.person, review.reason)


def _words_of_review(record: ArtifactRecord) -> Iterator[str]:
    artifact = record.config.artifact
    yield from (artifact.name, artifact.context, artifact.text)
    yield from (reviewer.name for reviewer in record.config.reviewers)
    for sheet in record.sheets().values():
        yield sheet.rationale
        for finding in sheet.findings:
            yield from (finding.what, finding.remediation)
