"""The facts of a record, past tense; the first event says the kind of record.

Knows nouns, `llm.base` (usage) and failure kinds; not who writes or reads them. Invariant: an event holds only what
cost money or was chosen; whatever can be computed from it is not in it.
"""

from debate_core.events.artifact import *
from debate_core.events.base import *
from debate_core.events.calls import *
from debate_core.events.debating import *
from debate_core.events.deliberating import *
from debate_core.events.people import *
from debate_core.events.reading import *
