"""The cross-examination as it is spoken: every argument in its row, the other side's answer coming in beside it.

Knows record and the words under way. Invariant: what is only begun is no answer yet and says so; words that can't be
laid beside an argument stand below, as they came; all of them reach the browser as text only.
"""

from collections.abc import Mapping
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import streamlit as st

from debate_core.answers.preview import begun, readable
from debate_core.events import newest_words
from debate_core.record import Record
from debate_core.transcript import SIDES, Argument, Response, Side, opponent
from debate_core.wording import NO_RESPONSE, RESPONSES
from pages.ui.shown.words import clip, clip_end

_HERE = Path(__file__).parent
_PAIRS = st.components.v2.component(
    "debate_pairs",
    css=(_HERE / "pairs.css").read_text(encoding="utf-8"),
    js=(_HERE / "pairs.js").read_text(encoding="utf-8"),
)
_LONGEST = 4000
Row = dict[str, str | None]


def show_pairs(record: Record, words: Mapping[str, str]) -> None:
    """The arguments with their answers, as far as these have come. `words`: of the calls under way, by call."""
    coming = {side: _under_way(record, side, words) for side in SIDES}
    by_side = ([a for a in record.transcript.arguments if a.side == side] for side in SIDES)
    arguments = [a for a in chain.from_iterable(zip_longest(*by_side)) if a is not None]
    _PAIRS(
        key=f"pairs_{record.id}",
        height=374,
        data={
            "rows": [_row(argument, record, coming[opponent(argument.side)]) for argument in arguments],
            "loose": [
                {"side": side, "said": clip_end(readable(text), _LONGEST)}
                for side, text in coming.items()
                if text and not _answers(text)
            ],
        },
    )


def _under_way(record: Record, side: Side, words: Mapping[str, str]) -> str:
    """What a side that has not answered yet has written so far."""
    spoken = any(turn.side == side for turn in record.transcript.turns_of("cross_examination"))
    return "" if spoken else newest_words(words, f"cross_examination:{side}")


def _answers(text: str) -> list[dict[str, Any]]:
    found = begun(text)
    listed = found.get("responses") if isinstance(found, dict) else found
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _row(argument: Argument, record: Record, coming: str) -> Row:
    by = opponent(argument.side)
    row: Row = {"id": argument.id, "side": argument.side, "by": by, "claim": clip(argument.claim, 200)}
    for turn in record.transcript.turns_of("cross_examination"):
        for response in turn.responses:
            if response.argument_id == argument.id:
                return row | _answered(response)
    answers = _answers(coming)
    mine = [one for one in answers if one.get("argument_id") == argument.id]
    if not mine:
        return row | {"state": "waiting", "kind": "to be answered", "said": "", "asks": ""}
    last = mine[-1] is answers[-1]
    return row | {
        "state": "writing" if last else "answered",
        "kind": _kind(by, mine[-1].get("response_type")),
        "said": _text(mine[-1].get("reasoning")),
        "asks": _text(mine[-1].get("question")),
    }


def _answered(response: Response) -> Row:
    if response.response_type is None:
        said = clip_end(response.unreadable or "", _LONGEST)
        return {"state": "answered", "kind": NO_RESPONSE, "said": said, "asks": ""}
    kind = _kind(response.side, response.response_type)
    return {"state": "answered", "kind": kind, "said": response.reasoning, "asks": response.question}


def _kind(by: Side, kind: object) -> str:
    """`CON refutes`, once the word is whole."""
    known = next((verb for name, (verb, _) in RESPONSES.items() if name == kind), None)
    return f"{by.upper()} {known.lower()}" if known else f"{by.upper()} answers"


def _text(value: object) -> str:
    return clip_end(value, _LONGEST) if isinstance(value, str) else ""
