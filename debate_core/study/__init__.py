"""Many debates as one design: what a panel does over a hundred of them.

Knows the runner and the measures. Invariant: nothing of a study is kept but its file and its debates.
"""
