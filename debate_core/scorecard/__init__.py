"""The live judge's scorecard: what it proposes after each turn, and what code makes of it."""
