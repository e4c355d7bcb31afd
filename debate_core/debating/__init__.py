"""Speaking: the formats of a debate, whose turn it is, and reading what debaters answer."""
