"""What a drawn study comes to, as a person approved it; whether it's right, other tests ask."""

import numpy as np
import pytest

from debate_core.store import SQLiteStore
from debate_core.study.design import cells
from debate_core.study.report import study_report
from debate_core.study.rows import Results, StudyResult, results
from tests.approved import check_facts
from tests.building.studied import study_of

MODELS = ("openai:gpt-4.1", "openai:gpt-5", "anthropic:claude-sonnet-4-5")


def drawn_study():
    seats = [
        ("Ada", MODELS[0]),
        ("Bo", MODELS[0]),
        ("Cy", MODELS[2]),
        ("Di", MODELS[2]),
        ("Ed", "google:gemini-2.5-pro"),
    ]
    panels = [
        {
            "name": name,
            "judges": [{"name": judge, "domain": "general", "model": model} for judge, model in some],
        }
        for name, some in (("all", seats), ("three", seats[::2]))
    ]
    pairs = [(MODELS[0], MODELS[1]), (MODELS[2], MODELS[0]), (MODELS[1], MODELS[1])]
    return study_of(topics=["A is so", "B is so", "C is so"], pairs=pairs, repeats=2, panels=panels, base={})


def judged(cell, draw):
    """A debate whose better model is the one named first, with judges who lean and err."""
    who = tuple((judge.name, judge.model) for judge in cell.config.panel.judges)
    lead, pro = MODELS.index(cell.con) - MODELS.index(cell.pro), np.arange(6) < 3
    ratings = (
        6
        + draw.normal(0, 1, 6)
        + np.where(pro, 0.5, -0.5) * (lead + 0.4)
        + draw.normal(0, 0.8, (len(who), 6))
    )
    ratings[draw.random(ratings.shape) < 0.05] = np.nan
    gaps = np.nanmean(ratings[:, pro], axis=1) - np.nanmean(ratings[:, ~pro], axis=1)
    gap = float(gaps.mean())
    return StudyResult(
        cell=cell,
        judges=who,
        ratings=ratings,
        gaps=gaps,
        differences=draw.normal(0.2, 0.5, ratings.shape).round()
        if cell.topic != 3
        else np.full(ratings.shape, np.nan),
        pro=pro,
        call="no_call" if abs(gap) < 0.4 else "pro" if gap > 0 else "con",
        gap=None if cell.topic == cell.repeat == 2 else gap,
    )


@pytest.mark.slow
def test_each_figure_of_a_drawn_study_is_the_same_as_before(tmp_path):
    study, draw = drawn_study(), np.random.default_rng(3)
    planned = [{name: value for name, value in vars(one).items() if name != "config"} for one in cells(study)]
    waiting = results(SQLiteStore(tmp_path / "none.sqlite3"), study)
    status = ("finished", "running", "stopped", "interrupted", "imported", "not_begun", "paused")
    rows = tuple(
        row.model_copy(
            update={
                "status": status[place % 11] if place % 11 < 7 else "finished",
                "outcome": (None, "pro", "con", "no_call")[place % 4],
                "cost": (None, 0.25)[place % 2],
                "calls": place,
                "tokens": 10 * place,
            }
        )
        for place, row in enumerate(waiting.rows)
    )
    of_two = study.model_copy(update={"pairs": study.pairs[:1]})
    every = tuple(judged(cell, draw) for cell in cells(study) if draw.random() < 0.95)
    came = [
        ("planned", planned),
        ("all", study_report(Results(study=study, rows=rows, judged=every, pricings={}))),
    ]
    two = tuple(one for one in every if {one.cell.pro, one.cell.con} == {*MODELS[:2]})
    came.append(("two", study_report(Results(study=of_two, rows=rows, judged=two, pricings={}))))
    check_facts("study/drawn", came)
