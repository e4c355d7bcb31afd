"""The arguments of a debate as blocks: from claim to ruling, and each in full with everything that was said of it."""

from collections.abc import Callable, Mapping

from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.rubric import STANDINGS, ArgumentScores
from debate_core.domain.transcript import Argument, Closing, opponent
from debate_core.domain.wording import NO_RESPONSE, RESPONSES, RULINGS, capital, humanise, plain_fault_text
from debate_core.library.report.shape import ArgumentRow, JudgeRow, Report
from debate_core.phrases import value_text
from debate_core.reporting.blocks import Block, Cell, Head, JudgeCell, RulingCell, Table, columns
from debate_core.reporting.debate_lines import average_scores
from debate_core.reporting.discussion import changed_rulings
from debate_core.reporting.moves import causes_text
from debate_core.reporting.scores import (
    argument_cell,
    count_text,
    missing_text,
    settlement_text,
    why_text,
)
from debate_core.store.judging import INDEPENDENT, Seat, with_people
from debate_core.store.record import Record

NO_REASON = "no reason given"
NO_ANSWER, NOT_ASKED, AWAITED = "no answer", "its side was never given this question", "not answered yet"
"""Asked twice, and none came; the side was never asked to answer, as in debates made before that; or it is to come."""
NOT_ANSWERED = "The opponent has not answered it."
NO_CROSS = "A free exchange has no cross-examination."


def trace_block(report: Report, record: Record) -> Block:
    lines = [_trace_cells(report, row, record) for row in report.arguments]
    rows, opens = tuple(tuple(line.values()) for line in lines), tuple(row.id for row in report.arguments)
    tables = (Table(columns=columns(*lines[0]), rows=rows, opens=opens),) if lines else ()
    return Block(key="trace", title="From claim to ruling", tables=tables)


def _trace_cells(report: Report, row: ArgumentRow, record: Record) -> dict[str, Cell]:
    settled, crossed = settlement_text(report, row.id), record.config.format == "structured"
    most = [name for name, standing in row.standings.items() if standing == row.majority]
    group = "the majority" if 2 * len(most) > sum(row.split.values()) else "the largest group"
    whose = f"{group}'s: {join_and(most)}" if most else "nobody's yet"
    if sum(row.split.values()) == 1:
        whose = f"{most[0]}'s alone"
    changed = dict.fromkeys(move.judge for _, move in changed_rulings(report, row.id))
    reply = record.transcript.replied_in(row.id)
    replied = f"turn {reply.number}" if reply else "no turn after it"
    answer = _answer(row, record) if crossed else [replied, *_question_texts(row, record)]
    return {
        "Argument": argument_cell(row, claim=True),
        "Ruling": RulingCell(row.majority, count_text(report, row, row.majority)),
        "Split": split_text(row),
        "Whose view counts": settled or whose,
        **({"Changed after the discussion": join_and(tuple(changed)) or None} if report.deliberation else {}),
        "Fallacies": fallacies_text(report, row),
        "Answer" if crossed else "Answered in": " – ".join(answer),
        **{f"Ruling by {judge.called}": _reason_text(judge, row) for judge in report.judges},
    }


def _reason_text(judge: JudgeRow, row: ArgumentRow) -> str:
    ruling = row.standings[judge.name]
    return f"{RULINGS[ruling]}: {row.reasons[judge.name] or NO_REASON}" if ruling else missing_text(judge)


def ruling_text(report: Report, row: ArgumentRow) -> str:
    ruling = row.majority
    return f"{RULINGS[ruling]}, {count_text(report, row, ruling)}" if ruling else "no ruling"


def split_text(row: ArgumentRow) -> str:
    texts = [f"{row.split[name]} {RULINGS[name]}" for name in reversed(STANDINGS) if name in row.split]
    return ", ".join(texts) or "none given"


def fallacies_text(report: Report, row: ArgumentRow) -> str:
    if row.fallacies is None:
        return "not given"
    judges = sum(row.standings[judge.name] is not None for judge in report.judges if not judge.person)
    of = f" of {judges} judges" if judges > 1 else " judge"
    seen = [f"{humanise(name)} ({count}{of})" for name, count in row.fallacies.items()]
    return ", ".join(seen) or "none seen"


def answered_text(row: ArgumentRow, record: Record) -> str:
    """What a side answered to the question put on an argument: its words, or why there are none."""
    if row.id in record.transcript.answers:
        return row.answer or NO_ANSWER
    if record.config.wording == 1 or record.imported:
        return NOT_ASKED
    closed = any(turn.side == row.side for turn in record.transcript.turns_of("closing"))
    return NO_ANSWER if closed else AWAITED


def arguments_block(report: Report, record: Record) -> Block:
    """Each argument with its words, the answer it got, and what each judge made of it."""
    seats = {seat.name: seat for seat in with_people(record.judging, record.reviews).at(INDEPENDENT).seats}
    warnings = ((turn, plain_fault_text(one)) for turn in record.transcript.turns for one in turn.warnings)
    return Block(
        key="arguments",
        notes=tuple(f"{turn.side.upper()}, turn {turn.number}: {words}" for turn, words in warnings),
        title=pluralise(len(report.arguments), "argument") if report.arguments else "No argument yet",
        children=tuple(argument_block(report, record, row, seats) for row in report.arguments),
    )


def argument_block(report: Report, record: Record, row: ArgumentRow, seats: Mapping[str, Seat]) -> Block:
    argument = next(one for one in record.transcript.arguments if one.id == row.id)
    sheets = ((judge, seats[judge.name].sheet) for judge in report.judges)
    rulings = tuple(_ruling(judge, sheet.entry(row.id) if sheet else None) for judge, sheet in sheets)
    heads = columns("Judge", "Ruling", "Reason", "Fallacies")
    says = Table(title="What each judge says", columns=heads, rows=rulings)
    items = [*_words(argument), *_answer(row, record), *_later(report, row), settlement_text(report, row.id)]
    return Block(
        key=f"argument-{row.id}",
        title=f"{row.id}: {row.claim or 'no claim given'}",
        sentence=summary_text(report, row),
        items=tuple(filter(None, items)),
        tables=(says, _points(report, row)),
        notes=("Each dimension as given, in points.",),
        folded=True,
    )


def summary_text(report: Report, row: ArgumentRow) -> str:
    average, ruling = value_text(row.mean, "points"), ruling_text(report, row)
    texts = [f"Average {average}; ruling: {ruling} ({split_text(row)})."]
    if row.divergent:
        texts.append(f"Disputed. {why_text(report, row)}")
    elif row.apart:
        texts.append(f"Most apart: {join_and(row.apart)}.")
    return " ".join(texts)


def _words(argument: Argument) -> list[str]:
    fields = {"Reasoning": argument.reasoning, "Evidence": argument.evidence}
    words = [f"{name}: {text}" for name, text in fields.items() if text]
    if argument.warnings and not argument.structured:
        words.insert(0, "It came in no readable form; its words are as they came.")
    return [*words, *map(plain_fault_text, argument.warnings)]


def _answer(row: ArgumentRow, record: Record) -> list[str]:
    response = row.response
    if response is None:
        if record.config.format == "exchange":
            return [f"{NO_CROSS} {replied_text(row.id, record)}", *_question_texts(row, record)]
        return [NOT_ANSWERED]
    who, kind = response.side.upper(), response.response_type
    texts = [f"{who} {RESPONSES[kind][0].lower()}: {response.reasoning or NO_REASON}"] if kind else []
    texts += _question_texts(row, record)
    if kind is None:
        texts += [f"{who}: {NO_RESPONSE}", "Asked twice; no readable answer came. Nothing is filled in."]
    return [*texts, f"The words that came: {response.unreadable}"] if response.unreadable else texts


def _question_texts(row: ArgumentRow, record: Record) -> list[str]:
    if row.question is None:
        return []
    answers = f"{row.side.upper()} answers in its {'closing' if row.response else 'next turn'}"
    return [f"{opponent(row.side).upper()} asks: {row.question}", f"{answers}: {answered_text(row, record)}"]


def _later(report: Report, row: ArgumentRow) -> list[str]:
    return [
        f"After round {number} of the discussion {move.judge} rules: {RULINGS[str(move.after)]}; {causes_text([move])}."
        for number, move in changed_rulings(report, row.id)
    ]


def replied_text(name: str, record: Record, turn: Callable[[int], str] = "turn {}".format) -> str:
    """Where an argument of an exchange was made, and where the opponent spoke next; ``turn`` names a turn."""
    made = next(one.number for one in record.transcript.turns if name in {a.id for a in one.arguments})
    reply = record.transcript.replied_in(name)
    text = f"the opponent replied in {turn(reply.number)}" if reply else "no turn followed it"
    return f"It was made in {turn(made)}; {text}."


def _ruling(judge: JudgeRow, entry: ArgumentScores | None) -> tuple[Cell, ...]:
    name = JudgeCell(judge.called, judge.model)
    if entry is None:
        return (name, RulingCell(None), capital(missing_text(judge)), None)
    return (name, RulingCell(entry.standing), entry.notes or capital(NO_REASON), seen_text(judge, entry))


def seen_text(judge: JudgeRow, entry: ArgumentScores) -> str | None:
    """The fallacies a judge saw; people are not asked for any."""
    if judge.person:
        return None
    if entry.fallacies is None:
        return "not given"
    return ", ".join(map(humanise, entry.fallacies)) or "none seen"


def _points(report: Report, row: ArgumentRow) -> Table:
    names, unit = [judge.name for judge in report.judges], report.calibration.unit
    rows: list[tuple[Cell, ...]] = []
    for one in report.rubric.dimensions:
        given = (judge.scores.get(row.id, {}).get(one.key, "missing") for judge in report.judges)
        rows.append((one.title, *given, row.by_dimension[one.key].mean, row.by_dimension[one.key].variance))
    rows.append(("Overall, as given", *(row.raw[name] for name in names), row.mean, row.variance))
    if report.calibration.method != "none":
        kind, adjusted = "adjusted" if unit == "points" else unit, map(row.calibrated.get, names)
        average = average_scores(report, adjusted=True)[row.id]
        rows.append((f"Overall, {kind}", *adjusted, average, row.adjusted_variance))
    scores: list[Head] = [(judge.called, "points") for judge in report.judges]
    heads = columns("Quality", *scores, ("Average", "points"), ("Variance, points squared", "coefficient"))
    return Table(title=f"Every score of {row.id}, in points", columns=heads, rows=tuple(rows))


def closings_block(record: Record) -> Block | None:
    """Each side's last word: what it concedes, what it holds unrebutted, its position and whether that moved."""
    closings = record.transcript.closings
    if not closings:
        return None
    return Block(key="closings", title="Closings", children=tuple(_closing(one) for one in closings.values()))


def _closing(closing: Closing) -> Block:
    side = closing.side.upper()
    moved = f"position {closing.shift}" if closing.shift else "whether the position moved was not given"
    items = [f"Concedes: {item}" for item in closing.concessions]
    items += [f"Says nobody rebutted: {item}" for item in closing.unrebutted]
    items += [f"Why its position is {closing.shift or 'as it is'}: {closing.why}"] if closing.why else []
    items += [
        f"Answers the question on {one.argument_id}: {one.answer or NO_ANSWER}" for one in closing.answers
    ]
    return Block(
        key=f"closing-{closing.side}",
        title=f"{side}: {moved}" if closing.structured else side,
        sentence=closing.position or "No position given.",
        items=(*items, *map(plain_fault_text, closing.warnings)),
        folded=True,
    )
