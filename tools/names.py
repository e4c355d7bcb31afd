"""Whether things are called what the field calls them: no participle as a name, no class name twice, few splinters; and
whether what a session keeps has one home."""

import ast
import collections
import pathlib
from collections.abc import Iterator, Mapping

from tools.one_way import ROOT, Count, sources

SESSION = "pages/ui/state/"
"""Where a session's values are declared; one module there reads and writes them."""
VALUES = frozenset({"SessionValue", "KeptFault", "SeenLast"})
PARTICIPLES = frozenset({"anew", "brought", "found", "heard", "kept", "said", "shown", "told"})
IRREGULAR = frozenset(
    [
        "begun",
        "built",
        "drawn",
        "forgotten",
        "given",
        "gone",
        "grown",
        "held",
        "known",
        "left",
        "lost",
        "made",
        "met",
        "paid",
        "seen",
        "sent",
        "spoken",
        "taken",
        "written",
    ]
)
# What stays: keys of stored events (`found` and `shown` in store/events, domain/live_judge, scorecard; `brought` of a
# transcript's configuration) and of reports (`found`, `shown`, `brought` in library/report, measuring/people).

WORDED = ("debate_core/phrases.py", "debate_core/reporting/", "debate_core/verdicts/")
_TEXTS = ("text", "title", "sentence", "note", "reason", "words", "csv", "html", "markdown", "json")
ENDINGS = frozenset({*_TEXTS, "name", "link", "address", "id", "key", "step"})
"""What a function's name ends in there, if it returns text. A verb that changes a text has none and is counted."""


def counts(root: pathlib.Path = ROOT) -> list[Count]:
    """The numbers, each with the limit it had when it was last lowered."""
    texts = dict(sources(root))
    trees = {name: ast.parse(text) for name, text in texts.items()}
    by_hand = [file for file, text in texts.items() if "session_state" in text]
    elsewhere = [
        f"{file}:{line}"
        for file, tree in trees.items()
        if not file.startswith(SESSION)
        for line in _session_values(tree)
    ]
    named = [f"{file}:{line} {name}" for file, tree in trees.items() for line, name in _by_participle(tree)]
    lone = [f"{file}:{line} {name}" for file, tree in trees.items() for line, name in _lone_participles(tree)]
    bare = [
        f"{file}:{line} {name}"
        for file, tree in trees.items()
        if file.startswith(WORDED)
        for line, name in _bare_texts(tree)
    ]
    homes = collections.defaultdict(list)
    for file, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(file)
    twice = [f"{name} ({len(files)})" for name, files in sorted(homes.items()) if len(files) > 1]
    single = splinters(trees)
    return [
        Count("variables, arguments and definitions named by a participle", len(named), 18, tuple(named)),
        Count("functions named by one word that is a participle", len(lone), 3, tuple(lone)),
        Count(
            "functions that word figures and return a text without a name that says so",
            len(bare),
            23,
            tuple(bare),
        ),
        Count("class names defined twice or more", len(twice), 3, tuple(twice)),
        Count("files that a single other one imports", len(single), 25, tuple(single)),
        Count("files that read or write the session themselves", len(by_hand), 1, tuple(by_hand)),
        Count(f"values of the session declared outside {SESSION}", len(elsewhere), 0, tuple(elsewhere)),
    ]


def _session_values(tree: ast.Module) -> Iterator[int]:
    """Where one is made, with its type or without."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name))):
                if name in VALUES:
                    yield node.lineno


def _by_participle(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(ctx=ast.Store(), id=name)
                | ast.Attribute(ctx=ast.Store(), attr=name)
                | ast.arg(arg=name)
            ):
                if name.strip("_").casefold() in PARTICIPLES:
                    yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if PARTICIPLES & set(name.casefold().split("_")):
                    yield node.lineno, name


def _lone_participles(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Functions called as `_begun` is; a property may be, as an adjective of what it belongs to."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                word = name.strip("_")
                regular = "_" not in word and word.endswith("ed") and not word.endswith("eed")
                is_property = any("property" in ast.unparse(one) for one in node.decorator_list)
                if (regular or word in IRREGULAR) and not is_property:
                    yield node.lineno, name


def _bare_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name, returns=ast.expr() as kind) if ast.unparse(kind) in (
                "str",
                "str | None",
            ):
                if name.strip("_").rsplit("_", 1)[-1] not in ENDINGS:
                    yield node.lineno, name


def splinters(trees: Mapping[str, ast.Module]) -> list[str]:
    """The modules that are imported in one place only, `__init__` and `__main__` apart and plain routes, which the app
    names as it does the script."""
    places = {file.removesuffix(".py").replace("/", "."): file for file in trees}
    importers = collections.defaultdict(set)
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for module in (node.module, *(f"{node.module}.{one.name}" for one in node.names)):
                    importers[module].add(file)
    return [
        file
        for module, file in places.items()
        if len(importers[module]) == 1
        and not file.endswith(("__init__.py", "__main__.py"))
        and not file.startswith("pages/routes/")
    ]
