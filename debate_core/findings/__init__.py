"""What reviewers say of an artifact, put together: findings at their places, merged; the verdict by weight; agreement.

    merging    where quoted words stand; what several reviewers say of the same, as one; the text's lines in pieces
    calling    how alike reviewers scored; the verdict that more than half of the weight carries; what to look at in it
    reporting  all of it on one record: `reviewed(record)`

Knows nouns and measures; asks no model and stores nothing. Invariant: whatever a reviewer said is counted once, as it
said it.
"""
