"""Tables of ratings brought from elsewhere: CSV in, a checked table out."""

from debate_core.brought import Role, Told
from debate_core.ratings.reading import MOST_BYTES, decode, read_ratings
from debate_core.ratings.table import Form, RatingsTable

__all__ = ["MOST_BYTES", "Form", "RatingsTable", "Role", "Told", "decode", "read_ratings"]
