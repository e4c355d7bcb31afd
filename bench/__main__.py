"""Run every benchmark, or those named. (`faults` takes a quarter of an hour, `fleet` needs PostgreSQL and `phones` both
cores: only when they are named.)"""

import argparse
import importlib
import pathlib

HERE = pathlib.Path(__file__).parent
ON_ASKING = {"faults", "fleet", "phones"}
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


VIEWED = {"phones", "viewers"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}")
    parser.add_argument(
        "--viewers", type=int, metavar="N", help=f"sessions, for {' and '.join(sorted(VIEWED))}"
    )
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"expected some of {', '.join(NAMES)}; got {', '.join(sorted(unknown))}")
    for name in options.names or [name for name in NAMES if name not in ON_ASKING]:
        print(f"── {name}", flush=True)
        many = () if options.viewers is None or name not in VIEWED else (options.viewers,)
        importlib.import_module(f"bench.{name}").main(*many)


main()
