"""Whether figures have one way to their words: who declares an interval, who reads one, how many words there are."""

import ast
import pathlib
import re
from collections.abc import Iterator
from typing import NamedTuple

ROOT = pathlib.Path(__file__).parents[1]
MAY_DECLARE = ("debate_core/measuring/", "debate_core/reporting/")
"""Where a type may have a field that is an interval."""
MAY_READ = (
    *("debate_core/measuring/", "debate_core/phrases.py"),
    *("debate_core/reporting/formats.py", "debate_core/study/rows.py"),
    "debate_core/reporting/figures.py",
    *(
        "debate_core/verdicts/verdict.py",
        "debate_core/verdicts/evidence.py",
        "debate_core/verdicts/rules.py",
        "debate_core/verdicts/cautions.py",
    ),
)
"""Where an estimate's `.interval` may be read: statistics, the one wording, the rules, pictures, JSON and tables of
facts."""
NO_WORDS = (
    *("debate_core/calls/", "debate_core/answers/prompt.py"),
    *("debate_core/simulated/", "debate_core/examples/"),
)
"""What speaks to a model, or is a phrase book."""
PHRASE = 4
"""Words from which on a literal is a phrase."""
_TAG = re.compile(r"{[{%#].*?[}%#]}|<[^>]*>", re.DOTALL)


class Count(NamedTuple):
    """A number with its limit, and what it is of."""

    what: str
    number: int
    limit: int
    where: tuple[str, ...] = ()


def counts(root: pathlib.Path = ROOT) -> list[Count]:
    """Every number that this issue's check names."""
    trees = {name: ast.parse(text) for name, text in sources(root)}
    declared = [
        f"{name}:{one}"
        for name, tree in trees.items()
        if not name.startswith(MAY_DECLARE)
        for one in _declares(tree)
    ]
    read = [
        f"{name}:{line}"
        for name, tree in trees.items()
        if not name.startswith(MAY_READ)
        for line in _reads(tree)
    ]
    words = sum(_words(tree) for name, tree in trees.items() if not name.startswith(NO_WORDS))
    templates = (root / "debate_core").rglob("*.html")
    words += sum(len(_TAG.sub(" ", file.read_text("utf-8")).split()) for file in templates)
    return [
        Count(
            "types that declare an interval outside measuring and reporting",
            len(declared),
            1,
            tuple(declared),
        ),
        Count("places that read an interval outside the one way", len(read), 0, tuple(read)),
        Count("words of the product's own text", words, 25_200),
    ]


def sources(root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for top in ("debate_core", "pages"):
        for file in sorted((root / top).rglob("*.py")):
            yield file.relative_to(root).as_posix(), file.read_text("utf-8")


def _declares(tree: ast.Module) -> list[str]:
    """The classes with a field whose name ends in *interval* and which is no `Estimate`."""
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and field.target.id.endswith("interval")
            and "tuple" in ast.unparse(field.annotation)
            for field in node.body
        )
    ]


def _reads(tree: ast.Module) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "interval" and isinstance(node.ctx, ast.Load)
    ]


def _words(tree: ast.Module) -> int:
    """The words of literals that are phrases, an f-string being one; docstrings are no text of the product."""
    docs, inner = set(), set()
    found = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            docs |= {id(one.value) for one in body if isinstance(one, ast.Expr)}
        if isinstance(node, ast.JoinedStr):
            inner |= {id(one) for one in ast.walk(node)}
            parts = (one.value for one in node.values if isinstance(one, ast.Constant))
            found.append(" ".join(part for part in parts if isinstance(part, str)))
    found += [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs | inner
    ]
    return sum(count for text in found if (count := len(text.split())) >= PHRASE)
