"""How many lines and files of Python the product has, by package, and whether that is within its limit.

`python -m tools.size` prints it and lowers the limit where the code has shrunk; its exit status is 1 over the limit.
A commit raises the limit only by writing the budget of its issue into `tools/size_limit.json`.
"""

import collections
import json
import pathlib
import sys
from typing import NamedTuple

from tools import names, one_way
from tools.one_way import Count

ROOT = pathlib.Path(__file__).parents[1]
LIMIT = ROOT / "tools" / "size_limit.json"
PRODUCT = ("app.py", "debate_core", "pages")
APART = ("tests", "bench", "tools")


def counts() -> list[Count]:
    """Every number beside the lines that has a limit."""
    return [*one_way.counts(), *names.counts()]


class Size(NamedTuple):
    """Physical lines of Python, blank ones and comments too, and the files that hold them."""

    lines: int
    files: int


def sizes(root: pathlib.Path, tops: tuple[str, ...]) -> dict[str, Size]:
    """The size of each package below `tops`, by its folder; what stands loose in one counts for that one."""
    counted: dict[str, list[int]] = collections.defaultdict(list)
    for top in tops:
        path = root / top
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            parts = file.relative_to(root).parts[:-1] or (top,)
            deep = 3 if parts[:2] == ("pages", "ui") else 2
            counted["/".join(parts[: deep if top in PRODUCT else 1])].append(
                len(file.read_text("utf-8").splitlines())
            )
    return {package: Size(sum(lines), len(lines)) for package, lines in counted.items()}


def product(root: pathlib.Path = ROOT) -> Size:
    """The whole product."""
    found = sizes(root, PRODUCT).values()
    return Size(sum(size.lines for size in found), sum(size.files for size in found))


class Limit(NamedTuple):
    """The lines that stand, which only fall, and the budget of each issue that is being built, by its number."""

    base: int
    budgets: dict[str, int]

    @property
    def most(self) -> int:
        return self.base + sum(self.budgets.values())


def lowered(limit: Limit, lines: int) -> Limit:
    """The limit after a look at so many lines: `base` falls and never rises.

    >>> lowered(Limit(100, {"1": 20}), 90)
    Limit(base=90, budgets={'1': 20})
    >>> lowered(Limit(100, {"1": 20}), 110)
    Limit(base=100, budgets={'1': 20})
    """
    return limit._replace(base=min(limit.base, lines))


def main() -> int:
    """Print the sizes, lower the limit; 0 within it."""
    for tops in (PRODUCT, APART):
        found = sizes(ROOT, tops)
        for package, size in sorted(found.items()):
            print(f"{size.lines:>8,} {size.files:>4}  {package}")
        print(
            f"{sum(s.lines for s in found.values()):>8,} {sum(s.files for s in found.values()):>4}  together\n"
        )
    found_counts = counts()
    for one in found_counts:
        print(f"{one.number:>8,} of at most {one.limit:,} {one.what}")
        if one.number > one.limit:
            print(f"         {', '.join(one.where[-40:])}")
    limit, lines = Limit(**json.loads(LIMIT.read_text("utf-8"))), product().lines
    fallen = lowered(limit, lines)
    if fallen != limit:
        LIMIT.write_text(json.dumps(fallen._asdict(), indent=2) + "\n", "utf-8")
    parts = [
        f"{fallen.base:,}",
        *(f"{budget:,} for issue {issue}" for issue, budget in fallen.budgets.items()),
    ]
    print(f"{lines:,} of at most {fallen.most:,} lines: {', '.join(parts)}")
    return int(lines > fallen.most or any(one.number > one.limit for one in found_counts))


if __name__ == "__main__":
    sys.exit(main())
