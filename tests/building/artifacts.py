"""A review of a hostile text by hostile reviewers."""

from typing import Any

from debate_core.domain.artifact import ArtifactConfig, Finding, ReviewSheet
from debate_core.domain.config import Deliberation
from debate_core.domain.steps import review_step, round_step
from debate_core.importing.documents.artifact import read_pasted
from debate_core.store import Store, events


def put_hostile(store: Store, words: str) -> None:
    """Put it into the store, with its discussion, as `hostile`."""
    config = ArtifactConfig(
        artifact=read_pasted(f"First line.\n{words}\nLast line.", name=words[:150], context=words)
    )
    record = store.open_record(events.ArtifactOpened(config=config), "hostile")
    finding = Finding(
        quote=words, dimension="security", severity="critical", confidence=0.9, what=words, remediation=words
    )

    def given(name: str, step: str, **more: Any) -> events.ArtifactReviewed:
        sheet = ReviewSheet(
            reviewer=name,
            verdict="FAIL",
            confidence=0.8,
            scores=dict.fromkeys(config.rubric.keys, 1 if more else 2),
            findings=(finding, finding.model_copy(update={"quote": f"{words} elsewhere"})),
            remediation=(words,),
            rationale=words,
        )
        return events.ArtifactReviewed(sheet=sheet, call=events.CallId(step=step), rung="strict", **more)

    moved = events.ScoreChange(dimension="security", because=words, found="exact", new=True)
    names = [one.name for one in config.reviewers]
    alone = [given(name, review_step(name)) for name in names]
    heard = [given(name, round_step(name, 2), round=2, changes=(moved,)) for name in names[:2]]
    opened = events.DeliberationOpened(
        settings=Deliberation(), takes_part=tuple(names[:2]), keeps={names[2]: words}
    )
    closed = events.DeliberationClosed(why="round_limit")
    store.append(record, [*alone, events.DebateFinished(), opened, *heard, closed, events.DebateFinished()])
