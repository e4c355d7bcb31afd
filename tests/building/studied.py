"""A small study whose models are scripted: PRO is the stronger side throughout; conducted once in a process."""

import pathlib
import shutil
import tempfile
from functools import cache
from typing import Any

from debate_core.domain.settings import RetryPolicy
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore, Store
from debate_core.study.conductor import Conductor, Progress
from debate_core.study.design import Study
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
    runner = Runner(store, reach=reach, patience=RetryPolicy(first_wait=0.0, longest_wait=0.0, tries=2))
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
    store.close()
    return path


def put_study(path: pathlib.Path) -> Study:
    """The study, conducted, in a store at that path."""
    shutil.copy(_conducted(), path)
    return study_of()
