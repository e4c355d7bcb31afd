"""The verdict of a debate as blocks: the answer, whether it could be luck, what it doesn't mean, what to do next."""

from typing import Any

from debate_core.domain.numerals import join_and, number_text, number_word, pluralise, share_words
from debate_core.domain.transcript import opponent
from debate_core.domain.wording import CALIBRATIONS, CALLS, capital, side_ahead
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.shape import Report
from debate_core.measuring.shared_errors import REAL_MODELS
from debate_core.phrases import SURE, cell_value_text, chance_text, lead_text, range_text, value_text
from debate_core.reporting.agreement_words import models_text, one_model_text
from debate_core.reporting.blocks import Block, Figure, Table, columns
from debate_core.reporting.debate_lines import likely_leads, panel_line, real_lead
from debate_core.reporting.figures import LuckBar
from debate_core.reporting.history import noise_origin_text, record_text
from debate_core.reporting.lead import (
    assumed_text,
    favour_text,
    flips_text,
    left_out_block,
    other_flips_text,
    past_text,
    size_text,
)
from debate_core.reporting.line_figures import NumberLine
from debate_core.reporting.scores import helps_block
from debate_core.store.record import NOTHING_ARGUED, TOO_FEW
from debate_core.verdicts.cautions import TASTE
from debate_core.verdicts.rules import changed_words
from debate_core.verdicts.verdict import AHEAD_FROM, call_title

SCOPE = (
    "This is about the arguments made here, not about what is true. To learn which model argues better, swap their "
    "sides."
)
SIMULATED = "Simulated: it proves nothing about the topic."
READ, SETTLE, HELPS = "Read these yourself", "See what would settle it", "What would help"
SIMILAR = "Similar panels: other judges of this kind, on these arguments."
RELY = "May I rely on it?"
NOT_REAL = "with real models it would be no call"
HARDLY, FRAGILE = "Hardly", "If judges share mistakes, yes"
NO_WINNER = "The scores don't show a clear winner."


class Answer(Figure):
    """The verdict as a room is told it. `word`: PRO, CON, or that there is no winner; `second`: who is ahead without
    being named; `title`: both as a heading; `sentence` and `beside`: what the scores say and whom the judges favour;
    `scope`: what it is not about; `line`: each judge's lead and where the panel's likely is; `about`: what was debated,
    where that isn't said beside it."""

    word: str
    title: str
    sentence: str
    beside: str
    scope: str
    line: NumberLine | None
    second: str = ""
    about: str = ""

    @property
    def words(self) -> str:
        parts = (self.alt, self.sentence, self.beside, self.scope, self.line.words if self.line else "")
        return " ".join(filter(None, parts))


def answer_of(report: Report) -> Answer:
    call, ahead = report.outcome.call, report.outcome.ahead
    named = call != "no_call"
    sentence, beside = _of_winner(report) if named else _of_no_call(report)
    title = call_title(call) if named else no_call_title(report)
    return Answer(
        alt=f"{title}.",
        word=call.upper() if named else "NO CALL" if ahead else title.upper(),
        second=f"{ahead.upper()} is ahead" if ahead else "",
        title=title,
        sentence=sentence,
        beside=beside,
        scope=_scope_text(report),
        line=panel_line(report),
    )


def no_call_title(report: Report) -> str:
    if report.progress == "failed":
        return f"Failed: {TOO_FEW.lower()}"
    if report.outcome.nothing_argued:
        return NOTHING_ARGUED
    return call_title("no_call", report.outcome.ahead)


def verdict_block(report: Report) -> Block:
    if report.awaited:
        scored = f"{capital(report.judges_said)} have scored."
        sentence = f"{scored} There is no verdict before all have scored or failed."
        return Block(key="verdict", title="Not yet", sentence=sentence)
    answer = answer_of(report)
    wrong = f"That {report.outcome.call.upper()} is right. {SCOPE}"
    if report.outcome.call == "no_call":
        wrong = "That both sides are equally right, or equally good."
    not_meant = Block(key="not_meant", title="What this doesn't mean", sentence=wrong)
    # Where nothing was argued the answer is the whole reason, and there is nothing to take it for.
    meant: tuple[Block | None, ...] = ()
    if not report.outcome.nothing_argued:
        meant = (reliance_block(report), _chance_block(report), not_meant, left_out_block(report))
    method = reading_text, models_text, past_text, noise_origin_text, record_text
    title = "If settled arguments no longer counted as disputed"
    settled = Block(key="if_settled", title=title, sentence=if_settled_text(report))
    children = (*meant, _cautions(report), settled if settled.sentence else None, next_block(report))
    return Block(
        key="verdict",
        title=answer.title,
        sentence=f"{answer.sentence} {answer.beside}".rstrip(),
        notes=(f"Scored by {report.judges_said}.", *filter(None, (text(report) for text in method))),
        children=tuple(filter(None, children)),
    )


def _scope_text(report: Report) -> str:
    if not report.simulated_said or report.example:
        return SCOPE if report.outcome.call != "no_call" else ""
    if report.simulated_said == "simulated":
        return f"{SIMULATED} {capital(NOT_REAL)}." if _only_simulated(report) else SIMULATED
    return f"{capital(report.simulated_said)}. What is simulated proves nothing about the topic."


def _of_winner(report: Report) -> tuple[str, str]:
    outcome = report.outcome
    favoured = favour_text(report.judges, first=outcome.call.upper())
    gap = outcome.gap.value
    if gap is None or side_ahead(gap) != outcome.call:
        in_points = "unknown" if gap is None else lead_text(gap)
        return f"That is on z-scores; in points the lead is {in_points}.", favoured
    averages, most = averages_text(report), report.rubric.scale.high
    return f"{averages} out of {most}." if averages else f"The lead is {lead_text(gap)}.", favoured


def averages_text(report: Report) -> str:
    """Each side's average, that of the winner, or who is ahead, first; empty where that shows no difference."""
    first = report.outcome.ahead or report.outcome.call
    results = [value for _, value in sorted(report.outcome.sides.items(), key=lambda one: one[0] != first)]
    ahead, behind = (cell_value_text(value, "points") for value in results)
    return "" if None in results or ahead == behind else f"{ahead} to {behind}"


def _of_no_call(report: Report) -> tuple[str, str]:
    if report.outcome.nothing_argued:
        return " ".join(one.removeprefix(f"{NOTHING_ARGUED}: ") for one in report.outcome.reasons), ""
    favoured = favour_text(report.judges)
    if not favoured or report.void or report.too_few or report.progress == "failed":
        return report.outcome.reasons[0], ""
    if report.outcome.ahead:
        averages, most = averages_text(report), report.rubric.scale.high
        # On each side those from `AHEAD_FROM` on and not yet at the interval's end.
        share = share_words(1.0 + report.outcome.gap.level - 2.0 * AHEAD_FROM)
        beside = f"But equal sides would be this far apart in about {share} of debates."
        return f"{averages} out of {most}. {favoured}" if averages else favoured, beside
    disputed = [row.id for row in report.arguments if row.divergent]
    if not disputed:
        return favoured, NO_WINNER
    where = (
        f"one argument, {disputed[0]}" if len(disputed) == 1 else f"{number_word(len(disputed))} arguments"
    )
    return favoured, f"They disagree on {where}."


def reliance_block(report: Report) -> Block | None:
    if report.progress == "failed" or report.outcome.nothing_argued:
        return None
    answer, because = _reliance_text(report)
    return Block(key="reliance", title=f"{RELY} {answer}", sentence=because)


def _reliance_text(report: Report) -> tuple[str, str]:
    if report.outcome.call == "no_call":
        scope = _scope_text(report)
        ahead = report.outcome.ahead
        short = "Too few judges scored." if report.too_few else "The scores show no winner."
        short = f"{ahead.upper()} is ahead, but not by enough." if ahead else short
        return ("Not for a real decision", scope) if scope else ("Don't base a decision on this yet", short)
    luck = _chance_title(report)
    answer = "Not for a real decision"
    if report.example:
        because = "It is a sample, written by hand to show how to read one."
    elif report.simulated_said:
        made = "a practice run" if report.simulated_said == "simulated" else "a run that is partly simulated"
        because = f"It is {made}: simulated models know nothing about the topic."
    elif not luck:
        answer, because = "We can't tell", "Nothing says how large chance is here."
    elif luck == FRAGILE:
        answer = "Not on these judges alone"
        because = "Judges on other models, or people, would have to find the same."
    elif _cautions(report) or report.review:
        answer = "With care"
        because = "Read what is said below first; it is about who argued better, not about who is right."
    else:
        answer, because = "Yes, as to who argued better here", "Not as to who is right."
    return answer, f"{_strength_text(report, luck)} {because}".lstrip()


def _strength_text(report: Report, luck: str) -> str:
    size = size_text(report.outcome)
    if not luck or not size:
        return ""
    if luck != FRAGILE:
        return f"{capital(size)}, {luck.lower()} luck."
    return f"{capital(size)}, but fragile{f': {NOT_REAL}' if _only_simulated(report) else ''}."


def _only_simulated(report: Report) -> bool:
    """Whether a side is named only because simulated judges are taken to share no mistakes."""
    by_default = report.settings.rules == "default" and bool(report.simulated_said)
    return by_default and _chance_title(report) == FRAGILE


def _chance_title(report: Report) -> str:
    outcome = report.outcome
    chance = None if outcome.p_pro is None else outcome.p_pro if outcome.call == "pro" else 1 - outcome.p_pro
    if chance is None or outcome.gap.value is None or side_ahead(outcome.gap.value) != outcome.call:
        return ""
    if outcome.tipping_share is not None and outcome.tipping_share < REAL_MODELS:
        return FRAGILE
    return HARDLY if chance >= SURE else "Possibly"


def _chance_block(report: Report) -> Block:
    outcome = report.outcome
    if outcome.call == "no_call":
        return Block(key="why", title="Why there is no winner", items=outcome.reasons, **_chance_bar(report))
    answer = _chance_title(report)
    if not answer or outcome.p_pro is None:
        reason = outcome.gap.reason or "the rules look at z-scores"
        return Block(key="luck", title="Could it be luck? We can't tell", sentence=f"{capital(reason)}.")
    chance = outcome.p_pro if outcome.call == "pro" else 1 - outcome.p_pro
    likely = (
        f"{whose}: {range_text(one, 'lead')}"
        for whose, one in likely_leads(outcome, real_lead(report))
        if one.known
    )
    return Block(
        key="luck",
        title=f"Could it be luck? {answer}",
        sentence=_chance_text(report, chance),
        notes=(f"Likely lead: {'; '.join(likely)}.", SIMILAR) if outcome.by_judge.known else (),
        **_chance_bar(report),
    )


def _chance_bar(report: Report) -> dict[str, Any]:
    outcome = report.outcome
    if outcome.tipping_share is None or report.awaited:
        return {}
    named = None if outcome.call == "no_call" else outcome.call
    bar = LuckBar(
        alt="How many of their mistakes judges may share before the lead is gone",
        gone=outcome.tipping_share,
        real=REAL_MODELS,
        named=named,
    )
    rows = (
        ("Taken into account", share_words(outcome.assumed_share)),
        ("Real models, about", share_words(REAL_MODELS)),
        ("The lead is gone at", bar.gone_share),
    )
    return {
        "figure": bar,
        "tables": (Table(title="Mistakes shared", columns=columns("What", "Share"), rows=rows),),
    }


def _chance_text(report: Report, chance: float) -> str:
    """From which share of mistakes on the lead is gone stands in the bar."""
    outcome, taken, unknown = report.outcome, assumed_text(report), ""
    if outcome.tipping_share is None:
        unknown = f"What shared mistakes would do is unknown: {outcome.tipping_reason}. "
    elif real_lead(report):
        taken = "as simulated judges share no mistakes"
    better = f"{outcome.call.upper()} argued better is {chance_text(chance)}"
    within = outcome.widened if outcome.assumed_share else outcome.gap
    lies = f"the lead is likely {range_text(within, 'lead')}, and " if within.known else ""
    return f"{unknown}{capital(f'{taken}, {lies}the chance that {better}')}. {TASTE}"


def _cautions(report: Report) -> Block | None:
    """From which share of mistakes on the lead is gone stands with luck; a judge left out has its own block."""
    blind = TASTE if report.outcome.ahead and report.outcome.call == "no_call" else ""
    every = (*report.outcome.cautions, one_model_text(report), other_reading_text(report), blind)
    texts = [one for one in every if one and one != report.shared_errors.sentence]
    if report.outcome.call != "no_call" and (flips := other_flips_text(report)):
        texts.append(flips)
    elif equal := [one for one in report.robustness or () if one.change == "equal weights" and one.flips]:
        texts.append(flips_text(report, equal))
    return Block(key="cautions", title="Cautions", items=tuple(texts)) if texts else None


def other_reading_text(report: Report) -> str:
    """That the live judge's rounds or the narrative are for the other side than the panel; empty where neither is."""
    panel, readings = report.outcome.ahead or report.outcome.call, []
    if panel == "no_call":
        return ""
    other, won = opponent(panel), report.scorecard.rounds_by_side
    if report.live_model and report.scorecard.leader == other:
        rounds = f"{other.upper()} {pluralise(won[other], 'round')} and {panel.upper()} {won[panel]}"
        readings.append(f"turn by turn, the live judge gives {rounds}")
    if report.narrative and report.narrative.leader == other:
        readings.append(f"read as a whole, {other.upper()} held the steadier case")
    return f"Not every reading agrees: {join_and(readings)}." if readings else ""


def if_settled_text(report: Report) -> str:
    if (if_settled := report.if_settled) is None:
        return ""
    would = f"the verdict would be {CALLS[if_settled.call]}"
    if if_settled.reasons:
        # The claim of each, without its figures: these stand in `reasons`.
        claims = [one.partition(":")[0].partition(". ")[0].rstrip(".") for one in if_settled.reasons]
        names = tuple(judge.name for judge in report.judges)
        because = ", and because ".join(
            one if one.startswith(names) else one[0].lower() + one[1:] for one in claims
        )
        would = f"there would still be no winner, because {because}"
    text = f"If the settled {join_and(if_settled.arguments)} no longer counted as disputed, {would}."
    disputed = {row.id for row in report.arguments if row.divergent}
    left = [one.argument for one in report.settled if one.standing is None and one.argument in disputed]
    if left:
        verb = "counts" if len(left) == 1 else "count"
        text += f" {join_and(left)}, settled as irresolvable, {verb} as disputed all the same."
    return text


def next_block(report: Report) -> Block | None:
    ways = []
    if report.outcome.nothing_argued:
        ways = [f"{'Bring another transcript' if report.brought else 'Have another model debate it'}."]
    elif report.outcome.call == "no_call":
        open_ = {
            "Have real models judge it.": report.void,
            "The judges can discuss it, but judges who come to agree can still be wrong.": report.may_deliberate
            and report.accord.advised is not False,
            "Ask people who know the field.": True,
            f"{SETTLE}: “{HELPS}” lists it.": helps_block(report) is not None,
        }
        ways = [way for way, so in open_.items() if so]
    if report.review:
        ways.append(f"{READ}: {', '.join(report.review)}.")
    if first := first_look_text(report):
        ways.append(first)
    return Block(key="next", title="What next", items=tuple(ways)) if ways else None


def first_look_text(report: Report) -> str:
    """The one score to look at first; empty where none stands far from the others."""
    odd = report.look_first
    if odd is None:
        return ""
    score = value_text(odd.score, "points")
    return (
        f"Look at this score first: {odd.judge} gives {odd.argument} {score}. By its other scores and the other "
        f"judges' one would expect {number_text(odd.predicted, 1)}: read its reason."
    )


def reading_text(report: Report) -> str:
    """How the scores were read, with each unusual threshold; empty where too few came."""
    if report.progress == "failed":
        return ""
    read: ReportSettings = report.settings
    weights = "" if read.weights == "evidence" else f", {read.weights} weights"
    text = f"{capital(CALIBRATIONS[read.calibration])}{weights}. {capital(read.rules)} rules"
    if report.topic_type.overridden:
        text += f", the topic taken as {report.topic_type.type}"
    if report.seated:
        text += ", people's scores counted"
    elif read.people:
        text += ", people's scores asked for, which nobody has given"
    changed = changed_words(read.ruling)
    return f"{text}; changed from the usual: {changed}." if changed else f"{text}."
