"""Tables of ratings brought from elsewhere: CSV in, a checked table out.

lines    the lines of a CSV, each with its number in the file, and what is wrong with which; what was said of it
header   what the columns are, from their names; asks where they don't tell; the items of each part
cells    what one score or standing may be
reading  read_ratings: long or wide, or refused whole; labels and their order
table    what was read
"""

from debate_core.ratings.lines import Role, Told
from debate_core.ratings.reading import MOST_BYTES, decode, read_ratings
from debate_core.ratings.table import Form, RatingsTable

__all__ = ["MOST_BYTES", "Form", "RatingsTable", "Role", "Told", "decode", "read_ratings"]
