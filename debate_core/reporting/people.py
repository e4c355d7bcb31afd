"""People beside judges as blocks; and people's scores as CSV, written and read in again: all or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from debate_core.domain.numerals import number_text, p_value_text, percent_text, pluralise
from debate_core.domain.rubric import STANDINGS
from debate_core.domain.transcript import Argument
from debate_core.domain.wording import capital, in_csv, quoted
from debate_core.library.people import PeopleReport
from debate_core.library.report.rows import settled_rows
from debate_core.library.report.table import TablePeople
from debate_core.library.reviews import SETTLED, review_faults, settled_cells
from debate_core.measuring.people import (
    EPSILON,
    LEVEL,
    WEAK_BELOW,
    HumanMean,
    Likeness,
    OrderEffect,
    PeopleAndJudges,
    Replaceable,
)
from debate_core.phrases import between_text, estimate_text, value_text
from debate_core.ratings.sheet import Faults, rows_of
from debate_core.reporting.blocks import Block, Document, Table, columns
from debate_core.reporting.debate_figures import interval_lines
from debate_core.store.events import ReviewGiven
from debate_core.store.record import Record

NOBODY = "Nobody has scored an argument blind yet"
BLIND = (
    "People score arguments on Review before they see anybody else's scores. Samples and scores that were not blind "
    "are left out."
)
LIKE_WITH_LIKE = (
    "Compare the first row with the second, and the third with the fourth. An average of several is steadier than one "
    "rater, so a person agrees more with it. Agreement is alpha of pairs, where 1 is full and 0 is chance. Ranges here "
    "come from leaving out each debate (of a table, each item) in turn, so they differ a little from a pair's own."
)
STAND_IN = (
    f"Leave one person out: is the judges' average, or that person, nearer to the other people? The average may be "
    f"behind by {percent_text(EPSILON)}. All that people scored counts, drawn or chosen. This needs 12 scores a "
    "person, and people who agree. It is the alternative annotator test, a one-sided t test corrected over people."
)
HELP = (
    "Prediction-powered inference: the judges' average where people gave no score, corrected by how far the two differ "
    "where both did. It holds if people's items were drawn at random."
)
ORDER = (
    "All people together, compared with the judges' average of the same arguments. It finds large effects only: a "
    "drift of 1 point over 24 arguments of one person is found one time in six."
)
_PAIRS = {
    "person_judge": "A person and a judge",
    "person_person": "Two people",
    "person_panel_mean": "A person and an average of judges",
    "person_people_mean": "A person and an average of other people",
}


def people_document(report: PeopleReport) -> Document:
    if not report.debates:
        return Document(title="People and judges", blocks=(Block(key="people", title=NOBODY),))
    blocks = [_likeness(report.anchors, "On arguments drawn at random", (BLIND,))]
    low = "Agreement is low on them, because they were chosen for it."
    chosen = "They were chosen, not drawn at random."
    for key, title, why, pairs in (
        ("people_disputed", "On disputed arguments", low, report.divergent),
        ("people_named", "On arguments that a verdict names", chosen, report.named),
    ):
        if pairs.person_judge.n:
            blocks.append(Block(key=key, title=title, sentence=why, tables=(_table(pairs),)))
    blocks += [_stand_in(report.test, report.names), _order(report), _reviewers(report)]
    return Document(title="People and judges", about=basis_text(report), blocks=tuple(blocks))


def people_agree_text(report: PeopleReport) -> str:
    """How far people agree with one another on what two of them scored blind, or why that isn't known."""
    pairs = report.all.person_person
    if pairs.value is None:
        return "Too few scores to tell how far people agree."
    return f"On what two people scored blind they agree at {value_text(pairs.value)}, {between_text(pairs)}."


def basis_text(report: PeopleReport) -> str:
    who = pluralise(sum(one.blind > 0 for one in report.people), "person", "people")
    text = f"Blind scores of {who} in {pluralise(report.debates, 'debate')}."
    if report.simulated:
        which = "all" if report.simulated == report.debates else str(report.simulated)
        text += f" Simulated judges scored {which} of them."
    return f"{text} Scores of texts are not counted."


def _likeness(pairs: PeopleAndJudges, where: str, notes: tuple[str, ...]) -> Block:
    judge, person = pairs.person_judge, pairs.person_person
    title = "Too few scores to compare people with judges"
    sentence = f"{where}: {judge.reason or 'not computed'}."
    if judge.value is not None:
        title = f"A person and a judge agree at {value_text(judge.value)}"
        sentence = f"{where}, {between_text(judge)}. How far two people agree is unknown: {person.reason}."
        if person.value is not None:
            title += f", two people at {value_text(person.value)}"
            sentence = f"{where}: person and judge {between_text(judge)}, two people {between_text(person)}."
    rows = _pairs(pairs)
    return Block(
        key="people",
        title=title,
        sentence=sentence,
        figure=interval_lines("Agreement (alpha)", "coefficient", rows, alt=f"{title}. {sentence}"),
        tables=(_table(pairs),),
        notes=(*notes, LIKE_WITH_LIKE),
    )


def _pairs(pairs: PeopleAndJudges) -> tuple[tuple[str, Likeness], ...]:
    return tuple((words, getattr(pairs, name)) for name, words in _PAIRS.items())


def _table(pairs: PeopleAndJudges) -> Table:
    heads = columns(
        "Who", ("Agreement (alpha)", "coefficient"), ("Pairs", "count"), ("Scored by both", "count")
    )
    rows = tuple((words, one, one.n, one.items) for words, one in _pairs(pairs))
    return Table(columns=heads, rows=rows, whose="these people and judges")


def table_people_blocks(table: TablePeople) -> Iterator[Block]:
    """What `people_document` says of debates, of a table; and what people give on average."""
    if table.alike is None or table.test is None:
        reason = f"{capital(table.reason or '')}."
        yield Block(key="people", title="People and judges aren't compared", sentence=reason)
        return
    yield _likeness(table.alike, "On what both scored", ())
    yield _stand_in(table.test, table.people)
    if table.mean is not None:
        yield _human_mean(table.mean)


def _human_mean(mean: HumanMean) -> Block:
    best, alone = mean.powered, mean.alone
    people, given, own, more = "People", alone, "", ""
    if mean.worth is not None and mean.worth > alone.n:
        people, given = "With the judges' help, people", best
        own = f": {estimate_text(alone, 'hundredths')}"
        more = f" Alone they would need about {number_text(mean.worth, 0)} for as narrow a range."
    elif best.value is not None:
        more = f" The judges' help narrows nothing here: {estimate_text(best, 'hundredths')}."
    rows = (("People, with the judges' help", best), ("People alone", alone), ("Judges alone", mean.judges))
    heads = columns("Scores of", ("Average", "hundredths"), ("Items", "count"))
    return Block(
        key="human_mean",
        title=f"{people} give {estimate_text(given, 'hundredths')} on average",
        sentence=f"People scored {pluralise(alone.n, 'item')}{own}.{more}",
        figure=interval_lines("Average score", "hundredths", rows, reference=alone.value or 0.0),
        tables=(Table(columns=heads, rows=tuple((who, one, one.n) for who, one in rows)),),
        notes=(HELP,),
    )


def _stand_in(test: Replaceable, names: Sequence[str]) -> Block:
    title = "Can't tell whether the judges may stand in for a person"
    if test.passed is not None:
        may = "may" if test.passed else "isn't shown to be fit to"
        title = f"The judges' average {may} stand in for one of these people"
    tables = (_against(test, names),) if test.people else ()
    return Block(key="stand_in", title=title, sentence=_stand_in_text(test), tables=tables, notes=(STAND_IN,))


def _stand_in_text(test: Replaceable) -> str:
    if test.advantage is None:
        return f"It isn't tested: {test.reason}."
    clear = sum(row.shown for row in test.people)
    text = (
        f"It was at least as near to the others as the person left out in {value_text(test.advantage, 'share')} of "
        f"cases. It is nearly as good as {clear} of {pluralise(len(test.people), 'person', 'people')}; "
        "half of them are required."
    )
    least = min(row.items for row in test.people)
    weak = f" This is weak: somebody scored only {least}, fewer than {WEAK_BELOW}."
    return f"{text}{weak if test.weak else ''}"


def _against(test: Replaceable, names: Sequence[str]) -> Table:
    rows = tuple(
        (names[row.person], "yes" if row.shown else "not shown", row.panel_wins, row.items)
        for row in test.people
    )
    heads = columns("Person", "Nearly as good", ("As near or nearer", "share"), ("Compared", "count"))
    return Table(columns=heads, rows=rows)


def _order(report: PeopleReport) -> Block:
    title = "Can't tell whether the order changes people's scores"
    if known := [one.p for one in (report.drift, report.carry_over) if one.p is not None]:
        title = "No effect of the order is seen"
        if min(known) <= LEVEL:
            title = "The order of the arguments changed people's scores"
    items = (
        effect_text(report.drift, "With each further argument"),
        effect_text(report.carry_over, "For each point of the argument before"),
    )
    return Block(key="order", title=title, items=items, notes=(ORDER,))


def effect_text(one: OrderEffect, when: str) -> str:
    """How far scores moved, and whether that is more than chance.

    >>> effect_text(OrderEffect(slope=None, p=None, n=3, reason="too few"), "With each further argument")
    'With each further argument: unknown, too few.'
    """
    if one.slope is None or one.p is None:
        return f"{when}: unknown, {one.reason}."
    sure = "more than chance would explain" if one.p <= LEVEL else "no more than chance would explain"
    moved = value_text(one.slope, "difference")
    return f"{when} scores moved by {moved}, {sure} (p {p_value_text(one.p, LEVEL)}, {pluralise(one.n, 'score')})."


def _reviewers(report: PeopleReport) -> Block:
    heads = columns("Person", ("Scores", "count"), ("Blind", "count"), ("Faster than one can read", "count"))
    rows = tuple((one.name, one.given, one.blind, one.hasty) for one in report.people)
    return Block(
        key="reviewers",
        title=f"{pluralise(len(report.people), 'person', 'people')} scored arguments",
        tables=(Table(columns=heads, rows=rows),),
    )


def people_values(report: PeopleReport) -> dict[str, Any]:
    values = asdict(report)
    names = values.pop("names")
    for row in values["test"]["people"]:
        row["person"] = names[row["person"]]
    return values


_ARGUMENT = ("debate", "topic", "argument", "side", "claim", "reasoning", "evidence_text", "answer")
_REVIEW = ("standing", "reason", "blind", "cause", "version")


def reviews_csv(records: Sequence[Record]) -> str:
    """One line for each person's scores of an argument, and one without a person for an argument nobody has scored."""
    keys = list(dict.fromkeys(key for record in records for key in record.config.rubric.keys))
    rows: list[list[object]] = [[*_ARGUMENT, "person", *keys, *_REVIEW, *SETTLED]]
    for record in records:
        settled = {row.argument: row for row in settled_rows(record)}
        for argument in record.transcript.arguments:
            words, settling = _argument_cells(record, argument), settled_cells(settled.get(argument.id))
            given = [review for review in record.reviews if review.argument == argument.id]
            rows += [[*words, *_review_cells(review, keys), *settling] for review in given]
            if not given:
                rows.append([*words, *[""] * (1 + len(keys) + len(_REVIEW)), *settling])
    return in_csv(rows)


def _argument_cells(record: Record, argument: Argument) -> list[str]:
    answer = record.transcript.responses.get(argument.id)
    question = record.transcript.questions.get(argument.id, "")
    reply = f"{answer.reasoning if answer else ''} {question}".strip()
    words = (argument.claim, argument.reasoning, argument.evidence, reply)
    return [record.id, record.config.topic.text, argument.id, argument.side, *words]


def _review_cells(review: ReviewGiven, keys: Sequence[str]) -> list[object]:
    scores, blind = [review.scores.get(key, "") for key in keys], "yes" if review.blind else "no"
    return [review.person, *scores, review.standing, review.reason, blind, review.cause or "", review.version]


def read_reviews(text: str, records: Mapping[str, Record]) -> list[tuple[Record, ReviewGiven]]:
    """The scores in such a file; other columns are not read.

    `blind` is believed where it says `yes`. Raises RatingsRefused with every fault and its line.
    """
    faults, scores = Faults(done="taken in"), []
    rows = rows_of(text, faults)
    head, heads = next(rows, (1, []))
    names = [cell.casefold() for cell in heads]
    for wanted in ("debate", "argument", "person", "standing", "reason"):
        if wanted not in names:
            faults.refuse(head, f"a column {wanted}", "none")
    for line, row in rows:
        cells = dict(zip(names, row, strict=False))
        if not any(map(cells.get, ("person", "standing", "reason"))):
            continue
        record = records.get(cells["debate"])
        if record is None:
            faults.add(line, "the id of a stored debate", quoted(cells["debate"]))
        elif review := _review(cells, record, line, faults):
            scores.append((record, review))
    faults.close()
    return scores


def _review(cells: Mapping[str, str], record: Record, line: int, faults: Faults) -> ReviewGiven | None:
    given = {key: cells[key] for key in record.config.rubric.keys if cells.get(key)}
    strange = [key for key, text in given.items() if not (text.isascii() and text.isdigit())]
    standing = next((one for one in STANDINGS if one == cells["standing"].upper().replace(" ", "_")), None)
    for key in strange:
        faults.add(line, f"a whole number for {key}", quoted(given[key]))
    if standing is None:
        faults.add(line, f"a standing out of {', '.join(STANDINGS)}", quoted(cells["standing"]))
    if strange or standing is None:
        return None
    scores = {key: int(text) for key, text in given.items()}
    if wanting := review_faults(record, cells["argument"], scores, cells["reason"]):
        faults.add(line, "scores that can be given", "; ".join(wanting))
        return None
    blind = cells.get("blind", "").casefold() in ("yes", "true", "1")
    try:
        return ReviewGiven(
            person=cells["person"],
            argument=cells["argument"],
            scores=scores,
            standing=standing,
            reason=cells["reason"],
            blind=blind,
            cause=None if blind else cells.get("cause") or "imported, and not said to be blind",
        )
    except ValueError:
        faults.add(line, "a name of 1 to 60 characters that can be shown", quoted(cells["person"]))
        return None
