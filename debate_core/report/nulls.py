"""Why a value of a report is null: each field that can be, with its reason, and how the reason gets beside the null.

Knows the names of a report's parts and their fields; computes nothing and changes no value. Invariant: in JSON every
null stands with its reason. The rule, for whoever reads the JSON:

- an object that holds a null says why in its own `reason`, or else in `why_null`, by the name of the field;
- a null inside a mapping (`raw` by judge, `sides` by side) is told under the mapping's name;
- what only explains something else (`reason`, `gap_reason`, `cause`, `note`, `why` …) is null where there is nothing to
  explain, and needs no reason.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

Tell = Callable[[Any], str | None]
Why = str | Tell
EXPLAINS = frozenset(
    (
        "reason",
        "robustness_reason",
        "gap_reason",
        "interval_reason",
        "tipping_reason",
        "cause",
        "note",
        "why",
        "why_null",
    )
)
_UNKNOWN = "no true outcome is known of a debate it judged"
_ALIKE = "fewer than 3 that were scored, or too alike, to tell an interval from"


def _own(found: Any) -> str | None:
    """The object's own `reason` says it."""
    return str(found.reason) if found.reason else None


def _unscored(otherwise: str) -> Why:
    """For a judge's figures: that it has no scoresheet, or else what keeps this one from being known."""
    states = {"failed": "this judge failed", "done": otherwise}
    return lambda judge: states.get(judge.status, "this judge has not scored yet")


def _scores(least: int, otherwise: str) -> Why:
    """For an argument's figures: that fewer judges than `least` scored it, or else what keeps it from being known."""
    few = "no judge has scored it" if least == 1 else f"fewer than {least} judges have scored it"
    return lambda row: few if sum(v is not None for v in row.raw.values()) < least else otherwise


def _live(step: str, otherwise: str) -> Tell:
    """For what the live judge tells at the end."""

    def why(report: Any) -> str:
        if report.scorecard.by != "rounds":
            return "there was no live judge"
        return "it failed: see live_failures" if step in report.live_failures else otherwise

    return why


def _conflict(report: Any) -> str | None:
    same = "the scorecard and the narrative name no different leaders"
    return _live("conflict", "not explained yet" if report.differ else same)(report)


def companion_reason(found: Any, key: str) -> str:
    """Why one of kappa's companions, or its interval, is None: as kappa of that agreement, unless it says its own."""
    return str(found.reasons.get(key) or found.kappa.reason or _ALIKE)


def _companion(key: str) -> Why:
    return lambda found: companion_reason(found, key)


def _without(key: str) -> Why:
    return lambda found: found.alpha.reason or f"alpha is undefined {key}"


NO_TALK = "the judges have not deliberated"
WHY_NULL: Mapping[str, Mapping[str, Why]] = {
    "Report": {
        "burden": "the topic puts the burden of proof on neither side",
        "example": "a debate of models, not one written as an example",
        "effective_judges": "no judge has scored",
        "robustness": lambda report: report.robustness_reason,
        "robustness_sentence": lambda report: report.robustness_reason,
        "narrative": _live("narrative", "not told yet"),
        "conflict": _conflict,
        "convergence": _live("convergence", "not checked: too few turns, or not yet"),
        "if_settled": "a side is named, or the no call rests on no divergent argument that was settled with a standing",
        "true_outcome": "nobody has recorded which side turned out to be right",
        "deliberation": NO_TALK,
        "after_talk": NO_TALK,
        "probes": "no probe was run",
        "conformity": "no round was held and no probe was run",
    },
    "DisagreementRow": {
        "dimension": "the verdict is of no dimension",
        "side": "it is of no side: the verdict, or a dimension of a text",
        "range": "verdicts have no range",
    },
    "Cause": {"turn": "the words stand in no turn", "note_of": "the words stand in no other judge's note"},
    "MoveRow": {
        "label": "its composite of the argument did not change, or no other judge scored it",
        "because": "the judge named nothing",
    },
    "Line": {"others": "no other judge scored it", "label": "no other judge scored it"},
    "PartRow": {
        "verdict": "it has no scores on one of the sides",
        "confidence": "it gave none",
    },
    "RoundReport": {"accord_before": _own, "accord_after": _own},
    "AlphaAfterTalk": {"after": _own, "before": _own, "difference": _own, "interval": _own},
    "OutcomeAfterTalk": {"gap": _own, "interval": _own, "p_pro": _own},
    "AfterTalk": {
        "ended": "it goes on",
        "closed": "it goes on",
        "closed_said": "it goes on",
        "accord_first": lambda found: found.accord_reason,
        "accord_last": lambda found: found.accord_reason,
        "accord_reason": "accord is known",
        "outcome": "no round was held",
        "alpha": "no round was held",
    },
    "ProbeRow": {"pull": _own, "interval": _own},
    "EffectRow": {"value": _own, "p": _own, "interval": _own},
    "ConformityReport": {"pull": _own, "interval": _own},
    "SettledRow": {"standing": "the person held that it can't be resolved"},
    "ReportSettings": {"topic_type": "the topic's words decide"},
    "OutcomeReport": {
        "gap": lambda found: found.gap_reason,
        "se": lambda found: found.gap_reason or found.interval_reason,
        "interval": lambda found: found.gap_reason or found.interval_reason,
        "interval_by_judge": lambda found: found.gap_reason or found.interval_reason,
        "p_pro": lambda found: found.gap_reason or found.interval_reason,
        "sides": lambda found: found.gap_reason or "no judge's scores of that side count",
        "reading": lambda found: found.gap_reason,
        "tipping_share": lambda found: found.tipping_reason,
    },
    "SharedErrors": {"tipping_share": _own, "sentence": _own, "in_short": _own},
    "SharedBefore": {"value": _own, "interval": _own},
    "Agreement": {
        "ac1": _companion("ac1"),
        "ac1_interval": _companion("ac1"),
        "percent": _companion("percent"),
        "percent_interval": _companion("percent"),
        "without_judge": _without("without that judge"),
        "without_argument": _without("without that one"),
    },
    "Statistic": {"value": _own, "interval": _own},
    "PanelAlpha": {
        "p_667": _own,
        "p_67": _own,
        "p_80": _own,
        "panel_mean": "no longer computed: see generalizability.relative_mean and absolute_mean",
    },
    "Generalizability": {
        "components": _own,
        "scores_per_item": _own,
        "judges_for_80": lambda found: (
            found.reason or "what is judged does not vary beyond noise: no number of judges is enough"
        ),
        "judges_for_80_interval": lambda found: (
            found.reason
            or found.relative_one.reason
            or "one judge's interval reaches 0, where no number is enough"
        ),
        "sentence": _own,
    },
    "SidesStudy": {"coefficient": _own, "judges": _own, "more_arguments": _own},
    "PairAgreement": {
        "furthest": "too few that both scored, or they differ the same on each",
        "apart": "too few that both scored, or they differ the same on each",
    },
    "ArgumentRow": {
        "response": "not answered: the debate has not come so far, or is an exchange, without a cross-examination",
        "mean": _scores(1, "no judge scored all its dimensions"),
        "variance": _scores(2, "it can't be told from these scores"),
        "adjusted_variance": _scores(2, "severity can't be told from these scores"),
        "adjusted_spread": _scores(2, "severity can't be told from these scores"),
        "apart": _scores(2, "no two judges are further apart than others"),
        "standings": "a judge that failed or has not scored yet, or a person who did not score it, gave none",
        "reasons": "the judge gave no reason, or no scores",
        "majority": "no judge gave a standing",
        "fallacies": "no judge said anything of fallacies",
        "raw": "a judge that failed or has not scored yet, or a person who did not score it, has none",
        "calibrated": "a judge that failed, has not scored yet or can't be calibrated, or a person who did not score "
        "it, has none",
    },
    "Response": {"response_type": "asked twice, and no readable answer came"},
    "DimensionScores": {
        "mean": "no judge has scored it on this dimension",
        "variance": "fewer than 2 judges have scored it on this dimension",
        "adjusted_spread": "severity can't be told from these scores",
    },
    "JudgeRow": {
        "model": "a person, not a model",
        "weight": _unscored("it has no weight"),
        "share": _unscored("it has no part in the side results"),
        "severity": _unscored("its scores can't be held against the other judges'"),
        "severity_se": _unscored("too few scores to tell error from effect"),
        "ballot": _unscored("it has no scores on one of the sides"),
        "ballot_given": _unscored("it gave none"),
        "position": _unscored("it has no scores on one of the sides"),
        "confidence": _unscored("it gave none"),
        "key_finding": _unscored("it gave none"),
    },
    "JudgePast": {
        "error_variance": "the weights are not by evidence, no past debate tells how precise the judges are, or it has "
        "no scores here"
    },
    "JudgeBefore": {
        "accuracy": _UNKNOWN,
        "shrunken_accuracy": _UNKNOWN,
        "accuracy_interval": _UNKNOWN,
        "error_variance": "too few debates show how precise it is",
    },
    "BriefingReport": {"value": _own},
    "Novelty": {"value": _own},
    "TurnScore": {"compared": "it was not compared with an earlier turn"},
    "CountedLink": {"given": "the judge did not say", "found": "no words were quoted for it"},
    "Flag": {"claim": "no suspect claim is behind it", "by": "no other turn is behind it"},
    "Entry": {
        "side": "the turn it was made in is not judged",
        "found": "no words were quoted for it",
        "exposed_by": "no later turn exposed it",
    },
    "Change": {"turn": "a person made it, while judging no turn"},
    "ScorecardReport": {
        "leader": _own,
        "rounds_won": _own,
        "means": lambda found: found.reason if found.means is None else "the side has no judged turn yet",
    },
    "Round": {
        "composites": "that turn was not judged",
        "winner": lambda found: found.reason or "the round is not counted",
    },
    "Running": {"means": "the side has no judged turn yet"},
    "Help": {"argument": "it is about no one argument"},
    "UsageReport": {
        "cost": _own,
        "cost_known": lambda found: (
            "all of it is known" if found.cost is not None else "no call of a known price was made"
        ),
        "prices_of": "no price was looked up",
    },
    "UsedRow": {"cost": _own},
    "ModelRow": {
        "input": _own,
        "output": _own,
        "cached": lambda found: found.reason or "what is read from a cache costs what input costs",
    },
    "RatingsReport": {
        "labelled": "the table has no standings, and its scores are not read as labels",
        "categories": "there are no labels, or too many to list",
        "clusters": "the table names no clusters",
        "against": "compared with no other table",
    },
    "Against": {"here": _own, "there": _own, "value": _own, "interval": _own},
}


def explain(value: Any, dumped: Any) -> None:
    """Put `why_null` into what `value` was dumped to: into every object that has a null to explain."""
    if isinstance(value, BaseModel):
        _explain_object(value, dumped)
    elif isinstance(value, Mapping):
        for inner, shown in zip(value.values(), dumped.values(), strict=True):
            explain(inner, shown)
    elif isinstance(value, tuple):
        for inner, shown in zip(value, dumped, strict=True):
            explain(inner, shown)


def _explain_object(found: BaseModel, dumped: dict[str, Any]) -> None:
    said: dict[str, str | None] = {}
    for name, field in type(found).model_fields.items():
        key = name if name in dumped else str(field.serialization_alias)
        if key not in dumped:
            continue  # Left out by whoever asked for the dump.
        value = getattr(found, name)
        null = value is None or (isinstance(value, Mapping) and None in value.values())
        if null and name not in EXPLAINS and (why := reason_of(type(found), name)) is not _own:
            said[key] = why(found) if callable(why) else why
        explain(value, dumped[key])
    if said:
        dumped["why_null"] = said


def reason_of(part: type[BaseModel], name: str) -> Why:
    """Why that field of a part, or of what it is a kind of, can be null."""
    return next(
        WHY_NULL[kind.__name__][name] for kind in part.__mro__ if name in WHY_NULL.get(kind.__name__, ())
    )
