"""A simulated judge: scores from what the words hold, then its declared severity, spread, noise and biases.

Knows text and the judge's declaration; a side matters only through a declared bias. Invariant: an argument's scores
follow its own words and the answer to it, so arguments that change places take their scores with them.
"""

import re
from dataclasses import dataclass
from typing import Literal

from debate_core.asks.judging import Judging
from debate_core.config import Judge
from debate_core.rubric import Dimension, Rubric
from debate_core.scoresheet import Ballot, Standing
from debate_core.simulated.chance import chance
from debate_core.simulated.notes import Notes
from debate_core.simulated.phrasing import content_words, excerpt
from debate_core.simulated.reading import Answered, Found, read_argument, read_response
from debate_core.transcript import SIDES, Argument, Side, Transcript

Focus = Literal["technical", "business", "risk", "general"]
Quality = Literal["logic", "evidence", "response", "honesty", "clarity"]
_TIE_WITHIN = 0.25
_EVEN, _MIDDLE, _CONTRAST = (
    4.9,
    5.9,
    0.7,
)  # a mean argument, where it is put, and how far others stand from it
_POINTS = 10  # the scale the qualities are thought on; mapped to the rubric's
_FOCI: tuple[tuple[Focus, str], ...] = (
    ("technical", r"techn|engineer|scien|logic|method|architect"),
    ("business", r"business|econom|financ|cost|market|commerc|budget"),
    ("risk", r"risk|secur|safe|complian|legal|law|audit|ethic"),
)
_MEANT: tuple[tuple[Quality, str], ...] = (
    ("evidence", r"eviden|data|source|figure|fact|accura|cost|number|proof|verif|specific"),
    ("response", r"respons|rebut|defen|challenge|answer|robust|hold|counter"),
    ("honesty", r"honest|fair|balance|limit|risk|conced|candou?r|exagger|nuance|humil|scope|safe"),
    ("clarity", r"clar|readab|styl|plain|language|concis|delivery|restate|rhetor"),
    ("logic", r"logic|reason|mechan|coheren|caus|feasib|consist|argument|depth|valid"),
)


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """One argument as one judge sees it, before rounding: points by dimension, and what it rests on."""

    argument: Argument
    found: Found
    answered: Answered
    points: dict[str, float]


def judging(purpose: Judging, seed: int, call: str) -> dict[str, object]:
    """The answer to a `Judging`, in the wire form of JP-4."""
    transcript, judge, rubric = purpose.transcript, purpose.judge, purpose.rubric
    weighed = [_weigh(purpose, argument, seed, call) for argument in transcript.arguments]
    notes = Notes(judge.name, focus_of(judge), chance(seed, call, "notes"))
    rows = [_row(w, rubric, judge, notes) for w in weighed]
    return {"scores": rows, "overall": _overall(weighed, rows, purpose)}


def focus_of(judge: Judge) -> Focus:
    """What a judge looks at first, by its domain."""
    domain = judge.domain.lower()
    return next((focus for focus, words in _FOCI if re.search(words, domain)), "general")


def _weigh(purpose: Judging, argument: Argument, seed: int, call: str) -> Weighed:
    judge, rubric, transcript = purpose.judge, purpose.rubric, purpose.transcript
    found = read_argument(argument, transcript.topic.text)
    answered = read_response(argument, transcript.responses.get(argument.id))
    qualities = _qualities(found, answered, focus_of(judge), _met_in_closing(transcript, argument))
    # Keyed by the words, not the id: an argument that changes places takes its chance error with it.
    rng = chance(seed, call, "noise", argument.claim, argument.reasoning, argument.evidence)
    shared = rng.gauss(0, judge.simulation.noise * 0.8)
    shift = _bias(judge, transcript, argument.side) - judge.simulation.severity
    points = {
        d.key: _declared(
            _quality_of(d, qualities),
            rubric,
            judge,
            shift + shared + rng.gauss(0, judge.simulation.noise * 0.6),
        )
        for d in rubric.dimensions
    }
    return Weighed(argument=argument, found=found, answered=answered, points=points)


def _qualities(found: Found, answered: Answered, focus: Focus, met: float) -> dict[Quality, float]:
    """Each quality in points on 1 to 10, as this focus reads the words."""
    faults = min(2, len(found.flaws))
    force = answered.force
    logic = (
        3.6
        + 4.6 * found.chain
        - 1.3 * faults
        - 1.4 * found.vagueness
        - 1.3 * found.overclaim
        - 1.3 * max(0.0, force)
    )
    logic += 0.6 * found.clarity
    evidence = 2.6 + 3.6 * found.figures + 2.4 * found.firmness - 0.7 * faults - 0.6 * found.vagueness
    evidence += 0.6 * found.limits
    response = 6.2 - 3.4 * max(0.0, force) - 1.6 * min(0.0, force) + 0.9 * met + 1.4 * (found.limits - 0.4)
    response -= 0.6 * faults
    honesty = 5.2 + 2.8 * found.limits - 2.6 * found.overclaim - 0.9 * faults - 0.4 * found.vagueness
    clarity = 4.4 + 3.0 * found.clarity + 1.2 * found.chain - 1.2 * found.vagueness
    values: dict[Quality, float] = {
        "logic": logic,
        "evidence": evidence,
        "response": response,
        "honesty": honesty,
        "clarity": clarity,
    }
    if found.empty:
        return {name: min(value, 2.2) for name, value in values.items()}
    leaning = _leaning(found, answered, focus)
    return {name: _MIDDLE + _CONTRAST * (value + leaning - _EVEN) for name, value in values.items()}


def _leaning(found: Found, answered: Answered, focus: Focus) -> float:
    """What a judge's domain adds or takes on every dimension: a cause of disagreement that readers can find."""
    force = max(0.0, answered.force)
    match focus:
        case "technical":
            return 2.2 * (found.chain - 0.65) - 0.8 * found.vagueness - 0.4 * force
        case "business":
            return 2.4 * (found.figures * 0.6 + found.firmness * 0.4 - 0.5)
        case "risk":
            return 2.4 * (found.limits - 0.45) - 1.0 * found.overclaim - 0.6 * force
        case "general":
            return 0.8 * (found.clarity - 0.7)


def _met_in_closing(transcript: Transcript, argument: Argument) -> float:
    """Whether the closing of the argument's own side comes back to it by its id."""
    closing = transcript.closings.get(argument.side)
    if closing is None:
        return 0.0
    return 0.5 if any(argument.id in line for line in closing.unrebutted) else 0.0


def _quality_of(dimension: Dimension, qualities: dict[Quality, float]) -> float:
    """The quality a dimension asks for, by its key, then by its question; else the mean of all."""
    for words in (dimension.key, f"{dimension.question} {dimension.high}".lower()):
        for quality, meant in _MEANT:
            if re.search(meant, words):
                return qualities[quality]
    return sum(qualities.values()) / len(qualities)


def _bias(judge: Judge, transcript: Transcript, side: Side) -> float:
    declared = judge.simulation
    first = transcript.turns[0].side if transcript.turns else None
    toward_side = declared.side_bias if side == "pro" else -declared.side_bias
    return toward_side + (declared.first_speaker_bias if side == first else 0.0)


def _declared(quality: float, rubric: Rubric, judge: Judge, shift: float) -> float:
    """A quality on 1 to 10 as points on the rubric's scale, spread and shifted as declared, kept on the scale."""
    scale = rubric.scale
    middle = (scale.low + scale.high) / 2
    points = scale.low + (quality - 1) / (_POINTS - 1) * scale.width
    points = middle + judge.simulation.spread * (points - middle) + shift
    return min(float(scale.high), max(float(scale.low), points))


def _row(weighed: Weighed, rubric: Rubric, judge: Judge, notes: Notes) -> dict[str, object]:
    scores = {d.score_name: round(weighed.points[d.key]) for d in rubric.dimensions}
    mean = _composite(weighed, rubric, judge)
    return {
        "argument_id": weighed.argument.id,
        **scores,
        "standing": _standing(mean, rubric, weighed),
        "fallacies": [name for name, _ in weighed.found.flaws],
        "notes": notes.of(
            weighed.found, weighed.answered, high=mean >= (rubric.scale.low + rubric.scale.high) / 2
        ),
    }


def _composite(weighed: Weighed, rubric: Rubric, judge: Judge) -> float:
    weights = judge.own_weights(rubric)
    return sum(weights[d.key] * round(weighed.points[d.key]) for d in rubric.dimensions)


def _standing(mean: float, rubric: Rubric, weighed: Weighed) -> Standing:
    share = (mean - rubric.scale.low) / max(1, rubric.scale.width)
    share -= 0.06 * max(0.0, weighed.answered.force)
    if weighed.answered.force > 0.75 and share < 0.42:
        return "REFUTED"
    if share >= 0.64:
        return "UPHELD"
    if share >= 0.47:
        return "PARTIALLY_UPHELD"
    return "UNCERTAIN" if share >= 0.33 else "REFUTED"


def _overall(weighed: list[Weighed], rows: list[dict[str, object]], purpose: Judging) -> dict[str, object]:
    rubric, judge = purpose.rubric, purpose.judge
    totals = {
        side: [_composite(w, rubric, judge) for w in weighed if w.argument.side == side] for side in SIDES
    }
    means = {side: sum(values) / len(values) if values else None for side, values in totals.items()}
    gap = (means["pro"] or 0.0) - (means["con"] or 0.0) if None not in means.values() else 0.0
    ballot: Ballot = "TIE" if abs(gap) <= _TIE_WITHIN else "PRO" if gap > 0 else "CON"
    return {
        "pro_total_raw": round(sum(totals["pro"]), 2),
        "con_total_raw": round(sum(totals["con"]), 2),
        "ballot": ballot,
        "confidence": round(min(0.95, 0.5 + 0.16 * abs(gap)), 2),
        "key_finding": _finding(weighed, purpose),
    }


def _finding(weighed: list[Weighed], purpose: Judging) -> str:
    if not weighed:
        return "There was nothing to judge."
    ranked = sorted(weighed, key=lambda w: _composite(w, purpose.rubric, purpose.judge))
    best, worst = ranked[-1], ranked[0]
    if best is worst or not content_words(best.argument.claim):
        return f"Only {best.argument.id} was put."
    topic = content_words(purpose.transcript.topic.text)
    return (
        f"The best-founded argument is {best.argument.id}, on “{excerpt(best.argument.claim, besides=topic)}”; "
        f"the least is {worst.argument.id}, on “{excerpt(worst.argument.claim, besides=topic)}”."
    )
