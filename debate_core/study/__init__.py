"""Many debates as one design: what a panel does over a hundred of them.

design      the study as its file has it: topics, pairs of models, panels, repeats, limits
cells       the debates it comes to, each with an id of its own
conducting  conducting them all, within the limits and the budget
rows        one row a debate; as Parquet and CSV
judged      what was judged, as arrays
saying      what it says: position, repeatability, self-preference, strengths, agreement
"""
