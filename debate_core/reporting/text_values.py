"""The review of a text for programs: values beside whose every null stands its reason, and the formats it is had in."""

from dataclasses import replace
from typing import Any

from debate_core.domain.artifact import Artifact
from debate_core.domain.json_csv import in_json
from debate_core.library.findings.calling import ReviewOutcome
from debate_core.library.findings.merging import Merged
from debate_core.library.findings.reporting import Reviewed, ReviewerRow
from debate_core.library.report.deliberated import FIRST_STAND
from debate_core.library.report.nulls import explain
from debate_core.reporting.blocks import Document
from debate_core.reporting.formats import FORMATS, Format, values
from debate_core.reporting.sarif import as_sarif
from debate_core.reporting.text import flag_text, reasons_of
from debate_core.reporting.text_findings import unplaced_text

NOT_DELIBERATED = "the reviewers have not discussed it"


def text_formats(found: Reviewed) -> tuple[Format, ...]:
    """Every format; its JSON has the values for programs too."""

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
    """The review as values for JSON; keys may be added and none goes. A merged finding's own fields are the first
    reviewer's, `given` has every one's."""
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
            **artifact.model_dump(mode="json", exclude={"text"}),
            "characters": len(artifact.text),
            "lines": len(artifact.lines),
        },
        "simulated": found.simulated,
        **({"example": found.example} if found.example else {}),
        "reviewers": [_reviewer(row) for row in found.reviewers],
        "findings": [_finding(one, artifact) for one in found.findings],
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


def _people_values(found: Reviewed, outcome: ReviewOutcome) -> dict[str, Any]:
    if found.otherwise is None:
        return {}
    seated = {"seated": list(found.seated), "without_people": found.otherwise.call} if found.seated else {}
    return {"with_people": (outcome if seated else found.otherwise).call, **seated}


def _deliberation(found: Reviewed) -> dict[str, Any]:
    talk, after, later = found.talk, found.talk.after_talk, found.after_talk
    first = found.accord
    accord: dict[str, Any] = {"accord": first.value, "threshold": first.threshold, "advised": first.advised}
    accord |= {"accord_reason": first.reason} if first.reason else {}
    if after is None:
        return {"rounds": 0, "reason": NOT_DELIBERATED, **accord}
    told = talk.model_dump(mode="json", by_alias=True)
    for name in told:
        explain(getattr(talk, name), told[name])
    return {
        **{key: told["after_talk"][key] for key in ("rounds", "settings", "closed", "converged", "keeps")},
        **accord,
        "note": FIRST_STAND,
        **({} if after.closed else {"closed_reason": "it goes on"}),
        "accord_after": after.accord_last,
        "per_round": told["deliberation"],
        "verdict_after": later.call if later else None,
        **({} if later else {"verdict_after_reason": "no round was held"}),
        "reasons_after": list(reasons_of(later)) if later else [],
        "alpha_after": told["after_talk"]["alpha"],
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


def _finding(one: Merged, artifact: Artifact) -> dict[str, Any]:
    first, place, settled = one.first.finding, one.place, one.settled
    return {
        "quote": place.quote if place else first.quote,
        "line": place.line if place else None,
        **({"place": place.model_dump(mode="json")} if place else {"unplaced": unplaced_text(one.first)}),
        **({"part": part} if one.places and (part := artifact.part_at(one.places[0].line)) else {}),
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
