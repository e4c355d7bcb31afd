"""Pure numbers: what a panel's scores add up to, and how far they can be trusted.

Knows numpy and ``scipy.special``; refuses to know models, prompts, events and the store.
Invariant: a score that was not given is NaN inside an array and ``None`` outside one; no
function here turns either into a number, and no scalar result is ever NaN.
What is computed in which order, and what it can't tell: docs/method.md.
"""
