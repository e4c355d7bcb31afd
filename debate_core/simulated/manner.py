"""The manner a debater is told to speak in, read from the words of its directive, and the sentences that show it.

Knows the directive's words only: no archetype, no trait number. Invariant: an empty directive is no manner at all.
"""

import re
from dataclasses import dataclass

# What in a directive asks for each manner. The order is that in which a turn has room for them.
_ASKS: tuple[tuple[str, str], ...] = (
    ("sharp", r"so sharply|passed over|more on [^.]*provocation"),
    ("heat", r"let heat show"),
    ("attack", r"head-on|more on [^.]*attack"),
    ("image", r"(?<!without )(?:use )images|more on [^.]*imagery"),
    ("care", r"acknowledge what|more on [^.]*understanding"),
    ("curious", r"new or unexpected|more on [^.]*interest"),
    ("calm", r"stay calm|more on [^.]*calm"),
    ("principle", r"from principles"),
    ("tentative", r"tentatively"),
    ("assured", r"with assurance|more on [^.]*assurance"),
)
_ANALYTIC = re.compile(r"step by step|no step of the reasoning|more on [^.]*(?:analysis|completeness)", re.I)
_CHECKED = re.compile(
    r"that can be checked(?!, argue)|more on [^.]*what can be checked|evidence-led|evidence", re.I
)
_LESS = re.compile(r"less on ([^.]*)", re.I)
_NAMES = {"image": "imagery", "attack": "attack", "sharp": "provocation"}
BEFORE = frozenset({"heat", "attack", "care", "curious", "calm", "tentative"})
_AT_MOST = 2


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How to speak: `exact` takes the matter apart with figures, `checked` rests on what can be checked; `shown` are
    the sentences of manner a turn has room for, by the name of their phrases."""

    exact: bool = False
    checked: bool = False
    shown: tuple[str, ...] = ()

    @property
    def reaches_for_reasons(self) -> bool:
        """Whether a speaker of images would now rather reason."""
        return self.exact or self.checked


def manner_of(directive: str) -> Manner:
    """The manner a directive asks for.

    >>> manner_of("Stay calm and even in tone. Lean more on what can be checked, and less on imagery.")
    Manner(exact=False, checked=True, shown=('calm',))
    """
    words = " ".join(directive[:4000].split())
    less = " ".join(_LESS.findall(words))
    asked = [
        name
        for name, pattern in _ASKS
        if re.search(pattern, words, re.I) and _NAMES.get(name, "\x00") not in less
    ]
    led = words.replace("argue from the idea more than from examples and figures", " ")
    return Manner(
        exact=bool(_ANALYTIC.search(words)),
        checked=bool(_CHECKED.search(led)),
        shown=tuple(asked[:_AT_MOST]),
    )
