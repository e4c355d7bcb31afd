"""What is debated, read from the words of a topic, in the grammatical forms a speech needs.

Knows English grammar a little, no field and no side. Invariant: every form is grammatical where it is put, or is a
neutral reference such as *the proposal*; no topic, in any language, makes it fail.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from debate_core.simulated import patterns
from debate_core.simulated.grammar import (
    address,
    base_of_participle,
    base_of_third_person,
    gerund,
    gerund_phrase,
    lower_first,
    third_person,
)
from debate_core.simulated.words import (
    ADVERBS,
    ALSO_NOUNS,
    DETERMINERS,
    ENGLISH,
    FOREIGN,
    PREDICATES,
    PREPOSITIONS,
    PRONOUNS,
    VERBS,
)

Kind = Literal["change", "practice", "contest", "question", "open"]
LONGEST = 300
_WORDS_AT_MOST = 16


@dataclass(frozen=True, kw_only=True)
class Proposition:
    """A topic's forms. `doing` stands as the subject of a sentence; `named` is a noun phrase for the same;
    `short` are later references. `negated` is true where the proposition is a *not*: of a change, whose forms
    then say so; of a practice, whose forms name the thing itself, so that its friends are the other side's."""

    quote: str
    kind: Kind
    doing: str
    named: str
    short: tuple[str, ...]
    negated: bool = False
    first: str = ""
    second: str = ""

    @property
    def claimed(self) -> str:
        """What is said to be true, as a noun phrase; empty where a step is proposed and nothing is stated."""
        if self.kind == "question":
            return self.named
        if self.kind != "practice":
            return ""
        return f"the case for {self.doing}" if self.named == self.doing else self.named

    @property
    def weighs(self) -> bool:
        """Whether it asks if a thing is good or bad, rather than stating some other fact."""
        return self.named == self.doing or bool(
            patterns.VALUE.search(self.quote.lower()) or _speaks_against(self.quote)
        )

    @property
    def personal(self) -> bool:
        """Whether somebody asks it of their own life."""
        return bool(patterns.OWN.search(self.quote)) and not patterns.SHARED.search(self.quote)

    @property
    def would(self) -> str:
        """The auxiliary that fits `doing`: no agreement with number is then needed."""
        return "can" if self.kind == "practice" else "would"


@lru_cache(maxsize=256)
def propose(topic: str) -> Proposition:
    """The proposition a topic puts."""
    text = _cleaned(topic)
    if not text or not _is_english(text) or len(text.split()) > 2 * _WORDS_AT_MOST:
        return _open(text)
    for read in (_asked, _contest, _stated, _evaluated, _done, _imperative, _named):
        found = read(text)
        if found is not None:
            return found
    return _open(text)


def _cleaned(topic: str) -> str:
    text = " ".join(ch if ch.isprintable() else " " for ch in topic[:LONGEST].split())
    text = "".join(ch for ch in text if ch.isprintable()).replace("{", "(").replace("}", ")")
    text = re.sub(r"[\"“”«»`*_#<>\[\]|\\]+", "", text).strip()
    asked = re.match(r"^[^.?!]{8,}?[.?!](?=\s|$)", text)
    text = patterns.LEAD_IN.sub("", asked[0] if asked else text)
    text = re.sub(r"^(?:yes or no|discuss)\s*[:,]\s*", "", text, flags=re.I).strip(" .?!:;,–—-¿¡")
    return patterns.TAG.sub("", text)


def _is_english(text: str) -> bool:
    letters = [ch for ch in text if ch.isalpha()]
    if not letters or sum(ch.isascii() for ch in letters) < 0.85 * len(letters):
        return False
    if "¿" in text or "¡" in text:
        return False
    words = {word.lower() for word in re.findall(r"[^\W\d_]+(?:[-'][^\W\d_]+)*", text)}
    foreign, english = len(words & FOREIGN), len(words & ENGLISH)
    return foreign < 2 or english >= foreign


def _open(text: str) -> Proposition:
    quote = text if len(text) <= 90 else text[:90].rsplit(" ", 1)[0] + " …"
    if patterns.OPEN.match(quote) or patterns.YES_OR_NO.match(quote):
        named = f"{'the usual answer' if patterns.OPEN.match(quote) else 'a yes'} to “{quote}”"
        return Proposition(quote=quote, kind="question", doing=named, named=named, short=("this answer",))
    named = f"the proposal “{quote}”" if quote else "the proposal"
    return Proposition(
        quote=quote,
        kind="open",
        doing=named,
        named=named,
        short=("the proposal", "this step", "the change"),
    )


def _change(text: str, doing: str, named: str, negated: bool = False) -> Proposition:
    return Proposition(
        quote=text,
        kind="change",
        doing=doing,
        named=named,
        short=("the change", "this step", "the proposal", "such a change"),
        negated=negated,
    )


def _practice(text: str, subject: str, statement: str, negated: bool = False) -> Proposition:
    thing = lower_first(address(subject))
    named = f"the claim that {lower_first(address(statement))}" if statement else thing
    return Proposition(quote=text, kind="practice", doing=thing, named=named, short=(thing,), negated=negated)


def _asked(text: str) -> Proposition | None:
    if needed := patterns.NEEDED.match(text):
        if not needed[2]:
            return _practice(text, needed[3], "")
        return _should(text, f"{needed[1]} {needed[3]}", negated=False, at=len(needed[1].split()))
    found = patterns.ASKED.match(text)
    if not found:
        return None
    return _should(text, found[3], negated=bool(found[2]))


def _stated(text: str) -> Proposition | None:
    if re.match(r"^this house would\s+", text, re.I):
        return _imperative(re.sub(r"^this house would\s+", "", text, flags=re.I))
    found = patterns.MODAL.match(text)
    if not found or patterns.OPEN.match(text):
        return None
    return _should(text, f"{found[1]} {found[3]}", negated=bool(found[2]), at=len(found[1].split()))


def _should(text: str, rest: str, *, negated: bool, at: int | None = None) -> Proposition | None:
    """`rest` is subject and verb phrase in base form; `at` is where the verb phrase begins, when that is known."""
    words = rest.split()
    if at is None:
        at = _verb_at(words)
    if at is not None and at < len(words) and words[at].lower() in ("not", "never"):
        negated, words = True, words[:at] + words[at + 1 :]
    while at is not None and at < len(words) - 1 and words[at].lower() in ADVERBS:
        words = words[:at] + words[at + 1 :]
    rest = lower_first(address(" ".join(words)))
    if at is None or at >= len(words):
        if len(words) < 2:
            return None
        # Where `not` belongs cannot be told: the topic itself is then named, and nothing else.
        if negated:
            return _change(text, "this", f"the proposal “{text.rstrip('.?!')}”", negated)
        return _change(text, f"having {rest}", f"the proposal that {rest}")
    said = [address(word) for word in words]
    subject, verb_phrase = lower_first(" ".join(said[:at])), " ".join(said[at:])
    verb_phrase = verb_phrase[:1].lower() + verb_phrase[1:]
    if subject.lower() in ("you", "one"):
        return _ours(text, verb_phrase, negated)
    if patterns.NOBODY.match(subject):
        named = f"the proposal that {subject} {verb_phrase}"
        return _change(text, f"having {subject} {verb_phrase}", named, True)
    if negated:
        doing = f"having {subject} not {verb_phrase}"
        return _change(text, doing, f"the proposal that {subject} not {verb_phrase}", negated)
    return _change(text, _subject_doing(subject, verb_phrase), f"the proposal that {subject} {verb_phrase}")


def _ours(text: str, verb_phrase: str, negated: bool) -> Proposition:
    chosen = re.sub(r"\sor\s(?=[\w']+(?:\s[\w']+){0,4}$)", " rather than ", verb_phrase, count=1)
    if chosen != verb_phrase:
        verb_phrase, doing = chosen, gerund_phrase(chosen)
        if not negated:
            return _change(text, doing, f"the preference for {doing}")
    return _proposal_to(text, verb_phrase, negated)


def _proposal_to(text: str, verb_phrase: str, negated: bool) -> Proposition:
    doing = gerund_phrase(verb_phrase)
    if negated:
        return _change(text, f"not {doing}", f"the proposal not to {verb_phrase}", negated)
    return _change(text, doing, f"the proposal to {verb_phrase}")


def _verb_at(words: list[str]) -> int | None:
    """Where the verb phrase begins in `schools start later`, or None where that cannot be told."""
    if words and words[0].lower() in PRONOUNS and words[1:2] and words[1].lower() not in PREPOSITIONS:
        return 1
    for i in range(1, len(words)):
        word, before = words[i].lower(), words[i - 1].lower()
        if word == "not":
            return i
        if word not in VERBS or before in DETERMINERS | PREPOSITIONS:
            continue
        later = [w.lower() for w in words[i + 1 : i + 4]]
        if (
            word in ALSO_NOUNS
            and any(w in VERBS and w not in ALSO_NOUNS for w in later)
            and not before.endswith("s")
        ):
            continue
        return i
    return None


def _subject_doing(subject: str, verb_phrase: str) -> str:
    verb, _, tail = verb_phrase.partition(" ")
    if verb == "have" and tail.startswith("to "):
        return f"requiring {subject} {tail}"
    if verb == "have" and tail:
        return f"having {tail}" if subject == "there" else f"giving {subject} {tail}"
    if verb != "be" or not tail:
        return f"having {subject} {verb_phrase}"
    if subject == "there":
        return f"having {tail}"
    return _made(subject, tail)


def _made(subject: str, tail: str) -> str:
    """What makes `subject` be `tail`: compulsory, banned in schools, required to vote."""
    first, _, rest = tail.partition(" ")
    base = base_of_participle(first)
    if first == "able":
        return f"enabling {subject} {rest}".strip()
    if base is not None:
        return f"{gerund(base)} {subject} {rest}".strip()
    if first.endswith("ed") and first != "need":
        return f"having {subject} {tail}"
    return f"making {subject} {tail}"


def _contest(text: str) -> Proposition | None:
    found = patterns.VERSUS.match(text) or patterns.BETTER_TO.match(text)
    found = (
        found
        or (None if patterns.OPEN.match(text) else patterns.BETTER.match(text))
        or patterns.OR.match(text)
    )
    if not found:
        return None
    first, second, tail = lower_first(address(found[1].strip(" ,"))), address(found[2].strip(" ,")), ""
    ended = patterns.TAIL.match(second)
    if ended:
        second, tail = ended[1], " " + ended[2]
    second = lower_first(second)
    negated = bool(re.search(r"\bworse than\b", text, re.I))
    if first.split()[0] in VERBS - ALSO_NOUNS | {"rent"} and second.split()[0] in VERBS:
        first, second = gerund_phrase(first), gerund_phrase(second)
    return Proposition(
        quote=text,
        kind="contest",
        doing=f"choosing {first} over {second}{tail}",
        named=f"the choice of {first} over {second}{tail}",
        short=(f"choosing {first}", f"the choice of {first}", f"preferring {first}"),
        negated=negated,
        first=first,
        second=second,
    )


def _evaluated(text: str) -> Proposition | None:
    """`Is fasting good for you`, `Fasting is good for you`, `Is it right to eat meat`."""
    judged = re.match(r"^(?:is it|it is|it's)\s+(?:\w+\s+){0,3}?(?:to|worth)\s+(.+)$", text, re.I)
    if judged:
        doing = _gerund_if_verb(judged[1])
        return _practice(text, doing, "", _speaks_against(text)) if doing else None
    asked = re.match(r"^(is|are|was|were)\s+(.+)$", text, re.I)
    if asked:
        return _asked_of(text, asked[1].lower(), asked[2])
    stated = re.match(r"^(.{2,80}?)\s+(is|are|has been|have been)\s+(.+)$", text, re.I)
    if not stated or patterns.OPEN.match(text) or stated[1].lower() in PRONOUNS:
        return None
    return _practice(text, stated[1], text, _speaks_against(stated[3]))


def _asked_of(text: str, verb: str, rest: str) -> Proposition | None:
    words = rest.split()
    for i in range(1, len(words)):
        begins = words[i].lower() in PREDICATES or base_of_participle(words[i].lower()) is not None
        if (
            begins
            and words[i - 1].lower() not in DETERMINERS | PREPOSITIONS
            and words[0].lower() not in PRONOUNS
        ):
            subject, said = " ".join(words[:i]), " ".join(words[i:])
            return _practice(text, subject, f"{subject} {verb} {said}", _speaks_against(said))
    return None


def _done(text: str) -> Proposition | None:
    """`Does homework help`, `Can money buy happiness`, `Money buys happiness`."""
    asked = re.match(r"^(do|does|did|can|could|will|would|has|have)(n't|n’t)?\s+(?!not\b)(.+)$", text, re.I)
    if asked:
        return _asked_about(text, asked[1].lower(), asked[3])
    words = text.split() if not patterns.OPEN.match(text) else []
    for i in range(1, min(len(words) - 1, 6)):
        word = words[i].lower()
        base = base_of_third_person(word)
        singular = base is not None and base not in ALSO_NOUNS and not words[i - 1].lower().endswith("s")
        plural = word in VERBS - ALSO_NOUNS and words[i - 1].lower().endswith("s")
        if (singular or plural) and words[i - 1].lower() not in DETERMINERS | PREPOSITIONS:
            return _practice(text, " ".join(words[:i]), text, _speaks_against(text))
    return None


def _asked_about(text: str, auxiliary: str, rest: str) -> Proposition | None:
    words = rest.split()
    at = _verb_at(words)
    if at is None or words[0].lower() in PRONOUNS:
        return None
    subject, verb, tail = " ".join(words[:at]), words[at].lower(), " ".join(words[at + 1 :])
    forms = {"do": verb, "does": third_person(verb), "did": f"did {verb}"}
    said = " ".join(part for part in (forms.get(auxiliary, f"{auxiliary} {verb}"), tail) if part)
    return _practice(text, subject, f"{subject} {said}", _speaks_against(said))


def _imperative(text: str) -> Proposition | None:
    words = text.split()
    verb = words[0].lower()
    negated = verb in ("don't", "never", "don’t", "not") and len(words) > 1
    if negated or (verb == "do" and len(words) > 2 and words[1].lower() == "not"):
        negated, words = True, words[1 if verb != "do" else 2 :]
        verb = words[0].lower()
    if verb not in VERBS or len(words) < 2 or (not negated and patterns.YES_OR_NO.match(text)):
        return None
    follower = words[1].lower()
    plain = verb not in ALSO_NOUNS or verb in ("ban", "cap", "cut", "tax", "end", "limit", "fund", "stop")
    if not plain and follower not in DETERMINERS | PREPOSITIONS and not follower.endswith("s"):
        return None
    phrase = address(" ".join([verb, *words[1:]]))
    return _proposal_to(text, phrase, negated)


def _named(text: str) -> Proposition | None:
    """A noun phrase: `Homework`, `Universal basic income`, `Banning cars`."""
    words = text.split()
    if patterns.OPEN.match(text) or len(words) > 9 or not re.fullmatch(r"[\w'’&,./() +-]+", text):
        return None
    if not any(ch.isalpha() for ch in text) or words[0].lower() in PRONOUNS | {
        "do",
        "does",
        "is",
        "are",
        "can",
        "will",
    }:
        return None
    if len(words) == 1 and not re.fullmatch(r"[A-Za-z][\w'’-]{1,30}", text):
        return None
    return _practice(text, text, "", False)


def _gerund_if_verb(phrase: str) -> str | None:
    first = phrase.split()[0].lower()
    if first.endswith("ing"):
        return phrase
    return gerund_phrase(phrase) if first in VERBS else None


def _speaks_against(said: str) -> bool:
    against = bool(patterns.NEGATIVE.search(said.lower()))
    denied = bool(
        re.search(
            r"\b(not|never|no longer|cannot|nobody|no one|nothing|hardly|rarely)\b|n['’]t\b", said.lower()
        )
    )
    return against != denied
