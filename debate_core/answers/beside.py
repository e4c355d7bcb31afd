"""An allow-list of what may stand beside the scores in a judge's answer without changing them."""

import tomllib
from collections.abc import Collection, Container, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from debate_core.answers.score_tables import ID_KEYS, TABLE_KEYS, is_packing
from debate_core.answers.values import looks_like_a_score, read_confidence, read_id, read_name
from debate_core.answers.withdrawn import disowns
from debate_core.domain.rubric import Rubric
from debate_core.domain.transcript import SIDES

NESTS = ("scores", "dimensions", "ratings", "dimension_scores")
_TOML = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_BOOK = {name: frozenset(words.split()) for name, words in _TOML["names"].items()}
_REASONS, _OF_THE_DEBATE, _LABELS = (
    _BOOK["reasons"],
    _BOOK["of_the_debate"],
    _BOOK["labels"] | _BOOK["stamps"],
)
OF_A_ROW = frozenset({*ID_KEYS, *NESTS, *_REASONS, "standing", "fallacies", "fallacy", "claim", "side"})
_PACKED = {name: words.split() for name, words in _TOML["packed"].items()}
"""Plain values that a tool's or a server's packing has."""


def changes_nothing(name: str, value: object, rubric: Rubric) -> bool:
    """Whether a field that nobody asked for leaves the scores as they are.

    It is empty, or its name only describes an argument, the debate or reasons (never scale, draft, final, source,
    judge), and its value is words that take nothing back, such fields, or a count under a counting name.
    """
    words = set(name.split("_"))
    if value is None or value in ("", [], {}):
        return True
    if isinstance(value, Mapping):
        fields = ((read_name(inner), part) for inner, part in value.items())
        return words <= _BOOK["holders"] | _OF_THE_DEBATE and all(
            changes_nothing(*one, rubric) for one in fields
        )
    if isinstance(value, list):
        return all(changes_nothing(name, part, rubric) for part in value)
    if not isinstance(value, str):
        return (
            name in _BOOK["counts"]
            if type(value) is int
            else name == "confidence" and bool(read_confidence(value))
        )
    reason = words & _REASONS and words <= _REASONS | _OF_THE_DEBATE | _BOOK["of_scores"] | set(rubric.keys)
    described = reason or words <= _OF_THE_DEBATE | _LABELS
    if not described or (looks_like_a_score(value) and not words <= _BOOK["stamps"]):
        return False
    return not disowns(value, high=rubric.scale.high, label=not words.isdisjoint(_LABELS))


def is_sum(name: str, value: object, scores: Collection[int | None]) -> bool:
    given = [score for score in scores if score is not None]
    if (
        not set(name.split("_")) <= _BOOK["sums"]
        or type(value) not in (int, Decimal)
        or len(given) < len(scores)
    ):
        return False
    return float(str(value)) in (sum(given), *(round(sum(given) / len(given), digits) for digits in range(4)))


def strange_field(value: object, rows: Container[int], ids: Sequence[str], rubric: Rubric) -> bool:
    """Whether a field outside of the rows may mean anything. `rows`: identities of the rows' objects."""
    if isinstance(value, list):
        return any(strange_field(part, rows, ids, rubric) for part in value)
    if not isinstance(value, dict) or id(value) in rows:
        return False
    return any(_is_strange(name, part, rows, ids, rubric) for name, part in value.items())


def _is_strange(written: str, part: object, rows: Container[int], ids: Sequence[str], rubric: Rubric) -> bool:
    known = read_name(written)
    if known in _REASONS or known == "key_finding":
        return False
    if known == "overall" and isinstance(part, dict):
        fields = ((read_name(name), inner) for name, inner in part.items())
        asked = _REASONS | _BOOK["overall"]
        return not all(name in asked or changes_nothing(name, inner, rubric) for name, inner in fields)
    plain = not isinstance(part, dict | list)
    if plain and (known in _PACKED or known in _BOOK["named"]):
        if known in _PACKED:
            return str(part) not in _PACKED[known]
        return disowns(str(part), high=rubric.scale.high, label=True)
    if changes_nothing(known, part, rubric):
        return False
    if plain:
        return not (is_packing(known) and isinstance(part, str) and part.lstrip()[:1] in ("{", "["))
    holds = (
        known in TABLE_KEYS
        or known in SIDES
        or is_packing(known)
        or read_id(written, ids)
        or id(part) in rows
    )
    only_plain = isinstance(part, list) and not any(isinstance(one, dict | list) for one in part)
    return not holds or only_plain or strange_field(part, rows, ids, rubric)
