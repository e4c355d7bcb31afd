"""What reviewers say of a text, put together.

merging    where quoted words stand; what several reviewers say of the same words, as one; the text's lines in pieces
calling    the verdict that more than half of the weight carries; contradictions; how alike reviewers scored
reporting  all of it on one record: `reviewed(record)`
"""
