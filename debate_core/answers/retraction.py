"""Whether words around a judge's object take its scores back: call them no scores, another scale's, somebody else's,
not meant, or put others in their place. In digits or in words. Invariant: a sentence that speaks of scores, of a
scale, of the answer's standing or of who wrote it is harmless only if it is made of the words in which an answer is
announced; what it says of the debate itself is harmless. What a judge says that it did, and what it says was done to
the answer, is harmless only where that is what a judge does. In doubt it takes them back, and the judge is asked
again. A sentence of another language than English is read by what languages share: it is harmless where it leads up
to the object with a colon and speaks of no draft, or names the debate without denying, limiting, changing or
counting anything and without a word for scores."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

ASIDES = (
    "Expected reasons that speak of the debate alone: not of yourself, of the scores, of this form, or of its reader. "
    "If the scores are yours and final, write the same object again with nothing around it, and with such reasons; "
    "where you have none, leave notes and key_finding empty."
)
DISOWNED = "Expected scores that you stand by; a text among them calls them something else."
WITHDRAWN = (
    "Expected the object alone; the words around it speak of scores, of the scale, or of whose they are."
)
_SHORT = 6  # words
# Characters of a sentence, and of all words around an object, that are looked into.
MAX_SENTENCE, MAX_AROUND = 1_000, 20_000
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+(?:\.\d+)?")
# Fences, tags, marks and a line of code around an object are no words.
_DRESS = re.compile(
    r"`{3,}[^\n`]*|~{3,}[^\n]*|<\|?/?\w+\|?>|^\s*(?:const|let|var)?\s*\w+\s*[=(]+\s*$|[`*>#|_]+", re.MULTILINE
)
_BOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _set(name: str) -> frozenset[str]:
    return frozenset(_BOOK[name].split())


def _stems(name: str) -> str:
    return rf"\b(?:{'|'.join(_BOOK[name].split())})"


def _words(name: str) -> re.Pattern[str]:
    """Any of them; `*` stands for letters, `_` for a space, `..` for a few words between."""
    plain = {r"\*": r"\w*", "_": " ", re.escape(".."): ".{0,20}"}
    words = "|".join(map(re.escape, _BOOK[name].split()))
    for written, meant in plain.items():
        words = words.replace(written, meant)
    return re.compile(rf"\b(?:{words})(?![a-z])")


_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DIGIT = {word: str(at) for at, word in enumerate(_NUMBERS)}
_NUMBER = rf"(?:\d{{1,3}}|zero|{'|'.join(_NUMBERS[2:])})"
_OWN = "evaluations? assessments? judge?ments? verdicts? grades? marks? numbers? values?"
_MORE = "figures? points? answers? outputs? repl(?:y|ies) responses? results? objects? messages? sheets?"
_OF_SCORES = re.compile(
    r"\b(?:\w*scor(?:e[sd]?|ing|er|esheets?|ecards?)|ratings?|rated|json|the object|ids?|rate (?:this|these|any|them)"
    r"|(?:to|i|not|can|can't|won't) rate|out of (?:\d+|\w+ty|ten|five|hundred)|\w+[- ]point scale"
    r"|(?:figures?|numbers?|values?|points?|marks?) (?:for|of|on) (?:pro|con)-\d|stars?|columns?|rows?|marks?"
    r"|grad(?:e|es|ed|ing)"
    r"|(?:my|this|these|those|above|following|final|whole|entire) (?:\w+ )?"
    rf"(?:{'|'.join([*_OWN.split(), *_MORE.split()])}))\b"
)
"""Scores and the answer itself, wherever they stand."""
_MAY_BE_OF_SCORES = _words("may_be_of_scores")
_OF_THE_DEBATE = re.compile(
    r"\b(?:pro|con|sides?|debaters?|speakers?|opponents?|proposition|opposition|openings?|closings?|claims?"
    r"|cross.examin\w+|exchange)\b"
)
_ANNOUNCING = _set("announcing")
_PERSON = _words("person")
_DOUBT = _words("doubt")
_VIEW = _words("view")
_REFERS = _words("refers")
_TAKES_BACK = _words("takes_back")
_UNFIT = _words("unfit")
_ORDER = re.compile(
    r"^(?:(?:and|but|so|then|also|please|kindly|just|now|instead|note:?|important:?|first|finally|feel free to|you may"
    rf"|it (?:would|might) be \w+ to|i would)[\s,]+)*(?:{_stems('orders')}|do not)\b"
)
_BETTER = re.compile(
    r"\b(?:high|low|big|large|small|great)(?:er|est)?\b.{0,25}\b(?:is|are|means?|=|stands? for|counts? as)\b.{0,25}"
    r"\b(?:better|best|worse|worst|strong\w*|weak\w*|good|bad|poor\w*)\b"
    r"|\b(?:pro|con)-\d+\b.{0,30}\b(?:should|ought|could|deserves?|needs?)\b.{0,25}\b(?:lower|higher|rais|bump|halv|doubl)"
    r"|\b(?:best|worst|top|bottom)\b.{0,20}\b(?:mark|number|value)\b"
    r"|\bthe (?:\w+er|more|less)\b.{0,25}\bthe (?:better|worse|stronger|weaker)\b"
    rf"|\b{_NUMBER}(?: here)? (?:means?|stands? for|=|as {_NUMBER}|corresponds?|equals?)"
)
_RECKONED = re.compile(
    rf"^(?:everything|anything|all|each|every|any|whatever)\b.{{0,20}}\b(?:below|above|under|over|from) {_NUMBER}\b|"
    r"^(?:everything|all|each|every|any|both)\b.{0,30}\b(?:be|been|is|are|was|were) (?:now )?"
    r"(?:halved|doubled|multiplied|divided|rescaled|scaled|rounded|inverted|reversed|swapped)\b"
    r"|^(?:role-?play|pretend|imagin|(?:speaking|writing|acting) as)|\b(?:paid|bribed|promised|threatened) me\b"
    r"|\bwhat (?:a|an|the|this|it)\b.{0,30}\b(?:might|would|could)\b"
)
_ACT = re.compile(
    r"\b(?:i|we)(?:'(?:ve|m|ll|d|re))?(?:\s+(?:have|had|has|was|were|am|are|will|would|do|did|can|could|may|must|been|be"
    r"|also|now|then|not|never|\w+ly))*(?:\s+([a-z]+)|(?=[^\w\s]|\s*$))"
)
_ACTS = _set("acts")
_DONE_TO_IT = re.compile(
    r"\b(?:it|this|these|those|them|everything|most|half|some|much)\b[^,;]{0,30}\b(?:was|were|is|are|got|been|be) "
    r"(?:\w+ly )?(\w+(?:ed|ten|wn|sen|put|set|made))\b"
)
_DONE = _ACTS | _set("done")
_YOURS = re.compile(
    r"\b(?:you(?:'(?:ll|d|ve|re))?|whoever)\s+(?:(?:can|may|might|should|must|will|would|have) )*([a-z]+)"
    r"|\bmy ((?:\w+ )?\w+)|\b(me) to\b"
)
_YOUR_OWN = _set("your_own")
_GIVES = _words("gives")
_OTHER = re.compile(
    r"\b(?:different|another|other|own|no|wrong|old|new)\b.{0,12}\b(?:rubric|criteria|transcript|debate|dimensions)\b"
    r"|\btranscript\b.{0,20}\b(?:missing|unavailable|empty|truncated|cut)\b"
)
_VALUE = re.compile(
    r"(?<![-.\d])(?<!the )(?<!of )(?<!these )(?<!those )(?<!all )(?<!other )"
    rf"\b{_NUMBER}(?=\s*(?:$|[,.;:!)/]|(?:for|on|in|not|instead|rather|at|throughout|everywhere)\b))"
    rf"|\ban? {_NUMBER}\b|\b(?:a|is|be|been|get|to) one\b"
)
"""A number that stands for itself, and not for so many of a thing."""
_ENGLISH = _set("english")
_FOREIGN = _set("foreign")
_TONGUE = re.compile(r"[^\W\d_]+")
_LATIN = "\u024f"  # the last letter of that script that a language of today is written in
_LED_UP = 8  # words; or, where words are not parted by spaces, twice as many characters
_HELD_SIGNS = "辩论|辯論|论点|論點|論点|议論|討論|双方|ディベート|評価しました|토론|논쟁|논점"
_OF_A_DEBATE = re.compile(rf"\b(?:pro|con)\b(?=-\d|['’]| \w)|{_stems('held')}|{_HELD_SIGNS}")
_DENIED = _set("denied")
_DENIED_SIGNS = re.compile(r"[不没沒未无無勿別别非只仅僅仮]|ない|ません|なし|だけ|아니|않|못|만 ")
_FOR_SCORES = re.compile(rf"(?<!-)\b\d|{_stems('for_scores')}|[分点點数數値](?<![论論]点)(?<!論點)")
_UNDONE = re.compile(_stems("undone"))
_DRAFTED = re.compile(rf"{_stems('drafted')}|草稿|示例|例子|サンプル|仮|예시|초안")
_SELF = re.compile(r"\b(?:ich|je|j(?=')|yo|ho|eu|ik|jag|я)\b")
_READS = re.compile(_stems("reads"))
_SCORES = r"(?:scores?|scoring|ratings?|grades?|scoresheets?|json)"
_ANY = rf"(?:{_SCORES}|marks?|rows?|entr(?:y|ies)|objects?|{'|'.join(f'{_OWN} {_MORE}'.split())})"
_THESE = (
    rf"(?:\b(?:this|these|those|my|both|all)(?: (?:of )?\w+)?? (?:{_SCORES}|marks)"
    rf"|\b(?:my|(?:all|none|half|most|some) of (?:the|these|my)|the (?:above|following)) {_ANY}"
    rf"|\b{_ANY} (?:above|below|here|i \w+|(?:in|of|for) this (?:row|object|entry|sheet|answer|json|field|argument))"
    r"|^(?:all |the )?(?:scores?|ratings?)(?!.*\b(?:pro|con|claim|stud|pupil)))\b"
)
_GAP = r"(?: (?!(?:because|since|as|due|given|but|although|while|when|if)\b)[\w']+){0,3}?"
_UNMEANT = (
    rf"(?!(?:not|never|only|just|\w+n't)\b)(?:{_UNFIT.pattern}|{_TAKES_BACK.pattern}|\b(?:halved|doubled|rescaled|adjusted"
    r"|multiplied|divided|arbitrar\w*|borrowed|meaningless|fillers?|defaults?|out of (?!10\b|ten\b)\w+|real ones)\b)"
)
_SHORT_FORMS = _BOOK["short"] | {"order": _ORDER.pattern, "unmeant": _UNMEANT, "those": _THESE, "gap": _GAP}
_SHORT_FORMS |= {"scores": _SCORES, "number": _NUMBER}


@cache
def _patterns(name: str) -> re.Pattern[str]:
    """One of all that a table of the book lists; made when it is first asked for, which takes a while."""
    patterns = "|".join(_BOOK[name].strip("\n").split("\n"))
    for short, meant in _SHORT_FORMS.items():
        patterns = patterns.replace(f"{{{short}}}", meant)
    return re.compile(patterns)


_ACTS_IN_REASONS = _ACTS | _set("acts_in_reasons") | {""}
_SHEET = re.compile(
    rf"{_OF_SCORES.pattern}|\b(?:numbers|figures|values|digits|(?:{'|'.join(_NUMBERS[1:])})e?s)\b"
)
_OWN, _UNDOES = _patterns("own").pattern, _words("undoes").pattern
_ON = rf"(?:(?! (?:{'|'.join(_BOOK['gives_a_reason'].split())})\b)[^,:])".replace("_", " ")
_UNDONE_AS_A_WHOLE = re.compile(rf"(?:{_OWN}){_ON}{{0,60}}?{_UNDOES}|{_UNDOES}{_ON}{{0,30}}?(?:{_OWN})")
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
_CLAUSE = re.compile(r"[,:(]")
_REPORTS = re.compile(
    r"\b(?:say|ask|tell|claim|write|demand|urge|want|admit|concede|note|show|quote|cite)s\b"
)
_SOMEBODY_SAYS = re.compile(
    r"\b(?:pro|con)\b(?!-\d+\W*:)|\b(?:speaker|debater|opponent|author|study|survey)\b|" + _REPORTS.pattern
)
_ASIDE, _WEIGHING, _THEIRS, _MATTER = map(_words, ("aside", "weighing", "theirs", "matter"))
_UNSURE, _UNSETTLED = _words("unsure"), _words("unsettled")
_ME = re.compile(r"\b(?:i|me|my|myself)\b")
_MARKS = re.compile(r"\b(?:(?:the|these|all|four) (?:\w+ )?(?:numbers|values|digits)|marks?|ones)\b")
_OF_AN_ARGUMENT = re.compile(
    r"^\W*(?:the \w+|(?:it |and |but )?(?!this |is )[a-z]+s\b(?! (?:to|are|were|was|is)\b))"
)
"""A sentence on an argument that leaves out its subject, as in *ignores the reply*, or names it."""


_COURTESY = re.compile(
    r"^(?:please )?(?:let me know|feel free|happy to|glad to|i hope|i'm happy|thanks?|sure|certainly)\b[^,;:]*[.!]?$"
)


def speaks_of_itself(words: str, dimensions: Sequence[str] = ()) -> bool:
    """Whether a reason may be about its judge, its reader, the form or the scores, and so may take them back in words
    that no list has. `dimensions`: what is scored; two of them that change places are about the form.

    >>> speaks_of_itself("The machine wanted digits, so here are digits."), speaks_of_itself("CON shows the cost.")
    (True, False)
    """
    text = _QUOTED.sub(" ", words.replace("’", "'").casefold())
    for one in (sentence[:MAX_SENTENCE] for sentence in _SENTENCE.split(text)):
        own = _THEIRS.sub(" ", _WEIGHING.sub(" ", one))
        if _ASIDE.search(own) or (_ME.search(own) and (_UNSURE.search(own) or _MARKS.search(own))):
            return True
        loose = _UNSETTLED.search(own) or _ORDER.search(own.strip())
        if loose and not (_MATTER.search(own) or _OF_AN_ARGUMENT.search(own)):
            return True
        if sum(name in own for name in dimensions) > 1 and re.search(
            r"\b(?:place|swap|chang|confus|revers)", own
        ):
            return True
    return False


def is_aside(around: str, *, low: int, high: int) -> bool:
    """Whether any sentence around the object may be about itself, and is not one that announces the object."""
    scale = (str(low), str(high))
    sentences = _SENTENCE.split(_DRESS.sub(" ", around.replace("’", "'")))
    lowered = (one.strip().casefold() for one in sentences if _WORD.search(one) and not _is_foreign(one))
    return any(
        speaks_of_itself(one) for one in lowered if not _announces(one, scale) and not _COURTESY.search(one)
    )


@lru_cache(maxsize=200)
def disowns(words: str, *, high: int, label: bool = False) -> bool:
    """Whether a text among scores calls them no scores, somebody else's or another scale's. `high`: the scale's top;
    `label`: it is a label or a remark, in which one word of that kind is enough.

    >>> disowns("These scores are placeholders.", high=10), disowns("The example is invented.", high=10)
    (True, False)
    """
    text = words.replace("’", "'").casefold()
    for one in (sentence[:MAX_SENTENCE] for sentence in _SENTENCE.split(text)):
        if _is_taken_back(one, str(high)) or _patterns("disowning").search(one):
            return True
        own = _QUOTED.sub(" ", one)
        back = _patterns("of_its_answer").search(own)
        back = back or _UNDONE_AS_A_WHOLE.search(own) or _BETTER.search(own)
        if _SHEET.search(own) and any(act not in _ACTS_IN_REASONS for act in _ACT.findall(own)):
            return True
        if back and not _SOMEBODY_SAYS.search(own, 0, back.start()):
            return True
    return (
        label
        and re.search(rf"{_UNMEANT}|\bnot (?:the )?(?:final|real|true|meant|verified)\b", text) is not None
    )


def _is_taken_back(sentence: str, high: str) -> bool:
    """Whether a sentence takes its answer back, rescales it, calls it somebody else's, swaps its sides or forbids its
    use, and reports that of nobody in the debate. `high`: the scale's top."""
    own = _QUOTED.sub(" ", sentence)
    tops = (scale[scale.lastindex or 0] for scale in _patterns("on_scale").finditer(own))
    if _patterns("of_itself").search(own) or any(_DIGIT.get(top, top) != high for top in tops):
        return True
    before = (own[: act.start()] for act in _patterns("speech_acts").finditer(own))
    return any(not (_REPORTS.search(one) or _SOMEBODY_SAYS.search(_CLAUSE.split(one)[-1])) for one in before)


def retracts_scores(around: str, *, low: int, high: int, dimensions: Sequence[str]) -> bool:
    """Whether any sentence around the object takes its scores back. `low`, `high`: the scale; `dimensions`: what is
    scored.

    >>> retracts_scores("Here are my scores, from 1 to 10:", low=1, high=10, dimensions=["logic"])
    False
    >>> retracts_scores("These are not my scores.", low=1, high=10, dimensions=["logic"])
    True
    """
    if len(around) > MAX_AROUND:
        return True
    sentences: list[str] = []
    foreign: list[str] = []
    for one in _SENTENCE.split(_DRESS.sub(" ", around.replace("’", "'"))):
        (foreign if _is_foreign(one) else sentences).append(one)
    if any(not _leads_up(one) and not _tells_of_a_debate(one) for one in map(str.casefold, foreign)):
        return True
    scored = re.compile(rf"\b(?:{'|'.join(map(re.escape, dimensions))})\b")
    lowered = (one.strip() for one in map(str.casefold, sentences) if _WORD.search(one))
    return any(len(one) > MAX_SENTENCE or _retracts(one, (str(low), str(high)), scored) for one in lowered)


def _is_foreign(sentence: str) -> bool:
    """Whether a sentence is of another language than English, by its letters and its commonest words."""
    written = _TONGUE.findall(sentence)
    # Names of people, places and papers are of any language; a word of such a language alone tells nothing either.
    english = sum(word.casefold() in _ENGLISH for word in written if word != "i")
    words = [word.casefold() for at, word in enumerate(written) if not (at and word[0].isupper())]
    common = sum(word.casefold() in _FOREIGN for word in written)
    accented = sum(word not in _FOREIGN and not word.isascii() for word in words)
    if accented and common + accented >= english and (common or not english):
        return True
    scripts = sum((len(word) + 1) // 2 for word in words if max(word) > _LATIN)
    return (common and common + accented) + scripts > english


def _leads_up(sentence: str) -> bool:
    """Whether it says no more, in whatever language, than that something comes."""
    words = sentence.split()
    short = len(words) <= _LED_UP and (len(words) > 1 or len(sentence) <= 2 * _LED_UP)
    meant = not _denies(sentence) and not _DRAFTED.search(sentence)
    return short and meant and sentence.rstrip().endswith((":", "："))


def _denies(sentence: str) -> bool:
    small = not _DENIED.isdisjoint(_TONGUE.findall(sentence)) or _DENIED_SIGNS.search(sentence)
    return bool(small or _UNDONE.search(sentence))


def _tells_of_a_debate(sentence: str) -> bool:
    """Whether it names the debate or its sides, and neither denies nor limits, counts or speaks of scores."""
    if len(sentence) > MAX_SENTENCE or not _OF_A_DEBATE.search(sentence) or _FOR_SCORES.search(sentence):
        return False
    return not _denies(sentence) and (not _SELF.search(sentence) or _READS.search(sentence) is not None)


def _retracts(sentence: str, scale: tuple[str, str], scored: re.Pattern[str]) -> bool:
    if _is_taken_back(sentence, scale[1]):
        return True
    debate = _OF_THE_DEBATE.search(sentence) is not None
    if _OF_SCORES.search(sentence) or (_MAY_BE_OF_SCORES.search(sentence) and not debate):
        return not _announces(sentence, scale)
    valued = _VALUE.search(sentence) and (scored.search(sentence) or _GIVES.search(sentence))
    if valued or any(pattern.search(sentence) for pattern in (_BETTER, _ORDER, _RECKONED)):
        return True
    if _PERSON.search(sentence) and (_DOUBT.search(sentence) or _OTHER.search(sentence)):
        return not (debate and _VIEW.search(sentence))
    if any(act not in _ACTS for act in _ACT.findall(sentence)):
        return True
    if any(_YOUR_OWN.isdisjoint(" ".join(words).split()) for words in _YOURS.findall(sentence)):
        return True
    if debate:
        return False
    if any(done not in _DONE for done in _DONE_TO_IT.findall(sentence)):
        return True
    meant = len(_WORD.findall(sentence)) <= _SHORT or _REFERS.search(sentence) is not None
    return _UNFIT.search(sentence) is not None or (meant and _TAKES_BACK.search(sentence) is not None)


def _announces(sentence: str, scale: tuple[str, str]) -> bool:
    """Whether it says that scores come, or came, and on the scale that was asked for; and no more."""
    text = " ".join(_DIGIT.get(word, word) for word in _WORD.findall(sentence))
    low, high = scale
    text = re.sub(rf"\b(?:{low} (?:(?:to|and|through) )?{high}|turns? \d+(?: and \d+)?)\b", "", text)
    text = re.sub(r"\b\d+ (arguments?|dimensions?|sides?|judges?)\b", r"\1", text)
    text = re.sub(
        r"^(?:i will|i'll|let me|let's)(?: now)? (?:score|rate|evaluate|assess|judge|grade)\b", "", text
    )
    text = re.sub(r"\b(?:for|of) (?:both )?(?:sides|pro and con|pro|con)\b", "", text)
    return all(word in _ANNOUNCING for word in text.split())
