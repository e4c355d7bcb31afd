"""The review of a text as files: values, SARIF, and a Word document with each finding as a comment."""

import io
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from debate_core.domain.artifact import SIMULATED_REVIEWERS, Artifact, Severity, digest
from debate_core.domain.frozen import explain
from debate_core.domain.rubric import Rubric
from debate_core.domain.wording import escaped_hidden, in_json
from debate_core.library.findings import FindingPlace, MergedFinding, PlacedFinding, text_pieces
from debate_core.library.report.deliberation import FIRST_STAND
from debate_core.library.report.deliberation_shape import TalkReport
from debate_core.library.text_review import Call, ReviewerRow, TextReview
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.formats import clean, values
from debate_core.reporting.records import FORMATS, Format
from debate_core.reporting.text import VERDICT_WORDS, flag_text, reasons_of, text_document, unplaced_text


def text_formats(review: TextReview) -> tuple[Format, ...]:
    """Every format; its JSON has the values for programs too."""

    def as_json(document: Document) -> str:
        return in_json(text_values(review) | values(document))

    return (
        *(replace(one, render=as_json) if one.extension == "json" else one for one in FORMATS),
        Format(
            title="SARIF",
            extension="sarif",
            mime="application/sarif+json",
            render=lambda document: in_json(as_sarif(review)),
        ),
    )


def text_values(review: TextReview) -> dict[str, Any]:
    """The review as values for JSON; keys may be added and none goes. A merged finding's own fields are the first
    reviewer's, `given` has every one's."""
    agreement = review.agreement.model_dump(mode="json")
    explain(review.agreement, agreement)
    artifact, outcome = review.artifact, review.outcome
    with_people: dict[str, Any] = {}
    if other := review.otherwise:
        with_people["with_people"] = (outcome if outcome.people else other).call
    if other and outcome.people:
        with_people |= {"seated": list(outcome.people), "without_people": other.call}
    return {
        "verdict": outcome.call,
        "reasons": list(reasons_of(outcome)),
        "shares": dict(outcome.shares),
        "flags": [
            {"kind": one.kind, "reviewer": one.reviewer, "words": flag_text(one)} for one in review.flags
        ],
        "artifact": {
            **artifact.model_dump(mode="json", exclude={"text"}),
            "characters": len(artifact.text),
            "lines": len(artifact.lines),
        },
        "simulated": review.simulated,
        **({"example": review.example} if review.example else {}),
        "reviewers": [_reviewer(row) for row in review.reviewers],
        "findings": [_finding(one, artifact) for one in review.findings],
        "states": dict(review.states),
        "agreement": agreement,
        "parted": [area.model_dump(mode="json", exclude_none=True) for area in review.parted],
        "means": dict(review.means),
        **({"means_reason": _NONE, "why_null": {"means": _NONE}} if None in review.means.values() else {}),
        "checklist": [todo.model_dump(mode="json", exclude_none=True) for todo in review.checklist],
        "deliberation": _deliberation(review),
        "people": [one.model_dump(mode="json", exclude_none=True) for one in review.people],
        **with_people,
    }


_NONE = "no readable review"
_AFTER = {"accord_after": "accord_last", "verdict_after": "outcome", "alpha_after": "alpha"}
"""Names in a text's JSON, and in a debate's."""


def _deliberation(review: TextReview) -> dict[str, Any]:
    after, later = review.after_talk, review.later
    first = review.accord
    accord: dict[str, Any] = {"accord": first.value, "threshold": first.threshold, "advised": first.advised}
    accord |= {"accord_reason": first.reason} if first.reason else {}
    if after is None:
        return {"rounds": 0, "reason": "the reviewers have not discussed it", **accord}
    talk = review.model_dump(mode="json", by_alias=True, include=set(TalkReport.model_fields))
    explain(review, talk)
    whys = talk["after_talk"].get("why_null", {}) | talk.get("why_null", {})
    reasons = {name: whys.get(_AFTER.get(name, name)) for name in ("closed", *_AFTER, "probes", "conformity")}
    reasons |= {"accord": first.reason, "advised": first.reason}
    return {
        **{key: talk["after_talk"][key] for key in ("rounds", "settings", "closed", "converged", "keeps")},
        **accord,
        "note": FIRST_STAND,
        **({} if after.closed else {"closed_reason": "it goes on"}),
        "accord_after": after.accord_last,
        "per_round": talk["deliberation"],
        "verdict_after": later.call if later else None,
        **({} if later else {"verdict_after_reason": "no round was held"}),
        "reasons_after": list(reasons_of(later)) if later else [],
        "alpha_after": talk["after_talk"]["alpha"],
        "probes": talk["probes"],
        **({} if review.probes else {"probes_reason": "no control round was run"}),
        "conformity": talk["conformity"],
        "why_null": {name: why for name, why in reasons.items() if why},
    }


def _reviewer(row: ReviewerRow) -> dict[str, Any]:
    first = {"name": row.name, "model": row.model, "weight": row.weight}
    fields = first | row.model_dump(mode="json", exclude={"domain", "cause"})
    if row.status != "done":
        fields["reason"] = row.cause or "this reviewer has not answered yet"
    elif row.verdict is None:
        fields["reason"] = SIMULATED_REVIEWERS
    elif row.weight is None:
        fields["reason"] = "a verdict needs two readable reviews"
    elif row.confidence is None:
        fields["reason"] = "it gave no confidence"
    return fields


def _finding(one: MergedFinding, artifact: Artifact) -> dict[str, Any]:
    first, place, settled, why = one.first.finding, one.place, one.settled, unplaced_text(one.first)
    return {
        "quote": place.quote if place else first.quote,
        "line": place.line if place else None,
        **({} if place else {"unplaced": why, "why_null": {"line": why}}),
        **({"place": place.model_dump(mode="json")} if place else {}),
        **({"part": part} if one.places and (part := artifact.part_name(one.places[0].line)) else {}),
        **({"places": [at.model_dump(mode="json") for at in one.places]} if len(one.places) > 1 else {}),
        **first.model_dump(
            include={"dimension", "severity", "confidence", "what", "remediation"}, exclude_none=True
        ),
        "found_by": list(one.found_by),
        "given": [
            {"reviewer": given.reviewer, **given.finding.model_dump(mode="json", exclude_none=True)}
            for given in one.given
        ],
        "state": one.state,
        **({"settled_by": settled.person, "reason": settled.reason} if settled else {}),
        "fingerprints": list(one.fingerprints),
    }


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS: Mapping[Severity, str] = {"critical": "error", "major": "warning", "minor": "note"}
SURE = 0.5
"""The confidence in a finding below which it is one to review, not a failure."""
VERDICT_RULE = "verdict"
_KINDS: Mapping[Call, tuple[str, str]] = {
    "FAIL": ("fail", "error"),
    "CONDITIONAL": ("review", "none"),
    "PASS": ("pass", "none"),
    "no_call": ("open", "none"),
}
_MERGED = uuid.UUID("8d6a6b0e-3f0c-5d7e-9a58-6f6a0c5d1e21")
_ESCAPED = str.maketrans({"\\": "\\\\", "[": "\\[", "]": "\\]", "{": "{{", "}": "}}"})


def as_sarif(review: TextReview) -> dict[str, Any]:
    results = [
        _verdict(review),
        *(_result(one, given, review) for one in review.findings for given in one.given),
    ]
    run = {
        "tool": {"driver": {"name": "Split Decision", "rules": _rules(review.rubric)}},
        "columnKind": "unicodeCodePoints",
        "artifacts": _artifacts(review.artifact),
        "invocations": [_invocation(review)],
        "results": results,
        "properties": {
            "verdict": review.outcome.call,
            "reasons": list(map(escaped_hidden, reasons_of(review.outcome))),
            "shares": dict(review.outcome.shares),
            "simulated": review.simulated,
            "accord": review.accord.value,
            "discussionAdvised": review.accord.advised,
            "leftOut": list(review.artifact.left_out),
        },
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(rubric: Rubric) -> list[dict[str, Any]]:
    titles = {one.key: (one.title, one.question) for one in rubric.dimensions}
    titles[VERDICT_RULE] = ("Verdict", "Which verdict has more than half of the reviewers' weight?")
    return [
        {"id": key, "name": name, "shortDescription": {"text": _text(question)}}
        for key, (name, question) in titles.items()
    ]


def _text(words: str) -> str:
    """Words of a model as a message: brackets would make links of them, braces placeholders."""
    return clean(escaped_hidden(words)).translate(_ESCAPED) or "(no words)"


def _is_extract(artifact: Artifact) -> bool:
    return artifact.media in ("pdf", "docx")


def _artifacts(artifact: Artifact) -> list[dict[str, Any]]:
    location, hashes = {"uri": quote(artifact.name)}, {"sha-256": artifact.sha256}
    source: dict[str, Any] = {"location": location, "hashes": hashes}
    if not _is_extract(artifact):
        return [source]
    return [source, {"parentIndex": 0, "contents": {"text": artifact.text}, "mimeType": "text/plain"}]


def _invocation(review: TextReview) -> dict[str, Any]:
    notes = [
        {"level": "error", "message": {"text": _text(f"{row.name} gave no review: {row.cause}")}}
        for row in review.reviewers
        if row.status == "failed"
    ]
    return {
        "executionSuccessful": review.outcome.call != "no_call" or bool(review.outcome.weights),
        "toolExecutionNotifications": notes,
    }


def _location(review: TextReview, place: FindingPlace | None) -> dict[str, Any]:
    """Where a result stands. An extract has no address of its own; GitHub takes a result only by its file's."""
    artifact = review.artifact
    file = {"index": 1} if _is_extract(artifact) else {"uri": quote(artifact.name), "index": 0}
    physical: dict[str, Any] = {"artifactLocation": file}
    if place:
        physical["region"] = _region(artifact, place)
    return {"physicalLocation": physical}


def _region(artifact: Artifact, place: FindingPlace) -> dict[str, Any]:
    """Lines and columns count from 1, the end column is the one behind; offsets count from 0."""
    region: dict[str, Any] = {
        "startLine": place.line,
        "startColumn": _column(artifact, place.start),
        "endLine": place.last_line,
        "endColumn": _column(artifact, place.end - 1) + 1,
        "snippet": {"text": escaped_hidden(place.quote)},
    }
    if _is_extract(artifact) or digest(artifact.text.encode("utf-8")) == artifact.sha256:
        region |= {"charOffset": place.start, "charLength": place.end - place.start}
    return region


def _column(artifact: Artifact, offset: int) -> int:
    return offset - artifact.text.rfind("\n", 0, offset)


def _verdict(review: TextReview) -> dict[str, Any]:
    kind, level = _KINDS[review.outcome.call]
    verdict = f"{VERDICT_WORDS[review.outcome.call]}."
    words = (verdict, *reasons_of(review.outcome), *map(flag_text, review.flags))
    return {
        "ruleId": VERDICT_RULE,
        "kind": kind,
        "level": level,
        "message": {"text": _text(" ".join(words))},
        "locations": [_location(review, None)],
        "suppressions": [],
    }


def _result(merged: MergedFinding, given: PlacedFinding, review: TextReview) -> dict[str, Any]:
    finding, settled = given.finding, merged.settled
    sure = finding.confidence is None or finding.confidence >= SURE
    remedy = f" Remediation: {finding.remediation}" if finding.remediation.strip() else ""
    properties: dict[str, Any] = {
        "reviewer": escaped_hidden(given.reviewer),
        "severity": finding.severity,
        **({} if finding.confidence is None else {"confidence": finding.confidence}),
        "state": merged.state,
    }
    if given.unplaced:
        properties |= {"unplaced": unplaced_text(given), "quote": escaped_hidden(finding.quote)}
    if settled:
        properties["settledBy"] = settled.person
    places = [{"id": at, **_location(review, place)} for at, place in enumerate(given.places, start=1)]
    why = clean(escaped_hidden(settled.reason)) if settled else ""
    suppressed = {"kind": "external", "status": "accepted", "justification": why}
    return {
        "ruleId": finding.dimension,
        "kind": "fail" if sure else "review",
        "level": LEVELS[finding.severity] if sure else "none",
        "message": {"text": _text(f"{finding.what}{remedy}")},
        "locations": [_location(review, given.place)],
        **({"relatedLocations": places} if places else {}),
        "correlationGuid": str(uuid.uuid5(_MERGED, f"{review.artifact.sha256} {merged.fingerprints[0]}")),
        "partialFingerprints": {"quote/v1": finding.fingerprint},
        "suppressions": [suppressed] if merged.state == "dismissed" else [],
        "properties": properties,
    }


MIME = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def text_as_docx(review: TextReview) -> bytes:
    """The bytes of a DOCX; a finding without a place stands behind the text."""
    from docx import Document as WordDocument  # noqa: PLC0415  slow to load, and few need one

    word, document = WordDocument(), text_document(review)
    verdict = document["verdict"]
    word.add_heading(clean(document.title), 0)
    word.add_paragraph(clean(" ".join((*document.badges, verdict.title, *verdict.items))))
    blocks = [document[f"finding-{number}"] for number, _ in enumerate(review.findings, start=1)]
    begun: dict[int, list[Any]] = {}
    for line in text_pieces(review.artifact, review.findings):
        paragraph = word.add_paragraph()
        for piece in line:
            run = paragraph.add_run(piece.text)
            for number in piece.findings:
                begun.setdefault(number, []).append(run)
            for number in piece.ends:
                runs, one = begun.pop(number), review.findings[number - 1]
                by = clean(", ".join(one.found_by))
                word.add_comment(runs, _comment_text(blocks[number - 1]), author=by, initials=str(number))
    if review.unplaced:
        word.add_heading("Findings without a place", 1)
        for block in blocks[len(review.placed) :]:
            word.add_paragraph(_comment_text(block))
    file = io.BytesIO()
    word.save(file)
    return file.getvalue()


def _comment_text(block: Block) -> str:
    return "\n".join(map(clean, (block.title, *block.items)))
