"""Debates written for this project, to be opened before any model is at hand: their events, and `ensure`."""

from debate_core.examples.opening import EXAMPLES, Example, ensure, record_of

__all__ = ["EXAMPLES", "Example", "ensure", "record_of"]
