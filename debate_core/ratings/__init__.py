"""Tables of ratings brought from elsewhere: CSV in, a checked table out."""

from debate_core.domain.imported import Role, Told
from debate_core.ratings.header import Form, RatingsTable
from debate_core.ratings.reading import MOST_BYTES, decode, read_ratings, table_of

__all__ = ["MOST_BYTES", "Form", "RatingsTable", "Role", "Told", "decode", "read_ratings", "table_of"]
