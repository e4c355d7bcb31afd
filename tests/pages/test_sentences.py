"""What the result pages say first, read off reports."""

import pytest

from debate_core.exports.numbers import consistency_words, headline, shared_errors
from debate_core.measuring.estimate import Estimate
from debate_core.report import Report, ReportSettings
from debate_core.report.drawn import alpha_moves
from debate_core.report.outcome_words import luck
from pages.ui.shown.sentences import (
    influence_sentence,
    reading_sentence,
)
from pages.ui.shown.words import escaped
from tests.building.structured import report_in


def _on(models: tuple[str, ...]) -> Report:
    found = report_in("agreed")
    judges = tuple(
        judge.model_copy(update={"model": model}) for judge, model in zip(found.judges, models, strict=True)
    )
    return found.model_copy(update={"judges": judges})


@pytest.mark.parametrize(
    ("models", "said"),
    [
        (("openai:a",) * 4, "All these judges run on one model (openai\\:a): they share errors"),
        (("openai:a", "openai:a", "gemini:b", "openai:a"), "Three of these judges run on one model"),
        (("openai:a", "gemini:b", "ollama:c", "local:d"), "Each judge runs on a model of its own"),
        (
            ("simulated:standard",) * 4,
            "These simulated judges err independently, unless a leaning is set for them all",
        ),
    ],
)
def test_shared_errors_are_said_where_judges_share_a_model(models: tuple[str, ...], said: str) -> None:
    assert said in shared_errors(_on(models), escaped).replace("\u2060", "")


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        ((-0.047, 1.2), "from just under 0 to 1.2"),
        ((0.004, 1.2), "from just over 0 to 1.2"),
        ((0.3, 1.2), "from 0.3 to 1.2"),
    ],
)
def test_a_bound_near_0_shows_on_which_side_it_lies(interval: tuple[float, float], said: str) -> None:
    report = report_in("agreed")
    gap = Estimate(value=0.6, interval=interval, level=0.9)
    outcome = report.outcome.model_copy(update={"gap": gap, "call": "pro"})
    report = report.model_copy(update={"outcome": outcome})
    assert said in (reading_sentence(report) or "")
    assert said.removeprefix("from ") in headline(report)


@pytest.mark.parametrize("call", ["pro", "con"])
def test_the_odds_name_what_they_take_for_granted(call: str) -> None:
    report = report_in("agreed")
    gap = Estimate(value=1.0 if call == "pro" else -1.0, level=0.9)
    changes = {"call": call, "gap": gap, "p_pro": 0.97 if call == "pro" else 0.03}
    changed = report.model_copy(update={"outcome": report.outcome.model_copy(update=changes)})
    said = luck(changed)["text"]
    assert f"97% likely that {call.upper()} argued better" in said
    assert "neither side was favoured beforehand" in said
    assert "if each of them errs by itself" in said


def test_consistency_is_not_called_calibrated_where_nothing_was() -> None:
    assert consistency_words(report_in("agreed")) == "Scores, once calibrated"
    as_given = report_in("agreed", ReportSettings(calibration="none"))
    assert consistency_words(as_given) == "Scores as given: alpha again"
    assert as_given.agreement.consistency.value == as_given.agreement.alpha.value
    apart = as_given.calibration.model_copy(update={"method": "additive", "note": "they share no argument"})
    assert "as given" in consistency_words(as_given.model_copy(update={"calibration": apart}))


def test_influence_names_who_and_what_moves_alpha_most() -> None:
    found = report_in("split")
    left = found.agreement.without_judge
    whole = found.agreement.alpha.value
    assert whole is not None
    furthest = max(left, key=lambda name: abs((left[name] or whole) - whole))
    assert f"without {furthest} it would be" in influence_sentence(found)
    moves = alpha_moves(found, {"one": whole + 0.25, "undefined": None})
    assert moves == {"one": pytest.approx(0.25), "undefined": None}


def test_an_undefined_alpha_hangs_on_nothing() -> None:
    assert "undefined" in influence_sentence(report_in("undefined"))
