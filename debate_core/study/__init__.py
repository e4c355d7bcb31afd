"""Many debates as one design: what a panel does over a hundred of them. Nothing of a study is kept but its file and its
debates.
"""
