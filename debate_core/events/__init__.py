"""The facts of a record: only what cost money or was chosen. The first event says the kind of record."""

from debate_core.events.artifact import *
from debate_core.events.base import *
from debate_core.events.debating import *
from debate_core.events.people import *
