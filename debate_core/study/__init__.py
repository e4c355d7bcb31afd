"""Many debates as one design: what a panel does over a hundred of them.

    design      the study as its file has it: topics, pairs of models, panels, repeats, limits
    cells       the debates it comes to, each with an id of its own
    conducting  conducting them all, within the limits and the budget
    rows        one row a debate; as Parquet and CSV
    judged      what was judged in each, as arrays
    saying      what it all says, as `shape` has it; telling: the same in sentences and tables

Knows the runner and the measures. Invariant: nothing of a study is kept but its file and its debates.
"""
