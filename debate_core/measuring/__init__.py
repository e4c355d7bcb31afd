"""Pure numbers: what a panel's scores add up to, and how far they can be trusted. A missing score is NaN inside an
array and ``None`` outside; no scalar result is ever NaN. Orders and limits: docs/method.md."""
