"""Tables of ratings brought from elsewhere: a file in, a checked table out."""

from debate_core.ratings.header import *
from debate_core.ratings.table import *
from debate_core.ratings.table_file import *
