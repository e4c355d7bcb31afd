"""Why a value of a report is null, and how the reason gets beside the null. A fixed reason stands in the field's
description after *null:*, and one that depends on the case here; else the object's own `reason` tells.

In JSON every null stands with its reason:

- an object that holds a null says why in its own `reason`, or else in `why_null`, by the name of the field;
- a null inside a mapping (`raw` by judge, `sides` by side) is told under the mapping's name;
- where the parts of an estimate stand in its owner, its reason is told there, too;
- what only explains something else (`reason`, `gap_reason`, `cause`, `note`, `why` …) needs no reason.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from debate_core.domain.noun import FlatNoun

Tell = Callable[[Any], str | None]
Why = str | Tell
EXPLAINS = frozenset(("reason", "cause", "note", "why", "why_null")) | frozenset(
    f"{part}_reason" for part in ("robustness", "gap", "interval", "tipping")
)


def _unscored(otherwise: str) -> Why:
    states = {"failed": "this judge failed", "done": otherwise}
    return lambda judge: states.get(judge.status, "this judge has not scored yet")


def _scores(least: int, otherwise: str) -> Why:
    few = "no judge has scored it" if least == 1 else f"fewer than {least} judges have scored it"
    return lambda row: few if sum(v is not None for v in row.raw.values()) < least else otherwise


def _live(step: str, otherwise: str) -> Tell:
    def why(report: Any) -> str:
        if report.scorecard.by != "rounds":
            return "there was no live judge"
        return "it failed: see live_failures" if step in report.live_failures else otherwise

    return why


def _narrative(report: Any) -> str | None:
    if "narrative" in report.live_failures or report.scorecard.by == "rounds":
        return _live("narrative", "not told yet")(report)
    return "there was no live judge, and nobody asked for one"


def _conflict(report: Any) -> str | None:
    same = "the scorecard and the narrative name no different leaders"
    return _live("conflict", "not explained yet" if report.differ else same)(report)


def _without(key: str) -> Why:
    return lambda report: report.alpha.reason or f"alpha is undefined {key}"


NULL = "null: "
ONE_SIDE = "it has no scores on one of the sides"
NO_REVIEW = "no review of it can be read"
WHY_NULL: Mapping[str, Mapping[str, Why]] = {
    "Report": {
        "robustness": lambda report: report.robustness_reason,
        "narrative": _narrative,
        "conflict": _conflict,
        "convergence": _live("convergence", "not checked: too few turns, or not yet"),
    },
    "Deliberation": {"disagreement": "the usual share of the scale"},
    "OutcomeAfterTalk": {"p_pro": lambda part: part.gap.reason},
    "AfterTalk": {
        "accord_first": lambda part: part.accord_reason,
        "accord_last": lambda part: part.accord_reason,
    },
    "PartRow": {"verdict": lambda part: part.no_verdict},
    "ReportSettings": {"topic_type": "the topic's words decide"},
    "OutcomeReport": {
        "p_pro": lambda part: part.gap.reason,
        "sides": lambda part: part.gap.reason or "no judge's scores of that side count",
        "reading": lambda part: part.gap.reason,
        "tipping_share": lambda part: part.tipping_reason,
    },
    "Agreement": {
        "without_judge": _without("without that judge"),
        "without_argument": _without("without that one"),
    },
    "Generalizability": {
        "judges_for_80": lambda part: (
            part.reason or "what is judged does not vary beyond noise: no number of judges is enough"
        ),
        "judges_for_80_interval": lambda part: (
            part.reason
            or part.relative_one.reason
            or "one judge's interval reaches 0, where no number is enough"
        ),
    },
    "ArgumentRow": {
        "mean": _scores(1, "no judge scored all its dimensions"),
        "variance": _scores(2, "it can't be told from these scores"),
        "adjusted_variance": _scores(2, "severity can't be told from these scores"),
        "adjusted_spread": _scores(2, "severity can't be told from these scores"),
        "apart": _scores(2, "no two judges are further apart than others"),
        "apart_by": _scores(2, "no two judges are further apart than others"),
        "apart_on": _scores(2, "they are furthest apart on no one dimension"),
        "chance": _scores(2, "there are too few scores to test"),
        "z_variance": _scores(2, "it can't be told from these scores"),
    },
    "JudgeRow": {
        "weight": _unscored("it has no weight"),
        "share": _unscored("it has no part in the side results"),
        "contributions": _unscored("it has no part in the side results"),
        "severity": _unscored("its scores can't be held against the other judges'"),
        "severity_se": _unscored("too few scores to tell error from effect"),
        "ballot": _unscored(ONE_SIDE),
        "ballot_given": _unscored("it gave none"),
        "position": _unscored(ONE_SIDE),
        "confidence": _unscored("it gave none"),
        "key_finding": _unscored("it gave none"),
    },
    "JudgeBefore": {"accuracy": lambda part: part.shrunken.reason},
    "ScorecardReport": {
        "means": lambda part: part.reason if part.means is None else "the side has no judged turn yet",
    },
    "Round": {"winner": lambda part: part.reason or "the round is not counted"},
    "UsageReport": {
        "cost_known": lambda part: (
            "all of it is known" if part.cost is not None else "no call of a known price was made"
        ),
    },
    "ModelRow": {
        "cached": lambda part: part.reason or "what is read from a cache costs what input costs",
    },
}


def explain(value: Any, dumped: Any) -> None:
    """Put `why_null` into what `value` was dumped to: into every object that has a null to explain."""
    if isinstance(value, BaseModel):
        _explain_object(value, dumped)
    elif isinstance(value, Mapping):
        for inner, value_dumped in zip(value.values(), dumped.values(), strict=True):
            explain(inner, value_dumped)
    elif isinstance(value, tuple):
        for inner, value_dumped in zip(value, dumped, strict=True):
            explain(inner, value_dumped)


def _explain_object(model: BaseModel, dumped: dict[str, Any]) -> None:
    reasons: dict[str, str | None] = {}
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(model, FlatNoun) and (keys := model.keys_of(name).values()):
            if "reason" not in keys:
                reasons |= {key: value.reason for key in keys if dumped.get(key, "") is None}
            continue
        key = name if name in dumped else str(field.serialization_alias)
        if key not in dumped:
            continue  # Left out by whoever asked for the dump.
        null = value is None or (isinstance(value, Mapping) and None in value.values())
        if null and name not in EXPLAINS and (why := reason_of(type(model), name)):
            reasons[key] = why(model) if callable(why) else why
        explain(value, dumped[key])
    if reasons:
        dumped["why_null"] = reasons


def reason_of(part: type[BaseModel], name: str) -> Why | None:
    """Why that field can be null; None where the part's own reason tells. Raises LookupError where nothing does."""
    fixed = part.model_fields[name].description or ""
    if fixed.startswith(NULL):
        return fixed.removeprefix(NULL)
    reasons = [WHY_NULL[kind.__name__] for kind in part.__mro__ if name in WHY_NULL.get(kind.__name__, ())]
    return None if not reasons and "reason" in part.model_fields else reasons[0][name]
