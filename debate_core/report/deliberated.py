"""What came of judges reading each other: round by round who moved, how far, toward whom and on what; beside the result.

Knows a record's sheets and the measures; asks nobody. Invariant: the independent sheets stay the result: nothing here
takes their place, and agreement after talk is never called reliability.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
from pydantic import Field

from debate_core.answers.quotes import find_quote, words_of_turn
from debate_core.config import Deliberation
from debate_core.deliberation import FIRST, Closeness, Doing, closeness, parts
from debate_core.events import ScoreChange, SheetRevised, WhyClosed
from debate_core.judging.judging import INDEPENDENT, Judging
from debate_core.judging.scored import Scored, scored_of
from debate_core.measuring.arrays import Bools
from debate_core.measuring.deliberation import Disagreement, Label, Move, changes, moves
from debate_core.noun import Noun
from debate_core.record import Record
from debate_core.scoresheet import Scoresheet, Standing
from debate_core.transcript import Side, Transcript
