"""The audit summary of a deliberation, for those who have to show how the judges of a debate, or the reviewers of a
text, came to where they are.

Knows the report only, or the review. Invariant: it says first that the independent scores are the result; a null has
its reason beside it in `why_null`.
"""

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from debate_core.errors import SetUpError
from debate_core.exports.sections import escape
from debate_core.findings.reporting import Reviewed
from debate_core.numerals import coefficient, counted
from debate_core.report import heard
from debate_core.report.deliberated import FIRST_STAND
from debate_core.report.shape import Report
from debate_core.report.talk import AfterTalk, PartRow, RoundReport, TalkReport


@dataclass(frozen=True, kw_only=True)
class _Audited:
    """What is summed up: a record of a kind, what it is about, its talk, and each judge as it stood alone."""

    kind: str
    id: str
    about: str
    talk: AfterTalk
    talked: TalkReport
    alone: tuple[PartRow, ...]


def _audited(found: Report | Reviewed) -> _Audited:
    """Raises SetUpError where the judges have not deliberated."""
    if isinstance(found, Reviewed):
        alone = tuple(_alone(one.name, one.verdict, one.confidence) for one in found.reviewers)
        talked: TalkReport = found.talk
        kind, name, about = "review", found.record, found.artifact.name
    else:
        alone = tuple(_alone(one.name, one.ballot, one.confidence) for one in found.judges)
        talked, kind, name, about = found, "debate", found.debate, found.topic
    if talked.after_talk is None:
        who = "reviewers" if kind == "review" else "judges"
        raise SetUpError(f"the {who} of {kind} {name!r} have not deliberated")
    return _Audited(kind=kind, id=name, about=about, talk=talked.after_talk, talked=talked, alone=alone)


def _converged(talk: AfterTalk) -> str:
    if talk.converged and not talk.rounds:
        return "reached before any round"
    return "converged" if talk.converged else "not converged"


def _alone(judge: str, verdict: str | None, confidence: float | None) -> PartRow:
    return PartRow(judge=judge, doing="keeps", why=None, verdict=verdict, confidence=confidence, seconds=0)


def audit_of(report: Report | Reviewed) -> dict[str, Any]:
    """The summary as plain values. Raises SetUpError where the judges have not deliberated."""
    found = _audited(report)
    talk = found.talk
    first, last = talk.accord_first, talk.accord_last
    gained = None if first is None or last is None else last - first
    said = {
        found.kind: found.id,
        "topic" if found.kind == "debate" else "text": found.about,
        "note": FIRST_STAND,
        "timestamp": _time(talk.began),
        "ended": _time(talk.ended),
        "settings": talk.settings.model_dump(mode="json"),
        "takes_part": list(talk.takes_part),
        "keeps": dict(talk.keeps),
        "rounds": talk.rounds,
        "first_accord": first,
        "final_accord": last,
        "improvement": gained,
        "converged": talk.converged,
        "closed": talk.closed,
        "per_round": [_of_round(one) for one in found.talked.deliberation or ()],
        "final_verdicts": [_of_judge(one) for one in _last(found)],
    }
    accord = dict.fromkeys(("first_accord", "final_accord", "improvement"), talk.accord_reason or "undefined")
    return _explained(said, {**accord, "ended": "it goes on", "closed": "it goes on"})


def audit_as_markdown(report: Report | Reviewed) -> str:
    """The summary as Markdown. Raises SetUpError where the judges have not deliberated."""
    found = _audited(report)
    talk = found.talk
    lines = [
        f"# Deliberation: {escape(found.about)}",
        "",
        f"*{FIRST_STAND}*",
        "",
        f"- {found.kind.capitalize()} {found.id}; its deliberation began {_time(talk.began)}. "
        f"{heard.ended(talk, escape)}",
        f"- {counted(talk.rounds, 'round')}; accord {coefficient(talk.accord_first)} at first, "
        f"{coefficient(talk.accord_last)} at the end; threshold {coefficient(talk.settings.threshold)}: "
        f"{_converged(talk)}.",
        "",
        "| round | accord before | accord after | disagreements before | after | changes | missing | seconds |",
        "|---|---|---|---|---|---|---|---|",
        *(_row(number, one) for number, one in enumerate(found.talked.deliberation or (), start=1)),
        "",
        f"| {talk.judge} | verdict at the end | confidence |",
        "|---|---|---|",
        *(
            f"| {escape(one.judge)} | {one.verdict or 'none'} | "
            f"{'not given' if one.confidence is None else coefficient(one.confidence)} |"
            for one in _last(found)
        ),
    ]
    return "\n".join(lines) + "\n"


def _last(found: _Audited) -> tuple[PartRow, ...]:
    """Each judge as it stands at the end."""
    rounds = found.talked.deliberation
    return rounds[-1].evaluations if rounds else found.alone


def _of_round(one: RoundReport) -> dict[str, Any]:
    said = {
        "round": one.round,
        "accord_before": one.accord_before,
        "accord_after": one.accord_after,
        "disagreements": len(one.disagreements),
        "types": dict(Counter(area.type for area in one.disagreements)),
        "disagreements_after": len(one.disagreements_after),
        "types_after": dict(Counter(area.type for area in one.disagreements_after)),
        "evaluations": sum(part.doing in ("held", "moved") for part in one.evaluations),
        "changes": len(one.moves),
        "missing": dict(one.missing),
        "seconds": one.seconds,
    }
    return _explained(said, dict.fromkeys(("accord_before", "accord_after"), one.reason or "undefined"))


def _of_judge(one: PartRow) -> dict[str, Any]:
    said = {"judge": one.judge, "verdict": one.verdict, "confidence": one.confidence}
    return _explained(said, {"verdict": "it has no scores on one of the sides", "confidence": "it gave none"})


def _explained(said: dict[str, Any], reasons: Mapping[str, str]) -> dict[str, Any]:
    why = {key: reasons[key] for key, value in said.items() if value is None}
    return {**said, "why_null": why} if why else said


def _row(number: int, one: RoundReport) -> str:
    areas = f"{heard.areas_said(one.disagreements)} | {heard.areas_said(one.disagreements_after)}"
    missing = ", ".join(escape(name) for name in one.missing) or "nobody"
    accord = f"{coefficient(one.accord_before)} | {coefficient(one.accord_after)}"
    return f"| {number} | {accord} | {areas} | {len(one.moves)} | {missing} | {one.seconds:.1f} |"


def _time(at: float | None) -> str | None:
    return (
        None
        if at is None
        else datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat(timespec="seconds")
    )
