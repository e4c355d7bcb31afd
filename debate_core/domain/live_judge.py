"""What the live judge says, as read: facts, before any cap, floor or penalty is applied."""

from typing import Literal, get_args

from pydantic import Field

from debate_core.domain.frozen import FrozenModel
from debate_core.domain.personalities import Pressure
from debate_core.domain.transcript import Side

LinkKind = Literal["cause", "process", "consequence", "premise_addressed"]
LINKS: tuple[LinkKind, ...] = get_args(LinkKind)
LinkState = Literal["present", "weak", "missing", "not_applicable"]
LINK_STATES: tuple[LinkState, ...] = get_args(LinkState)
LINK_MEANINGS: dict[LinkKind, str] = {
    "cause": "what sets it off, named so that one could tell whether it is there",
    "process": "the steps by which the cause brings the consequence about",
    "consequence": "what follows, such that somebody could count, time or compare it",
    "premise_addressed": "the weakest premise of what the other side has said is found and met",
}
QuoteMatch = Literal["exact", "near", "not_found"]
Concern = Literal["no_mechanism", "invented_citation", "inverted_fact", "backwards_causation"]
CONCERNS: tuple[Concern, ...] = get_args(Concern)
CONCERN_MEANINGS: dict[Concern, str] = {
    "no_mechanism": "specific, but nothing says how it would come about",
    "invented_citation": "names a source, figure or quotation that by its own words, or by what else was said, cannot "
    "be what it is said to be",
    "inverted_fact": "states the opposite of what its own evidence, or an undisputed part of the debate, says",
    "backwards_causation": "takes the effect for the cause",
}
Won = Literal["older", "newer", "draw"]
Leader = Literal["pro", "con", "level"]
Pattern = Literal["coherence_collapse", "asymmetric_depth", "convergence_failure", "none_of_these"]
ConvergenceKind = Literal[
    "genuine_agreement", "definitional_dispute", "narrowed_to_degree", "degenerate", "none"
]
PATTERN_MEANINGS: dict[Pattern, str] = {
    "coherence_collapse": "each new framing persuades by itself, but none of the theses of the side that won more "
    "rounds lasted the whole debate",
    "asymmetric_depth": "one side won on style and never answered the question how it works, which the other kept "
    "asking; style doesn't carry a burden of proof",
    "convergence_failure": "rounds were won against a position that the opponent wasn't holding, or by defending a "
    "smaller, safer version of one's own",
    "none_of_these": "no test is met; the difference has another reason",
}
PATTERN_TESTS: dict[Pattern, str] = {
    "coherence_collapse": "set the first thesis of the side that won more rounds beside its last; met if they differ "
    "and no turn says that it changed",
    "asymmetric_depth": "find the question how it comes about, asked at least twice; met if no turn of the side that "
    "was asked gives a cause and a process",
    "convergence_failure": "set what a winning turn attacks or defends beside what the opponent said, or the "
    "proposition says; met if they are not the same claim",
}
FIRST_PATTERN_MEANINGS: dict[Pattern, str] = {
    "coherence_collapse": "the leader on rounds kept shifting its central claim",
    "asymmetric_depth": "one side won on style, the other held the stronger logic",
    "convergence_failure": "both argued past each other",
    "none_of_these": "the difference has another reason",
}
"""As they were told in the first wording."""
PATTERNS: tuple[Pattern, ...] = tuple(PATTERN_MEANINGS)
CONVERGENCE_MEANINGS: dict[ConvergenceKind, str] = {
    "genuine_agreement": "one side, or both, came to accept what it had disputed",
    "definitional_dispute": "what is left is what a word means",
    "narrowed_to_degree": "the direction is shared, how much or how far is not",
    "degenerate": "both now defend the same thing, without either having said that it moved",
    "none": "the positions stand as far apart as at the beginning",
}
CONVERGENCES: tuple[ConvergenceKind, ...] = tuple(CONVERGENCE_MEANINGS)


class Link(FrozenModel):
    """One link of the causal chain. `found`: of its quote; not found, the link counts as missing."""

    kind: LinkKind
    state: LinkState
    quote: str = ""
    found: QuoteMatch | None = None


class Claim(FrozenModel):
    text: str
    quote: str
    found: QuoteMatch
    concern: Concern
    why: str = ""


class Exposure(FrozenModel):
    """A failure of an earlier `turn` that this turn exposed. `claim` is None for one not registered before."""

    turn: int = Field(ge=1)
    claim: str | None = None
    text: str
    concern: Concern
    why: str = ""


class SelfContradiction(FrozenModel):
    """A contradiction with, or a premise dropped from, the same speaker's earlier turn."""

    kind: Literal["contradiction", "dropped_premise"]
    earlier: int = Field(ge=1)
    text: str


class Proposal(FrozenModel):
    """The live judge's proposal for one turn. logic 0 to 40; framing, clarity, resonance, delivery 0 to 7.5 each;
    tactics 0 to 30; frame_control and credibility 0 to 10. `pressure` is on `weaker`, the side that should feel it."""

    turn: int
    side: Side
    logic: float = Field(ge=0, le=40)
    links: tuple[Link, ...]
    framing: float = Field(ge=0, le=7.5)
    clarity: float = Field(ge=0, le=7.5)
    resonance: float = Field(ge=0, le=7.5)
    delivery: float = Field(ge=0, le=7.5)
    tactics: float = Field(ge=0, le=30)
    frame_control: float = Field(ge=0, le=10)
    credibility: float = Field(ge=0, le=10)
    claims: tuple[Claim, ...] = ()
    exposures: tuple[Exposure, ...] = ()
    slips: tuple[SelfContradiction, ...] = ()
    weaker: Side | None = None
    pressure: Pressure = Pressure()
    notes: str = ""
    remarks: tuple[str, ...] = ()


class TurnPair(FrozenModel):
    """Two turns against each other."""

    older: int
    newer: int
    logic: Won
    tactics: Won
    rhetoric: Won
    reason: str = ""


class TurnComparison(TurnPair):
    """One reading of the two latest turns; `swapped`: they were shown newer first."""

    swapped: bool = False


class CitedStatement(FrozenModel):
    text: str
    turns: tuple[int, ...] = ()


class Narrative(FrozenModel):
    leader: Leader
    spine: tuple[CitedStatement, ...]
    evolved: tuple[CitedStatement, ...] = ()
    broke: tuple[CitedStatement, ...] = ()
    turning_points: tuple[CitedStatement, ...] = ()
    remarks: tuple[str, ...] = ()


class QuoteOfTurn(FrozenModel):
    turn: int = Field(ge=1)
    quote: str
    found: QuoteMatch


class Conflict(FrozenModel):
    """`test`: which test is met, and by what; empty for no pattern, and where none was asked for."""

    pattern: Pattern
    text: str
    turns: tuple[int, ...] = ()
    test: str = ""
    quotes: tuple[QuoteOfTurn, ...] = ()


class Convergence(FrozenModel):
    """Positions in turns 1 and 2 against the last two."""

    kind: ConvergenceKind
    text: str
    turns: tuple[int, ...] = ()


class Overturn(FrozenModel):
    """A person's word on one flag: overturned, or that taken back. `after`: how many turns had been judged by then, for
    the order of its history; None is all."""

    claim: str
    overturned: bool = True
    reason: str = ""
    person: str = ""
    after: int | None = Field(default=None, ge=0)
