"""Tables of ratings brought from elsewhere: CSV in, a checked table out.

lines    the lines of a CSV, each with its number in the file, and what is wrong with which
cells    what one score or standing may be
reading  read_ratings: long or wide, or refused whole
"""

from debate_core.ratings.reading import MOST_BYTES, Form, RatingsTable, decode, read_ratings

__all__ = ["MOST_BYTES", "Form", "RatingsTable", "decode", "read_ratings"]
