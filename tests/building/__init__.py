"""The one place that debates of tests come from.

`structured` is written by hand from tables of scores; `simulated` is one debate of the simulated people in every state
a page must show; `exchanges` is a live exchange written by hand; `facts` are the words they share.
"""
