"""The name by which other programs know the strict reading of scores."""

from debate_core.answers.scores import read_answer

__all__ = ["read_answer"]
