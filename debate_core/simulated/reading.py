"""What a simulated judge, or opponent, finds in the words of an argument or an answer.

Knows text only: not who spoke, nor where the words stood. Invariant: linear in what is read, and no more than the first
`READ_AT_MOST` characters of a field are.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from debate_core.scoresheet import Fallacy
from debate_core.simulated.phrasing import READ_AT_MOST, around, content_words, excerpt
from debate_core.transcript import Argument, Response

_CAUSES = re.compile(
    r"\b(because|since|therefore|hence|thus|so that|as a result|consequently|"
    r"in consequence|which means|this means|leads? to|"
    r"results? in|causes?|due to|it follows|which is why|that is why|and so|so)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\b(because of that|therefore|hence|thus|as a result|consequently|in consequence|"
    r"this means(?: that)?|it follows that|"
    r"which is why|that is why|leads? to|from there|so that|and so)\b",
    re.I,
)
_STEPS = re.compile(
    r"\b(first|then|begins? with|from this|from there|step by step|in turn|that leads)\b|[;:]", re.I
)
_CHANGES = re.compile(
    r"\b(fall\w*|fell|rise\w*|rose|grow\w*|grew|drop\w*|shr[aiu]nk\w*|increas\w*|reduc\w*|"
    r"fewer|less|more|narrow\w*|"
    r"clos\w+|lower\w*|higher|faster|slower|cheaper|dearer|shorten\w*|improv\w*|lose|lost|"
    r"gain\w*|sav\w+|better|worse)\b",
    re.I,
)
_FIGURE = re.compile(
    r"\b\d[\d,.]*\b(?:\s*(?:per cent|percent|%))?|\bone in (?:two|three|four|five|ten)\b", re.I
)
_COMPARED = re.compile(
    r"\bfrom \d[\d,.]* to \d|\bagainst \d|\bbefore[- ]and[- ]after\b|\bcompar\w+|"
    r"\bpaired\b|\bcontrol\b|\bmatched\b|\btrial\b",
    re.I,
)
_RESULT = re.compile(r"\bfrom \d[\d,.]* to \d|\bagainst \d|\bper cent\b", re.I)
_SOURCED = re.compile(
    r"\b(records?|audit|study|studies|comparison|counts?|counters|register|logs?|receipts|"
    r"measured|found that|showed|"
    r"recorded|accounts|review|data|report)\b",
    re.I,
)
_OPINION = re.compile(
    r"\b(said they|who were asked|questionnaire|poll|thought that|feel this way|"
    r"expected to|is said to|mentions?|"
    r"mentioned|cared about|in passing)\b",
    re.I,
)
_LIMITS = re.compile(
    r"\b(unless|except\w*|limit\w*|only if|depends?|condition\w*|boundary|provided|"
    r"although|though|not everywhere|"
    r"weakens?|shrinks|smaller|at least in|no more than|to be fair|not chosen at random|margin of error|"
    r"incomplete|warning|still need\w*|would answer|only (?:when|where)|"
    r"everywhere, (?:since|because)|in part rightly)\b",
    re.I,
)
_OVERCLAIMS = re.compile(
    r"\b(everyone (?:knows|who|agrees)|everybody knows|nobody can|no one can|obvious\w*|"
    r"undeniabl\w*|no doubt|without doubt|"
    r"inevitabl\w*|entirely|in every case|anyone can see|lost everything|complete answer|"
    r"settles the|no exception|"
    r"perfectly obvious|that mattered|disaster\w*|catastroph\w*|transform\w* entirely|always|never)\b",
    re.I,
)
_VAGUE = re.compile(
    r"\b(somehow|things|in many ways|a lot of|sooner or later|in time|by and large|"
    r"speak for themselves|some kind|"
    r"in general|sensed|ask\w* around|stuff|various|matters? in the end|above all|set out below)\b",
    re.I,
)
_FLAWS: tuple[tuple[Fallacy, str, re.Pattern[str]], ...] = (
    (
        "appeal_to_authority",
        "an appeal to authority",
        re.compile(
            r"\b(of that standing|experts (?:all )?agree|has said (?:so|as much)|"
            r"is known to take this view)\b",
            re.I,
        ),
    ),
    (
        "slippery_slope",
        "a slippery slope",
        re.compile(
            r"\b(the rest will follow|before long nothing|one thing (?:inevitably )?leads to another)\b", re.I
        ),
    ),
    (
        "false_dilemma",
        "a false choice between two",
        re.compile(
            r"\b(only two (?:roads|choices|options|ways)|no other choice|the only alternative|"
            r"either\b.{3,120}\bor)\b",
            re.I,
        ),
    ),
    (
        "anecdotal_evidence",
        "a single anecdote",
        re.compile(
            r"\b(one honest experience|saw exactly this|never looked back|a friend of (?:mine|"
            r"the family)|my (?:neighbour|uncle|"
            r"aunt|cousin|friend)|called the difference plain|is quite certain|put it well)\b",
            re.I,
        ),
    ),
    (
        "circular_reasoning",
        "a circle",
        re.compile(
            r"\b(right because it is|true because it is|works because it works|"
            r"because it is (?:plainly )?the right)\b",
            re.I,
        ),
    ),
    (
        "ad_hominem",
        "an attack on those who disagree",
        re.compile(
            r"\b(those who (?:say otherwise|disagree|oppose)|can be set aside|no sensible person)\b", re.I
        ),
    ),
    (
        "straw_man",
        "a position nobody has taken",
        re.compile(r"\b(the other side really wants|really wants? is|opponents want)\b", re.I),
    ),
)
_ATTACKS = re.compile(
    r"\b(does not follow|not follow|missing|step that fails|assumed|establishes|"
    r"stops short|not met|no comparison|opposite|in fact|"
    r"against it|still to be shown|how far|degree|dispute|narrower|takes? away|take away|"
    r"no step|cannot be told|"
    r"expect instead|less far|not a mechanism|not named)\b",
    re.I,
)
_QUOTED = re.compile(r"[“\"]([^”\"]{4,200})[”\"]")


@dataclass(frozen=True, kw_only=True)
class Found:
    """What an argument's words hold. The qualities run 0 to 1. `quotes` keeps, for a quality, the words it rests on;
    `flaws` the fallacies with a name in words."""

    chain: float
    figures: float
    firmness: float
    limits: float
    overclaim: float
    vagueness: float
    clarity: float
    empty: bool
    flaws: tuple[tuple[Fallacy, str], ...]
    quotes: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Answered:
    """How an answer bears on an argument: `force` from -1 (conceded) over 0 to 1 (taken apart), and words to quote."""

    force: float
    engages: float
    kind: str
    quote: str


@lru_cache(maxsize=256)
def read_argument(argument: Argument, topic: str = "") -> Found:
    """What is in the words of an argument. The words of the topic itself are not quoted from it."""
    claim, reasoning, evidence = (
        field[:READ_AT_MOST] for field in (argument.claim, argument.reasoning, argument.evidence)
    )
    case, whole = f"{claim} {reasoning}", f"{claim} {reasoning} {evidence}"
    causes, steps, changes = (len(p.findall(case)) for p in (_CAUSES, _STEPS, _CHANGES))
    chain = (
        _full(causes, 1) * 0.4 + _full(causes, 2) * 0.15 + _full(steps, 2) * 0.2 + _full(changes, 2) * 0.25
    )
    figures, compared = len(_FIGURE.findall(whole)), len(_COMPARED.findall(whole))
    sourced, opinion = len(_SOURCED.findall(evidence)), len(_OPINION.findall(evidence))
    flaws = tuple((name, words) for name, words, pattern in _FLAWS if pattern.search(whole))
    return Found(
        chain=chain * (0.55 if flaws else 1.0),
        figures=_full(figures, 4) * 0.6 + _full(compared, 2) * 0.4,
        firmness=max(0.0, _full(sourced, 2) - 0.45 * _full(opinion, 2)),
        limits=_full(len(_LIMITS.findall(case)), 2) * 0.65 + _full(len(_LIMITS.findall(evidence)), 1) * 0.35,
        overclaim=_full(max(0, len(_OVERCLAIMS.findall(whole)) - 0.5), 2),
        vagueness=_full(len(_VAGUE.findall(whole)), 2),
        clarity=_clarity(claim, reasoning),
        empty=len(whole.split()) < 8,
        flaws=flaws,
        quotes=_quotes(claim, reasoning, evidence, content_words(topic)),
    )


def read_response(argument: Argument, response: Response | None) -> Answered:
    """How an answer bears on an argument, by its type and by whether its words take up the argument's own."""
    if response is None or response.response_type is None:
        return Answered(force=-0.1, engages=0.0, kind="unanswered", quote="")
    text = response.reasoning[:READ_AT_MOST]
    own = content_words(f"{argument.claim} {argument.reasoning} {argument.evidence}")
    unquoted = _QUOTED.sub(" ", text)
    said = content_words(unquoted)
    shared = len(said & own) / max(6, len(said))
    taken_up = 0.2 if unquoted != text else 0.0
    engages = min(
        1.0, taken_up + 0.4 * min(1.0, 3.0 * shared) + 0.4 * _full(len(_ATTACKS.findall(unquoted)), 2)
    )
    weight = {"refute": 1.0, "challenge": 0.72, "partial": 0.35, "concede": -0.8}[response.response_type]
    force = weight if weight < 0 else weight * (0.25 + 0.75 * engages) * min(1.0, len(said) / 12)
    return Answered(force=force, engages=engages, kind=response.response_type, quote=excerpt(unquoted, 9))


def _full(count: float, enough: float) -> float:
    return min(1.0, count / enough)


def _clarity(claim: str, reasoning: str) -> float:
    sentences = max(1, len(re.findall(r"[.!?]+(?:\s|$)", reasoning)))
    words = len(reasoning.split())
    length = words / sentences
    return max(0.0, 1.0 - abs(length - 17) / 30) * (1.0 if 4 <= len(claim.split()) <= 30 else 0.6)


def _quotes(claim: str, reasoning: str, evidence: str, topic: frozenset[str]) -> dict[str, str]:
    """For each quality the words of the argument it was seen in, where there are any."""
    looked: dict[str, tuple[re.Pattern[str], str]] = {
        "chain": (_CAUSES, reasoning),
        "figures": (_RESULT, evidence),
        "opinion": (_OPINION, evidence),
        "limits": (_LIMITS, reasoning),
        "over": (_OVERCLAIMS, f"{claim} {reasoning}"),
    }
    quotes = {name: around(text, m.start()) for name, (p, text) in looked.items() if (m := p.search(text))}
    if joined := _THEN.search(reasoning):
        quotes["chain"] = around(reasoning, joined.end() + 1, before=0)
    if "figures" not in quotes and (found := _COMPARED.search(evidence) or _FIGURE.search(evidence)):
        quotes["figures"] = around(evidence, found.start())
    for name, _, pattern in _FLAWS:
        whole = f"{reasoning} {evidence}"
        if hit := pattern.search(whole):
            quotes[name] = around(whole, hit.start())
    quotes["claim"] = excerpt(claim, besides=topic)
    quotes["reasoning"] = excerpt(reasoning or claim, besides=topic)
    quotes["evidence"] = excerpt(evidence.partition(":")[2] or evidence or reasoning or claim)
    return quotes
