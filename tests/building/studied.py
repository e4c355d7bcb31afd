"""A small study whose models are scripted: PRO is the stronger side throughout; conducted once in a process."""

import pathlib
import shutil
import tempfile
from functools import cache
from typing import Any

from debate_core.domain.settings import RetryPolicy
from debate_core.library.library import list_summaries
from debate_core.llm.catalogue import Access
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import OverTopics
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore, Store
from debate_core.study.conductor import Conductor, Progress
from debate_core.study.design import Study
from debate_core.study.shape import (
    AgreementRow,
    OrderRow,
    OwnRow,
    PairRow,
    RepeatRow,
    RereadRow,
    SharedRow,
    SideRow,
    StrengthRow,
    StudyReport,
    VersusRow,
)
from tests.voices import Scripted, answer, reaching

CAREFUL, HASTY = "simulated:careful", "simulated:hasty"
TOPICS = ("Libraries should stay open until nine", "Shops should open on Sundays", "Buses should be free")


PANEL = {"judges": [{"name": "Ada", "domain": "general"}, {"name": "Bo", "domain": "risk"}]}


def study_of(**changes: Any) -> Study:
    """Three topics, both sides, judged twice by two judges: 12 debates, 6 of which buy speeches."""
    base = {} if "panels" in changes else {"arguments_per_side": 2, "panel": PANEL}
    given = {
        "name": "small",
        "topics": TOPICS,
        "pairs": [(CAREFUL, HASTY)],
        "readings": 2,
        "base": base,
        **changes,
    }
    return Study.model_validate({"families": {CAREFUL: "careful", HASTY: "hasty"}, **given})


def conduct(store: Store, study: Study, model: Any = None) -> tuple[Progress, Conductor]:
    """Conduct a study with a scripted model, as far as it goes."""
    reach = reaching(model or Scripted(otherwise=answer))
    runner = Runner(store, reach=reach, retry=RetryPolicy(first_wait=0.0, longest_wait=0.0, tries=2))
    conductor = Conductor(study, runner, Access())
    try:
        return conductor.conduct(), conductor
    finally:
        runner.close()


@cache
def _conducted() -> pathlib.Path:
    path = pathlib.Path(tempfile.mkdtemp()) / "study.sqlite3"
    store = SQLiteStore(path)
    progress, _ = conduct(store, study_of())
    assert progress.finished == progress.planned == 12, progress
    list_summaries(store)
    store.close()
    return path


def put_study(path: pathlib.Path) -> Study:
    """The study, conducted, in a store at that path."""
    shutil.copy(_conducted(), path)
    return study_of()


def over(value: float | None, *ends: float, n: int = 12) -> OverTopics:
    reason = None if ends else "too few topics"
    return OverTopics(
        value=value, interval=(ends[0], ends[1]) if ends else None, n=n, topics=4, reason=reason
    )


def _share(value: float | None, *ends: float) -> Estimate:
    return over(value, *ends).through(float)


def _side(
    name: str, model: str | None, leans: Any, lean: OverTopics, same: OverTopics, *both: int
) -> SideRow:
    pro, con = both
    return SideRow(name=name, model=model, leans=leans, lean=lean, same_side=same, pro_both=pro, con_both=con)


def by_hand() -> dict[str, StudyReport]:
    """What studies can say: of two panels, with much that is clear; of one, in part simulated; and with little."""
    wide = _side("wide", None, None, over(0.4, -0.2, 1.0), over(0.25, 0.05, 0.6), 2, 1)
    ada = _side("Ada", "x:a", "pro", over(0.5, 0.035, 1.0), over(0.5, 0.2, 0.8, n=6), 2, 1)
    bo = _side("Bo", "x:b", None, over(-0.1, -0.8, 0.6), over(None, n=1), 0, 0)
    again = {
        "again": over(0.9, 0.7, 0.98),
        "again_chance": 0.4,
        "seed": over(0.6, 0.3, 0.8),
        "seed_chance": 0.35,
    }
    repeats = (
        RepeatRow(panel="wide", **again),
        RepeatRow(panel="deep", **{**again, "again": over(None), "again_chance": None}),
    )
    orders = (
        OrderRow(name="Ada", model="x:a", preference=over(0.5, 0.1, 0.9), noise=_share(0.6, 0.4, 0.9)),
        OrderRow(name="Bo", model="x:b", preference=over(-0.5, -0.9, -0.1), noise=_share(None)),
    )
    own = (
        OwnRow(name="Ada", model="x:a", family="x", points=over(0.5, 0.035, 1.0)),
        OwnRow(name="Bo", model="y:b", family="y", points=over(0.2, -0.3, 0.7)),
    )
    strengths = (
        StrengthRow(model="x:one", strength=over(0.5, 0.1, 0.9), chance=_share(0.62, 0.52, 0.71)),
        StrengthRow(model="y:one", strength=over(-0.5, -0.9, -0.1), chance=_share(0.38, 0.29, 0.48)),
    )
    alike = over(0.5, 0.3, 0.66, n=72)
    agreement = (
        AgreementRow(panel="wide", debates=12, alpha=over(0.55, 0.4, 0.7, n=72)),
        AgreementRow(panel="deep", debates=1, alpha=over(None, n=6)),
    )
    shared = (
        SharedRow(panel="wide", families={"x": 2, "y": 3}, share=over(0.1, -0.2, 0.4)),
        SharedRow(panel="deep", families={"x": 2}, share=over(0.3, 0.1, 0.5)),
    )
    deep = _side("deep", None, "pro", over(0.9, 0.1, 1.7), over(0.75, 0.4, 0.95), 6, 3)
    versus = VersusRow(first="x:one", second="y:one", lead=over(-1.2, -2.0, -0.4), won=6, lost=10, level=7)
    counts = {
        "topics": 4,
        "planned": 30,
        "finished": 24,
        "running": 1,
        "not_begun": 2,
        "stopped": 1,
        "imported": 1,
    }
    two = StudyReport(
        **{**counts, "calls": 1234, "tokens": 56_789, "cost": 1.25, "cost_reason": None},
        name="By hand",
        simulated="no",
        outcomes={"pro": 9, "con": 7, "no_call": 8},
        panels_position=(wide, deep),
        judges_position=(ada, bo),
        repeats=repeats,
        orders=orders,
        own=own,
        strengths=strengths,
        versus=versus,
        agreement=agreement,
        shared=shared,
        rereads=(RereadRow(name="Ada", model="x:a", alpha=over(0.7, 0.5, 0.85)),),
        side=over(0.3, -0.1, 0.7),
        pairs=(PairRow(first=("Ada", "x:a"), second=("Bo", "x:b"), alpha=alike),),
    )
    even = wide.model_copy(update={"same_side": over(0.5, 0.2, 0.8), "pro_both": 4, "con_both": 2})
    one = two.model_copy(
        update={
            "simulated": "partly simulated: Ada",
            "running": 0,
            "imported": 0,
            "repeats": repeats[1:],
            "panels_position": (even,),
            "orders": orders[:1],
            "own": own[1:],
            "shared": shared[:1],
            "judges_position": (ada, bo.model_copy(update={"lean": over(-0.6, -1.0, -0.2), "leans": "con"})),
            "strengths": (
                StrengthRow(model="y:one", strength=over(0.1, -0.5, 0.7), chance=_share(0.52, 0.4, 0.66)),
            ),
            "versus": VersusRow(
                first="x:one", second="y:two", lead=over(1.2, 0.4, 2.0), won=9, lost=7, level=8
            ),
            "agreement": agreement[:1],
        }
    )
    little = one.model_copy(
        update={
            "judges_position": (bo,),
            "repeats": repeats[:1],
            "strengths": strengths[:1],
            "orders": (orders[0].model_copy(update={"preference": over(None)}),),
            "own": (own[0].model_copy(update={"points": over(None)}),),
        }
    )
    return {"two_panels": two, "one_panel": one, "little": little}
