"""`make mutants` makes one fault at a time, where a fault can be told."""

import ast
import pathlib
import types
from importlib.machinery import SourceFileLoader

import pytest

from tools import faults


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", "a <= b"),
        ("a == b", "a != b"),
        ("a and b", "a or b"),
        ("a + b", "a - b"),
        ("b if a else c", "b if not a else c"),
        ("True", "False"),
        ("3", "4"),
    ],
)
def test_one_node_is_changed(before: str, after: str) -> None:
    fault = faults.mutated(ast.parse(before, mode="eval").body)
    assert fault is not None
    assert ast.unparse(fault) == after


def test_neither_prose_nor_types_nor_names_are_changed(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "some.py"
    file.write_text('"""7"""\ndef f(a: "Literal[3]" = 2) -> "Literal[4]":\n    "8"\n    return a\n', "utf-8")
    with file.open("a", encoding="utf-8") as more:
        more.write("@dataclass(frozen=True)\nclass One:\n    a: int = 6\nif TYPE_CHECKING:\n    import c\n")
        more.write("zip(a, b, strict=True)\nConfigDict(frozen=True, strict=7)\nCELLS = 8\n")
        more.write("c = rng.random() < b\nc = a > b + TOLERANCE\nc = a > b * TOLERANCE\n")
    places = [(one.line, one.was) for one in faults.sites(file)]
    expected = [(2, "2"), (4, "return a"), (7, "6"), (11, "7"), (14, "b + TOLERANCE")]
    expected += [(15, "a > b * TOLERANCE"), (15, "b * TOLERANCE")]
    assert sorted(places) == expected


def test_a_function_is_changed_where_it_is_and_what_runs_at_import_is_not(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "sums.py"
    file.write_text("MOST = 3\ndef plus(a):\n    return [a + b for b in (1, 2)]\n", "utf-8")
    module = types.ModuleType("sums")
    SourceFileLoader("sums", str(file)).exec_module(module)
    found = {one.was: one for one in faults.sites(file)}
    assert not faults.put_in(found["3"])
    assert module.plus(4) == [5, 6]
    assert faults.put_in(found["a + b"])
    assert module.plus(4) == [3, 2]
