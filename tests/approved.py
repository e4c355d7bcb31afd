"""A text that a person approved, beside what it is now."""

import os
import pathlib

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"


def check_approved(name: str, text: str) -> None:
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("APPROVE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "if the change is meant: the same test with APPROVE=1"
