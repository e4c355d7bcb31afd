"""The text that is reviewed: its lines with their numbers, and the findings marked where they stand.

Knows the lines and findings of a review. Invariant: every character of the text is there, as text only; a mark's colour
is the gravest severity that any reviewer gave, and a dismissed finding keeps its mark without the colour.
"""

from pathlib import Path

import streamlit as st

from debate_core.artifact import SEVERITIES
from debate_core.artifact_record import ArtifactRecord
from debate_core.findings.merging import Merged
from debate_core.findings.reporting import Reviewed
from pages.ui import state

_HERE = Path(__file__).parent
_TEXT = st.components.v2.component(
    "artifact_text",
    css=(_HERE / "text.css").read_text(encoding="utf-8"),
    js=(_HERE / "text.js").read_text(encoding="utf-8"),
)


def show_text(record: ArtifactRecord, found: Reviewed, chosen: int | None) -> None:
    """The text in a pane of its own; a click on a mark chooses its finding, and the chosen one is brought in sight."""
    key = f"text_{record.id}"
    _TEXT(
        key=key,
        data={
            "alt": f"The text of {found.artifact.name}, with {len(found.placed)} findings marked",
            "code": found.artifact.media == "source",
            "chosen": chosen,
            "lines": [
                [[piece.text, list(piece.findings), list(piece.ends)] for piece in line]
                for line in state.marked_of(record)
            ],
            "findings": [
                {
                    "severity": "dismissed" if one.state == "dismissed" else gravest(one),
                    "said": f"Finding {number}: {one.dimension}, {' and '.join(one.severities)}, {one.state}",
                }
                for number, one in enumerate(found.findings, start=1)
            ],
        },
        default={"chosen": None},
        on_chosen_change=lambda: state.choose_finding((st.session_state.get(key) or {}).get("chosen")),
    )


def gravest(one: Merged) -> str:
    """The gravest severity that a reviewer gave."""
    return next(severity for severity in SEVERITIES if severity in one.severities)
