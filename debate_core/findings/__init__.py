"""What reviewers say of an artifact, put together: findings at their places, merged; the verdict by weight; agreement.

    placing    where the words that a finding quotes stand
    merging    what several reviewers say of the same words and dimension, as one
    marking    the text's lines in pieces, each under its findings
    calling    the verdict that more than half of the weight carries, and what in it should be looked at
    agreeing   how alike the reviewers scored the dimensions, and where they part
    reporting  all of it on one record: `reviewed(record)`

Knows nouns and measures; asks no model and stores nothing. Invariant: whatever a reviewer said is counted once, as it
said it.
"""
