"""Where in `debate_core` a small fault can be made, and how one is put into a program that runs.

A fault changes a condition, a comparison, a returned value or a constant; nothing is written. `tools.mutants` asks
which of them the tests notice.
"""

import ast
import copy
import functools
import gc
import pathlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

ROOT = pathlib.Path(__file__).parents[1]
CORE = ROOT / "debate_core"
NOT_MEANT = ("examples", "judging", "__main__.py", "rubric.py", "verdict.py", "llm/local_server.py")
"""What has no tests of its own: samples, names for other programs, and a program that only the local model's run."""
PAGES = ("browser", "pages")
AT_ONCE = {"BLOCK", "VALUE_BLOCK", "MOMENT_BLOCK", "CELLS"}
ORDERS = {ast.Lt, ast.LtE, ast.Gt, ast.GtE}
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


@functools.cache
def source_of(file: pathlib.Path) -> str:
    """As it stood when it was first read: somebody may work in the folder meanwhile."""
    return file.read_text("utf-8")


def sites(file: pathlib.Path) -> Iterator[Mutant]:
    """Every place of a file where a fault can be made."""
    tree = ast.parse(source_of(file))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    unseen = {id(part) for node in ast.walk(tree) for one in _unseen(node) for part in ast.walk(one)}
    for index, node in enumerate(ast.walk(tree)):
        if id(node) in prose | unseen or mutated(node) is None:
            continue
        if isinstance(node, ast.expr | ast.stmt):
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
        case ast.Compare(ops=[first, *rest]) if type(first) in SWAPPED and not _hairline(node):
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
    whole: ast.AST = ast.fix_missing_locations(changed)
    return whole


def _hairline(node: ast.Compare) -> bool:
    """Whether `<` and `<=` come to the same: one side is drawn at random, out of 2**53 fractions, or it is the
    tolerance, or has it added, by which what rounding parts is the same."""
    sides = [node.left, *node.comparators]
    ends = [getattr(one, "right", one) for one in sides if not isinstance(getattr(one, "op", None), ast.Mult)]
    names = [getattr(part, "id", getattr(part, "attr", "")) for one in sides for part in ast.walk(one)]
    drawn = not {"drawn", "random"}.isdisjoint(names)
    return type(node.ops[0]) in ORDERS and (
        drawn or any(getattr(one, "id", "") == "TOLERANCE" for one in ends)
    )


class _Swap(ast.NodeTransformer):
    def __init__(self, wanted: ast.AST | None) -> None:
        self.wanted = wanted

    def visit(self, node: ast.AST) -> Any:
        return mutated(node) if node is self.wanted else self.generic_visit(node)


def code_of(mutant: Mutant, *, fault: bool) -> CodeType:
    tree = ast.parse(source_of(mutant.file))
    wanted = list(ast.walk(tree))[mutant.index] if fault else None
    return compile(ast.fix_missing_locations(_Swap(wanted).visit(tree)), str(mutant.file), "exec")


def _changed(was: CodeType, now: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Each code that the fault changes, or that holds one, as it was and as it is; the outermost first."""
    if was != now:
        yield was, now
        parts = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (was, now)]
        for pair in zip(*parts, strict=False):
            yield from _changed(*pair)


@functools.cache
def changed(mutant: Mutant) -> list[tuple[CodeType, CodeType]]:
    return list(_changed(code_of(mutant, fault=False), code_of(mutant, fault=True)))


def put_in(mutant: Mutant) -> bool:
    """Change the functions of a module that is imported; False where the fault is in what ran at its import."""
    new = dict(changed(mutant))
    hit = [one for one in gc.get_objects() if type(one) is FunctionType and one.__code__ in new]
    for one in hit:
        one.__code__ = new[one.__code__]
    *_, (innermost, _) = new.items()
    return any(innermost.co_qualname.startswith(one.__code__.co_qualname) for one in hit)


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
