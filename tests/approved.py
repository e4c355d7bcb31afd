"""A text that a person approved, beside what it is now."""

import os
import pathlib
import re
from collections.abc import Iterable, Mapping, Sized
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from pydantic import BaseModel

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"


def check_approved(name: str, text: str) -> None:
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("APPROVE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "if the change is meant: the same test with APPROVE=1"


FACT = re.compile(
    r"(?:PRO|CON)\b(?:-\d+)?|\d(?:[\d.,]*\d)?%?|\b(?i:"
    r"no|not|none|nobody|nothing|neither|never|without|only|but|yet|would|could|all|both|each|every|most|"
    r"more|less|fewer|too|enough|slightly|better|worse|above|below|over|under|higher|lower|rose|fell|"
    r"held|stays|before|after|agree|agrees|disagree|differ|differs|apart|level|tie|strict|lenient|likely|"
    r"poor|low|fair|high|unknown|undefined|missing|failed|wrong|right|adjusted)\b"
)
"""A figure, a side, or one of the words by which those sentences differ that the product chooses between."""


def is_empty(value: Any) -> bool:
    size = value.size if isinstance(value, np.ndarray) else len(value) if isinstance(value, Sized) else 1
    return value is None or not size


def facts_of(text: str) -> list[str]:
    facts = FACT.findall(text.replace("n't", " not"))
    return [one if one.startswith(("PRO", "CON")) else one.lower() for one in facts]


def fact_text(value: Any) -> str:
    """Numbers, names and labels; of a sentence, which may be put better one day, its facts."""
    match value:
        case BaseModel():
            return fact_text(value.model_dump(mode="json"))
        case _ if is_dataclass(value):
            return fact_text({one.name: getattr(value, one.name) for one in fields(value)})
        case np.ndarray():
            return fact_text(value.tolist())
        case Mapping():
            return f"{{{' '.join(f'{name}={fact_text(one)}' for name, one in value.items() if not is_empty(one))}}}"
        case list() | tuple():
            return f"[{' '.join(map(fact_text, value))}]"
        case float():
            return f"{round(value, 9) + 0.0:.5g}"  # no `-0`, and nothing of what machines round apart
        case str() if " " in value:
            return f"({' '.join(facts_of(value))})"
    return str(value)


def check_facts(name: str, parts: Iterable[tuple[str, Any]]) -> None:
    """Each part on a line, each of several on its own."""
    lines = []
    for part, value in parts:
        many = value if isinstance(value, list | tuple) else [value]
        lines += [f"{part} {fact_text(one)}\n" for one in many if not is_empty(one)]
    check_approved(name, "".join(lines))
