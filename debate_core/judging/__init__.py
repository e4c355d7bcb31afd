"""Other programs import `debate_core.judging.reading`."""
