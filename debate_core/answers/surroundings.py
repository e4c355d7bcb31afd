"""What the words around an answer's object say of it: that it isn't meant, or not to be read as it stands.

Knows text only. Invariant: in doubt the answer is asked for again; a word around it never changes what is in it.
"""

import re

DISOWNED = "Expected only your own final scores; the words around the object call it something else."
ASIDE = "Expected the object alone; the words around it correct something in it."
_CORRECTION = re.compile(
    r"\b(actually|correct(?:ion|ed)|instead|should (?:be|have been)|chang(?:e|ed)|revis(?:e|ed)|updat(?:e|ed)|wait"
    r"|sorry|mistake|rather)\b",
    re.IGNORECASE,
)
_DISOWNED = re.compile(
    r"\b(forge[dr]?y?|refuse|decline|drafts?|example|template|placeholders?|hypothetical(?:ly)?|dummy"
    r"|(?:can.?t|cannot|can not|won.?t|will not|unable to) (?:score|judge|evaluate|rate|assess))\b",
    re.IGNORECASE,
)


def is_disowned(around: str) -> bool:
    """Whether the words around an object call it something other than the judge's own."""
    return _DISOWNED.search(around) is not None


def corrects(line: str) -> bool:
    """Whether a line takes something back."""
    return _CORRECTION.search(line) is not None


def takes_back(line: str) -> bool:
    """Whether a line takes something back, and names a number or a word of choice to put in its place."""
    return corrects(line) and re.search(r"\d|\b(?:FIRST|SECOND|DRAW|PRO|CON|LEVEL)\b", line) is not None
