"""Tables of ratings brought from elsewhere: a file in, a checked table out."""

from debate_core.domain.imported import CsvOptions, Role
from debate_core.ratings.header import NEEDED
from debate_core.ratings.table import MOST_BYTES, Form, RatingsTable, decode, read_ratings, table_of
from debate_core.ratings.table_file import OpenTable, TableLook, look_at, open_table

__all__ = [
    "MOST_BYTES",
    "NEEDED",
    "CsvOptions",
    "Form",
    "OpenTable",
    "RatingsTable",
    "Role",
    "TableLook",
    "decode",
    "look_at",
    "open_table",
    "read_ratings",
    "table_of",
]
