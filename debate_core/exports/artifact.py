"""A review of an artifact for other programs (JSON), for a wiki or a mail (Markdown), and for a terminal.

Knows the review as put together, not the record. Invariant: in JSON a null stands beside its reason; in Markdown what a
model or the artifact says loads, links and formats nothing, and none of its control characters reaches the terminal.
"""

from collections.abc import Iterator
from typing import Any

from debate_core.artifact import MEDIA_WORDS
from debate_core.exports.numbers import with_interval
from debate_core.exports.seam import discussion_sections
from debate_core.exports.sections import (
    Section,
    clean,
    escape,
    in_markdown,
    in_text,
    wrapped,
)
from debate_core.findings.calling import CALL_WORDS, Area
from debate_core.findings.merging import Merged
from debate_core.findings.reporting import PersonRow, Reviewed, ReviewerRow, Todo
from debate_core.numerals import coefficient, listed, number, percent
from debate_core.report.deliberated import FIRST_STAND
from debate_core.report.nulls import explain
from debate_core.wording import Say, capital

NOT_DELIBERATED = "the reviewers have not deliberated"


def as_plain_values(found: Reviewed) -> dict[str, Any]:
    """The review as values that JSON can hold; keys may be added and none goes. Of a merged finding `quote`, `what`,
    `severity`, `confidence` and `remediation` are those of the first reviewer in the panel's order; `given` has every
    one's own."""
    agreement = found.alike.agreement.model_dump(mode="json")
    explain(found.alike.agreement, agreement)
    artifact, outcome = found.artifact, found.outcome
    return {
        "verdict": outcome.call,
        "reasons": list(outcome.reasons),
        "shares": dict(outcome.shares),
        "flags": [flag.model_dump(mode="json") for flag in found.flags],
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
        **({} if found.outcome.usable else {"means_reason": "no review that could be read"}),
        "checklist": [todo.model_dump(mode="json", exclude_none=True) for todo in found.checklist],
        "deliberation": _deliberation(found),
        "people": [one.model_dump(mode="json", exclude_none=True) for one in found.people],
        **_people_values(found),
    }


def _people_values(found: Reviewed) -> dict[str, Any]:
    """The verdict with people seated; where they are, who, and the one without them."""
    if found.otherwise is None:
        return {}
    if not found.seated:
        return {"with_people": found.otherwise.call}
    return {
        "seated": list(found.seated),
        "with_people": found.outcome.call,
        "without_people": found.otherwise.call,
    }


def _deliberation(found: Reviewed) -> dict[str, Any]:
    talk = found.talk
    accord = talk.after_talk.accord_first if talk.after_talk else found.alike.accord
    why = {} if accord is not None else {"accord_reason": "fewer than two reviews that could be read"}
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
        "reasons_after": list(after.reasons) if after else [],
        "alpha_after": whole["alpha"],
        "probes": told["probes"],
        **({} if talk.probes else {"probes_reason": "no probe was run"}),
        "conformity": told["conformity"],
    }


def _reviewer(row: ReviewerRow) -> dict[str, Any]:
    shown = row.model_dump(mode="json", exclude={"cause"})
    if row.status != "done":
        shown["reason"] = row.cause or "this reviewer has not answered yet"
    elif row.weight is None:
        shown["reason"] = "a verdict needs two reviews that could be read"
    return shown


def _finding(one: Merged) -> dict[str, Any]:
    first, place, settled = one.first.finding, one.place, one.settled
    return {
        "quote": place.quote if place else first.quote,
        "line": place.line if place else None,
        **({"unplaced": one.first.unplaced} if place is None else {"place": place.model_dump(mode="json")}),
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


def as_markdown(found: Reviewed) -> str:
    """The review: verdict, reviewers, agreement, findings in the order of the text, what is to do."""
    return "\n".join([*_head(found), *map(in_markdown, sections(found, escape))])


def sections(found: Reviewed, say: Say) -> Iterator[Section]:
    """All that follows upon the verdict: reviewers, findings, what people made of it, what is to do, and what came of
    the reviewers reading each other."""
    yield _reviewers(found, say)
    yield _alike(found, say)
    placed = tuple(_line(one, say) for one in found.placed)
    yield Section(title=f"Findings ({len(placed)} at their place)", lines=placed)
    if unplaced := tuple(_line(one, say) for one in found.unplaced):
        yield Section(title=f"Findings without a place ({len(unplaced)})", lines=unplaced)
    if found.people:
        seated = [said] if (said := seated_said(found)) else []
        yield Section(title="People", lines=(*(_person(one, say) for one in found.people), *seated))
    yield Section(title="What is to do", lines=tuple(_todo(one, say) for one in found.checklist))
    yield from discussion_sections(found, say)


def _head(found: Reviewed) -> Iterator[str]:
    yield from (f"# {escape(found.artifact.name)}", "")
    if found.example:
        yield from (f"*Example: {escape(found.example)}*", "")
    elif found.simulated:
        said = capital(found.simulated_said)
        yield from (f"*{escape(said)}: reviewers of this program took part, for demonstration.*", "")
    yield from (made_of(found), "", f"**{_called(found)}**", "")
    yield from (f"- {words}" for words in lede(found, escape))
    yield ""


def _called(found: Reviewed) -> str:
    return f"{CALL_WORDS[found.outcome.call]} · {found.outcome.usable} of {found.outcome.reviewers} reviewers"


def made_of(found: Reviewed) -> str:
    """What was reviewed: its medium, length and digest."""
    artifact = found.artifact
    return f"{capital(MEDIA_WORDS[artifact.media])}, {len(artifact.lines)} lines, SHA-256 {artifact.sha256}"


def lede(found: Reviewed, say: Say) -> Iterator[str]:
    """Why the verdict is as it is, what to look at, and what of the artifact was left out."""
    yield from map(say, found.outcome.reasons)
    yield from (f"Look at this: {say(flag.words)}" for flag in found.flags)
    yield from map(say, found.artifact.left_out)


def _reviewers(found: Reviewed, say: Say) -> Section:
    keys = tuple(found.alike.means)
    cells = tuple(tuple(_reviewer_cells(row, keys, say)) for row in found.reviewers)
    return Section(
        title="Reviewers", head=("reviewer", "model", "weight", "verdict", "confidence", *keys), rows=cells
    )


def _reviewer_cells(row: ReviewerRow, keys: tuple[str, ...], say: Say) -> list[str]:
    who = [say(row.name), say(row.model)]
    if row.status != "done" or row.scores is None:
        return [
            *who,
            "",
            say(f"failed: {row.cause}" if row.cause else "no answer yet"),
            "",
            *[""] * len(keys),
        ]
    given = [coefficient(row.weight), row.verdict or "", coefficient(row.confidence)]
    return [*who, *given, *(str(row.scores.get(key, "")) for key in keys)]


def _alike(found: Reviewed, say: Say) -> Section:
    alike = found.alike
    figures = {
        "alpha over the dimensions": with_interval(alike.agreement.alpha, found.those),
        "kappa": with_interval(alike.agreement.kappa, found.those),
        "accord (how close they are now, not beyond chance)": coefficient(alike.accord),
    }
    parted = tuple(f"They disagree on {say(parted_words(area))}" for area in alike.parted)
    title = f"How far the reviewers{' and people' if found.seated else ''} agree"
    return Section(title=title, head=("statistic", "value"), rows=tuple(figures.items()), lines=parted)


def _line(one: Merged, say: Say) -> str:
    first = one.first.finding
    where = f"line {one.place.line}" if one.place else say(one.first.unplaced or "")
    quote = f" “{say(one.place.quote if one.place else first.quote)}”" if first.quote.strip() else ""
    by = "; ".join(
        f"{say(given.reviewer)}: {given.finding.severity}, confidence {coefficient(given.finding.confidence)}, "
        f"{say(given.finding.what)}"
        for given in one.given
    )
    settled = one.settled
    state = f" · {one.state}" + (f" by {say(settled.person)}" if settled else "")
    state += f": {say(settled.reason)}" if settled and settled.reason.strip() else ""
    return f"{one.dimension}, {where}:{quote} ({by}){state}"


def _todo(todo: Todo, say: Say) -> str:
    where = f"line {todo.line}: " if todo.line else ""
    accepted = "accepted · " if todo.state == "accepted" else ""
    return f"[ ] {accepted}{where}{say(todo.text)} ({say(listed(todo.by))})"


def as_plain(found: Reviewed) -> str:
    """The same for a terminal."""
    made = f"example: {clean(found.example)}" if found.example else clean(found.simulated_said)
    head = [
        f"{clean(found.artifact.name)}{f'  [{made}]' if made else ''}",
        _called(found),
        *map(wrapped, (made_of(found), *lede(found, clean))),
    ]
    return "\n\n".join(["\n".join(head), *map(in_text, sections(found, clean))]) + "\n"


def _person(one: PersonRow, say: Say) -> str:
    scores = ", ".join(f"{key} {score}" for key, score in one.scores.items())
    blind = "blind" if one.blind else f"not blind: {one.cause}"
    weight = "" if one.weight is None else f", weight {coefficient(one.weight)}"
    return f"{say(one.name)}: {one.verdict}{weight} ({say(scores)}; {say(blind)}). {say(one.reason)}"


def seated_said(found: Reviewed) -> str:
    """Whether people count in the verdict, and what it would be otherwise; empty where nobody can be seated, or a
    reviewer is awaited."""
    if found.otherwise is None or found.awaited:
        return ""
    would = (
        "the same" if found.outcome.call == found.otherwise.call else CALL_WORDS[found.otherwise.call].lower()
    )
    if found.seated:
        return (
            "The people who scored it blind are seated beside the reviewers, each as an average one: verdict, "
            f"agreement and partings are with them. Without them the weight would carry {would}."
        )
    return (
        f"With the people who scored it blind, each as an average reviewer, the weight would carry {would}."
    )


def parted_words(area: Area) -> str:
    """What reviewers part on, and how far; the name of the dimension is a person's."""
    where = clean(area.dimension or "the verdict")
    how = "" if area.range is None else f", {number(area.range)} points apart"
    return f"{where}{how} (severity {percent(area.severity)})"
