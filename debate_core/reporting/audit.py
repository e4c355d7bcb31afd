"""The audit summary of a discussion, as values and as a block: how judges, or reviewers, came to where they are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.steps import is_deliberation, round_of
from debate_core.domain.wording import capital
from debate_core.library.report.deliberation import FIRST_STAND
from debate_core.library.report.deliberation_shape import AfterTalk, PartRow, RoundReport
from debate_core.library.text_review import AnyReport
from debate_core.measuring.deliberation import Disagreement
from debate_core.phrases import moment_text, value_text
from debate_core.reporting.blocks import Block, Document, Table, columns, table_of
from debate_core.reporting.formats import markdown
from debate_core.store.judging import INDEPENDENT
from debate_core.store.model_record import ModelRecord

COUNTED = "We count the independent scores, given before the discussion."


def _last_evaluations(report: AnyReport) -> tuple[PartRow, ...]:
    return report.rounds[-1].evaluations if report.rounds else report.alone


def audit_of(report: AnyReport, record: ModelRecord | None = None) -> dict[str, Any]:
    """The audit as values; with its `record`, every answer as the model gave it."""
    talk = report.talk
    first, last = talk.accord_first, talk.accord_last
    values = {
        report.noun: report.id,
        "topic" if report.noun == "debate" else "text": report.about,
        "note": FIRST_STAND,
        "timestamp": _iso(talk.began),
        "ended": _iso(talk.ended),
        "settings": talk.settings.model_dump(mode="json", exclude_none=True),
        "takes_part": list(talk.takes_part),
        "keeps": dict(talk.keeps),
        "rounds": talk.rounds,
        "first_accord": first,
        "final_accord": last,
        "improvement": None if first is None or last is None else last - first,
        "converged": talk.converged,
        "closed": talk.closed,
        "per_round": [_of_round(number, one) for number, one in enumerate(report.rounds, start=1)],
        "final_verdicts": [
            _with_reasons(
                {"judge": one.judge, "verdict": one.verdict, "confidence": one.confidence},
                {"verdict": one.no_verdict, "confidence": "it gave none"},
            )
            for one in _last_evaluations(report)
        ],
        **({"answers": list(_answers(record))} if record else {}),
    }
    accord = dict.fromkeys(("first_accord", "final_accord", "improvement"), talk.accord_reason or "undefined")
    return _with_reasons(values, {**accord, "ended": "it goes on", "closed": "it goes on"})


def _answers(record: ModelRecord) -> Iterator[dict[str, Any]]:
    """Each answer of the panel, an unreadable one with its faults. Round 0: alone; a control round has its name."""
    kinds = ("judging", "swapped", "review")
    for call in record.calls.values():
        step, talked = call.id.step, is_deliberation(call.id.step)
        kind, _, after = step.partition(":")
        if call.text is None or not (talked or kind in kinds):
            continue
        number, (probe, _, judge) = round_of(step), after.partition(":")
        yield {
            "round": number - INDEPENDENT if number else probe if talked else 0,
            "judge": judge if talked else after,
            "asking": call.id.asking,
            "model": call.model,
            "faults": list(call.faults),
            "answer": call.text,
        }


def _of_round(number: int, one: RoundReport) -> dict[str, Any]:
    values = {
        "round": number,
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
    return _with_reasons(values, dict.fromkeys(("accord_before", "accord_after"), one.reason or "undefined"))


def _with_reasons(values: dict[str, Any], reasons: Mapping[str, str]) -> dict[str, Any]:
    why = {key: reasons[key] for key, value in values.items() if value is None}
    return {**values, "why_null": why} if why else values


def audit_as_markdown(report: AnyReport, record: ModelRecord | None = None) -> str:
    about = f"{capital(report.noun)} {report.id}. {COUNTED}"
    blocks = (audit_block(report), *([_answers_block(record)] if record else ()))
    return markdown(Document(title=f"Discussion: {report.about}", about=about, blocks=blocks))


def _answers_block(record: ModelRecord) -> Block:
    rows = tuple(
        (str(one["round"]), one["judge"], one["asking"], one["model"], one["answer"])
        for one in _answers(record)
    )
    head = columns("Round", "Judge", ("Asking", "count"), "Model", "Answer")
    return Block(
        key="answers",
        title="Every answer as it came",
        tables=(Table(columns=head, rows=rows),),
        notes=("Round 0 is the scoring alone, before the discussion.",),
    )


def audit_block(report: AnyReport) -> Block:
    talk = report.talk
    enough = talk.settings.threshold
    first, last = (value_text(one, "coefficient", enough) for one in (talk.accord_first, talk.accord_last))
    ended = f" and ended on {moment_text(talk.ended)}" if talk.ended is not None else ""
    when = f"It began on {moment_text(talk.began)}{ended}. " if report.example is None else ""
    reached = "reached" if talk.converged else last if talk.accord_last is None else "not reached"
    consensus = f"Consensus was {first} at first and {last} at the end; {value_text(enough)} is enough."
    rounds = table_of(
        report.rounds,
        {
            "Round": lambda one: str(one.round - INDEPENDENT),
            ("Consensus before", "coefficient"): lambda one: one.accord_before,
            ("After", "coefficient"): lambda one: one.accord_after,
            "Disagreements": lambda one: f"{len(one.disagreements)} → {len(one.disagreements_after)}",
            "On the verdict": lambda one: (
                f"{_verdicts(one.disagreements)} → {_verdicts(one.disagreements_after)}"
            ),
            ("Changes", "count"): lambda one: len(one.moves),
            "Missing": lambda one: join_and(tuple(one.missing)) or "nobody",
            "Seconds": lambda one: one.seconds or None,
        },
        title="Each round",
    )
    head = columns(capital(talk.judge), "Verdict", ("Confidence", "coefficient"))
    lines = tuple((one.judge, one.verdict or "none", one.confidence) for one in _last_evaluations(report))
    return Block(
        key="discussion-audit",
        title=f"{pluralise(talk.rounds, 'round')} of discussion, consensus {reached}",
        sentence=f"{when}{consensus} {ended_text(talk)}",
        tables=(rounds, Table(title="At the end", columns=head, rows=lines)),
    )


def _verdicts(areas: Sequence[Disagreement]) -> int:
    return sum(area.type == "verdict" for area in areas)


def ended_text(talk: AfterTalk) -> str:
    """Whether it goes on, or why it ended; who took no part, and why."""
    because = f"It ended because {talk.closed_said}" if talk.rounds else capital(talk.closed_said or "")
    texts = [f"{because}." if talk.closed_said else "It has not ended yet."]
    texts += [f"{name} took no part: {why.rstrip('.')}." for name, why in talk.keeps.items()]
    return " ".join(texts)


def _iso(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
