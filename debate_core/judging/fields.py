"""The fields that may stand beside a judge's scores: those of the form, words of reason, and what a tool packs an
answer in.

Knows names, and which plain values a packing has; reads no score. Invariant: an allow-list: a field that is not on it
(`max_score`, `is_draft`, `copied_from`) may mean anything for the scores, so the answer is asked for again.
"""

from collections.abc import Container, Mapping, Sequence

from debate_core.answers.values import read_id, read_name
from debate_core.judging.tables import ID_KEYS, TABLE_KEYS, is_packing
from debate_core.transcript import SIDES

NESTS = ("scores", "dimensions", "ratings", "dimension_scores")
REASONS = frozenset(
    {"notes", "note", "reasoning", "reasons", "reason", "rationale", "justification", "explanation"}
    | {"comment", "comments", "summary", "analysis", "thinking", "thought", "thoughts", "feedback"}
    | {"strengths", "weaknesses", "observations"}
)
"""Fields of words, which nobody reads a score from."""
_ROW = frozenset({*ID_KEYS, *NESTS, *REASONS, "standing", "fallacies", "fallacy", "claim", "side"})
_OVERALL = frozenset(
    {
        *REASONS,
        "pro_total_raw",
        "con_total_raw",
        "pro_total",
        "con_total",
        "ballot",
        "confidence",
        "key_finding",
    }
)
_PACKED: Mapping[str, frozenset[object]] = {
    "status": frozenset({"success", "ok", "complete", "completed", "done", 200}),
    "type": frozenset(
        {"function", "tool_use", "tool_call", "message", "json", "json_object", "object", "text"}
    ),
    "role": frozenset({"assistant"}),
    "finish_reason": frozenset({"stop", "end_turn", "tool_calls", "tool_use"}),
    "index": frozenset({0}),
}
"""Plain values that a tool's or a server's packing has."""
_NAMED = frozenset({"name", "id", "tool", "call_id", "tool_call_id"})


def fits_row(name: str, names: Container[str]) -> bool:
    """Whether a field of that name may stand in an argument's row; `names`: those of the rubric's scores."""
    return name in _ROW or name in names


def strange_field(value: object, rows: Container[int], ids: Sequence[str]) -> bool:
    """Whether, outside of the rows, a field stands that may mean anything. `rows`: identities of the rows' objects."""
    if isinstance(value, list):
        return any(strange_field(part, rows, ids) for part in value)
    if not isinstance(value, dict) or id(value) in rows:
        return False
    return any(_is_strange(read_name(name), name, part, rows, ids) for name, part in value.items())


def _is_strange(known: str, written: str, part: object, rows: Container[int], ids: Sequence[str]) -> bool:
    if part is None or part in ("", [], {}) or known in REASONS or known == "key_finding":
        return False
    if known == "overall" and isinstance(part, dict):
        return any(read_name(name) not in _OVERALL for name, inner in part.items() if inner not in (None, ""))
    plain = not isinstance(part, dict | list)
    if plain and (known in _PACKED or known in _NAMED):
        return known in _PACKED and part not in _PACKED[known]
    if plain:
        return not (is_packing(known) and isinstance(part, str) and part.lstrip()[:1] in ("{", "["))
    holds = (
        known in TABLE_KEYS
        or known in SIDES
        or is_packing(known)
        or read_id(written, ids)
        or id(part) in rows
    )
    return not holds or _holds_only_plain(part) or strange_field(part, rows, ids)


def _holds_only_plain(part: object) -> bool:
    return isinstance(part, list) and not any(isinstance(one, dict | list) for one in part)
