"""Do the tests notice? A seeded sample of small faults, one at a time, each met by the tests that are about it.

`python -m tools.mutants` (also `make mutants`) changes a condition, a comparison, a returned value or a constant in
memory, runs that package's tests, whatever other tests import the module or bear its name, and its own examples, and
lists what survived. Nothing is written. The tests of the first are tried without a fault before: where they fail,
nothing is told.
"""

import argparse
import ast
import copy
import importlib
import importlib.machinery
import multiprocessing
import os
import pathlib
import random
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

ROOT = pathlib.Path(__file__).parents[1]
CORE = ROOT / "debate_core"
NOT_MEANT = ("examples", "judging", "__main__.py", "rubric.py", "verdict.py", "llm/local_server.py")
"""What has no tests of its own: samples, names for other programs, and a program that only the local model's run."""
LEFT_OUT = "not browser and not pages and not local_model and not crash"
PAGES = ("browser", "pages")
SECONDS, LONGEST = 120, 1200
"""After so many seconds of work, or so many that passed, a mutant that doesn't end counts as noticed."""
AT_ONCE = {"BLOCK", "VALUE_BLOCK", "MOMENT_BLOCK", "CELLS"}
SWAPPED: dict[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """One fault: the node at `index` (in the order of `ast.walk`) of a file, changed; none where it `was` nothing."""

    file: pathlib.Path
    index: int
    line: int
    was: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}  {self.was or 'as it is'}"

    @property
    def tests(self) -> list[str]:
        """The module's examples, the tests that import it or bear its name, of its own package first, and its rest."""
        parts = self.file.relative_to(ROOT).with_suffix("").parts
        own = ROOT / "tests" / parts[1], ROOT / "tests" / f"test_{parts[1]}.py"
        every = [file for file in (ROOT / "tests").rglob("test_*.py") if file.parent.name not in PAGES]
        every.sort(key=lambda file: (not {file, *file.parents} & {*own}, file))
        names = ".".join(parts), f"from {'.'.join(parts[:-1])} import {parts[-1]}\n"
        of_it = f"test_{self.file.name}"
        named = [
            one for one in every if one.name == of_it or any(name in one.read_text("utf-8") for name in names)
        ]
        rest = [file for file in every if {file, *file.parents} & {*own} and file not in named]
        return [str(self.file), *map(str, [*named, *rest])]


def sites(file: pathlib.Path) -> Iterator[Mutant]:
    """Every place of a file where a fault can be made."""
    tree = ast.parse(file.read_text("utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    unseen = {id(part) for node in ast.walk(tree) for one in _unseen(node) for part in ast.walk(one)}
    for index, node in enumerate(ast.walk(tree)):
        if id(node) not in prose | unseen and mutated(node) is not None:
            yield Mutant(file, index, node.lineno, ast.unparse(node)[:90].splitlines()[0])


def _unseen(node: ast.AST) -> list[ast.AST]:
    """What changes nothing that a program which works could notice: annotations; decorators (`frozen=True`, a cache's
    size); `strict=True` of a `zip`, whose parts are of one length; `frozen=True` of a model, which nothing assigns to;
    what only the type checker imports; how much is worked out at once, which is for speed and memory alone."""
    parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    parts += getattr(node, "decorator_list", [])
    match node:
        case ast.Call(func=ast.Name(id="zip" | "ConfigDict" as name), keywords=given):
            guard = {"zip": "strict", "ConfigDict": "frozen"}[name]
            parts += [one for one in given if one.arg == guard and ast.unparse(one.value) == "True"]
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            parts.append(node)
        case ast.Assign() if AT_ONCE & {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}:
            parts.append(node)
    return [part for part in parts if isinstance(part, ast.AST)]


def mutated(node: ast.AST) -> ast.AST | None:
    """The node with a fault; None where none is made of its kind."""
    changed: Any = copy.copy(node)
    match node:
        case ast.Compare(ops=[first, *rest]) if type(first) in SWAPPED:
            changed.ops = [SWAPPED[type(first)](), *rest]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPPED:
            changed.op = SWAPPED[type(op)]()
        case ast.If(test=test) | ast.IfExp(test=test):
            changed.test = ast.copy_location(ast.UnaryOp(op=ast.Not(), operand=test), test)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            changed.value = ast.copy_location(ast.Constant(None), value)
        case ast.Constant(value=bool() as value):
            changed.value = not value
        case ast.Constant(value=int() | float() as value):
            changed.value = value + 1
        case _:
            return None
    return ast.fix_missing_locations(changed)


class _Swap(ast.NodeTransformer):
    def __init__(self, wanted: ast.AST | None) -> None:
        self.wanted = wanted

    def visit(self, node: ast.AST) -> Any:
        return mutated(node) if node is self.wanted else self.generic_visit(node)


def _code(mutant: Mutant) -> Any:
    tree = ast.parse(mutant.file.read_text("utf-8"))
    wanted = list(ast.walk(tree))[mutant.index] if mutant.was else None
    return compile(ast.fix_missing_locations(_Swap(wanted).visit(tree)), str(mutant.file), "exec")


def _run(mutant: Mutant) -> None:
    """In a process of its own: the tests, with the mutant in place of the module; exit status 1 where one fails."""
    usual, code = importlib.machinery.SourceFileLoader.get_code, _code(mutant)

    def get_code(loader: Any, name: str) -> Any:
        return code if pathlib.Path(loader.path) == mutant.file else usual(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1), os.dup2(sink, 2)
    signal.alarm(LONGEST)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    import pytest  # noqa: PLC0415  after the fork, with the loader in place

    status = pytest.main([*mutant.tests, "-x", "-q", "-m", LEFT_OUT, "--assert=plain"])
    os._exit(int(status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)))


def survives(mutant: Mutant) -> bool:
    """Whether the tests pass with the fault in place, which is said at once: all of them take a while."""
    child = multiprocessing.get_context("fork").Process(target=_run, args=(mutant,))
    child.start()
    child.join()
    print("noticed " if child.exitcode else "survived", mutant, flush=True)
    return child.exitcode == 0


def sample(count: int, seed: int, packages: list[str]) -> list[Mutant]:
    """So many mutants, each place as likely as any other."""
    files = [
        file
        for file in sorted(CORE.rglob("*.py"))
        if not (part := file.relative_to(CORE).as_posix()).startswith(NOT_MEANT)
        and (not packages or part.partition("/")[0].removesuffix(".py") in packages)
    ]
    every = [one for file in files for one in sites(file)]
    return random.Random(seed).sample(every, min(count, len(every)))


def main() -> int:
    """Print what survived; 1 where under nine in ten were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("packages", nargs="*", help="packages of debate_core; all by default")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, chosen = time.monotonic(), sample(given.count, given.seed, given.packages)
    for heavy in ("numpy", "pydantic", "pytest", "scipy.special", "scipy.stats"):
        importlib.import_module(heavy)  # once, for all children
    if chosen and not survives(replace(chosen[0], was="")):
        parser.error("the tests fail without a fault, so they would notice any")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        noticed = len(chosen) - sum(pool.map(survives, chosen))
    print(f"{noticed} of {len(chosen)} noticed, in {time.monotonic() - began:.0f} s (seed {given.seed})")
    return int(noticed < 0.9 * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
