"""The name by which other programs know the rubrics."""

from debate_core.domain.rubric import EVIDENCE_FIRST, STANDARD, Rubric

__all__ = ["EVIDENCE_FIRST", "STANDARD", "Rubric"]
