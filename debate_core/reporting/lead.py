"""The lead of a debate as blocks: how large it is, each judge's own, and whether the verdict depends on one choice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from debate_core.domain.numerals import TOLERANCE, join_and, number_word, percent_text, pluralise, share_words
from debate_core.domain.rubric import BALLOTS, Ballot
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import CALIBRATIONS, CALLS, all_text, capital, group
from debate_core.library.report.shape import JudgeRow, OutcomeReport, Report, VerdictChange
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import ballot_of, read_gap
from debate_core.measuring.table import IN_COMMON, Decision
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, estimate_text, lead_text, leaning_text
from debate_core.reporting.blocks import Block, Cell, Head, JudgeCell, Table, columns, known_or, table_of
from debate_core.reporting.debate_lines import no_lead_text, panel_line
from debate_core.reporting.line_figures import Lead, NumberLine

LEAD = (
    "The lead is PRO minus CON. By size alone, under 1 point is evenly matched, or a small lead where there is a "
    "winner, 1 to 3 leaning, over 3 clear; whether there is a winner depends on the rules."
)
SHARED = (
    "A mistake that all judges make shows in no score, so the lead's range is given for several shares of it."
)
_SIZES = {"leaning": "leaning to {side}", "clear": "a clear lead"}
INDEPENDENT = "if the judges made independent mistakes"
FEWEST_LEFT_OUT = 3
"""Of two judges none can be left out: one alone gives no verdict."""
LEAD_UNKNOWN = "the lead can't be computed"
STILL_AHEAD = "{} is still ahead, but not clearly enough: no call."
ROBUSTNESS = (
    "The same scores read in other ways. “The same by construction”: the change leaves the figures that the rules look "
    "at as they are, and so tests nothing."
)


def assumed_text(report: Report) -> str:
    """What share of their chance mistakes the judges are taken to share."""
    share = report.outcome.assumed_share
    return f"if the judges share {share_words(share)} of their chance mistakes" if share else INDEPENDENT


def past_text(report: Report) -> str:
    """What earlier debates say of the mistakes that these judges share; empty where they say nothing."""
    before = report.shared_errors.before
    if before.value is None or not before.known:
        return ""
    return (
        f"In {pluralise(before.n, 'earlier debate')} of known outcome these judges shared "
        f"{estimate_text(before, 'share')} of their mistakes."
    )


def favour_text(judges: Sequence[JudgeRow], first: str = "") -> str:
    """Whom the judges' own scores favour, `first` before the others; empty where nobody scored both sides."""
    count = Counter(judge.ballot for judge in judges if judge.ballot)
    people = any(judge.model is None for judge in judges)
    order: list[Ballot] = sorted((one for one in BALLOTS if count[one]), key=lambda one: one != first)
    if not order:
        return ""
    who = "who scored" if people else "judge" if count[order[0]] == 1 else "judges"
    if any(judge.scores and not judge.ballot for judge in judges):
        who += " both sides" if people else " who scored both sides"
    if len(order) > 1:
        begin, *rest = [f"{number_word(count[one])} {_favours_text(one, count[one])}" for one in order]
        number, _, does = begin.partition(" ")
        return f"{capital(number)} {who} {does}, {' and '.join(rest)}."
    ballot, many = order[0], count[order[0]]
    if many == 1:
        return f"The one {'who' if people else 'judge who'} scored both sides {_favours_text(ballot, 1)}."
    return f"{capital(all_text(many))} {who} {_favours_text(ballot, many)}."


def _favours_text(ballot: Ballot, count: int) -> str:
    ending = "s" if count == 1 else ""
    return f"see{ending} them about even" if ballot == "TIE" else f"favour{ending} {ballot}"


def lead_block(report: Report) -> Block:
    outcome, shared = report.outcome, report.shared_errors
    given: tuple[tuple[str, Estimate], ...] = ((THIS_PANEL, outcome.gap), (SIMILAR_PANELS, outcome.by_judge))
    likely = [(whose, "none", one, share_words(one.level) if one.known else None) for whose, one in given]
    likely += [
        (THIS_PANEL, share_words(one.share), one.lead, share_words(one.lead.level)) for one in shared.at
    ]
    heads = columns("For", "Mistakes shared", ("Lead", "lead"), "Interval")
    tables = [Table(title="Likely lead", columns=heads, rows=tuple(likely))]
    heads, sides = columns("Side", ("Result", "points")), outcome.sides.items()
    rows = tuple((side.upper(), value) for side, value in sides)
    tables.append(Table(title="Results, in points", columns=heads, rows=rows))
    if outcome.p_pro is not None:
        rows = ((f"PRO argued better, {assumed_text(report)}", outcome.p_pro),)
        tables.append(Table(title="How sure", columns=columns("What", ("Chance", "chance")), rows=rows))
    size = size_text(outcome)
    shares = sorted(((one.share, one.name) for one in report.judges if one.share), reverse=True)
    uneven = shares and shares[0][0] - shares[-1][0] >= TOLERANCE
    rests_on = join_and([f"{name} {percent_text(share)}" for share, name in shares])
    of_shared = (SHARED, past_text(report)) if shared.at else ()
    notes = (f"The results rest on {rests_on}." if uneven else "", LEAD, *of_shared)
    return Block(
        key="lead",
        title=capital(LEAD_UNKNOWN) if outcome.gap.value is None else f"Lead: {lead_text(outcome.gap.value)}",
        sentence=f"By size alone: {size}." if size else f"{capital(outcome.gap.reason or 'too few scores')}.",
        tables=tuple(tables),
        notes=tuple(filter(None, notes)),
    )


def size_text(outcome: OutcomeReport) -> str:
    """How large the lead is by its size alone; empty where it is unknown."""
    if outcome.reading is None or outcome.gap.value is None:
        return ""
    return _SIZES.get(outcome.reading, outcome.reading).format(side=ballot_of(outcome.gap.value))


def positions_block(report: Report) -> Block:
    """Each judge's own lead, whom it favours, what it said, and its part in the result."""
    parts = tuple(
        f"{judge.name} said {judge.ballot_given}, but its own scores favour {judge.ballot}: the scores count."
        for judge in report.judges
        if judge.contradicts
    )
    each = ((JudgeCell(one.called, one.model), *map(one.contributions.get, SIDES)) for one in report.judges)
    adds = columns("Judge", ("PRO", "hundredths"), ("CON", "hundredths"))
    rows = (*each, ("Together", *map(report.outcome.sides.get, SIDES)))
    return Block(
        key="positions",
        title=favour_text(report.judges).rstrip(".") or "No judge scored both sides",
        items=parts,
        figure=panel_line(report),
        tables=(
            table_of(report.judges, _POSITION, title="Each judge's position"),
            Table(title="What each judge adds to each side's result", columns=adds, rows=rows),
        ),
        notes=("A judge's lead is by its own weights; within 0.25 points it counts as even.",),
    )


_POSITION: Mapping[Head, Callable[[JudgeRow], Cell]] = {
    "Judge": lambda one: JudgeCell(one.called, one.model),
    ("Own lead, points", "lead"): lambda one: known_or(one.position, no_lead_text(one)),
    "Favours": lambda one: one.ballot or no_lead_text(one),
    "Said": lambda one: one.ballot_given or ("not asked" if one.person else "nothing"),
    ("Confidence given", "share"): lambda one: one.confidence,
    ("Share of the result", "share"): lambda one: one.share,
    "Key finding": lambda one: one.key_finding or "none given",
}


def stance_text(judge: JudgeRow) -> str:
    """Whom a judge's own scores favour, or that it has no lead; a model that scored has scored every argument."""
    if judge.position is None:
        return "no lead" if judge.scores and not judge.person else no_lead_text(judge)
    return leaning_text(judge.position)


def robustness_block(report: Report, others: Sequence[VerdictChange]) -> Block:
    """The verdict under other readings of the same scores."""
    changes = report.robustness
    if changes is None:
        return Block(
            key="robustness",
            title="Whether the verdict depends on one choice wasn't computed",
            sentence=f"{capital(report.robustness_reason or 'not computed')}.",
        )
    heads = columns("Reading", "Verdict", "Compared with the verdict above")
    rows = []
    for one in (*changes, *others):
        compared = "differs" if one.flips else "the same by construction" if one.same else "the same"
        rows.append((capital(change_text(one.change)), capital(CALLS[one.call]), compared))
    return Block(
        key="robustness",
        title=robustness_text(report, others).rstrip("."),
        sentence=flips_text(report, (*changes, *others)),
        tables=(Table(columns=heads, rows=tuple(rows)),),
        notes=(ROBUSTNESS,),
    )


def robustness_text(report: Report, others: Sequence[VerdictChange] = ()) -> str:
    """Under how many other readings the verdict changes, of those that could change it; empty where none was tried."""
    if report.robustness is None:
        return ""
    changes = (*report.robustness, *others)
    call, idle = CALLS[report.outcome.call], sum(change.same for change in changes)
    flipped, tried = sum(change.flips for change in changes), len(changes) - idle
    if not tried:
        return f"No other reading could change the verdict, {call}."
    if not flipped:
        return f"The verdict, {call}, holds under all {tried} other readings that could change it."
    return f"The verdict, {call}, changes under {flipped} of {tried} other readings that could change it."


def left_out_block(report: Report) -> Block | None:
    """The lead and the verdict without each judge; None with fewer than three, or where it wasn't computed."""
    changes = [one for one in report.robustness or () if one.left_out]
    if len(changes) < FEWEST_LEFT_OUT or all(one.lead is None for one in changes):
        return None
    leads = [
        Lead(name=f"without {judge.called}", found=known_or(one.lead, "no lead"), seat=seat, hollow=True)
        for one in changes
        for seat, judge in enumerate(report.judges)
        if judge.name == one.left_out
    ]
    ahead = ballot_of(report.outcome.gap.value)
    lost = [one for one in changes if ahead not in (ballot_of(one.lead), _leader_in(one))]
    title = _left_out_title(ahead, lost) or _verdict_title(report.outcome.call, changes)
    whole = not lost and set(_by_end(changes)) in ({"pro"}, {"con"})  # all is in the title
    still = "it would be no call." if lost else STILL_AHEAD.format(ahead)
    heads = columns("Panel", ("Lead", "lead"), "Verdict")
    rows = tuple(
        (capital(lead.name), lead.found, capital(CALLS[one.call]))
        for lead, one in zip(leads, changes, strict=True)
    )
    return Block(
        key="left_out",
        title=title,
        sentence="" if whole else _left_out_text(changes, open_=still),
        figure=NumberLine(
            alt=title, title="The panel’s lead without each judge, in points", leads=tuple(leads)
        ),
        tables=(Table(columns=heads, rows=rows),),
    )


def _leader_in(change: VerdictChange) -> Ballot | None:
    """The side that leads by a reading of the lead alone; None where both are evenly matched."""
    if change.call != "no_call":
        return "PRO" if change.call == "pro" else "CON"
    small = change.lead is None or read_gap(change.lead, named=False) == "evenly matched"
    return None if small else ballot_of(change.lead)


def _verdict_title(call: Decision, changes: Sequence[VerdictChange]) -> str:
    """What becomes of the verdict where one side leads whoever is left out."""
    flips = [one for one in changes if one.flips]
    names = _either_text([one.left_out or "" for one in flips])
    if flips and flips[0].call != "no_call":
        return f"Without {names}, {CALLS[flips[0].call]} is the winner"
    if call == "no_call":
        return "No call, whichever judge you leave out"
    if len(flips) == len(changes):
        return f"Dropping any one of {number_word(len(changes))} judges removes the winner"
    if flips:
        return f"Without {names} there is no winner"
    return f"{CALLS[call]} stays the winner whichever judge you leave out"


def _left_out_title(ahead: Ballot | None, lost: Sequence[VerdictChange]) -> str:
    """Who leads without a judge; empty where that is always the side that leads with all."""
    leaders = [leader for one in lost if (leader := _leader_in(one))]
    known = [one for one in lost if one.lead is not None]
    names = _either_text([one.left_out or "" for one in known or lost])
    if leaders and len(lost) > 1:
        return "Who leads depends on which judge you leave out"
    if leaders:
        return f"Without {names}, {leaders[0]} leads"
    if ahead not in ("PRO", "CON"):
        return "No clear lead, whichever judge you leave out"
    return f"Without {names}, {'the sides are evenly matched' if known else LEAD_UNKNOWN}" if lost else ""


def _either_text(names: list[str]) -> str:
    return join_and(names).replace(" and ", " or ")


def _left_out_text(changes: Sequence[VerdictChange], open_: str) -> str:
    return " ".join(
        f"Without {_either_text([one.left_out or '' for one in flips])} "
        + (open_ if end == "no_call" else f"the verdict would be {end.upper()}.")
        for end, flips in _by_end(changes).items()
    )


def other_flips_text(report: Report) -> str:
    """Which readings change the verdict besides those that have a picture: judges left out, and mistakes shared."""
    drawn = left_out_block(report) is not None
    tried = [one for one in report.robustness or () if not (one.left_out and drawn)]
    return flips_text(report, [one for one in tried if not one.change.endswith(IN_COMMON)])


def flips_text(report: Report, changes: Sequence[VerdictChange]) -> str:
    """Which readings change the verdict, and to what; empty where none does."""
    ends = _by_end(changes).items()
    return " ".join(
        _flip_text(report, end, [change_text(one.change) for one in flips]) for end, flips in ends
    )


def _by_end(changes: Sequence[VerdictChange]) -> dict[Decision, list[VerdictChange]]:
    return group((one.call, one) for one in changes if one.flips)


def _flip_text(report: Report, end: Decision, flips: Sequence[str]) -> str:
    dropped = [judge.name for judge in report.judges if f"without {judge.name}" in flips]
    if end == "no_call" and len(dropped) == len(flips) > 1:
        if len(dropped) == sum(bool(judge.scores) for judge in report.judges) == 2:
            return f"A verdict needs two judges, and only {join_and(dropped)} scored."
        return f"Dropping any one of {join_and(dropped)} removes the winner."
    to = "There is no winner" if end == "no_call" else f"The verdict is {end.upper()}"
    *first, last = flips
    return f"{to} if read {', '.join(first)}{' or ' if first else ''}{last}."


def change_text(change: str) -> str:
    """A change of the robustness table in words.

    >>> change_text("calibration zscore"), change_text("20% of errors in common"), change_text("without Risk")
    ('with z-scores', 'with 20% of mistakes shared', 'without Risk')
    """
    change = CALIBRATIONS.get(change.removeprefix("calibration "), change)
    named = change.replace(IN_COMMON, "of mistakes shared")
    return named if named.startswith("with") else f"with {named}"
