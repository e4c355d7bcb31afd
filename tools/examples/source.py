"""The written sources: one TOML file an example, every text on one line.

Knows files and plain values; not what is made of them. Invariant: whatever stands as evidence says it was invented.
"""

import pathlib
import tomllib
from typing import Any

WRITTEN = pathlib.Path(__file__).parent / "written"
INVENTED = "Invented for this example: "


def read_source(path: pathlib.Path) -> dict[str, Any]:
    """One example as it was written, with lines joined and evidence marked as invented."""
    source: dict[str, Any] = _joined(tomllib.loads(path.read_text(encoding="utf-8")))
    spoken = [*source.get("turn", []), *(a for side in source.get("opening", {}).values() for a in side)]
    for argument in spoken:
        argument["evidence"] = INVENTED + argument["evidence"]
    return source


def sources() -> list[dict[str, Any]]:
    """Every example, by the name of its file."""
    return [read_source(path) for path in sorted(WRITTEN.glob("*.toml"))]


def _joined(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, dict):
        return {key: _joined(part) for key, part in value.items()}
    return [_joined(part) for part in value] if isinstance(value, list) else value
