"""The live judge's scorecard: what it proposes after each turn, and what code makes of it.

Pure functions of nouns; asks no model, stores nothing."""
