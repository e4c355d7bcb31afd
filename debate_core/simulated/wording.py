"""The turns of phrase of the free exchange and of the live judge, by name.

Knows two files beside it and nothing of how they are used. Invariant: no name is in both.
"""

import tomllib
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent / "material"


@cache
def worded() -> dict[str, list[str]]:
    """The phrases, by name."""
    files = (
        tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8")) for name in ("exchange", "live")
    )
    return {name: phrases for file in files for name, phrases in file.items()}
