"""The facts of a record, past tense; the first event says the kind of record.

    base          what every fact is made of: its call, its failure, its identity
    calls         started, batched, completed, failed; an answer that could not be read; a step given up
    debating      opened, spoken, scored, judged live, briefed; paused, stopped, resumed, finished; brought along
    deliberating  judges reading each other: opened, a sheet revised, closed
    artifact      a text brought and reviewed; what people make of a finding
    people        scores, skips, settlements, overturned flags, the true outcome, tags
    reading       events read back, of every version

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
