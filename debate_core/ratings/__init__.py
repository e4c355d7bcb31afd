"""Tables of ratings brought from elsewhere: CSV in, a checked table out.

told     what somebody said of a table beyond its text
lines    the lines of a CSV, each with its number in the file, and what is wrong with which
header   what the columns are, from their names; asks where they don't tell
cells    what one score or standing may be
parts    items, and the dimension, segment and cluster each belongs to
labels   out of what labels are, and whether they have an order
reading  read_ratings: long or wide, or refused whole
table    what was read
"""

from debate_core.ratings.lines import Role, Told
from debate_core.ratings.reading import MOST_BYTES, decode, read_ratings
from debate_core.ratings.table import Form, RatingsTable

__all__ = ["MOST_BYTES", "Form", "RatingsTable", "Role", "Told", "decode", "read_ratings"]
