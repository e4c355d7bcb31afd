"""Run every benchmark, or those named. (`faults` takes a quarter of an hour and `fleet` needs
PostgreSQL: only when they are named.)"""

import importlib
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
ON_ASKING = {"faults", "fleet", "phones"}
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def main(wanted: list[str]) -> int:
    unknown = set(wanted) - set(NAMES)
    if unknown:
        print(f"expected some of {', '.join(NAMES)}; got {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    for name in wanted or [name for name in NAMES if name not in ON_ASKING]:
        print(f"── {name}")
        importlib.import_module(f"bench.{name}").main()
    return 0


sys.exit(main(sys.argv[1:]))
