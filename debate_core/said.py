"""All that somebody said or chose in a record, as one text that can be searched."""

from collections.abc import Iterable, Iterator

from debate_core.briefing import Briefing
from debate_core.record import ArtifactRecord, RatingsRecord, Record
from debate_core.replay import Held
from debate_core.transcript import Turn


def said_in(record: Held) -> str:
    words: Iterable[str]
    match record:
        case Record():
            words = _of_debate(record)
        case ArtifactRecord():
            words = _of_review(record)
        case RatingsRecord():
            words = (record.config.file,)
    chosen = (record.id, *record.config.models, *record.tags, record.example or "")
    return "\n".join(part for part in (*chosen, *words) if part)


def _of_debate(record: Record) -> Iterator[str]:
    topic = record.config.topic
    yield from (topic.text, topic.background, *(judge.name for judge in record.config.panel.judges))
    for turn in record.transcript.turns:
        yield from _of_turn(turn)
    if record.briefing:
        yield from _of_briefing(record.briefing)
    for review in record.reviews:
        yield from (review.person, review.reason)


def _of_turn(turn: Turn) -> Iterator[str]:
    for argument in turn.arguments:
        yield from (argument.claim, argument.reasoning, argument.evidence)
    for response in turn.responses:
        yield from (response.reasoning, response.question, response.unreadable)
    if turn.closing:
        yield from (*turn.closing.concessions, *turn.closing.unrebutted, turn.closing.position)


def _of_briefing(briefing: Briefing) -> Iterator[str]:
    for statement in (briefing.key_insight, *briefing.unresolved, briefing.recommendation):
        yield statement.text


def _of_review(record: ArtifactRecord) -> Iterator[str]:
    artifact = record.config.artifact
    yield from (artifact.name, artifact.context, artifact.text)
    yield from (reviewer.name for reviewer in record.config.reviewers)
    for sheet in record.sheets().values():
        yield sheet.rationale
        for finding in sheet.findings:
            yield from (finding.what, finding.remediation)
