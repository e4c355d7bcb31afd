"""The few turns of English grammar the simulated speakers need: -ing forms, third persons, articles, addressing.

Knows words, not debates. Invariant: pure functions; a string that fits no rule comes back as it was.
"""

import re

from debate_core.simulated.words import ALSO_NOUNS, DOUBLED, NAMES, PARTICIPLES, VERBS

_ADDRESSED = {
    "my": "your",
    "our": "your",
    "i": "you",
    "we": "you",
    "me": "you",
    "us": "you",
    "mine": "yours",
    "ours": "yours",
    "myself": "yourself",
    "ourselves": "yourselves",
    "am": "are",
}
_PERSONAL = re.compile(r"\b(My|my|Our|our|I|We|we|me|us|mine|ours|myself|ourselves|am)\b(?!\.)")
_ARTICLE_BEFORE_NUMBER = re.compile(r"\b(a|an|A|An) (\d[\d,]*)")
_RARELY_NOUNS = frozenset({"travel", "work", "live", "move", "rent", "stay"})
_FIRST_WORD = re.compile(r"^[^\w]*([\w'-]+)")


def gerund(verb: str) -> str:
    """The -ing form of a base verb.

    >>> [gerund(v) for v in ("ban", "move", "be", "lie", "agree", "apply")]
    ['banning', 'moving', 'being', 'lying', 'agreeing', 'applying']
    """
    if verb == "be" or verb.endswith(("ee", "oe", "ye")):
        return verb + "ing"
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e"):
        return verb[:-1] + "ing"
    return verb + verb[-1] + "ing" if verb in DOUBLED else verb + "ing"


def third_person(verb: str) -> str:
    """The form of a base verb after he, she or it.

    >>> [third_person(v) for v in ("help", "have", "teach", "apply", "pay")]
    ['helps', 'has', 'teaches', 'applies', 'pays']
    """
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def base_of_third_person(word: str) -> str | None:
    """The base verb of a third-person form, where it is a verb we know.

    >>> base_of_third_person("teaches"), base_of_third_person("buys"), base_of_third_person("dogs")
    ('teach', 'buy', None)
    """
    for base in (word[:-1], word[:-2], word[:-3] + "y"):
        if base in VERBS and third_person(base) == word:
            return base
    return {"is": "be", "has": "have"}.get(word)


def base_of_participle(word: str) -> str | None:
    """The base verb of a past participle, where it is a verb we know.

    >>> [base_of_participle(w) for w in ("banned", "taught", "privatised", "allowed", "applied", "green")]
    ['ban', 'teach', 'privatise', 'allow', 'apply', None]
    """
    if word in PARTICIPLES:
        return PARTICIPLES[word]
    if not word.endswith("ed"):
        return None
    stems = (word[:-2], word[:-1], word[:-3] if word[-3:-2] == word[-4:-3] else "", word[:-3] + "y")
    return next((stem for stem in stems if stem in VERBS), None)


def gerund_phrase(phrase: str) -> str:
    """A verb phrase in base form with its verb, and any verb joined to it, in the -ing form.

    >>> gerund_phrase("move in with us and cook for us")
    'moving in with us and cooking for us'
    """
    words = phrase.split()
    words[0] = gerund(words[0].lower())
    for i, word in enumerate(words[1:-1], start=1):
        joined = words[i + 1].lower()
        verb = joined in VERBS and (joined not in ALSO_NOUNS or joined in _RARELY_NOUNS)
        if word.lower() in ("and", "or", "than") and verb:
            words[i + 1] = gerund(joined)
    return " ".join(words)


def address(text: str) -> str:
    """`text` as it is said to the person who asked: my mother becomes your mother.

    >>> address("my mother and I, with our dog, in the US")
    'your mother and you, with your dog, in the US'
    """

    def said(match: re.Match[str]) -> str:
        word = match[0]
        other = _ADDRESSED[word.lower()]
        return other.capitalize() if word[0].isupper() and word != "I" else other

    return _PERSONAL.sub(said, text)


def lower_first(text: str) -> str:
    """`text` as it stands inside a sentence: its first letter small, unless the word is a name or in capitals."""
    found = _FIRST_WORD.match(text)
    if not found or found[1].lower() in NAMES or any(letter.isupper() for letter in found[1][1:]):
        return text
    at = found.start(1)
    return text[:at] + text[at].lower() + text[at + 1 :]


def upper_first(text: str) -> str:
    """`text` with its first letter large."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """`text` as a sentence: a capital first, one stop at the end.

    >>> sentence("it holds")
    'It holds.'
    """
    text = text.strip()
    if not text:
        return ""
    ended = text.endswith((".", "?", ".”", "?”", '."', '?"'))
    return upper_first(text if ended else text + ".")


def fix_articles(text: str) -> str:
    """A or an before a number, by how the number is said.

    >>> fix_articles("a 8 per cent rise, an 12 week trial, a 11th, a 180 page form")
    'an 8 per cent rise, a 12 week trial, an 11th, a 180 page form'
    """

    def said(match: re.Match[str]) -> str:
        number = match[2].replace(",", "")
        vowel = number.startswith("8") or (number[:2] in ("11", "18") and len(number) in (2, 5, 8))
        article = "an" if vowel else "a"
        return f"{article.capitalize() if match[1][0] == 'A' else article} {match[2]}"

    return _ARTICLE_BEFORE_NUMBER.sub(said, text)
