"""Pure numbers: a missing score is NaN in an array, ``None`` outside; no scalar is ever NaN (docs/method.md)."""
