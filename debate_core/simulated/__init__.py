"""The simulated provider: the same seed and request give the same text to the letter."""

from debate_core.simulated.model import Simulated

__all__ = ["Simulated"]
