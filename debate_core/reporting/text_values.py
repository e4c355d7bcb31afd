"""The review of a text for programs: values beside whose every null stands its reason, and the formats it is had in."""

from dataclasses import replace
from typing import Any

from debate_core.findings.calling import Outcome
from debate_core.findings.merging import Merged
from debate_core.findings.reporting import Reviewed, ReviewerRow
from debate_core.json_csv import in_json
from debate_core.report.deliberated import FIRST_STAND
from debate_core.report.nulls import explain
from debate_core.reporting.blocks import Document
from debate_core.reporting.data import values
from debate_core.reporting.formats import FORMATS, Format
from debate_core.reporting.sarif import as_sarif
from debate_core.reporting.text_findings import unplaced_text
from debate_core.reporting.text_verdict import flag_text, reasons_of

NOT_DELIBERATED = "the reviewers have not discussed it"


def text_formats(found: Reviewed) -> tuple[Format, ...]:
    """Every format; its JSON has the values for programs beside the blocks, and SARIF is one more."""

    def as_json(document: Document) -> str:
        return in_json(text_values(found) | values(document))

    return (
        *(replace(one, render=as_json) if one.extension == "json" else one for one in FORMATS),
        Format(
            title="SARIF",
            extension="sarif",
            mime="application/sarif+json",
            render=lambda document: in_json(as_sarif(found)),
        ),
    )


def text_values(found: Reviewed) -> dict[str, Any]:
    """The review as values that JSON can hold; keys may be added and none goes. Of a merged finding `quote`, `what`,
    `severity`, `confidence` and `remediation` are those of the first reviewer in the panel's order; `given` has every
    one's own."""
    agreement = found.alike.agreement.model_dump(mode="json")
    explain(found.alike.agreement, agreement)
    artifact, outcome = found.artifact, found.outcome
    return {
        "verdict": outcome.call,
        "reasons": list(reasons_of(outcome)),
        "shares": dict(outcome.shares),
        "flags": [
            {"kind": one.kind, "reviewer": one.reviewer, "words": flag_text(one)} for one in found.flags
        ],
        "artifact": {
            "name": artifact.name,
            "media": artifact.media,
            "sha256": artifact.sha256,
            "characters": len(artifact.text),
            "lines": len(artifact.lines),
            "context": artifact.context,
            "left_out": list(artifact.left_out),
        },
        "simulated": found.simulated,
        **({"example": found.example} if found.example else {}),
        "reviewers": [_reviewer(row) for row in found.reviewers],
        "findings": [_finding(one) for one in found.findings],
        "states": dict(found.states),
        "agreement": agreement,
        "parted": [area.model_dump(mode="json", exclude_none=True) for area in found.alike.parted],
        "means": dict(found.alike.means),
        **({} if outcome.usable else {"means_reason": "no readable review"}),
        "checklist": [todo.model_dump(mode="json", exclude_none=True) for todo in found.checklist],
        "deliberation": _deliberation(found),
        "people": [one.model_dump(mode="json", exclude_none=True) for one in found.people],
        **_people_values(found, outcome),
    }


def _people_values(found: Reviewed, outcome: Outcome) -> dict[str, Any]:
    """The verdict with people counted; where they are, who, and the one without them."""
    if found.otherwise is None:
        return {}
    if not found.seated:
        return {"with_people": found.otherwise.call}
    return {
        "seated": list(found.seated),
        "with_people": outcome.call,
        "without_people": found.otherwise.call,
    }


def _deliberation(found: Reviewed) -> dict[str, Any]:
    talk = found.talk
    accord = talk.after_talk.accord_first if talk.after_talk else found.alike.accord
    why = {} if accord is not None else {"accord_reason": "fewer than two readable reviews"}
    if talk.after_talk is None:
        return {"rounds": 0, "reason": NOT_DELIBERATED, "accord": accord, **why}
    told = talk.model_dump(mode="json", by_alias=True)
    for name in told:
        explain(getattr(talk, name), told[name])
    whole, rounds = told["after_talk"], told["deliberation"]
    after = found.after_talk
    return {
        "rounds": talk.after_talk.rounds,
        "accord": accord,
        **why,
        "note": FIRST_STAND,
        "settings": whole["settings"],
        "closed": talk.after_talk.closed,
        **({} if talk.after_talk.closed else {"closed_reason": "it goes on"}),
        "accord_after": talk.after_talk.accord_last,
        "converged": talk.after_talk.converged,
        "keeps": whole["keeps"],
        "per_round": rounds,
        "verdict_after": after.call if after else None,
        **({} if after else {"verdict_after_reason": "no round was held"}),
        "reasons_after": list(reasons_of(after)) if after else [],
        "alpha_after": whole["alpha"],
        "probes": told["probes"],
        **({} if talk.probes else {"probes_reason": "no control round was run"}),
        "conformity": told["conformity"],
    }


def _reviewer(row: ReviewerRow) -> dict[str, Any]:
    shown = row.model_dump(mode="json", exclude={"cause"})
    if row.status != "done":
        shown["reason"] = row.cause or "this reviewer has not answered yet"
    elif row.weight is None:
        shown["reason"] = "a verdict needs two readable reviews"
    return shown


def _finding(one: Merged) -> dict[str, Any]:
    first, place, settled = one.first.finding, one.place, one.settled
    return {
        "quote": place.quote if place else first.quote,
        "line": place.line if place else None,
        **({"place": place.model_dump(mode="json")} if place else {"unplaced": unplaced_text(one.first)}),
        "dimension": one.dimension,
        "severity": first.severity,
        "confidence": first.confidence,
        "what": first.what,
        "remediation": first.remediation,
        "found_by": list(one.found_by),
        "given": [
            {"reviewer": given.reviewer, **given.finding.model_dump(mode="json")} for given in one.given
        ],
        "state": one.state,
        **({"settled_by": settled.person, "reason": settled.reason} if settled else {}),
        "fingerprints": list(one.fingerprints),
    }
