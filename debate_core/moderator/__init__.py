"""Conducting one debate: the graph of calls, the budget, the estimate, and the conductor that walks the graph."""
