"""What a study says, in sentences and tables: one wording for the page and the shell.

Knows a study's report only. Invariant: no figure stands without its interval, or the reason why it has none; what a
figure can't tell apart is said beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from debate_core.exports.sections import clean, columns, wrapped
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.over_topics import OverTopics
from debate_core.numerals import (
    UNDEFINED,
    bare,
    bound_beside_zero,
    coefficient,
    counted,
    dollars,
    listed,
    points,
    span_beside_zero,
)
from debate_core.study.shape import RepeatRow, SideRow, StudyReport

Rows = Sequence[Mapping[str, str]]
LEAN = (
    "Lean: points given to PRO whatever the case; what the debaters are worth drops out when they swap sides. Topics "
    "that favour one side on the whole look the same as a lean of every judge at once. Each interval is 95% by itself: "
    "of many judges without a lean one in twenty leaves 0 out by chance."
)
AGAIN = "By chance: how often two calls would be the same if each were drawn from all of them, whatever they are of."
OWN = (
    "Points more for a debater of its own family than judges of neither debater's family give, each judge's use of the "
    "scale taken out. What its own does well, and this judge asks for, can't be told from a preference."
)
STRENGTH = (
    "Bradley–Terry strengths: how often a model comes out ahead of an average one of these; no call counts as half to "
    "each, so this is not the share of debates in which it is named."
)
AHEAD = "Ahead of an average one, a no call as half"
JUDGED = "Debates, once a panel"
"""A debate that two panels judged has two outcomes, and counts twice."""
SHARED = (
    "Of a judge's error variance, the part it has in common with others of its family, beyond what all judges have in "
    "common."
)
OVER = "All intervals are 95%, over topics as drawn ones, or over debates where so said; for these judges and models."


Line = tuple[str, float, tuple[float, float] | None]


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """What can be drawn: values by name with their intervals, beside the value `beside` that says nothing; `axis`:
    what they are; `percent`: whether they are shares."""

    axis: str
    lines: tuple[Line, ...]
    beside: float
    percent: bool = False


@dataclass(frozen=True, kw_only=True)
class Section:
    """One question and what the study says to it: a sentence, what can be drawn, tables by title, what to know."""

    title: str
    said: str
    tables: tuple[tuple[str, Rows], ...]
    notes: tuple[str, ...]
    drawn: Drawn | None = None


def sections(found: StudyReport) -> tuple[Section, ...]:
    """Everything it says, in the order in which one would ask."""
    return (_position(found), _repeats(found), _own(found), _strengths(found), _agreement(found))


def progress_words(found: StudyReport) -> str:
    """How far it has come, and how many imported records it leaves out."""
    left_out = f" It leaves out {counted(found.imported, 'imported record')}." if found.imported else ""
    return _progress_words(found) + left_out


def _progress_words(found: StudyReport) -> str:
    """How far it has come.

    As in *12 of 60 debates finished, 4 running, 1 failed*.
    """
    parts = [f"{found.finished} of {found.planned} debates finished"]
    parts += [f"{found.running} running"] if found.running else []
    parts += [f"{found.failed} failed or stopped"] if found.failed else []
    parts += [f"{found.not_begun} not begun"] if found.not_begun else []
    return ", ".join(parts)


def outcome_words(found: StudyReport) -> str:
    """What the debates that have finished came to."""
    calls = found.outcomes
    return f"PRO {calls['pro']}, CON {calls['con']}, no call {calls['no_call']}"


def spent_words(found: StudyReport) -> str:
    """What it used."""
    if not found.calls:
        return "nothing used yet"
    parts = [counted(found.calls, "call"), f"{found.tokens:,} tokens"]
    parts += [] if found.cost is None else [dollars(found.cost)]
    return ", ".join(parts) + (f" ({found.cost_reason})" if found.cost_reason else "")


def interval_or_why(found: Estimate, shown: Callable[[float], str]) -> str:
    """The interval, or the reason why there is none."""
    if found.interval:
        return f"{shown(found.interval[0])} to {shown(found.interval[1])}"
    return found.reason or UNDEFINED


def _cells(name: str, found: OverTopics, shown: Callable[[float], str], of: str) -> dict[str, str]:
    value = UNDEFINED if found.value is None else shown(found.value)
    return {name: value, "95% interval, or why not": interval_or_why(found, shown), of: str(found.n)}


def _one(value: float) -> str:
    return bound_beside_zero(value)


def _percent(share: float) -> str:
    """A share of something counted, in whole percent; one that is estimated may fall below 0."""
    return f"{bare(100 * share, 0)}%"


def _position(found: StudyReport) -> Section:
    leaning = [row for row in found.judges_position if row.leans]
    every = [*found.panels_position, *found.judges_position]
    if leaning:
        said = f"{listed([_leans(row) for row in leaning])}."
    elif any(row.lean.interval for row in every):
        said = "No judge is seen to lean to a side."
    else:
        said = f"It can't be told: {_why([row.lean for row in every])}."
    return Section(
        title="Does what is named follow the side?",
        said=" ".join(
            [said, *(_follows(row) for row in found.panels_position if row.same_side.value is not None)]
        ),
        tables=(
            ("Lean, in points toward PRO", [_lean(row) for row in every]),
            ("The same side named with sides swapped", [_same(row) for row in every]),
        ),
        notes=(LEAN,),
        drawn=_drawn(
            "Lean, in points toward PRO",
            [(_drawn_as(row), row.lean.value, row.lean.interval) for row in every],
        ),
    )


def _drawn(
    axis: str, lines: Sequence[tuple[str, float | None, tuple[float, float] | None]], beside: float = 0.0
) -> Drawn | None:
    """The lines that have a value; None where none has an interval: a picture would say more than is known."""
    known = tuple((name, value, ends) for name, value, ends in lines if value is not None)
    if not any(ends for _, _, ends in known):
        return None
    return Drawn(axis=axis, lines=known, beside=beside, percent=beside != 0.0)


def _drawn_as(row: SideRow) -> str:
    return row.name if row.model else f"{row.name} (panel)"


def _leans(row: SideRow) -> str:
    assert row.lean.value is not None and row.lean.interval
    size, ends = abs(row.lean.value), row.lean.interval
    low, high = ends if row.leans == "pro" else (-ends[1], -ends[0])
    return f"{row.name} leans to {str(row.leans).upper()} by {points(size)} ({span_beside_zero((low, high))})"


def _follows(row: SideRow) -> str:
    same = row.same_side
    sure = f" ({interval_or_why(same, _percent)})"
    return (
        f"The panel “{row.name}”: of {counted(same.n, 'swapped pair')} with a side named both times the same side was "
        f"named in {_percent(same.value or 0.0)}{sure}, the same debater in the others."
    )


def _who(row: SideRow) -> dict[str, str]:
    return {"Who": row.name, "Model": row.model or "the panel"}


def _lean(row: SideRow) -> dict[str, str]:
    seen = {"pro": "◆ PRO", "con": "◆ CON", None: "–"}[row.leans]
    return {**_who(row), **_cells("Lean", row.lean, _one, "Swapped pairs"), "Leans to": seen}


def _same(row: SideRow) -> dict[str, str]:
    both = {"PRO both times": str(row.pro_both), "CON both times": str(row.con_both)}
    return {**_who(row), **_cells("Same side", row.same_side, _percent, "Pairs with both named"), **both}


def _repeats(found: StudyReport) -> Section:
    parts = []
    for row in found.repeats:
        for share, chance, what in (
            (row.again, row.again_chance, "asked again about the same speeches"),
            (row.seed, row.seed_chance, "on the same topic and debaters from another seed"),
        ):
            if share.value is not None and chance is not None:
                sure = interval_or_why(share, _percent)
                by_chance = f"by chance in {_percent(chance)}"
                parts.append(
                    f"The panel “{row.panel}”, {what}, says the same in {_percent(share.value)} ({sure}; {by_chance})."
                )
    figures = [figure for row in found.repeats for figure in (row.again, row.seed)]
    return Section(
        title="Does it say the same again?",
        said=" ".join(parts) or f"It can't be told: {_why(figures)}.",
        tables=(
            ("The panel's call", [line for row in found.repeats for line in _calls(row)]),
            (
                "Each judge's scores beside its own at another reading (alpha)",
                [
                    {
                        "Judge": row.name,
                        "Model": row.model,
                        **_cells("Alpha", row.alpha, coefficient, "Arguments"),
                    }
                    for row in found.rereads
                ],
            ),
        ),
        notes=(AGAIN,),
    )


def _calls(row: RepeatRow) -> list[dict[str, str]]:
    """The two ways of saying it again, a line each."""
    ways = (("the same speeches", row.again, row.again_chance), ("another seed", row.seed, row.seed_chance))
    return [
        {
            "Panel": row.panel,
            "Again on": way,
            **_cells("Same call", share, _percent, "Pairs"),
            "By chance": UNDEFINED if chance is None else _percent(chance),
        }
        for way, share, chance in ways
    ]


def _own(found: StudyReport) -> Section:
    partial = [row for row in found.own if row.points.excludes_zero]
    if partial:
        said = "; ".join(f"{row.name} gives its own {_more(row.points)}" for row in partial) + "."
    elif any(row.points.interval for row in found.own):
        said = "No judge is seen to prefer, or to mark down, debaters of its own family."
    elif found.own:
        said = f"It can't be told: {_why([row.points for row in found.own])}."
    else:
        said = "It can't be told: no judge is of a family that debated."
    rows = [
        {
            "Judge": row.name,
            "Model": row.model,
            "Family": row.family,
            **_cells("Points for its own", row.points, _one, JUDGED),
        }
        for row in found.own
    ]
    return Section(
        title="Does a judge prefer its own?",
        said=said,
        tables=(("Points for its own", rows),),
        notes=(OWN,),
        drawn=_drawn(
            "Points for its own", [(row.name, row.points.value, row.points.interval) for row in found.own]
        ),
    )


def _more(found: OverTopics) -> str:
    assert found.value is not None and found.interval
    low, high = found.interval if found.value > 0 else (-found.interval[1], -found.interval[0])
    return f"{points(abs(found.value))} {'more' if found.value > 0 else 'less'} ({span_beside_zero((low, high))})"


def _strengths(found: StudyReport) -> Section:
    rows = [
        {
            "Model": row.model,
            AHEAD: UNDEFINED if row.chance.value is None else _percent(row.chance.value),
            "95% interval, or why not": interval_or_why(row.chance, _percent),
            "Log-odds": UNDEFINED if row.strength.value is None else bare(row.strength.value, 2),
            JUDGED: str(row.strength.n),
        }
        for row in found.strengths
    ]
    best = next((row for row in found.strengths if row.chance.interval), None)
    if best and best.chance.value is not None:
        share = f"{_percent(best.chance.value)} ({interval_or_why(best.chance, _percent)})"
        said = (
            f"{best.model} comes out ahead of an average one of them in {share} of debates, a no call counted as half "
            "to each."
        )
    else:
        said = f"It can't be told: {_why([row.strength for row in found.strengths] or [found.side])}."
    return Section(
        title="Which model argues best?",
        said=said,
        tables=(("Strengths", rows), ("What speaking for PRO adds, in log-odds", [_side(found.side)])),
        notes=(STRENGTH,),
        drawn=_drawn(
            AHEAD,
            [(row.model, row.chance.value, row.chance.interval) for row in found.strengths],
            0.5,
        ),
    )


def _side(found: OverTopics) -> dict[str, str]:
    return _cells("Log-odds", found, lambda value: bare(value, 2), JUDGED)


def _agreement(found: StudyReport) -> Section:
    said = [
        f"The panel “{row.panel}”: alpha {coefficient(row.alpha.value)} over {counted(row.alpha.n, 'argument')} of "
        f"{counted(row.debates, 'debate')} ({interval_or_why(row.alpha, coefficient)})."
        for row in found.agreement
    ]
    alphas = [
        {
            "Panel": row.panel,
            "Debates": str(row.debates),
            **_cells("Alpha", row.alpha, coefficient, "Arguments"),
        }
        for row in found.agreement
    ]
    each = [
        {"Judges": f"{row.first[0]} and {row.second[0]}", **_cells("Alpha", row.alpha, coefficient, "n")}
        for row in found.pairs
    ]
    shared = [
        {
            "Panel": row.panel,
            "Families": ", ".join(f"{name} × {count}" for name, count in row.families.items()),
            **_cells("Share", row.share, _percent, "Debates"),
        }
        for row in found.shared
    ]
    return Section(
        title="How far do the judges agree?",
        said=" ".join(said) or "It can't be told: too few: no debate has finished.",
        tables=(
            ("Each panel over all its debates; intervals over debates", alphas),
            ("Each two judges, on the arguments both scored; intervals over debates", each),
            ("Error shared within a family", shared),
        ),
        notes=(SHARED, OVER),
    )


def _why(figures: Sequence[OverTopics]) -> str:
    """Each reason once."""
    return (
        "; ".join(dict.fromkeys(one.reason for one in figures if one.reason))
        or "too few: no debate has finished"
    )


# ── as plain text ──


def as_plain(found: StudyReport) -> str:
    """What a study says, for a terminal."""
    made = "" if found.simulated == "no" else f"  [{clean(found.simulated)}]"
    head = f"{clean(found.name)}{made}\n{progress_words(found)}, on {counted(found.topics, 'topic')}"
    head += f"\n{outcome_words(found)} · {spent_words(found)}"
    return "\n\n".join([head, *map(_block, sections(found))]) + "\n"


def _block(section: Section) -> str:
    lines = [section.title, wrapped(clean(section.said))]
    for title, rows in section.tables:
        lines += ["", f"  {title}", *_table(rows)] if rows else []
    return "\n".join([*lines, "", *map(wrapped, section.notes)])


def _table(rows: Rows) -> list[str]:
    """Rows in columns; the interval, which may be a reason of any length, comes last."""
    names = sorted(rows[0], key=lambda name: name.startswith("95%"))
    return columns([names, *([clean(row[name]) for name in names] for row in rows)], 4)
