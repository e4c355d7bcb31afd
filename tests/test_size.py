"""The product's size stays within its limit, which falls and never rises by itself."""

import json
import pathlib

import pytest

from tools import names, size
from tools.one_way import Count


def test_the_product_is_within_its_limit() -> None:
    limit = json.loads(size.LIMIT.read_text("utf-8"))
    assert size.product().lines <= size.Limit(**limit).most, "python -m tools.size says where the lines are"


def test_lines_are_counted_by_package_and_tests_stand_apart(tmp_path: pathlib.Path) -> None:
    for name, lines in (
        ("app.py", 2),
        ("debate_core/a.py", 3),
        ("debate_core/b/c/d.py", 5),
        ("tests/t.py", 7),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n" * lines, "utf-8")
    assert size.sizes(tmp_path, size.PRODUCT) == {
        "app.py": (2, 1),
        "debate_core": (3, 1),
        "debate_core/b": (5, 1),
    }
    assert size.product(tmp_path) == (10, 3)


@pytest.fixture
def limit(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Where the limit of a product of eight lines stands."""
    (tmp_path / "app.py").write_text("x = 1\n" * 8, "utf-8")
    monkeypatch.setattr(size, "ROOT", tmp_path)
    monkeypatch.setattr(size, "LIMIT", tmp_path / "limit.json")
    monkeypatch.setattr(size.product, "__defaults__", (tmp_path,))
    monkeypatch.setattr(size, "counts", list)
    return size.LIMIT


@pytest.mark.parametrize(("base", "status", "after"), [(10, 0, 8), (8, 0, 8), (7, 0, 7), (5, 1, 5)])
def test_the_limit_falls_by_itself_and_more_than_base_and_budget_fails(
    limit: pathlib.Path, base: int, status: int, after: int
) -> None:
    limit.write_text(json.dumps({"base": base, "budgets": {"1": 2}}), "utf-8")
    assert size.main() == status
    assert json.loads(limit.read_text("utf-8"))["base"] == after


def test_a_count_over_its_limit_fails_and_says_where(
    limit: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limit.write_text(json.dumps({"base": 8, "budgets": {}}), "utf-8")
    for number, status in ((2, 0), (3, 1)):
        found = [Count("places", number, 2, ("a.py:7",))]
        monkeypatch.setattr(size, "counts", lambda found=found: found)
        assert size.main() == status
    assert "a.py:7" in capsys.readouterr().out


def test_a_session_is_read_in_one_module_and_its_values_are_declared_beside_it(
    tmp_path: pathlib.Path,
) -> None:
    for name, text in (
        ("state/session.py", "import streamlit as st\nst.session_state['a'] = 1\n"),
        ("state/watch.py", "pace = SessionValue('pace', 5)\n"),
        ("page.py", "import streamlit as st\nfirst = SessionValue[int]('first', 0)\nst.session_state\n"),
        ("other.py", "def fault(of: str) -> KeptFault:\n    return KeptFault(of)\n"),
    ):
        file = tmp_path / "pages" / "ui" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    *_, by_hand, elsewhere = names.counts(tmp_path)
    assert by_hand.where == ("pages/ui/page.py", "pages/ui/state/session.py")
    assert elsewhere.where == ("pages/ui/other.py:2", "pages/ui/page.py:2")


def test_a_participle_is_seen_as_a_constant_an_attribute_and_a_part_of_a_functions_name(
    tmp_path: pathlib.Path,
) -> None:
    text = "_KEPT = SHOWN_AT = 1\nclass Heard:\n  brought: int\n  def told_of(self, said): self._found = found(said)\n"
    file = tmp_path / "pages" / "page.py"
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    named, lone, *_ = names.counts(tmp_path)
    assert lone.where == ()
    expected = ("1 _KEPT", "2 Heard", "3 brought", "4 told_of", "4 said", "4 _found")
    assert sorted(named.where) == sorted(f"pages/page.py:{one}" for one in expected)


def test_a_function_is_not_called_by_a_participle_alone_but_a_property_may_be(tmp_path: pathlib.Path) -> None:
    text = "def _begun(): ...\ndef heed(): ...\nclass A:\n  @property\n  def known(self): ...\n  def asked(self): ...\n"
    file = tmp_path / "pages" / "page.py"
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    _, lone, *_ = names.counts(tmp_path)
    assert lone.where == ("pages/page.py:1 _begun", "pages/page.py:6 asked")


def test_a_function_that_words_a_figure_says_in_its_name_that_it_returns_text(tmp_path: pathlib.Path) -> None:
    text = "def lead() -> str: ...\ndef _gap_text() -> str: ...\ndef why() -> str | None: ...\ndef n() -> int: ...\n"
    for name in ("debate_core/verdicts/one.py", "debate_core/measuring/other.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
    _, _, bare, *_ = names.counts(tmp_path)
    assert bare.where == ("debate_core/verdicts/one.py:1 lead", "debate_core/verdicts/one.py:3 why")
