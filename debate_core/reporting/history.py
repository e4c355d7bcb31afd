"""What earlier debates say of judges and of qualities, and what two readings of one debate differ by, as blocks."""

import datetime
from collections.abc import Collection, Mapping, Sequence

from debate_core.domain.numerals import number_text, pluralise, round_away
from debate_core.domain.wording import capital, name_text
from debate_core.library.report.evidence_used import ReadingRow, ReadingsReport
from debate_core.library.report.shape import Report
from debate_core.library.track_record import JudgeBefore, PastReport
from debate_core.measuring.weights import ENOUGH_DEBATES
from debate_core.phrases import between_text, cell_text, estimate_text, value_text
from debate_core.reporting.blocks import Block, Cell, Document, JudgeCell, Table, columns, table_of
from debate_core.reporting.debate_figures import interval_lines
from debate_core.reporting.figures import Trend, Trends, known_ends
from debate_core.study.shape import OrderRow

NOTHING = "Nothing is known of these judges yet"
JUDGES = (
    "Right: the side that a judge's scores favoured was the true outcome. The likely share right is (right + 1) ÷ "
    "(known + 2); few cases claim little. Strict: points below its panels, on average. Agreement with people: alpha "
    "with blind scores on arguments drawn at random; on disputed ones it is low because they were chosen for it. A "
    "judge is its name and its model."
)
QUALITIES = (
    "In debates in which a side is known to have been right: whether the panel's scores of this one dimension favoured "
    "that side. Within a quarter of a point they favoured neither. This shows what went with being right, not what "
    "makes an argument true."
)
SEVERITIES = (
    "Points below that debate's panel: another panel is another zero. Points of a scale from 1 to 10."
)

NEWEST = 30
"""Debates drawn: more would be a smear on a phone; the numbers have all of them."""


def history_document(past: PastReport) -> Document:
    if not past.judges:
        empty = Block(key="judges_before", title=NOTHING, sentence="No debate has finished before.")
        return Document(title="The judges' history", blocks=(empty,))
    blocks = judges_block(past), strictness_block(past), qualities_block(past)
    return Document(title="The judges' history", blocks=blocks)


def judges_block(past: PastReport, panel: Collection[tuple[str, str]] | None = None) -> Block:
    """How good each judge with its model was; ``panel``: only these, each a name and a model, known or not."""
    who = [(one.judge, one.model) for one in past.judges] if panel is None else list(panel)
    rows = tuple(_judge(name, model, past.of(name, model)) for name, model in who)
    heads = columns(
        "Judge",
        "Model",
        ("Debates", "count"),
        ("Right", "count"),
        ("Wrong", "count"),
        ("Likely share right", "share"),
        ("Strict, points", "difference"),
        ("Agreement with people", "coefficient"),
        ("The same, disputed arguments", "coefficient"),
        "Noise of its scores",
    )
    ties = f", a tie in {past.ties} of them" if past.ties else ""
    known = (
        f"The true outcome of {past.known} is known{ties}." if past.known else "No true outcome is known yet."
    )
    if past.cases < past.debates:
        known += f" A study's debates on one topic count as one: {pluralise(past.cases, 'case')}."
    return Block(
        key="judges_before" if panel is None else "panel_before",
        title=f"The judges in {pluralise(past.debates, 'earlier debate')}",
        sentence=known,
        tables=(Table(columns=heads, rows=rows),),
        notes=(JUDGES,),
    )


def _judge(name: str, model: str, one: JudgeBefore | None) -> tuple[Cell, ...]:
    if one is None:
        return (JudgeCell(name, model), model, 0, *(None,) * 7)
    right = (one.right, one.wrong) if one.known else (None, None)
    figures = one.shrunken, one.severity, one.people, one.people_on_divergent
    known = f"from {pluralise(one.telling, 'debate')}"
    noise = f"{known}; {ENOUGH_DEBATES} are needed"
    if one.error_variance is not None:
        noise = f"variance {number_text(one.error_variance, 2)}, {known}"
    return (JudgeCell(name, model), model, one.debates, *right, *figures, noise)


def strictness_block(past: PastReport, panel: Collection[tuple[str, str]] | None = None) -> Block:
    judges = [one for one in past.judges if panel is None or (one.judge, one.model) in panel]
    rows = tuple(
        (day_text(then.opened_at), then.debate, JudgeCell(one.judge, one.model), then.found)
        for one in judges
        for then in reversed(one.severities)
    )
    heads = columns("Day", "Debate", "Judge", ("Strict, points", "difference"))
    mean = "; ".join(f"{one.judge} {cell_text(one.severity, 'strictness')}" for one in judges)
    return Block(
        key="strictness_before",
        title="How strict each judge was, debate by debate",
        sentence=f"On average: {mean}." if mean else "",
        figure=severity_trends(judges),
        tables=(Table(columns=heads, rows=rows),),
        notes=(SEVERITIES,),
    )


def severity_trends(judges: Sequence[JudgeBefore]) -> Trends | None:
    """Severity in points of each judge, in the newest debates, the oldest on the left; None where none is known."""
    times = {then.debate: then.opened_at for one in judges for then in one.severities}
    debates = sorted(times, key=lambda name: times[name])[-NEWEST:]
    places = {name: place for place, name in enumerate(debates)}
    points = [
        tuple((places[then.debate], then.found) for then in one.severities if then.debate in places)
        for one in judges
    ]
    known = known_ends(one for strip in points for _, one in strip)
    if not known:
        return None
    reach = 1.1 * max(1.0, *map(abs, known))
    tick = max(1.0, round_away(reach / 2, 0))
    days = [day_text(times[name]) for name in debates]
    return Trends(
        alt="How strict each judge was, from debate to debate",
        charts=tuple(
            (f"{one.judge}, {one.model}", (Trend(name=one.judge, seat=seat, points=strip),))
            for seat, (one, strip) in enumerate(zip(judges, points, strict=True))
        ),
        places=tuple(days),
        ticks=tuple((place, days[place]) for place in sorted({0, len(days) - 1})),
        scale=(-reach, reach),
        levels=(-tick, 0.0, tick),
        unit="difference",
        key=f"the newest {NEWEST} debates at most; up is stricter; hollow: no range",
        joined=False,
    )


def day_text(opened_at: float) -> str:
    """The day a debate was opened.

    >>> day_text(0.0)
    '1970-01-01'
    """
    return datetime.datetime.fromtimestamp(opened_at, datetime.UTC).date().isoformat()


def qualities_block(past: PastReport, titles: Mapping[str, str] | None = None) -> Block:
    """Which qualities' scores favoured the side that was right; ``titles`` name the dimensions of a rubric."""
    title = "Which qualities went with being right"
    if not past.dimensions:
        return Block(key="qualities", title=title, sentence="Unknown: no side is known to have been right.")
    called = titles or {}
    table = table_of(
        past.dimensions,
        {
            "Scores of": lambda one: called.get(one.dimension, name_text(one.dimension)),
            ("Favoured the true side", "count"): lambda one: one.favoured,
            ("The other", "count"): lambda one: one.against,
            ("Neither", "count"): lambda one: one.level,
            ("Share", "share"): lambda one: one.share,
        },
    )
    return Block(key="qualities", title=title, tables=(table,), notes=(QUALITIES,))


METHOD = (
    "Each judge read the debate twice: once PRO's side first, once CON's. Its scores are the average of both. Its "
    "rulings and reasons are those of the first reading, and a discussion starts from that one."
)
MEANING = (
    "The gain is what being read first adds to a side's lead, by the judge's own weights. Chance error is the standard "
    "deviation of one reading's score of one argument. Of 20 judges without a preference, one looks as if it had one."
)


def readings_block(readings: ReadingsReport) -> Block:
    gain, one = readings.panel.preference, "is counted by one reading. The other failed:"
    who = "The judges" if gain.excludes_zero else "The judges don't clearly"
    who = who if gain.known else "Can't tell whether the judges"
    title = f"{who} prefer the side they read {'last' if gain.below(0.0) else 'first'}"
    items = [f"{name} {one} {why.rstrip('.')}." for name, why in readings.once.items()]
    return orders_block(title, _noise_text(readings.panel), (readings.panel, *readings.judges), items, METHOD)


def orders_block(
    title: str, sentence: str, rows: Sequence[ReadingRow | OrderRow], items: Sequence[str] = (), *notes: str
) -> Block:
    """Each row's gain and chance error, in a debate or over a study's."""
    gain, error = "Gain of the side read first, points", "Chance error of one reading, points"
    heads = columns("Who", (gain, "difference"), (error, "points"), ("Cases", "count"))
    cells = tuple((row.name, row.preference, row.noise, row.preference.n) for row in rows)
    return Block(
        key="readings",
        title=title,
        sentence=sentence,
        items=tuple(items),
        figure=interval_lines(gain, "difference", [(row.name, row.preference) for row in rows]),
        tables=(Table(columns=heads, rows=cells),),
        notes=(*notes, MEANING),
    )


def _noise_text(row: ReadingRow) -> str:
    gain, noise = row.preference, row.noise
    adds, off = f"{capital(gain.reason or '')}.", f"How far chance moves a score is unknown: {noise.reason}."
    if gain.value is not None:
        size = f"{value_text(gain.value, 'difference')} to a side's lead"
        adds = f"Being read first adds {size}, {between_text(gain, 'difference')}."
    if noise.value is not None:
        size, where = value_text(noise.value, "points"), between_text(noise, "points")
        off = f"By chance, one reading of an argument is off by about {size}, {where}."
    differ = f"{row.rulings_differ} of {pluralise(row.rulings, 'ruling')}"
    return f"{adds} {off} The second reading changed {differ}; the first counts."


def noise_origin_text(report: Report) -> str:
    """Where the noise that the ranges rest on comes from; empty where only this debate's own is known."""
    noise = report.outcome.noise
    if noise is None:
        return ""
    if noise.larger:
        return (
            f"Noise: from this debate alone, because it is larger than in {noise.debates} earlier debates of these "
            "judges."
        )
    return f"Noise: from {noise.debates} earlier debates of these judges as well ({noise.fingerprint})."


def record_text(report: Report) -> str:
    """How often earlier verdicts were right; empty while too little is known."""
    track_record = report.outcome.track_record
    if track_record is None:
        return ""
    known = f"Of {track_record.debates} earlier debates it is known what turned out true"
    right = f"Verdicts that named a side were right in {estimate_text(track_record.named, 'share')}"
    ahead = f"where none was named, the side in the lead was right in {estimate_text(track_record.not_named, 'share')}"
    return f"{known}. {right}; {ahead}."
