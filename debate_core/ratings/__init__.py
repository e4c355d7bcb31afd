"""Tables of ratings brought from elsewhere: CSV in, a checked table out.

faults   what is wrong with which line
lines    the lines of a CSV, each with its number in the file
cells    what one score or standing may be
table    the table once read
reading  read_ratings: long or wide, or refused whole
"""

from debate_core.ratings.reading import MOST_BYTES, decode, read_ratings
from debate_core.ratings.table import Form, RatingsTable

__all__ = ["MOST_BYTES", "Form", "RatingsTable", "decode", "read_ratings"]
