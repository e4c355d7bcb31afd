"""Judges at work: asking the panel, and reading what comes back as scores or faults."""
