"""One argument with everything that was said of it, open exactly while the address names the argument."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import streamlit as st

from debate_core.domain.numerals import number_text, signed_text
from debate_core.domain.transcript import opponent
from debate_core.domain.wording import RULINGS, capital
from debate_core.library.report import Report
from debate_core.library.report.deliberation import NOT_INDEPENDENT
from debate_core.library.report.rows import from_mean, widest_first
from debate_core.library.report.shape import ArgumentRow, JudgeRow
from debate_core.reporting import arguments
from debate_core.reporting.blocks import ArgumentCell, Block, Cell, RulingCell
from debate_core.reporting.room import sentences_text
from debate_core.reporting.scores import scores_text, settled_text
from debate_core.store.judging import INDEPENDENT, with_people
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.blocks.show import show_drawn, show_table
from pages.ui.shared.speech import show_argument, show_response, watch_link
from pages.ui.shared.widgets import (
    RULINGS_HELP,
    close_argument,
    fold,
    offer_action,
    open_argument,
    turn_to_argument,
)
from pages.ui.shared.words import clip, escaped, show_words

MISSING = "–"
HEIGHT = 480
"""Between what the cards take at 1280 and at 390 px, kept free until they are drawn."""
WIDTH, LONGEST_TITLE, LONGEST_REASON = 1120, 160, 170


def show_ways(report: Report, names: Sequence[str], at: str, label: str = "") -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if label:
            st.markdown(label, width="content")
        for row in report.arguments:
            if row.id in names:
                show_way(row.id, at)


def show_way(name: str, at: str) -> None:
    offer_action(name, f"open_{at}_{name}", open_argument, name, icon="open_in_full", kind="tertiary")


def show_disputed(block: Block) -> None:
    """Each argument of a block of disputed ones, with why, and as what people settled it; and the way to read it."""
    for argument, why, _, settled in block.tables[0].rows if block.tables else ():
        assert isinstance(argument, ArgumentCell)
        with st.container(
            border=True, horizontal=True, vertical_alignment="center", key=f"parting_{argument.id}"
        ):
            with st.container(width="stretch", gap="xsmall"):
                claim = f"**{argument.id}** {escaped(clip(argument.claim, 120))}"
                st.markdown(f"{claim}  \n{escaped(str(why))}")
                if settled:
                    st.markdown(f":material/task_alt: {escaped(str(settled))}")
            offer_action(
                "Read it", f"read_{argument.id}", open_argument, argument.id, help=f"Read {argument.id}"
            )


def show_drawer(report: Report, record: Record, as_of: int = INDEPENDENT, asked: Sequence[str] = ()) -> None:
    """`as_of`: the report's round; `asked`: arguments that a person should score before reading the judges' notes."""
    if state.argument(record):
        st.dialog("Argument", width=WIDTH, on_dismiss=close_argument)(_show)(report, record, as_of, asked)


def _show(report: Report, record: Record, as_of: int, asked: Sequence[str]) -> None:
    name = state.argument(record)
    row = next(one for one in report.arguments if one.id == name)
    scored = any((one.person, one.argument) == (state.person(), name) for one in record.reviews)
    first = name in asked and not scored
    with st.container(horizontal=True, gap="small"):
        _offer_ways_on(report, row)
        if not first:
            _offer_score(record, row, "Score it yourself", "tertiary")
    (_ask_to_score if first else _fill)(report, record, row, as_of)


def _ask_to_score(report: Report, record: Record, row: ArgumentRow, as_of: int) -> None:
    wanted = state.notes_wanted.of(record.id, row.id)
    if wanted():
        _fill(report, record, row, as_of)
        return
    _show_words(record, row, titled=False)
    st.caption("You have seen this page, so your scores will be *not blind*.")
    with st.container(horizontal=True, gap="small"):
        _offer_score(record, row, "Score it", "primary")
        offer_action("Show the judges' notes", "notes_after_all", wanted.keep, True)


def _fill(report: Report, record: Record, row: ArgumentRow, as_of: int) -> None:
    if as_of > INDEPENDENT:
        st.warning(f"{capital(NOT_INDEPENDENT)}: scores and notes after round {as_of - INDEPENDENT}.")
    seats = {seat.name: seat for seat in with_people(record.judging, record.reviews).at(as_of).seats}
    block = arguments.argument_block(report, record, row, seats)
    _show_cards(report, row, block)
    if settled := report.settlement(row.id):
        st.markdown(f":material/task_alt: {escaped(capital(settled_text(settled)))}")
    _show_words(record, row, titled=clip(row.claim, LONGEST_TITLE) == row.claim)
    st.header("The judges' notes in full", anchor=False, help=RULINGS_HELP)
    with st.grid(2, min_column_width=260):
        for judge, cells in zip(report.judges, block.tables[0].rows, strict=True):
            with st.container(border=True):
                _show_notes(judge, cells)
    title = block.tables[-1].title
    fold(title, "fold_drawer", lambda: show_table(block.tables[-1], f"scores_{row.id}"))


def _offer_score(record: Record, row: ArgumentRow, label: str, kind: Literal["primary", "tertiary"]) -> None:
    if state.may("review", record.id) and st.button(
        label, key="score_it", type=kind, icon=":material/rate_review:"
    ):
        router.go("review", record.id, of=record.id, item=row.id)


def _offer_ways_on(report: Report, row: ArgumentRow) -> None:
    names = ["", *(one.id for one in widest_first(report)), ""]
    at = names.index(row.id)
    for word, key, name in (("Previous", "Left", names[at - 1]), ("Next", "Right", names[at + 1])):
        label = f"{word}: {name}" if name else word
        offer_action(label, f"drawer_{key}", turn_to_argument, name, shortcut=key, disabled=not name)


def _show_words(record: Record, row: ArgumentRow, *, titled: bool) -> None:
    argued, answered = st.columns(2)
    with argued.container(border=True, height="stretch"):
        show_argument(next(one for one in record.transcript.arguments if one.id == row.id), titled=titled)
    with answered.container(border=True, height="stretch"):
        show_answer(row, record)


def _show_cards(report: Report, row: ArgumentRow, block: Block) -> None:
    decimals, cards = 1 if report.calibration.unit == "points" else 2, []
    for judge, (_, ruling, reason, _) in zip(report.judges, block.tables[0].rows, strict=True):
        given, score, away = (
            judge.scores.get(row.id, {}),
            row.calibrated[judge.name],
            from_mean(row)[judge.name],
        )
        card = {
            "name": judge.called,
            "standing": _ruling_text(ruling),
            "reason": clip(sentences_text(str(reason), LONGEST_REASON), LONGEST_REASON),
            "dimensions": [
                (one.title, given.get(one.key, MISSING)) for one in report.rubric.dimensions if given
            ],
            "score": MISSING if score is None else number_text(score, decimals),
            "away": "" if away is None else signed_text(away, decimals),
            "clicked": judge.name == state.drawer_judge(),
        }
        cards.append(card)
    show_drawn(
        "shared/drawer",
        key=f"cards_{row.id}",
        height=HEIGHT,
        claim=f"{row.id}: {clip(row.claim, LONGEST_TITLE)}",
        summary=block.sentence,
        cards=cards,
        foot=(f"{scores_text(report)}, and their distance from the average.", *block.notes),
    )


def show_answer(row: ArgumentRow, record: Record) -> None:
    if row.response:
        show_response(row.response)
    elif record.config.format == "exchange":
        st.markdown(
            f"**{arguments.NO_CROSS}** {arguments.replied_text(row.id, record, partial(watch_link, record))}"
        )
    else:
        st.markdown(f"**{arguments.NOT_ANSWERED}**")
    if row.question and not row.response:
        show_words(row.question, lead=f"{opponent(row.side).upper()} asks.")
    if row.question:
        answer = arguments.answered_text(row, record)
        if answer in (arguments.NO_ANSWER, arguments.NOT_ASKED, arguments.AWAITED):
            st.markdown(f"{capital(answer)}.")
        else:
            show_words(capital(answer), lead=f"{row.side.upper()} answers.")


def _ruling_text(cell: Cell) -> str:
    return capital(RULINGS[cell.ruling]) if isinstance(cell, RulingCell) and cell.ruling else "No scores"


def _show_notes(judge: JudgeRow, cells: Sequence[Cell]) -> None:
    what = "person" if judge.person else judge.domain
    domain = f" · {escaped(what)}" if what.casefold() != judge.name.casefold() else ""
    st.markdown(f"**{escaped(judge.name)}**{domain}")
    _, ruling, reason, fallacies = cells
    st.badge(_ruling_text(ruling), color="gray")
    show_words(str(reason))
    if fallacies is not None:
        st.caption(f"Fallacies: {escaped(str(fallacies))}")
