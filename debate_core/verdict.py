"""The name by which other programs know the verdict over a table of ratings."""

from debate_core.verdicts.verdict import Outcome, outcome

__all__ = ["Outcome", "outcome"]
