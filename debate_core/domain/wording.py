"""How stored values are said: phases, responses, calibrations, calls; one without a name is said as stored. Values as
JSON, and rows as CSV, with the hidden characters of model text written out.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from debate_core.domain.numerals import NEGLIGIBLE, number_word
from debate_core.domain.transcript import Phase, ResponseType

PHASE_NAMES: Mapping[Phase, str] = {
    "opening": "Opening",
    "cross_examination": "Cross-examination",
    "closing": "Closing",
    "exchange": "Exchange",
}
RESPONSES: Mapping[ResponseType, tuple[str, str]] = {
    "refute": ("Refutes", "A factual or logical error."),
    "challenge": ("Challenges", "The evidence is insufficient or its conditions are not met."),
    "concede": ("Concedes", "The argument is accepted."),
    "partial": ("Accepts in part", "The core is accepted; degree or scope is disputed."),
}
"""What a response to an argument does, and what that means."""
NO_RESPONSE = "no response"


def response_verb(kind: object) -> str:
    return next((verb for name, (verb, _) in RESPONSES.items() if name == kind), "Answers")


IN_BATCH = "waiting for the provider's batch (up to 24 hours)"
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]")
"""Controls, soft hyphens, what turns the direction of others, and spaces of no width: shown, never obeyed."""
JOINERS = re.compile("[\u200c-\u200f]")
"""Not hidden: Persian, Hebrew and families of emoji are written with these joiners and marks of one direction."""
CALLS: Mapping[str, str] = {"pro": "PRO", "con": "CON", "no_call": "no call"}
CALIBRATIONS: Mapping[str, str] = {
    "none": "scores as given",
    "zscore": "z-scores",
    "minmax": "scores rescaled to 0 to 1",
    "by_length": "scores rescaled by length",
    "additive": "scores adjusted for strictness",
}
RULINGS: Mapping[str, str] = {
    "UPHELD": "upheld",
    "PARTIALLY_UPHELD": "partly upheld",
    "REFUTED": "refuted",
    "UNCERTAIN": "uncertain",
    "tied": "tied",
}
"""What judges find of an argument, and what most of them do."""
PROBES: Mapping[str, str] = {
    "re_read": "reading again alone",
    "positions": "scores without reasons",
    "reasons": "reasons without scores",
    "planted": "scores of another argument",
}
MOVES: Mapping[str, str] = {
    "held": "held",
    "away": "away from the others",
    "toward_with_evidence": "toward the others, with new evidence",
    "toward_without_evidence": "toward the others, without new evidence",
}
"""How a deliberating judge moved; the last is a mark, not a proof."""
SLIPS: Mapping[str, str] = {"contradiction": "contradicts", "dropped_premise": "drops a premise of"}
"""What a turn does to its speaker's earlier one."""
_SENTENCE_END = re.compile(r"""[.!?…]+["'”’»)]*(?=\s)(?!\s+[a-z])|[。！？｡।؟]""")


def escaped_hidden(text: str) -> str:
    r"""The same with every hidden character written out; within the strings of JSON that is the same text.

    >>> print(escaped_hidden("a\u202eb"))
    a\u202eb
    """
    return HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def typed_name(text: object) -> str:
    r"""A name as typed, on one line; empty where something in it, or all of it, can't be shown.

    >>> typed_name(" Zo\u00eb  B\u200d "), typed_name("a\u202eb"), typed_name("\u200d ")
    ('Zo\xeb B\u200d', '', '')
    """
    name = " ".join(str(text or "").split())
    plain = JOINERS.sub("", name)
    return name if plain.strip() and plain.isprintable() else ""


def is_blank(text: str) -> bool:
    r"""Whether nothing of a text can be seen.

    >>> is_blank("\u200b\u2060 \u3164\ufe0f"), is_blank("\u231b\ufe0f")
    (True, False)
    """
    unseen, fillers = ("Cc", "Cf", "Cs", "Mn", "Zs", "Zl", "Zp"), "\u115f\u1160\u2800\u3164\uffa0"
    return all(unicodedata.category(one) in unseen or one in fillers for one in text)


def humanise(value: str) -> str:
    """A stored value within a sentence.

    >>> humanise("PARTIALLY_UPHELD"), humanise("straw_man")
    ('partly upheld', 'straw man')
    """
    return RULINGS.get(value) or value.replace("_", " ").lower()


def name_text(value: str) -> str:
    """A stored value by itself, as in a cell or on a badge.

    >>> name_text("PARTIALLY_UPHELD"), name_text("asked_again")
    ('Partly upheld', 'Asked again')
    """
    return capital(humanise(value))


def plain_fault_text(fault: str) -> str:
    """A fault as its reader sees it: names of fields as words; what is quoted stays as it came.

    >>> plain_fault_text("PRO-1: response_type should be one of four, not “no_type”.")
    'PRO-1: response type should be one of four, not “no_type”.'
    """
    return _FIELD.sub(lambda one: one[0] if "“" in one[0] else one[0].replace("_", " "), fault)


def capital(text: str) -> str:
    """A phrase with a capital where it begins, the rest as it is.

    >>> capital("no call"), capital("its PRO side"), capital("")
    ('No call', 'Its PRO side', '')
    """
    return text[:1].upper() + text[1:]


def side_ahead(gap: float) -> Literal["pro", "con"] | None:
    """The side that a gap, pro minus con in points, is toward; None where the sides are level.

    >>> side_ahead(0.03), side_ahead(-1.5), side_ahead(0.0), side_ahead(-1e-12)
    ('pro', 'con', None, None)
    """
    return None if abs(gap) <= NEGLIGIBLE else "pro" if gap > 0 else "con"


_LONG_WORD = 24


def first_sentence(text: str) -> str:
    """Its first sentence on one line; the whole where it has no second.

    >>> first_sentence("It costs 2.5 million, i.e. too much.\\nWho pays?")
    'It costs 2.5 million, i.e. too much.'
    """
    line = " ".join(text.split())
    end = _SENTENCE_END.search(line)
    return line[: end.end()] if end else line


def clip(text: str, limit: int) -> str:
    """The first line of `text`, cut for a list; between words, but for one that is very long.

    >>> clip("a claim that is long", 12), clip("a" * 40, 5)
    ('a claim\u2026', 'aaaa\u2026')
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head, _, begun = line[:limit].rpartition(" ")
    return f"{head if head and len(begun) <= _LONG_WORD else line[: limit - 1]}\u2026"


def quoted(text: str) -> str:
    """What came, in quotation marks, clipped, and safe for a terminal.

    >>> quoted("7,5"), quoted("a" * 61)[-3:], quoted("a" * 60)[-3:], quoted("\\x1b[31m")
    ("'7,5'", "a…'", "aa'", "'\\\\x1b[31m'")
    """
    return repr(text if len(text) <= 60 else text[:60] + "…")


def quoted_names(names: Sequence[str], limit: int = 5) -> str:
    """Names that came, the first few of them.

    >>> quoted_names("abcde"), quoted_names("abcdef")
    ("'a', 'b', 'c', 'd', 'e'", "'a', 'b', 'c', 'd', 'e' … (6 in all)")
    """
    more = f" … ({len(names)} in all)" if len(names) > limit else ""
    return ", ".join(map(quoted, names[:limit])) + more


_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_FIELD = re.compile("“[^”]*”|[a-z]+(?:_[a-z]+)+")
_FORMULA = re.compile(
    r"(?![-+]?[0-9.,]+([eE][-+]?[0-9]+)?$)'*[-+=@|%\t\n\uff0b\uff0d\uff1d\uff20].", re.DOTALL
)
"""How a formula begins for a spreadsheet, perhaps already behind a mark; a number and a dash alone are none."""


def in_json(value: object) -> str:
    """Values as JSON to be read by people too. Raises ValueError for a number that JSON can't hold."""
    return escaped_hidden(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


class KeyTwice(ValueError):
    """An object of JSON has a key twice; ``line``: where it begins, 0 where nobody knows."""

    line = 0


def object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON with each key once, as a reader of JSON asks for it. Raises KeyTwice.

    >>> object_once([("a", 1), ("b", 2)])
    {'a': 1, 'b': 2}
    """
    fields = dict[str, Any]()
    for key, value in pairs:
        if key in fields:
            raise KeyTwice(f"an object with the key {key[:40]!r} twice")
        fields[key] = value
    return fields


Key = TypeVar("Key")
Member = TypeVar("Member")


def all_text(count: int) -> str:
    """The whole of a number of things: `both`, or `all five`."""
    return "both" if count == 2 else f"all {number_word(count)}"


def group(pairs: Iterable[tuple[Key, Member]]) -> dict[Key, list[Member]]:
    """The members that have one key together, each key where it came first.

    >>> group([("held", "Ana"), ("moved", "Ben"), ("held", "Cem")])
    {'held': ['Ana', 'Cem'], 'moved': ['Ben']}
    """
    groups: dict[Key, list[Member]] = {}
    for key, member in pairs:
        groups.setdefault(key, []).append(member)
    return groups


def alike_notes(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Which of them differ by capitals or blanks alone."""
    groups = group((" ".join(name.casefold().split()), repr(clip(name, 60))) for name in names)
    both = (" and ".join(same) for same in groups.values() if len(same) > 1)
    return tuple(f"{text} count as different {what}." for text in both)


def in_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV: None is an empty cell, no cell begins a formula, hidden characters are written out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow("" if one is None else _written_out(one) for one in row)
    return out.getvalue()


def _written_out(cell: object) -> object:
    """Existing backslashes are escaped too, so that each text has one form."""
    if not isinstance(cell, str):
        return cell
    text = escaped_hidden(_ESCAPED.sub(r"\\u005cu\1", cell))
    return f"'{text}" if _FORMULA.match(text) else text


def read_cell(text: str) -> str:
    r"""The text that `in_csv` wrote into a cell.

    >>> read_cell(r"a\u202eb \u005cu202e") == "a\u202eb " + r"\u202e", read_cell("'=1+1"), read_cell("'tis")
    (True, '=1+1', "'tis")
    """
    return _ESCAPED.sub(_restore, text[1:] if text.startswith("'") and _FORMULA.match(text) else text)


def _restore(match: re.Match[str]) -> str:
    one = chr(int(match[1], 16))
    return one if one == "\\" or HIDDEN.match(one) else match[0]
