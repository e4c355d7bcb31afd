"""The live judge's reading of a debate as it is told: who leads in it, its rounds, the statements with the turns they
rest on, the register of suspect claims with its history.

Reads the live part of a report; computes nothing. Invariant: what a model or a person wrote comes in through `say` and
a turn through `link`, which are the form's own; leading in a reading is never called the outcome.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from debate_core.numerals import bare, listed
from debate_core.report.live import LiveReport, NarrativeReport, ScorecardReport
from debate_core.scorecard.live_scores import points
from debate_core.scorecard.nouns import (
    CitedStatement,
    Conflict,
    Convergence,
    ConvergenceKind,
    Leader,
    Pattern,
)
from debate_core.scorecard.register import CONCERN_WORDS, Change, ClaimStatus, CountedContradiction, Entry
from debate_core.transcript import SIDES
from debate_core.wording import SLIPS, Say, capital

CONVERGENCES: Mapping[ConvergenceKind, tuple[str, str]] = {
    "genuine_agreement": (
        "Genuine agreement",
        "By the end they agree on the matter itself, not only in tone.",
    ),
    "definitional_dispute": (
        "Definitional dispute",
        "What is left between them is what a word means, not what is the case.",
    ),
    "narrowed_to_degree": (
        "Narrowed to degree",
        "They agree on the direction and differ on how much, how fast or how far.",
    ),
    "degenerate": (
        "Degenerate",
        "Both now defend the same thing: one of them has given up its side without saying so.",
    ),
    "none": ("No convergence", "They stand as far apart as they began."),
}
PATTERNS: Mapping[Pattern, tuple[str, str]] = {
    "coherence_collapse": (
        "Coherence collapse",
        "The side ahead on rounds won them one at a time, but kept shifting its central claim.",
    ),
    "asymmetric_depth": ("Asymmetric depth", "One side won on style; the other held the stronger logic."),
    "convergence_failure": (
        "Convergence failure",
        "The sides argued past each other, so rounds were won that answered nothing.",
    ),
    "none_of_these": ("None of the known patterns", "The judge explains the difference in its own way."),
}
LIMITS = (
    "The live judge's scores are estimates and change between runs.",
    "It can prefer a style over the reasoning under it.",
    "It can't check a source outside the debate: a true but obscure fact can be flagged. A person can overturn a flag.",
    "The first turns are less calibrated: the first has no comparison at all and answers nobody, so it counts in no "
    "round and no mean. In simulations of even sides with it counted, the side that answers first led in 10 to 93 "
    "debates of a hundred more than the other, by how marks run; without it in about 1.",
    "Archetypes bend a model's manner, not its nature.",
)
"""What a live judge can't tell."""
IN_SHORT = " ".join(LIMITS[:3])
ONE_MODEL = "Both debaters are on one model and share its blind spots; what neither sees, neither can expose."
EVOLVED, BROKE, TURNING = "How the arguments evolved", "Where they broke", "Turning point"
_DID: Mapping[ClaimStatus, str] = {
    "flagged": "Flagged",
    "exposed": "Exposed",
    "not_found": "Flagged, words not found,",
    "overturned": "Overturned",
}


@dataclass(frozen=True, kw_only=True)
class Form:
    """How a form sets what is told: `say` makes harmless, and perhaps cuts, what a model or a person wrote; `link` sets
    the words that name a turn, as a link to it where there can be one; `unsupported` marks a statement without one."""

    say: Say = str
    link: Callable[[int, str], str] = lambda number, words: words
    unsupported: str = "(unsupported: cites no turn)"


PLAIN = Form()


def turns_words(turns: Collection[int], form: Form = PLAIN) -> str:
    """Turns as a sentence names them.

    >>> turns_words((4,)), turns_words((6, 2, 4))
    ('turn 4', 'turns 2, 4 and 6')
    """
    ordered = sorted(set(turns))
    if len(ordered) == 1:
        return form.link(ordered[0], f"turn {ordered[0]}")
    return f"turns {listed([form.link(number, str(number)) for number in ordered])}"


# ── who leads ──


def leading(found: LiveReport) -> str:
    """Who leads on the scorecard and in the narrative, in a sentence."""
    card, told = found.scorecard.leader, found.narrative
    if card is None and told is None:
        return "Nobody leads yet."
    counted = capital(_leads(card))
    if told is None:
        return f"{counted} on the scorecard."
    if card is None:
        return f"{capital(_leads(told.leader))} in the narrative; the scorecard has no leader."
    if found.differ:
        return f"They differ: {_leads(card)} on the scorecard, {_leads(told.leader)} in the narrative."
    return f"{counted} in both, on the scorecard and in the narrative."


def _leads(leader: Leader | None) -> str:
    return "it is level" if leader == "level" else f"{leader.upper()} leads" if leader else "nobody leads"


def held(told: NarrativeReport) -> str:
    """Who leads in the narrative, and in what."""
    led = "Level: neither" if told.leader == "level" else f"{told.leader.upper()} leads: it"
    return f"{led} held the more coherent, evolving position."


def running_words(found: LiveReport) -> str:
    """How it stands after the last turn that was spoken."""
    if not found.scorecard.running:
        return "No turn has been spoken yet."
    last = found.scorecard.running[-1]
    means = {side: "missing" if (mean := last.means[side]) is None else points(mean) for side in SIDES}
    won = last.rounds
    return (
        f"After turn {last.turn} PRO's mean is {means['pro']} of 100, CON's {means['con']}; rounds won {won['pro']} to "
        f"{won['con']}."
    )


def left_out(card: ScorecardReport, form: Form = PLAIN) -> list[str]:
    """What the scorecard lacks, and what of it counts as a draw because it hung on the order."""
    missing = f"Not judged: {turns_words(card.missing, form)}. Missing from the score, not zero."
    order = (
        f"Each pair of turns was compared in both orders: {card.inconsistent} of {card.asked_twice} answers depended "
        "on the order and count as draws."
    )
    return [missing] * bool(card.missing) + [order] * bool(card.asked_twice)


def cited(told: CitedStatement | Conflict | Convergence, form: Form) -> str:
    """A statement with the turns it rests on."""
    return f"{form.say(told.text)} {f'({turns_words(told.turns, form)})' if told.turns else form.unsupported}"


# ── the register ──


def status_words(entry: Entry, form: Form = PLAIN) -> str:
    """What became of a claim: `flagged`, `exposed by turn 5; overturned by a person`, `words not found`."""
    said = [f"exposed by {turns_words([entry.exposed_by], form)}"] if entry.exposed_by is not None else []
    said += {"overturned": ["overturned by a person"], "not_found": ["words not found"]}.get(entry.status, [])
    return "; ".join(said) or "flagged"


def penalty_words(penalty: int) -> str:
    """What a claim costs.

    >>> penalty_words(-2), penalty_words(0)
    ('−2 on logic', 'costs nothing')
    """
    return f"{bare(penalty, 0)} on logic" if penalty else "costs nothing"


def spoken_in(one: Entry | CountedContradiction, form: Form = PLAIN) -> str:
    """Whose words they are, and in which turn."""
    return f"{f'{one.side.upper()} in ' if one.side else ''}{turns_words([one.turn], form)}"


def claim_words(entry: Entry, form: Form = PLAIN) -> str:
    """What is held against a claim, what became of that, and what it costs."""
    return f"{CONCERN_WORDS[entry.concern]}, {status_words(entry, form)}, {penalty_words(entry.penalty)}"


def change_words(entry: Entry, change: Change, form: Form) -> str:
    """One line of a claim's history: what was done, by whom, what it costs since, and why."""
    reason = f" {form.say(change.reason)}" if change.reason else ""
    if change.by == "person":
        did = "Overturned" if change.status == "overturned" else "Put back"
        return f"{did} by a person, {penalty_words(change.penalty)}.{reason}"
    where = turns_words([change.turn], form) if change.turn else "a turn"
    place = "on" if change.turn == entry.turn else "in"
    return (
        f"{_DID[change.status]} by the live judge {place} {where}, {penalty_words(change.penalty)}.{reason}"
    )


def slip_words(slip: CountedContradiction, form: Form) -> str:
    """A contradiction of a speaker's own turn, or a premise dropped from it."""
    earlier = turns_words([slip.earlier], form)
    return f"{spoken_in(slip, form)} {SLIPS[slip.kind]} {earlier}: {form.say(slip.text)}"
