"""Debates beside each other as blocks: verdicts, leads, agreement, and how strict the judges are that they share."""

import re
from collections.abc import Sequence
from typing import Any

from debate_core.domain.numerals import join_and, number_text, number_word, pluralise, share_words
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import all_text, capital, clip
from debate_core.examples import EXAMPLES
from debate_core.library.comparison import MIN_DEBATES, ComparedDebate, Comparison, SeverityThere, SharedJudge
from debate_core.library.report.shape import OutcomeReport
from debate_core.measuring.calibration import Severity
from debate_core.measuring.deliberation import AlphaChange
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, between_text, cell_value_text, value_text
from debate_core.reporting.agreement import gauge
from debate_core.reporting.agreement_words import bands_text, spelled_text
from debate_core.reporting.blocks import Block, Cell, Document, Table, columns, known_or, table_of
from debate_core.reporting.debate_figures import interval_lines
from debate_core.reporting.debate_lines import NO_POSITION, judge_leads, likely_leads, strictness_lines
from debate_core.reporting.discussion import advised_text
from debate_core.reporting.figures import Gauges
from debate_core.reporting.line_figures import LeadLine
from debate_core.store.record import NOTHING_ARGUED, TOO_FEW
from debate_core.verdicts.verdict import call_title

STANDARDISED = (
    "Leads in units of each judge's own spread, so that different scales compare. Mistakes that judges share are left "
    "out: the verdict stands above."
)
TITLES = {one.id: one.title for one in EXAMPLES}
STRICTNESS = (
    "Above 0 a judge gives fewer points than its panel's average (strict, left), below 0 more (lenient, right); the "
    "thin line is one standard error to each side. Compare two debates only if their panels are alike."
)
SPREADS = "Lead, in standard deviations"
LEAD = "lead-"
"""The key of a debate's own lead begins with it, its id follows."""
ALPHA = "Agreement on scores (alpha)"
BY_CHANCE = "Of 20 comparisons of panels that agree alike, one looks like a difference."
_TOPIC = 160
_SHORT = 40


def comparison_document(comparison: Comparison) -> Document:
    names = {one.id: f"Debate {place}" for place, one in enumerate(comparison.debates, 1)}
    return Document(
        title=f"{capital(number_word(len(comparison.debates)))} debates compared",
        about="; ".join(
            f"{names[one.id]}: {clip(one.topic, _TOPIC)} ({one.id})" for one in comparison.debates
        ),
        blocks=(
            _verdicts(comparison.debates, names),
            _agreement(comparison, names),
            _strictness(comparison, names),
            _leads(comparison.debates, names),
        ),
    )


def comparison_values(comparison: Comparison) -> dict[str, Any]:
    """The figures for a program. ``reaches``: the ends of each debate's lead, for this panel and for similar ones."""
    values: dict[str, Any] = comparison.model_dump(mode="json")
    for one in values["debates"]:
        lead = one["outcome"] or {}
        levels = (("interval", "level", THIS_PANEL), ("interval_by_judge", "level_by_judge", SIMILAR_PANELS))
        one["reaches"] = [
            {"low": ends[0], "high": ends[1], "whose": f"{whose}, {share_words(lead[level])} interval"}
            for key, level, whose in levels
            if (ends := lead.get(key))
        ]
    return values


def verdict_text(one: ComparedDebate) -> str:
    if one.outcome is None:
        return "No verdict yet"
    if one.too_early:
        return TOO_FEW
    return NOTHING_ARGUED if one.outcome.nothing_argued else call_title(one.outcome.call, one.outcome.ahead)


def about_text(one: ComparedDebate) -> str:
    made = "a sample" if one.example is not None else one.simulated_said
    return f"{one.judges_said}{f', {made}' if made else ''}"


def _by_debate_text(texts: Sequence[str]) -> str:
    """What holds of each debate, those alike together."""
    if len(set(texts)) == 1:
        return f"{texts[0]} in {all_text(len(texts))} debates"
    places = {text: [str(at) for at, one in enumerate(texts, 1) if one == text] for text in texts}
    parts = [
        f"{text} in {'debate' if len(at) == 1 else 'debates'} {join_and(at)}" for text, at in places.items()
    ]
    return _in_one_text(parts)


def _in_one_text(parts: Sequence[str]) -> str:
    first, *others = parts
    return "; ".join((first, *(re.sub("^(No|Too)", lambda word: word[0].lower(), one) for one in others)))


def _verdicts(debates: Sequence[ComparedDebate], names: dict[str, str]) -> Block:
    early = [f"{names[one.id]}: {one.too_early}" for one in debates if one.too_early]
    table = table_of(
        debates,
        {
            "Debate": lambda one: names[one.id],
            "Verdict": verdict_text,
            (f"Lead, {THIS_PANEL}", "lead"): lambda one: _lead_cells(one)[0],
            (f"Lead, {SIMILAR_PANELS}", "lead"): lambda one: _lead_cells(one)[1],
            "Judges": about_text,
            "Topic": lambda one: one.topic,
            "Id": lambda one: one.id,
        },
    )
    verdicts = [verdict_text(one) for one in debates]
    title = _by_debate_text(verdicts)
    if len(set(verdicts)) == len({_short_text(one) for one in debates}) == len(debates) == 2:
        title = _in_one_text(
            [f"{one} in “{_short_text(two)}”" for one, two in zip(verdicts, debates, strict=True)]
        )
    drawn = [
        (one, one.outcome)
        for one in debates
        if one.outcome and not one.too_early and any(lead is not None for lead in one.positions.values())
    ]
    return Block(
        key="verdicts",
        title=title,
        items=tuple(early),
        children=tuple(_lead_of(one, names[one.id], outcome, drawn[-1][0]) for one, outcome in drawn),
        tables=(table,),
    )


def _short_text(one: ComparedDebate) -> str:
    return TITLES.get(one.id) or clip(one.topic, _SHORT)


def _lead_of(one: ComparedDebate, name: str, outcome: OutcomeReport, last: ComparedDebate) -> Block:
    own = {name: known_or(lead, NO_POSITION) for name, lead in one.positions.items()}
    leads = judge_leads(own | dict.fromkeys(one.failed, known_or(None, "failed")))
    named = None if outcome.call == "no_call" else outcome.call
    pro, con = (cell_value_text(outcome.sides.get(side), "points") for side in SIDES)
    heads = columns("Judge", ("Own lead, points", "lead"))
    rows = tuple((lead.name, lead.found) for lead in leads)
    as_last = one is not last and (*one.positions, *one.failed) == (*last.positions, *last.failed)
    return Block(
        key=f"{LEAD}{one.id}",
        title=f"{name}: {TITLES[one.id]}" if one.id in TITLES else name,
        notes=(clip(one.topic, _TOPIC),),
        sentence=f"{verdict_text(one)}. PRO {pro}, CON {con}. {capital(about_text(one))}.",
        items=tuple(f"{name} failed: {cause.rstrip('.')}." for name, cause in one.failed.items()),
        figure=LeadLine(
            alt="Each judge's lead",
            title="" if as_last else "Judges",
            leads=leads,
            likely=likely_leads(outcome),
            named=named,
            lead=outcome.gap.value,
            flags=True,
        ),
        tables=(Table(columns=heads, rows=rows),),
    )


def _lead_cells(one: ComparedDebate) -> tuple[Cell, Cell]:
    if one.outcome is None or one.too_early:
        none = Estimate(value=None, reason=one.standardised.reason if one.outcome else one.too_early)
        return none, none
    return one.outcome.gap, one.outcome.by_judge


def _leads(debates: Sequence[ComparedDebate], names: dict[str, str]) -> Block:
    rows = tuple((names[one.id], one.standardised) for one in debates)
    return Block(
        key="leads",
        title="The leads on one scale",
        figure=interval_lines(SPREADS, "lead", rows),
        tables=(Table(columns=columns("Debate", (SPREADS, "lead")), rows=rows),),
        notes=(STANDARDISED,),
    )


def _agreement(comparison: Comparison, names: dict[str, str]) -> Block:
    rows = tuple((names[one.id], one.alpha) for one in comparison.debates)
    # Where no two are compared, all for one reason, that is said once.
    reasons = {one.change.reason if one.change.value is None else None for one in comparison.agreement}
    alone = capital(f"{reasons.pop()}.") if len(reasons) == 1 and None not in reasons else ""
    heads = columns("Debate", ("Consensus", "coefficient"), "A discussion is advised")
    accords = tuple(
        (names[one.id], known_or(one.accord.value, one.accord.reason), advised_text(one.accord.advised))
        for one in comparison.debates
    )
    return Block(
        key="agreement",
        title=_agreement_title(comparison, names),
        sentence=alone,
        items=tuple(
            difference_text(one.change, names[one.first].lower(), names[one.second].lower())
            for one in (() if alone else comparison.agreement)
        ),
        figure=Gauges(
            alt="How far each panel agrees", gauges=tuple(gauge(name, "Alpha", alpha) for name, alpha in rows)
        ),
        tables=(
            Table(columns=columns("Debate", (ALPHA, "coefficient")), rows=rows, whose=THIS_PANEL),
            Table(title="Before any discussion", columns=heads, rows=accords),
        ),
        notes=(BY_CHANCE,) if sum(one.change.known for one in comparison.agreement) > 1 else (),
    )


def _agreement_title(comparison: Comparison, names: dict[str, str]) -> str:
    more, less = set[str](), set[str]()
    for one in comparison.agreement:
        if one.change.excludes_zero:
            rises = one.change.above(0.0)
            more.add(one.second if rises else one.first)
            less.add(one.first if rises else one.second)
    if more:
        most = [name for one, name in names.items() if one in more - less]
        return f"The panels agree differently on the same arguments: more in {join_and(most)}"
    if any(one.change.known for one in comparison.agreement):
        return "On the same arguments, no panel clearly agrees more"
    bands = [bands_text(one.alpha) for one in comparison.debates]
    if set(bands) == {"poor to high"}:
        return f"Too few arguments to tell how far the judges agree, in {all_text(len(bands))} debates"
    where = _by_debate_text([one or "unknown" for one in bands])
    return f"Agreement is likely {where}" if any(bands) else f"Agreement is {where}"


def difference_text(one: AlphaChange, first: str, second: str) -> str:
    """How far two agreements lie apart, over the arguments that both panels scored."""
    if one.value is None:
        return f"{capital(first)} and {second} are not compared ({one.reason})."
    both = f"{value_text(one.before)} in {first} and {value_text(one.after)} in {second}"
    difference = f"a difference of {value_text(one.value, 'change')}, {between_text(one, 'change')}"
    return f"On {pluralise(one.n, 'shared argument')}, alpha is {both}: {difference}."


def _strictness(comparison: Comparison, names: dict[str, str]) -> Block:
    if not comparison.judges:
        why = f"{capital(comparison.no_judges or '')}."
        return Block(key="strictness", title="They share no judge", sentence=why)
    known = [
        judge
        for judge in comparison.judges
        if sum(there.se is not None for there in judge.severities.values()) >= MIN_DEBATES
    ]
    heads = columns("Judge", *names.values(), "Model")
    rows = tuple(
        (judge.name, *(strictness_text(judge.severities.get(one)) for one in names), judge.model)
        for judge in comparison.judges
    )
    lines = {
        f"{judge.name}, {name.lower()}": Severity(there.value, there.se)
        for judge in (known if len(known) >= MIN_DEBATES else comparison.judges)
        for one, name in names.items()
        if (there := judge.severities.get(one)) and there.se is not None
    }
    return Block(
        key="strictness",
        title=_strictness_title(known, names),
        figure=strictness_lines(lines),
        tables=(Table(columns=heads, rows=rows),),
        notes=(STRICTNESS,),
    )


def _strictness_title(known: Sequence[SharedJudge], names: dict[str, str]) -> str:
    if len(known) < MIN_DEBATES:
        whose = f"Only {known[0].name}'s" if known else "No judge's"
        return f"{whose} strictness is known in more than one debate"
    shared = [one for one in names if any(one in judge.severities for judge in known)]
    strictest = {_strictest(known, one) for one in shared}
    name = strictest.pop() if len(strictest) == 1 else ""
    clear = f"{name} is the strictest" if name else "none is clearly the strictest"
    where = join_and([names[one].lower() for one in shared])
    if len(shared) == len(names):
        where = all_text(len(names))
    return f"Same {spelled_text(len(known), 'judge')}: {clear} in {where}"


def _strictest(judges: Sequence[SharedJudge], debate: str) -> str:
    """Empty where nobody's strictness there is clear of its error."""
    there = [(one.severities[debate], one.name) for one in judges if debate in one.severities]
    strictest, name = max(there, key=lambda one: one[0].value or 0.0)
    return name if strictest.clear and (strictest.value or 0.0) > 0.0 else ""


def strictness_text(severity: SeverityThere | None) -> str:
    """How strict a judge is in one debate, below 0 how lenient, with its standard error.

    >>> strictness_text(SeverityThere(value=-0.28, se=0.1)), strictness_text(None)
    ('−0.3 points (standard error 0.1)', 'not on this panel')
    """
    if severity is None:
        return "not on this panel"
    if severity.value is None:
        return f"undefined ({severity.reason})"
    error = f"no standard error: {severity.reason}"
    if severity.se is not None:
        number = number_text(severity.se, 1)
        error = f"standard error {'under 0.1' if number == '0' else number}"
    return f"{value_text(severity.value, 'difference')} ({error})"
