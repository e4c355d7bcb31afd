"""The log and what is kept beside it, in a file or on a server that many machines reach."""

from debate_core.store.log import *
from debate_core.store.record_index import *
from debate_core.store.sqlite import *
