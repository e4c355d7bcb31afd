"""How English puts a proposition: the shapes that a topic's words may have.

Knows words only; what a shape means is `proposition`'s. Invariant: each pattern takes linear time on a topic of the
length that is read.
"""

import re

LEAD_IN = re.compile(
    r"^(?:(?:topic|debate|motion|question|resolved|proposition)\s*[:\-]\s*|"
    r"this house (?:believes|thinks) (?:that )?|"
    r"(?:do you think|i think|i believe|it is true that|is it true that|"
    r"would you say)(?: that)? |whether (?:or not )?)+",
    re.IGNORECASE,
)
MODAL = re.compile(
    r"^(.{1,120}?)\s+(?:should|must|ought to|shall|needs? to|has to|have to)\s+(not\s+|never\s+)?(.+)$", re.I
)
ASKED = re.compile(r"^(should|must|shall|ought)(n't|n’t)?\s+(.+)$", re.I)
NEEDED = re.compile(
    r"^do(?:es)?\s+((?:\w+\s+){0,3}?\w+)\s+(?:really\s+|still\s+)?(?:need|have|want)\s+(to\s+)?(.+)$", re.I
)
NOBODY = re.compile(r"^(no|nobody|none|neither)\b", re.I)
VERSUS = re.compile(r"^(.{1,90}?)\s+(?:vs\.?|versus|v\.)\s+(.{1,120})$", re.I)
BETTER = re.compile(r"^(?:(?:is|are)\s+)?(.{1,60}?)\s+(?:is |are )?(?:better|worse) than\s+(.{1,80})$", re.I)
BETTER_TO = re.compile(r"^(?:is it|it is|it's)\s+\w+er\s+to\s+(.{1,60}?),?\s+or\s+(?:to\s+)?(.{1,80})$", re.I)
TAG = re.compile(
    r",\s*(?:right|(?:\w+n['’]t|should|is|are|do|does|will|would|can|has|have)\s+(?:it|he|she|they|we|you|i))$",
    re.I,
)
OR = re.compile(r"^([\w' -]{1,40}?)\s+or\s+([\w' -]{1,40})$", re.I)
TAIL = re.compile(r"^(.+?)\s+((?:for|in|at|as|on|when|to)\s.+)$", re.I)
OPEN = re.compile(r"^(who|what|why|how|which|when|where|whose)\b", re.I)
NEGATIVE = re.compile(
    r"\b(bad|harmful|harms?|damag\w+|dangerous|overrated|unnecessary|useless|waste|worse|"
    r"wrong|unethical|immoral|unfair|"
    r"outdated|obsolete|ruin\w*|destroy\w*|kill\w*|unhealthy|pointless|cruel|dead|"
    r"overpriced|unsafe|addictive)\b"
)

YES_OR_NO = re.compile(r"^(is|are|was|were|do|does|did|can|could|will|would|has|have|am)\b", re.I)
VALUE = re.compile(
    r"\b(good|bad|worth\w*|better|best|helps?|harm\w*|benefi\w+|healthy|effective|useful|necessary|essential|important|"
    r"right|fair|ethical|moral|improves?|deserve\w*|safe|needed)\b"
)
OWN = re.compile(r"\b(I|me|my|My|myself)\b")
SHARED = re.compile(
    r"\b(compan(?:y|ies)|teams?|firms?|schools?|city|town|countr(?:y|ies)|systems?|services?|office|government|council|"
    r"business|code|department|club|product|startup|app)\b"
)
