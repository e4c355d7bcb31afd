"""What `import debate_core` offers: a debate, a judged transcript, a review, agreement; each with its report."""

import asyncio
import pathlib
import re
import typing

import numpy as np
import pytest

import debate_core
from debate_core import (
    DebateError,
    Judge,
    SetUpError,
    aagreement,
    adebate,
    agreement,
    composition,
    debate,
    judge,
    outcome,
    review,
    run_study,
)
from debate_core.composition import runner_of
from debate_core.domain.cast import SIMULATED
from debate_core.ratings import open_table
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateFinished, DebateOpened
from debate_core.store.record import load
from tools import scripted

pytestmark = pytest.mark.slow
TOPIC = "Should schools start later?"


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    return debate(TOPIC, seed=7, store=tmp_path_factory.mktemp("api") / "debates.sqlite3")


def test_a_debate_has_a_call_a_lead_a_frame_and_every_form_of_its_report(held, tmp_path):
    assert held.call == "con" and held.lead.value < 0 and held.lead.interval
    frame = held.frame()
    assert set(frame["judge"]) == {"Technical", "Business", "Risk", "General"}
    assert TOPIC in held.report() and held.report("html").startswith("<!doctype html>")
    assert "argued better" in held._repr_html_() and "<script" not in held._repr_html_()
    style = held._repr_html_().partition("</style>")[0]
    assert style.startswith("<style>.split-decision{") and style.count("{") == style.count("}")
    assert ":root" not in style and ".numberline{" in style
    for ending in ("txt", "md", "html", "json", "csv"):
        assert held.save(tmp_path / f"report.{ending}").stat().st_size > 500
    assert held.save(tmp_path / "REPORT.HTML").stat().st_size > 500
    with pytest.raises(ValueError, match="ending"):
        held.save(tmp_path / "report.pdf")


def test_figures_are_declared_as_what_they_are_so_that_a_typed_script_may_use_all_of_them(held):
    alpha = agreement([[1, 2, 3], [1, 2, 4]])
    for result, figure in ((held, "lead"), (alpha, "alpha")):
        declared = typing.get_type_hints(getattr(type(result), figure).fget)["return"]
        assert type(getattr(result, figure)) is declared


def test_a_frame_has_the_names_and_words_as_they_are_not_as_a_spreadsheet_is_given_them():
    judges = [Judge(name=name, domain="general", model=SIMULATED) for name in ("NA", "None", "=B")]
    made = debate(TOPIC, judges=judges, arguments_per_side=1, seed=7)
    frame = made.frame()
    assert list(frame["judge"].unique()) == ["NA", "None", "=B"] and "'=B" in made.report("csv")
    assert frame["score"].dtype == int and frame["cause"].isna().all()


def test_a_debates_frame_is_a_table_that_agreement_takes_by_its_independent_scores(held):
    discussed = debate(TOPIC, seed=6, deliberation={})
    assert discussed.frame()["round"].max() > 1
    for result in (held, discussed):
        found = agreement(result.frame()).panel
        ids = {one.id for one in result.facts.arguments}
        assert {item.partition(" ")[0] for item in found.table.items} == ids
        assert found.report.labelled == "standings" and found.report.scores == 4 * 4 * len(ids)
        assert found.report.agreement.kappa.value == pytest.approx(result.facts.agreement.kappa.value)
    foreign = held.frame()[["judge", "argument", "dimension", "score", "standing"]].assign(round="first")
    assert open_table(foreign.to_csv(index=False)).level == "interval", "rounds that aren't ours"


def test_the_same_debate_runs_beside_a_loop_that_goes_on():
    async def both():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        other = asyncio.ensure_future(tick())
        found = await adebate(TOPIC, seed=7)
        other.cancel()
        return found.call, ticks

    call, ticks = asyncio.run(both())
    assert call == "con" and ticks > 10


def test_every_call_has_a_twin_for_a_loop():
    async def both():
        text = "Ann: Trees cool the streets in summer.\nBo: Their roots lift the pavement in time."
        judged = debate_core.ajudge(text, topic=TOPIC, pro=["Ann"], con=["Bo"])
        return await asyncio.gather(
            judged, debate_core.areview("A rule."), aagreement([[1, 2, 3], [1, 2, 4]])
        )

    judged, read, agreed = asyncio.run(both())
    assert judged.report("json") and read.report("text")
    assert agreed.alpha == agreement([[1, 2, 3], [1, 2, 4]]).alpha
    sides = ["pro", "pro", "con", "con"]
    scores = [[8, 8, 3, 3], [9, 8, 4, 3]]
    assert asyncio.run(debate_core.aoutcome(scores, sides)).call == outcome(scores, sides).call == "pro"


def test_a_call_that_is_cancelled_stops_what_it_began_and_no_later_call(tmp_path):
    runner = runner_of(tmp_path / "log.sqlite3")

    async def begin_and_cancel():
        call = asyncio.ensure_future(
            adebate(TOPIC, store=tmp_path / "log.sqlite3", format="exchange", turns=20)
        )
        while not (runner.store.ids() or call.done()):
            await asyncio.sleep(0.001)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert debate(TOPIC, seed=7).call == "con", "in the same task"

    asyncio.run(begin_and_cancel())
    (name,) = runner.store.ids()
    assert runner.wait(name, 60)
    assert load(runner.store, name).progress == "stopped"


def test_its_facts_come_as_they_are_stored():
    async def kinds():
        return [type(one.event) async for one in debate_core.events(TOPIC, seed=7)]

    seen = asyncio.run(kinds())
    assert (seen[0], seen[-1]) == (DebateOpened, DebateFinished)


def test_judges_are_named_with_their_models_and_too_few_are_refused_before_anything_is_asked():
    who = {"Nurse": "simulated:standard", "Clerk": "simulated:careful"}
    judged = debate(TOPIC, pro="simulated:careful", con="simulated:hasty", judges=who)
    config = load(judged._store, judged.id).config
    assert [(one.name, one.domain, one.model) for one in config.panel.judges] == [
        ("Nurse", "nurse", "simulated:standard"),
        ("Clerk", "clerk", "simulated:careful"),
    ]
    assert (config.pro.model, config.con.model) == ("simulated:careful", "simulated:hasty")
    with pytest.raises(SetUpError, match="2 or more have to judge"):
        debate(TOPIC, judges={"Nurse": "simulated:standard"})
    with pytest.raises(SetUpError, match=r"topic\.text: expected"):
        debate(None)
    with pytest.raises(SetUpError, match="can't be read"):
        judge(pathlib.Path("no such talk.txt"))


def test_what_does_not_end_is_an_error_that_says_why_and_where_what_it_has_lies():
    with pytest.raises(DebateError, match=r"1 call is used up\. What it has is in .+\.$") as stopped:
        debate(TOPIC, budget={"calls": 1})
    name, place = re.search(r"^(\w+) paused: .* in (.+)\.$", str(stopped.value)).groups()
    assert load(SQLiteStore(pathlib.Path(place)), name).progress == "paused"


def test_what_fewer_than_two_judges_scored_is_an_error_that_says_why(monkeypatch):
    mute = scripted.Scripted(otherwise=lambda request: "No scores.")
    monkeypatch.setattr(composition, "model_factory", lambda access: lambda *asked: mute)
    with pytest.raises(DebateError, match=r"failed: Technical, .*General failed: "):
        judge("Ann: Trees cool.\nBo: They don't.", topic=TOPIC, pro=["Ann"], con=["Bo"])
    with pytest.raises(DebateError, match=" failed: "):
        review("Logs are kept as long as necessary.")


def test_a_study_has_a_row_a_debate_and_goes_on_in_its_store(tmp_path):
    designed = {"models": ["simulated:careful", "simulated:hasty"], "base": {"arguments_per_side": 1}}
    with pytest.raises(DebateError, match="0 of 2 debates"):
        run_study([TOPIC], **designed, store=tmp_path / "s.sqlite3", budget={"calls": 1})
    study = run_study([TOPIC], **designed, store=tmp_path / "s.sqlite3")
    assert [(row.pro, row.con) for row in study.frame().itertuples()] == [
        ("simulated:careful", "simulated:hasty"),
        ("simulated:hasty", "simulated:careful"),
    ]
    assert study.facts.finished == 2 and "careful" in study.report()
    assert repr(study).startswith("<DebateStudy ") and "2 debates" in repr(study)
    store = SQLiteStore(tmp_path / "s.sqlite3")
    panels = [load(store, name).config.panel.judges for name in store.ids()]
    store.close()
    assert {judge.model for panel in panels for judge in panel} == {"simulated:careful"}
    with pytest.raises(SetUpError):
        run_study([], **designed)


def test_a_transcript_is_judged_and_a_text_reviewed():
    talk = "Ann: Buses should be free, because fares cost more to collect than they bring.\nBo: They bring a third.\n"
    judged = judge(talk, topic="Buses should be free", pro=["Ann"], con=["Bo"])
    assert judged.facts.topic == "Buses should be free"
    assert [(one.side, one.claim[:5]) for one in judged.facts.arguments] == [
        ("pro", "Buses"),
        ("con", "They "),
    ]
    text = review("Logs are kept as long as necessary. Access is reviewed regularly.")
    assert {"value", "low", "high"} & {name.casefold() for name in text.frame().columns}, text.frame().columns
    assert "Logs are kept" in text.report("md") or text.facts.findings
    assert repr(text) == f"<Review {text.id}: {text.facts.outcome.call}>"


def test_agreement_takes_arrays_and_frames_and_gives_the_same():
    scores = np.array([[1, 2, 3, 4, 5.0], [1, 2, 3, 5, 4], [2, 2, 3, 4, np.nan]])
    import pandas as pd

    frame = pd.DataFrame(
        [
            {"judge": f"j{who}", "item": f"i{what}", "score": scores[who, what]}
            for who, what in np.ndindex(scores.shape)
            if not np.isnan(scores[who, what])
        ]
    )
    assert agreement(scores).alpha.value == pytest.approx(agreement(frame).alpha.value)
    battles = frame.assign(a="x", b="y", winner="a", item=[f'{{"id": "{item}"}}' for item in frame["item"]])
    assert agreement(battles).alpha == agreement(frame).alpha, (
        "columns that a tool has, too, make no file of it"
    )
    assert agreement(scores).panel.table.judges == ("judge 1", "judge 2", "judge 3")
    assert agreement(scores).panel.table.items[0] == "item 1"
    rows = [[1, 2, 3, 4, 5], [1, 2, 3, 5, 4], [2, 2, 3, 4, pd.NA]]
    for other in (rows, np.ma.masked_invalid(scores)):
        assert agreement(other).alpha == agreement(scores).alpha
    assert agreement([["a, b", "c"], ["a, b", "d"]], level="nominal").alpha.value == 0.4
    numbered = frame.replace(
        {f"j{who}": 100 + who for who in range(3)} | {f"i{what}": what for what in range(5)}
    )
    for rows, columns in (("judge", "item"), ("item", "judge")):
        wide = agreement(numbered.pivot(index=rows, columns=columns, values="score"))
        assert (wide.panel.table.judges, wide.alpha) == (("100", "101", "102"), agreement(scores).alpha)
    for other in ([[1, 2], [1]], [1, 2], None, "a.csv", np.zeros((2, 2, 2))):
        with pytest.raises(ValueError, match="array"):
            agreement(other)


def test_outcome_is_the_one_that_other_programs_call():
    verdict = outcome([[8, 8, 4, 4], [9, 8, 5, 4], [7, 8, 3, 3]], ["pro", "pro", "con", "con"])
    assert repr(verdict) == "Outcome(call='pro', ahead=None)"
    assert verdict.call == "pro"
    head, _, *notes = verdict._repr_markdown_().splitlines()
    assert head.startswith("**PRO argued better.** Lead: PRO +4.2 (likely PRO ")
    assert notes == [f"- {one}" for one in verdict.cautions]
    unknown = outcome([[8, 8]], ["pro", "pro"])._repr_markdown_()
    assert unknown.startswith("**No call.** Lead: undefined (one side has no argument).\n\n- A verdict needs")
