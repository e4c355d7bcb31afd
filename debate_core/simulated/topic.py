"""What kind of thing a topic puts up for debate, and the parts of it that a debater can name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from debate_core.simulated.phrases import PHRASES, POOLS, RULES, Case, book, chance
from debate_core.transcript import Side, Topic, opponent

_MOST_QUOTED, _MOST_NAMED = 220, 14  # characters of a topic, and words of what is to be done
_IS, _PART, _VERBS = RULES["topic"], RULES["parts"], book("verbs")
_BASE = frozenset(_VERBS["base"].split())
_DONE: dict[str, str] = _VERBS["done"]
_ING: dict[str, str] = _VERBS["ing"]
_OBJECT = {"we": "us", "they": "them", "he": "him", "she": "her", "i": "me"}
_WAYS = {
    "state": "making {whom} {how}",
    "able": "allowing {whom} to {rest}",
    "bound": "requiring {whom} to {rest}",
    "given": "giving {whom} {rest}",
    "new": "introducing {rest}",
    "there": "having {rest}",
}
"""How it is named what is to be done to somebody, by the pattern that finds it."""
_NO_DEED = ("spring", "morning", "evening", "nothing", "something", "everything", "being", "during")
_ALPHABETIC = re.compile(r"[a-zà-ɏ]", re.I)
_AGAINST = ("cars", "phones", "meat")  # themes whose cases for are against the thing that they are called by
_DOUBLES = re.compile(r"[^aeiou]*[aeiou][bdglmnprt]")


@dataclass(frozen=True, kw_only=True)
class Matter:
    """What is debated. `turned`: the cases against the change are PRO's; `parts`: what the topic's parts are called."""

    text: str
    kind: str
    theme: str = ""
    turned: bool = False
    parts: Mapping[str, str] = field(default_factory=dict)

    def pile(self, side: Side) -> Side:
        """The side whose cases `side` argues from."""
        return opponent(side) if self.turned else side

    def slots(self, side: Side) -> dict[str, str]:
        """The topic's parts, put in last, so that they are never read for slots."""
        swapped = self.kind == "choice" and side == "con"
        both = {"it": self.parts["other"], "other": self.parts["it"]} if swapped else {}
        return {**self.parts, **both, "topic": self.quote}

    @property
    def quote(self) -> str:
        """The topic to the letter, without a last full stop, or what stands for one too long to be quoted."""
        text = self.text[:-1] if self.text.endswith(".") and not self.text.endswith("..") else self.text
        return f"“{text}”" if 0 < len(text) <= _MOST_QUOTED else "the topic as it was put"

    def stands(self, side: Side) -> list[str]:
        of = self.pile(side) if self.kind == "deed" else side
        return list(
            (self.theme and self.kind != "personal" and PHRASES["stand"][side])
            or PHRASES["stand"][f"{self.kind}_{of}"]
        )

    def cases(self, side: Side, seed: int) -> list[Case]:
        """Every case a side can make, in this debate's order; those that name a part of the topic come early."""
        general = "open" if self.kind == "deed" and not self.parts else self.kind
        if general == "choice":
            # Both speak for an option of their own, out of one pile: each is dealt every second case.
            return self._dealt(POOLS[general]["own"], "both", seed)[side == "con" :: 2]
        cases = self._dealt(POOLS[general][self.pile(side) if general != "open" else side], side, seed)
        cases = sorted(
            (one for one in cases if not one.needs or one.needs in self.parts), key=lambda one: not one.needs
        )
        return [*(self._dealt(POOLS[self.theme][self.pile(side)], side, seed) if self.theme else ()), *cases]

    def _dealt(self, cases: tuple[Case, ...], side: str, seed: int) -> list[Case]:
        return chance(seed, self.text, "cases", side).sample(cases, len(cases))


@lru_cache(maxsize=512)
def matter_of(topic: Topic) -> Matter:
    """What a topic puts up for debate.

    >>> [matter_of(Topic(text=text)).kind for text in ("Tax sugar", "God exists", "Tea or coffee?", "Homework")]
    ['deed', 'open', 'choice', 'open']
    """
    text = " ".join(topic.text.split())
    words = " ".join(_IS["markup"].sub(" ", text.replace("’", "'")).split())
    plain = words.casefold()
    kind, negated = _kind(plain), bool(_IS["not"].search(plain))
    theme = _theme(plain) if kind in ("deed", "personal", "name") else ""
    if kind == "name" and theme in _AGAINST:
        theme = ""
    parts: dict[str, str] = {}
    turned = negated
    if kind == "choice":
        parts, turned = _options(words), False
    elif kind == "personal":
        turned ^= not theme and bool(_IS["keeps"].search(plain))
        parts = {"it": "such a change" if turned else "this step"}
    elif kind == "deed":
        parts = _parts(words.strip(" ?!."))
        turned ^= not theme and bool(parts.pop("kept", ""))
    if theme:
        reverse = RULES["reverse"].get(theme)
        turned = negated ^ bool(reverse and reverse.search(plain))
    if kind == "name" or (kind == "deed" and not (parts or theme)):
        kind = "open"
    return Matter(
        text=text, kind=kind, theme=theme, turned=turned and (bool(theme) or kind != "open"), parts=parts
    )


def _kind(plain: str) -> str:
    """`deed`, `personal`, `choice` or `name`; `open` where no more is known than that."""
    words = plain.strip(" ?!.").split()
    if any(_IS["asks"].match(part) for part in re.split(r"[:;–—] ", plain)):
        return "open"
    says = bool(_IS["says"].search(plain))
    if _is_choice(plain, says):
        return "choice"
    # As in *abolishing the death penalty*.
    deed = len(words) > 2 and words[0].endswith("ing") and words[0] not in _NO_DEED and not says
    ought = bool(_IS["ought"].search(plain)) and not _IS["supposes"].search(plain)
    intimate = _IS["self"].search(plain) or (_IS["us"].search(plain) and _IS["home"].search(plain))
    if (ought or deed) and intimate and not _IS["public"].search(plain):
        return "personal"
    if ought or deed or (_IS["demands"].match(plain) and not _IS["states"].search(plain)):
        return "deed"
    named = _IS["name"].search(" ".join(words)) and _ALPHABETIC.search(plain)
    return "name" if named and not says else "open"


def _is_choice(plain: str, says: bool) -> bool:
    if _IS["versus"].search(plain):
        return len(_IS["versus"].findall(plain)) == 1
    if len(_IS["or"].findall(plain)) != 1 or "," in plain.split(" or ")[0] or len(plain.split()) > 20:
        return False
    # As in *Ban cars or lorries*, which asks for one thing, unless a second deed follows, as in *Stay or go*.
    one = _IS["demands"].match(plain) and not _IS["deeds"].search(plain)
    asked = plain.rstrip(" .!").endswith(("?", "？")) or bool(_IS["inverted"].match(plain))
    return asked or not (says or one or _IS["ought"].search(plain))


def _theme(plain: str) -> str:
    words = plain.strip(" ?!.")
    fits = (name for name, match in RULES["theme"].items() if match.search(words))
    return next(fits, "") if len(plain.split()) <= 25 else ""


def _options(words: str) -> dict[str, str]:
    """What two options are called, where both are things or both are deeds; else which was named first."""
    pair = _PART["pair"].match(words.strip(" ?!."))
    one, other = (pair["one"], pair["other"]) if pair else ("", "")
    both = [text.split() for text in (one, other)]
    deeds = [option[:1] != [] and option[0].casefold() in _BASE for option in both]
    plain = not any(
        _IS[name].search(text.casefold()) for name in ("says", "ought", "self") for text in (one, other)
    )
    if (
        not pair
        or not plain
        or any(not 0 < len(option) < 6 for option in both)
        or _PART["joins"].search(f"{one} {other}")
    ):
        return {"it": "the first option", "other": "the second option"}
    if all(deeds):
        return {"it": _doing(one), "other": _doing(other)}
    proper = one[:1].isupper() and other[:1].isupper()
    return {"it": one if proper else _lowered(one), "other": other if proper else _lowered(other)}


def _lowered(words: str) -> str:
    return words if _PART["proper"].match(words) else words[:1].lower() + words[1:]


def _parts(words: str) -> dict[str, str]:
    """What is to be done, who would do it, for whom and when, by the names the topic has for them; else nothing."""
    stated, when = _PART["no"].sub("", words), ""
    if tail := _PART["when"].search(stated):
        stated, when = stated[: tail.start()], tail["when"]
    who, deed = "", stated
    if match := _PART["stated"].match(stated):
        who, deed = _lowered(match["who"]), match["deed"]
    elif match := _PART["asked"].match(stated):
        rest = match["rest"].split()
        at = next((n for n, word in enumerate(rest[:8]) if n and word.casefold() in _BASE), 0)
        who, deed = " ".join(rest[:at]), " ".join(rest[at:]) if at else ""
    deed = (deed[:1].lower() + deed[1:]).partition(",")[0]
    acts = bool(_PART["actor"].search(who) or (_PART["proper"].match(who) and len(who.split()) < 4))
    does = acts or not who or bool(_PART["anybody"].match(who))
    doing = _passive(_OBJECT.get(who.casefold(), who), deed)
    kept = _PART["kept"].match(deed) if does else None
    active = "" if doing else f"giving up {kept['rest']}" if kept else _active(who, deed, does)
    named = doing or (re.sub(r"\b(?:its|their)\b", "the", active) if acts else active)
    if not named or len(named.split()) > _MOST_NAMED or re.search(r"[:;?!/…]|\s-\s", named):
        return {}
    for_whom = _PART["whom"].search(named)
    parts = {
        "doing": named,
        "when": when,
        "whom": for_whom["whom"] if for_whom else "",
        "kept": "yes" if kept else "",
    }
    parts["who"] = who if acts and active else ""
    return {name: value for name, value in parts.items() if value}


def _passive(whom: str, deed: str) -> str:
    """What is to be done to somebody or something, as in *closing zoos*; empty where nothing is."""
    for name, way in _WAYS.items():
        there = name in ("new", "there")
        if whom and there == (whom.casefold() == "there") and (match := _PART[name].match(deed)):
            return way.format(whom=whom, **match.groupdict())
    match = _PART["done"].match(deed)
    if not match or not whom or whom in ("us", "me", "there"):
        return ""
    verb, stem = match["verb"], re.sub("i$", "y", match["verb"][:-2])
    ing = f"{stem}e" if verb.endswith("eed") else stem
    named = _DONE.get(verb, f"{ing}ing" if verb.endswith("ed") else "")
    return named and f"{match['how']}{named} {whom}{match['rest']}"


def _active(who: str, deed: str, does: bool) -> str:
    """What somebody is to do, as in *banning smoking*; empty where it can't be named."""
    first = deed.partition(" ")[0]
    if not who and first.endswith("ing") and first not in _BASE:
        return deed
    if match := _PART["ends"].match(deed):
        return f"an end to {match['rest']}" if does else ""
    match = _PART["active"].match(deed)
    if not match or _PART["stays"].match(match["verb"]) or match["rest"].strip() in _BASE:
        return ""
    if does and (who or match["verb"] in _BASE):
        return match["how"] + _doing(match["verb"] + match["rest"])
    return f"having {who} {deed}" if who else ""


def _doing(words: str) -> str:
    """
    >>> _doing("Ban cars"), _doing("cancel it"), _doing("raise taxes")
    ('banning cars', 'cancelling it', 'raising taxes')
    """
    verb, blank, rest = words.partition(" ")
    verb = verb.casefold()
    ing = f"{verb}ing"
    if verb.endswith("ie"):
        ing = f"{verb[:-2]}ying"
    elif verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        ing = f"{verb[:-1]}ing"
    elif _DOUBLES.fullmatch(verb):
        ing = f"{verb}{verb[-1]}ing"
    return _ING.get(verb, ing) + blank + rest
