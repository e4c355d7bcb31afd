"""What kind of thing a topic puts up for debate; the topic is quoted to the letter or not at all."""

import re
from dataclasses import dataclass
from functools import lru_cache

from debate_core.simulated.phrases import PHRASES, POOLS, RULES, THEMES, Case, chance
from debate_core.transcript import Side, Topic, opponent

_MOST_QUOTED = 220
_IS = RULES["topic"]
_NO_DEED = ("spring", "morning", "evening", "nothing", "something", "everything", "being", "during")
_ALPHABETIC = re.compile(r"[a-zà-ɏ]", re.I)


@dataclass(frozen=True, kw_only=True)
class Matter:
    """What is debated. `turned`: the cases against the change are PRO's; `asked`: it is a question of yes or no."""

    text: str
    kind: str
    turned: bool = False
    theme: str = ""
    asked: bool = False

    def pile(self, side: Side) -> Side:
        """The side whose cases `side` argues from."""
        return opponent(side) if self.turned else side

    def slots(self, side: Side) -> dict[str, str]:
        """The topic is put in last, so that it is never read for slots."""
        kind = PHRASES["kinds"][self.kind]
        own = "con_" if self.kind == "choice" and side == "con" else ""
        names = kind["asked"] if self.asked and "asked" in kind else kind[f"{own}it"]
        it = names[chance(self.text, "called").randrange(len(names))].replace("{topic}", self.quote)
        return {"it": it, "other": kind.get(f"{own}other", "the alternative"), "topic": self.quote}

    @property
    def quote(self) -> str:
        """The topic to the letter, without a last full stop, or what stands for one too long to be quoted."""
        text = self.text[:-1] if self.text.endswith(".") and not self.text.endswith("..") else self.text
        return f"“{text}”" if 0 < len(text) <= _MOST_QUOTED else "the topic as it was put"

    def stands(self, side: Side) -> list[str]:
        return list(PHRASES["stand"].get(f"{self.kind}_{side}") or PHRASES["stand"][side])

    def cases(self, side: Side, seed: int) -> list[Case]:
        """Every case a side can make, in this debate's order: what is written for the theme, for the kind, for any."""
        names = PHRASES["kinds"][self.kind]["pools"]
        if self.theme:
            # What is general speaks of the topic as it was put, which a negation does not turn round.
            general = [POOLS[name][side] for name in (["any"] if self.turned else names)]
            told = [THEMES[self.theme].cases[self.pile(side)], *general]
            return [case for pile in told for case in self._dealt(pile, side, seed)]
        pools = [POOLS[name] for name in names]
        if self.kind == "choice":
            # Both speak for an option of their own, out of one pile: each is dealt every second case.
            both = [self._dealt(pool.get("own") or pool["pro"], "both", seed) for pool in pools]
            piles = [cases[side == "con" :: 2] for cases in both]
        else:
            piles = [self._dealt(pool[self.pile(side)], side, seed) for pool in pools]
        first, rest = piles[0], [case for pile in piles[1:] for case in pile]
        return [*first[:2], *rest[:1], *first[2:], *rest[1:]]

    def _dealt(self, cases: tuple[Case, ...], side: str, seed: int) -> list[Case]:
        return chance(seed, self.text, "cases", side).sample(cases, len(cases))


@lru_cache(maxsize=512)
def matter_of(topic: Topic) -> Matter:
    """What a topic puts up for debate.

    >>> [matter_of(Topic(text=text)).kind for text in ("Tax sugar", "God exists", "Tea or coffee?", "Homework")]
    ['proposal', 'fact', 'choice', 'name']
    """
    text = " ".join(topic.text.split())
    plain = " ".join(_IS["markup"].sub(" ", text.replace("’", "'")).casefold().split())
    kind, negated = _kind(plain), bool(_IS["not"].search(plain))
    asked = _is_asked(plain)
    name = _theme(plain) if kind in ("proposal", "personal", "name") else ""
    if name and not (kind == "name" and THEMES[name].against):
        turned = negated != bool(THEMES[name].reverse.search(plain))
        return Matter(text=text, kind=kind, theme=name, turned=turned, asked=asked)
    turned = kind in ("proposal", "personal") and negated != bool(_IS["keeps"].search(plain))
    if turned:
        kind = "change" if kind == "proposal" else "staying"
    elif kind == "proposal" and _IS["rule"].search(plain):
        kind = "rule"
    return Matter(text=text, kind=kind, turned=turned, asked=asked)


def _is_asked(plain: str) -> bool:
    return plain.rstrip(" .!").endswith(("?", "？")) or bool(_IS["inverted"].match(plain))


def _kind(plain: str) -> str:
    words = plain.strip(" ?!.").split()
    if any(_IS["asks"].match(part) for part in re.split(r"[:;–—] ", plain)):
        return "question"
    says = bool(_IS["says"].search(plain))
    if _is_choice(plain, says):
        return "choice"
    # As in *abolishing the death penalty*.
    deed = len(words) > 2 and words[0].endswith("ing") and words[0] not in _NO_DEED and not says
    ought = bool(_IS["ought"].search(plain)) and not _IS["supposes"].search(plain)
    intimate = _IS["self"].search(plain) or (_IS["us"].search(plain) and _IS["home"].search(plain))
    if (ought or deed) and intimate:
        return "proposal" if _IS["public"].search(plain) else "personal"
    if ought or deed or (_IS["demands"].match(plain) and not _IS["states"].search(plain)):
        return "proposal"
    if says or (_IS["worth"].search(plain) and len(words) > 3):
        # Of somebody's own life no evidence is asked for.
        return "value" if _IS["worth"].search(plain) else "sentence" if _IS["self"].search(plain) else "fact"
    return "name" if _IS["name"].search(" ".join(words)) and _ALPHABETIC.search(plain) else "sentence"


def _is_choice(plain: str, says: bool) -> bool:
    if _IS["versus"].search(plain):
        return len(_IS["versus"].findall(plain)) == 1
    if len(_IS["or"].findall(plain)) != 1 or "," in plain.split(" or ")[0] or len(plain.split()) > 20:
        return False
    # As in *Ban cars or lorries*, which asks for one thing, unless a second deed follows, as in *Stay or go*.
    one = _IS["demands"].match(plain) and not _IS["deeds"].search(plain)
    return _is_asked(plain) or not (says or one or _IS["ought"].search(plain))


def _theme(plain: str) -> str:
    if len(plain.split()) > 25:
        return ""
    words = plain.strip(" ?!.")
    return next((name for name, theme in THEMES.items() if theme.match.search(words)), "")
