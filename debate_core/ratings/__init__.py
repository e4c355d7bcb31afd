"""Tables of ratings brought from elsewhere: CSV in, a checked table out."""

from debate_core.domain.imported import CsvOptions, Role
from debate_core.ratings.header import Form, RatingsTable
from debate_core.ratings.reading import MOST_BYTES, decode, read_ratings, table_of

__all__ = ["MOST_BYTES", "CsvOptions", "Form", "RatingsTable", "Role", "decode", "read_ratings", "table_of"]
