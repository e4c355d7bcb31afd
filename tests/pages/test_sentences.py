"""What the result pages say first, read off reports."""

import pytest

from debate_core.report import Report
from pages.ui.widgets.sentences import influence_sentence, shared_errors_sentence
from tests.charts.debates import report_in


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
        (("simulated:standard",) * 4, "These simulated judges err each by itself"),
    ],
)
def test_shared_errors_are_said_where_judges_share_a_model(models: tuple[str, ...], said: str) -> None:
    assert said in shared_errors_sentence(_on(models)).replace("\u2060", "")


def test_influence_names_who_and_what_moves_alpha_most() -> None:
    found = report_in("split")
    left = found.agreement.without_judge
    whole = found.agreement.alpha.value
    assert whole is not None
    furthest = max(left, key=lambda name: abs((left[name] or whole) - whole))
    assert f"without {furthest} it would be" in influence_sentence(found)


def test_an_undefined_alpha_hangs_on_nothing() -> None:
    assert "undefined" in influence_sentence(report_in("undefined"))
