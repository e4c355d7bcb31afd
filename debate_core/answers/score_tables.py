"""Finds the one table of scores in a parsed answer; raises `AmbiguousAnswer` where there could be two."""

import re
import tomllib
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from debate_core.answers import retraction
from debate_core.answers.fields import looks_like_a_score, read_confidence, read_id, read_name
from debate_core.answers.json import find_object
from debate_core.answers.repair import AmbiguousAnswer
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.rubric import Rubric
from debate_core.domain.transcript import SIDES, Side

_TOML = tomllib.loads(Path(__file__).with_name("beside.toml").read_text(encoding="utf-8"))
_BOOK = {name: frozenset(words.split()) for name, words in _TOML["names"].items()}
REASONS, _OF_THE_DEBATE = _BOOK["reasons"], _BOOK["of_the_debate"]
_LABELS = _BOOK["labels"] | _BOOK["stamps"]
_PACKED = {name: words.split() for name, words in _TOML["packed"].items()}
"""Plain values that a tool's or a server's packing has."""

ID_KEYS = ("argument_id", "id", "argument", "arg_id")
TABLE_KEYS = ("scores", "arguments", "argument_scores", "evaluations", "ratings", "results", "scoresheet")
_LIKE_AN_ID = re.compile(r".{1,12}[-_ ][0-9]{1,3}.{0,20}")
_PACKING = re.compile(
    r"answer|arg(ument)?s?|assessment|body|calls?|choices|completion|content|data|evaluations?|final|function"
    r"|input|json|judge|judge?ment|message|object|output|panel|parameters|payload|ratings?|report|response|results?"
    r"|return|root|scor(e|es|esheet|ing)|sheet|submi(t|ssion)|text|tool|value|verdict"
)
_NOT_OWN = re.compile(
    r"copied|debater|draft|earlier|example|fake|first|forged|initial|injected|old|original|previous|quoted?"
    r"|sample|template"
)
NO_TABLE = 'Expected "scores": a list with one object for each argument.'
TWO_TABLES = "Expected one list of scores; the answer holds scores in more than one place."


class SheetRow(FrozenValue):
    """One argument's part of the table; `key`: the id it was filed under."""

    fields: Mapping[str, object]
    key: str | None = None
    side: Side | None = None


class ScoreTable(FrozenValue):
    rows: tuple[SheetRow, ...]
    holder: Mapping[str, object]
    plain: bool


def find_table(value: object, argument_ids: Sequence[str], dimensions: Sequence[str]) -> ScoreTable:
    """Raises `AmbiguousAnswer` where there is no table, or more than one thing that could be it."""
    tables = list(_tables(value, argument_ids, plain=True))
    if not tables:
        raise AmbiguousAnswer(NO_TABLE)
    own = {id(row.fields) for row in tables[0].rows}
    if len(tables) > 1 or holds_scores(value, own, argument_ids, dimensions):
        raise AmbiguousAnswer(TWO_TABLES)
    return tables[0]


def _tables(value: object, ids: Sequence[str], *, plain: bool) -> Iterator[ScoreTable]:
    if isinstance(value, list):
        rows = _rows(value, ids)
        if rows:
            yield ScoreTable(rows=rows, holder={}, plain=False)
            return
        for part in value:
            yield from _tables(part, ids, plain=False)
    elif isinstance(value, dict) and (rows := _rows(value, ids)):
        yield ScoreTable(rows=rows, holder=value, plain=False)
    elif isinstance(value, dict):
        for name, part in value.items():
            known = read_name(name)
            rows = _rows(part, ids) if known in TABLE_KEYS else ()
            if rows:
                as_asked = plain and name == "scores" and isinstance(part, list)
                yield ScoreTable(rows=rows, holder=value, plain=as_asked)
            elif is_packing(known):
                yield from _tables(_unpack(part), ids, plain=False)


def is_packing(name: str) -> bool:
    words = name.split("_")
    return any(map(_PACKING.fullmatch, words)) and not any(map(_NOT_OWN.fullmatch, words))


def _unpack(part: object) -> object:
    if not isinstance(part, str) or part.lstrip()[:1] not in ("{", "["):
        return part
    parsed = find_object(part)
    return parsed.value if parsed.parse_stage == "strict" else None


def _rows(part: object, ids: Sequence[str]) -> tuple[SheetRow, ...]:
    if isinstance(part, list):
        part = part[:-1] if part[-1:] in (["..."], ["…"]) else part
        objects = [entry for entry in part if isinstance(entry, dict)]
        named = any(read_name(key) in ID_KEYS for entry in objects for key in entry)
        return (
            tuple(SheetRow(fields=entry) for entry in objects) if named and len(objects) == len(part) else ()
        )
    if not isinstance(part, dict):
        return ()
    by_id = {key: entry for key, entry in part.items() if read_id(key, ids) or _LIKE_AN_ID.fullmatch(key)}
    if by_id and all(isinstance(entry, dict) for entry in by_id.values()):
        return tuple(
            SheetRow(fields=entry, key=key) for key, entry in by_id.items() if isinstance(entry, dict)
        )
    sides = {read_name(key): entry for key, entry in part.items()}
    if set(SIDES) <= set(sides):
        filed = [(side, row) for side in SIDES for row in _rows(sides[side], ids)]
        return tuple(SheetRow(fields=row.fields, key=row.key, side=side) for side, row in filed)
    return ()


def holds_scores(value: object, own: Container[int], ids: Sequence[str], dimensions: Sequence[str]) -> bool:
    """Whether anything outside of its own rows gives a dimension or argument a number, or a standing."""
    if isinstance(value, list):
        return any(holds_scores(part, own, ids, dimensions) for part in value)
    if not isinstance(value, dict) or id(value) in own:
        return False
    for name, part in value.items():
        words = read_name(name)
        if words.endswith("_score") and words.removesuffix("_score") in dimensions:
            return True
        named = words in dimensions or read_id(name, ids) is not None
        if named and id(part) not in own and looks_like_a_score(part):
            return True
        if words == "standing" or (words in ID_KEYS and read_id(part, ids) is not None):
            return True
        if holds_scores(part, own, ids, dimensions):
            return True
    return False


def changes_nothing(name: str, value: object, rubric: Rubric) -> bool:
    """Whether a field that nobody asked for leaves the scores as they are.

    It is empty, or its name only describes an argument, the debate or reasons (never scale, draft, final, source,
    judge), and its value is words that take nothing back, such fields, or a count under a counting name.
    """
    words = set(name.split("_"))
    if value is None or value in ("", [], {}):
        return True
    if isinstance(value, Mapping):
        holds = words <= _BOOK["holders"] | _OF_THE_DEBATE
        return holds and all(changes_nothing(read_name(inner), part, rubric) for inner, part in value.items())
    if isinstance(value, list):
        return all(changes_nothing(name, part, rubric) for part in value)
    if type(value) is int:
        return name in _BOOK["counts"]
    if not isinstance(value, str):
        return name == "confidence" and bool(read_confidence(value))
    reason = words & REASONS and words <= REASONS | _OF_THE_DEBATE | _BOOK["of_scores"] | set(rubric.keys)
    described = reason or words <= _OF_THE_DEBATE | _LABELS
    if not described or (looks_like_a_score(value) and not words <= _BOOK["stamps"]):
        return False
    return not retraction.disowns(value, high=rubric.scale.high, label=not words.isdisjoint(_LABELS))


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
    if known in REASONS or known == "key_finding":
        return False
    if known == "overall" and isinstance(part, dict):
        fields = ((read_name(name), inner) for name, inner in part.items())
        asked = REASONS | _BOOK["overall"]
        return not all(name in asked or changes_nothing(name, inner, rubric) for name, inner in fields)
    plain = not isinstance(part, dict | list)
    if plain and (known in _PACKED or known in _BOOK["named"]):
        if known in _PACKED:
            return str(part) not in _PACKED[known]
        return retraction.disowns(str(part), high=rubric.scale.high, label=True)
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
