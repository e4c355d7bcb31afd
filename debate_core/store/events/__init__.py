"""The facts of a record: only what cost money or was chosen. The first event says the kind of record."""

from debate_core.store.events.base import *
from debate_core.store.events.facts import *
