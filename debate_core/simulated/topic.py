"""What a topic puts up for debate, as the simulated debaters read it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from debate_core.calls.ask import chance
from debate_core.domain.transcript import Side, Topic, opponent
from debate_core.simulated import phrases

_MAX_QUOTED, _MAX_NAMED, _MAX_THEMED = 220, 14, 25  # characters of a topic; words of a deed, of a topic
_IS, _PART, _VERBS = phrases.RULES["topic"], phrases.RULES["parts"], phrases.book("verbs")
_BASE = frozenset(_VERBS["base"].split())
_WAYS = [(re.compile(pattern, re.I), named) for pattern, named in _VERBS["ways"]]
_PROPOSAL = "this proposal"  # what nobody can name
_AGAINST = ("cars", "phones", "meat")  # themes whose cases for are against the thing that they are called by
_SECOND = re.compile(r"\b(and|or) ([a-z]+)(?= (?:a|all|an|every|his|her|its|my|our|the|their|to|your)\b)")
_DOUBLES = re.compile(r"[^aeiou]*[aeiou][bdglmnprt]")


class Matter(NamedTuple):
    """What is debated. `turned`: the cases against the change are PRO's; `against`: so are those against the theme;
    `parts`: what the topic's parts are called."""

    text: str
    kind: str
    theme: str
    turned: bool
    against: bool
    parts: Mapping[str, str]

    def pile(self, side: Side) -> Side:
        """The side whose cases `side` argues from."""
        return opponent(side) if self.turned else side

    def slots(self, side: Side) -> dict[str, str]:
        parts = {**self.parts, "named": self.parts.get("doing", ""), "topic": self.quote}
        if self.kind == "choice" and side == "con":
            parts |= {"it": parts["other"], "other": parts["it"]}
        if _PART["unwieldy"].search(parts["named"]):
            parts["doing"] = _PROPOSAL  # its name is said once, where a side says what it is for
        return parts

    @property
    def quote(self) -> str:
        """The topic to the letter, without a last full stop, or what stands for one too long to be quoted."""
        text = self.text[:-1] if self.text.endswith(".") and not self.text.endswith("..") else self.text
        return f"“{text}”" if 0 < len(text) <= _MAX_QUOTED else "the topic as it was put"

    def stands(self, side: Side) -> list[str]:
        words: dict[str, list[str]] = phrases.PHRASES["stand"]
        doing, kind = self.parts.get("doing", ""), self.kind
        kind = f"{kind}_thesis" if "thesis" in self.parts else "proposal" if doing == _PROPOSAL else kind
        forms = ("asks", "question") if kind == "open" else ()
        kind = next((form for form in forms if _IS[form].search(self.text.casefold())), kind)
        if (self.theme and kind != "personal") or (kind == "deed" and _PART["unwieldy"].search(doing)):
            return words[side]
        return words[f"{kind}_{side if kind == 'personal' else self.pile(side)}"]

    def cases(self, side: Side, seed: int) -> list[phrases.Case]:
        """Every case a side can make, in this debate's order; those that name a part of the topic come early."""
        if self.kind == "choice":
            # Both speak for an option of their own, out of one pile: each is dealt every second case.
            return self._dealt(phrases.POOLS["choice"]["own"], "both", seed)[side == "con" :: 2]
        whose = opponent(side) if self.against else side
        themed = self._dealt(phrases.POOLS[self.theme][whose], side, seed) if self.theme else []
        pool = phrases.POOLS[self.kind][self.pile(side)]
        general = [one for one in self._dealt(pool, side, seed) if one.get("needs", "") in ("", *self.parts)]
        return [*themed, *general]

    def _dealt(self, cases: list[phrases.Case], side: str, seed: int) -> list[phrases.Case]:
        order = chance(seed, self.text, "cases", side).sample(cases, len(cases))
        return sorted(order, key=lambda one: ("late" in one, "needs" not in one))


@lru_cache(maxsize=512)
def matter_of(topic: Topic) -> Matter:
    text = " ".join(topic.text.split())
    words = " ".join(_IS["markup"].sub(" ", text.replace("’", "'")).split())
    bare = words.strip(" ?!.")
    tags = {name for name, pattern in _IS.items() if pattern.search(words.casefold())}
    kinds = (
        kind
        for kind, has, lacks in phrases.TABLES["kinds"]
        if tags.issuperset(has) and tags.isdisjoint(lacks)
    )
    kind, turned, theme = next(kinds, "open"), "not" in tags, ""
    if kind in ("deed", "personal", "name") and len(words.split()) <= _MAX_THEMED:
        themes = (name for name, of in phrases.RULES["theme"].items() if of.search(bare))
        theme = next((name for name in themes if kind != "name" or name not in _AGAINST), "")
    parts = _options(bare) if kind == "choice" else _parts(bare) if kind == "deed" else _claim(bare)
    keeps = parts.pop("kept", "") or (kind == "personal" and "keeps" in tags)
    reverse = phrases.RULES["reverse"].get(theme)
    against = turned ^ bool(reverse and reverse.search(words))
    turned ^= bool(keeps)
    parts = {"it": "a change" if turned else "this step"} if kind == "personal" else parts
    habit = turned and not (theme or keeps or _PART["change"].search(parts.get("doing", "")))
    if (kind in ("deed", "personal") and (habit or not parts)) or (kind == "name" and theme):
        # What can't be read is one proposal, whatever it says.
        kind, turned, parts = "deed", False, {"doing": _PROPOSAL}
    kind = "open" if kind == "name" else kind
    turned &= kind in ("deed", "personal")
    return Matter(text=text, kind=kind, theme=theme, turned=turned, against=against, parts=parts)


def _claim(bare: str) -> dict[str, str]:
    """A claim as a sentence, and what it compares, in words that the topic has for it; else nothing."""
    if match := _PART["compared"].match(bare):
        it, other, verb = match["it"], match["other"], (match["asked"] or match["stated"]).strip().lower()
        return {"it": it, "other": other, "thesis": f"{it} {verb} {match['how']} than {other}"}
    if match := _PART["might"].match(bare):
        who, deed = _split(match["rest"])
        if deed and _PART["actor"].search(who):
            return {"thesis": f"{who} {match['verb'].lower()} {deed}"}
    return {}


def _split(rest: str) -> tuple[str, str]:
    words = rest.split()
    at = next((n for n, word in enumerate(words[:8]) if n and word.casefold() in _BASE), len(words))
    return " ".join(words[:at]).removesuffix(" to"), " ".join(words[at:])


def _options(bare: str) -> dict[str, str]:
    """What two options are called, where both are deeds, or things that need no article; else by their order."""
    pair = _PART["pair"].match(bare)
    parts = pair.groupdict() if pair else {}
    deeds = all(words.partition(" ")[0].casefold() in _BASE for words in parts.values())
    named = _ing if deeds else str if all(words[:1].isupper() for words in parts.values()) else _lower_first
    options = {name: _PART["single"].sub(r"the \g<0>", named(words)) for name, words in parts.items()}
    plain = deeds or all(_PART["plain"].search(words) for words in options.values())
    return options if pair and plain else {"it": "the first option", "other": "the second option"}


def _lower_first(words: str) -> str:
    return words if _PART["proper"].match(words) else words[:1].lower() + words[1:]


def _parts(bare: str) -> dict[str, str]:
    """What is to be done and when, and the topic as a sentence, in words that the topic has for it; else nothing."""
    stated, when = _PART["no"].sub("", bare), ""
    if tail := _PART["when"].search(stated):
        stated, when = stated[: tail.start()], tail["when"]
    who, deed = "", stated
    if match := _PART["asked"].match(stated):
        who, deed = _split(match["rest"])
    elif match := _PART["stated"].match(stated):
        who, deed = _lower_first(match["who"]), match["deed"]
    acts = bool(_PART["actor"].search(who) or (_PART["proper"].match(who) and len(who.split()) < 4))
    mark = "!" if not who else "~" if _PART["anybody"].match(who) else "@" if acts else ""
    deed = (deed[:1].lower() + deed[1:]).partition(",")[0]
    way, of = _way(f"{mark}{'' if _PART['pronoun'].match(who) else who}: {deed}")
    named = way.format(**of)
    if not named or len(named.split()) > _MAX_NAMED or _PART["odd"].search(named):
        return {}
    keeps = of.get("kept", "")
    parts = {"doing": named, "when": "".join(re.findall(r"\d{4}", when)), "kept": keeps}
    if ("ing" in of or keeps) and acts and not who.startswith(("a ", "an ")):
        parts["doing"] = re.sub(r"\b(?:its|their)\b(?! own)", "the", named)
    if _PART["sure"].match(who) and not (keeps or _PART["only"].match(deed)):
        # Sides say what they stand for in a sentence where neither a capital nor a *not* can go wrong in it.
        parts["thesis"] = f"{who} should {deed} {when}".strip()
    return {name: value for name, value in parts.items() if value}


def _way(deed: str) -> tuple[str, dict[str, str]]:
    """How a deed is named, as in *banning smoking*, and what is put in; no way where it has no name."""
    fits = ((way, match.groupdict("")) for pattern, way in _WAYS if (match := pattern.match(deed)))
    way, parts = next(fits, ("", {}))
    if base := parts.get("base", ""):
        # An order begins with a verb that is known; what one verb follows at once was a noun.
        odd = parts["rest"].strip() in _BASE or (deed.startswith("!") and base not in _BASE)
        # A second verb is named as the first is: *selling the house and moving to the coast*.
        rest = _SECOND.sub(
            lambda verb: f"{verb[1]} {_ing(verb[2])}" if verb[2] in _BASE else verb[0], parts["rest"]
        )
        return ("" if odd else way), {**parts, "ing": _ing(base), "rest": rest}
    if done := parts.get("done", ""):
        stem = f"{done[:-2]}e" if done.endswith("eed") else re.sub("i$", "y", done[:-2])
        ing = _VERBS["done"].get(done, f"{stem}ing" if done.endswith("ed") else "")
        return (way if ing else ""), {**parts, "done": ing}
    return way, parts


def _ing(words: str) -> str:
    verb, blank, rest = words.partition(" ")
    verb = verb.casefold()
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else verb
    if verb.endswith("ie"):
        stem = f"{verb[:-2]}y"
    elif _DOUBLES.fullmatch(verb):
        stem += stem[-1]
    ing: str = _VERBS["ing"].get(verb, f"{stem}ing")
    return ing + blank + rest
