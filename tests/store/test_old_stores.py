"""A store that version 0.1.0 wrote (commit 006875f) opens with the same facts, and reports the same figures.

It holds a structured debate with a known outcome, another, a live exchange of 12 turns with personalities, a failed
turn and an overturned flag, one stopped half way, one paused by its budget, and one in which two of five judges failed:
*Risk manager*, beside *Risk*, and one whose key was refused.
"""

import gzip
import hashlib
import json
import math
import pathlib
import re
import shutil

import pytest

from debate_core.calls import KINDS, graph
from debate_core.calls.ask import ModelTask
from debate_core.library.library import read_history
from debate_core.library.report import ReportSettings, report
from debate_core.llm.errors import FAILURE_WORDS
from debate_core.store import SQLiteStore
from debate_core.store.record import load

STORES = pathlib.Path(__file__).parents[1] / "fixtures" / "stores"
EXPECTED = json.loads(gzip.decompress((STORES / "0.1.0.reports.json.gz").read_bytes()))
PROMPTS = json.loads((STORES / "0.1.0.prompts.json").read_bytes())
"""Of each prompt, by record and step, the beginning of a digest, made before wordings had numbers."""
SETTINGS = {
    "default": ReportSettings(rules="independent"),
    "classic": ReportSettings(calibration="zscore", weights="classic", rules="classic"),
    "equal": ReportSettings(calibration="minmax", weights="equal", rules="independent"),
}
"""As they were called then: the default rules of that time are the independent ones of today."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("old") / "log.sqlite3"
    shutil.copy(STORES / "0.1.0.sqlite3", path)
    store = SQLiteStore(path)
    yield store
    store.close()


def words_now(text):
    """A cause as 0.1.0 kept it, `kind: message`, as a report says it since: in what was said of it alone."""
    kind, _, message = text.partition(": ")
    return message if kind in FAILURE_WORDS else text


ROUNDS = {f".scorecard.{name}" for name in ("reason", "rounds", "rounds_won", "means", "running")}
USED = {f".usage.{name}" for name in ("cost", "reason", "seconds")}
LEFT = {".agreement.alpha.panel_mean", ".robustness_sentence", *USED, *ROUNDS}
"""What is no longer said: coefficients with intervals stand in the place of one; what nobody charges for has no price,
which is not 0; what passes when all is over is no time of the debate; rounds are counted from turn 2 on; and more
changes are tried than were counted."""
RULES = re.compile(r"\.outcome\.(reasons|cautions)|\.robustness\[\d+\]\.(call|flips)")
"""What the default rules decide, which look at other figures since; the call itself is looked at apart."""
DISPUTES = re.compile(
    r"\.arguments\[\d+\]\.(divergent|chance)|\.(review|helps)|\.settings\.rules|\.look_first"
)
"""How arguments are tested for being disputed, and what the rules are called, have changed since."""
SCORECARD = re.compile(r"\.scorecard\.(leader|by|rounds|rounds_won)|\.differ$")
"""A lead on the scorecard is one beyond chance since, and without a live judge the verdict's."""
HISTORY = re.compile(
    r"\.outcome\.(gap|se|interval|p_pro|sides)|\.judges\[\d\]\.(weight|share|past\.error_variance)|\.effective_judges"
    r"|\.robustness\[5\]\.same"
)
"""What hangs on evidence weights, which come from 10 past debates on, no longer from 3."""

WORDS = re.compile(
    r"(reasons|cautions)\[\d+\]$|_(reason|said|sentence)$|\.reasons\.\w+$|\.why_null\."
    r"|\.(reason|reading|sentence|note|why|unit|change|judges_said|simulated_said|doing)$"
)
"""The product's own sentences: a better one is no other figure. That there is one, and how many, is compared."""


def differences(old, new, where=""):
    """Every place where `new` lacks a value that `old` has, or has another; what was added is no difference."""
    if where in LEFT:
        return []
    if where in {".outcome.cautions", ".robustness"}:
        new = new and new[: len(old)]
    if isinstance(old, dict) and isinstance(new, dict):
        return [d for key in old for d in differences(old[key], new.get(key), f"{where}.{key}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            d
            for n, pair in enumerate(zip(old, new, strict=True))
            for d in differences(*pair, f"{where}[{n}]")
        ]
    if isinstance(old, float) and isinstance(new, float):
        return [] if math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-9) else [f"{where}: {old} is {new}"]
    if isinstance(old, str) and WORDS.search(where) and " " in old:
        return [] if isinstance(new, str) and new else [f"{where}: {old!r} is {new!r}"]
    if isinstance(old, str) and (".cause" in where or ".live_failures" in where):
        old = words_now(old)
    return [] if old == new else [f"{where}: {old!r} is {new!r}"]


@pytest.mark.slow
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("record", EXPECTED)
def test_every_figure_of_an_old_debate_is_what_it_was(store, record, settings):
    held = load(store, record)
    found = report(held, read_history(store, held), SETTINGS[settings]).model_dump(mode="json", by_alias=True)
    past = [
        one for one in differences(EXPECTED[record][settings], found) if not _expected(record, settings, one)
    ]
    assert past == []
    assert found["outcome"]["call"] == EXPECTED[record][settings]["outcome"]["call"]


def _expected(record, settings, difference):
    """Rules, evidence weights and the scorecard's lead have changed since; what classic rules decide has not."""
    if SCORECARD.match(difference):
        return True
    of_weights = (record, settings) == ("structured02", "default") and HISTORY.match(difference)
    return settings != "classic" and (of_weights or RULES.match(difference) or DISPUTES.match(difference))


@pytest.mark.slow
@pytest.mark.parametrize("record", PROMPTS)
def test_an_old_debate_goes_on_in_the_words_it_began_with(store, record):
    held = load(store, record)
    asked = ((step.name, KINDS[step.kind].at(held, step)) for step in graph(held.config))
    prompts = {name: ask.prompt("0" * 32) for name, ask in asked if isinstance(ask, ModelTask)}
    assert {name: _digest(prompt) for name, prompt in prompts.items()} == PROMPTS[record]


def _digest(prompt):
    messages = [(one.role, one.content, one.cacheable) for one in prompt.messages]
    words = json.dumps([messages, prompt.schema], sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()[:12]
