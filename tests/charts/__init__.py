"""Figures are values: what is drawn is asserted on the dictionary."""
