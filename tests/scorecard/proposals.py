"""Proposals, comparisons and turns for these tests, middling unless told otherwise, and strategies that draw them."""

from hypothesis import strategies as st

from debate_core.domain.live_judge import (
    CONCERNS,
    LINKS,
    Claim,
    Exposure,
    Link,
    Overturn,
    Proposal,
    TurnComparison,
)
from debate_core.domain.transcript import PHASES, Turn


def side_of(turn):
    return "pro" if turn % 2 else "con"


def link(kind, state="present", quote="some words", found="exact"):
    return Link(kind=kind, state=state, quote=quote, found=found if quote else None)


def chain(*states):
    """The four links in order, each in its state, quoted where it is there."""
    return tuple(
        link(kind, state, quote="some words" if state in ("present", "weak") else "")
        for kind, state in zip(LINKS, states, strict=True)
    )


ALL = chain("present", "present", "present", "present")


def proposal(turn=2, **given):
    """Logic 24, rhetoric 4 × 5 = 20, tactics 18: composite 62. All four links are present."""
    fives = ("framing", "clarity", "resonance", "delivery", "frame_control", "credibility")
    usual = {"turn": turn, "side": side_of(turn), "logic": 24, "tactics": 18, "links": ALL}
    return Proposal(**{**usual, **dict.fromkeys(fives, 5), **given})


def composite(turn, value):
    """The proposal of a turn with this composite, 20 to 90: rhetoric is 20, what is left is logic up to 40, tactics."""
    return proposal(turn, logic=min(40, value - 20), tactics=max(0, value - 60))


def compared(newer, *, swapped=False, older=None, **won):
    """A reading in which every dimension is a draw but those given."""
    return TurnComparison(
        **{"logic": "draw", "rhetoric": "draw", "tactics": "draw", **won},
        older=newer - 1 if older is None else older,
        newer=newer,
        swapped=swapped,
    )


def claim(text="It fell by 41 percent.", concern="no_mechanism", found="exact", why="No cause is given."):
    return Claim(text=text, quote=text, found=found, concern=concern, why=why)


def exposure(
    turn, text="It fell by 41 percent.", concern="invented_citation", name=None, why="It was shown to be so."
):
    return Exposure(turn=turn, claim=name, text=text, concern=concern, why=why)


def spoken(count, phase="exchange"):
    return tuple(Turn(number=n, phase=phase, side=side_of(n)) for n in range(1, count + 1))


STRUCTURED = tuple(
    Turn(number=n, phase=PHASES[(n - 1) // 2], side=side_of(n)) for n in range(1, 2 * len(PHASES) + 1)
)

TEXTS = ("It fell by 41 percent.", "A study in 2019 says so.", "Rents rise, so wages fall.")
states = st.sampled_from(["present", "weak", "missing", "not_applicable"])
links = st.builds(
    Link,
    kind=st.sampled_from(LINKS),
    state=states,
    quote=st.sampled_from(["", "some words"]),
    found=st.sampled_from([None, "exact", "near", "not_found"]),
)
claims = st.builds(
    claim,
    text=st.sampled_from(TEXTS),
    concern=st.sampled_from(CONCERNS),
    found=st.sampled_from(["exact", "near", "not_found"]),
)


def _marks(high):
    return st.floats(0, high, allow_nan=False)


@st.composite
def proposals(draw, turn):
    """A proposal for `turn`, of anything the nouns allow."""
    exposures = st.builds(
        exposure,
        turn=st.integers(1, 8),
        text=st.sampled_from(TEXTS),
        concern=st.sampled_from(CONCERNS),
        name=st.sampled_from([None, "T1-C1", "T2-C1", "T2-C2", "T3-C1", "T9-C9"]),
    )
    parts = {name: draw(_marks(7.5)) for name in ("framing", "clarity", "resonance", "delivery")}
    return proposal(
        turn,
        logic=draw(_marks(40)),
        tactics=draw(_marks(30)),
        links=tuple(draw(st.lists(links, max_size=6))),
        claims=tuple(draw(st.lists(claims, max_size=3))),
        exposures=tuple(draw(st.lists(exposures, max_size=3))),
        **parts,
    )


@st.composite
def arcs(draw, most=6):
    """The proposals of turns 1 to n, some of them missing."""
    count = draw(st.integers(1, most))
    judged = [turn for turn in range(1, count + 1) if draw(st.integers(0, 4))]
    return [draw(proposals(turn)) for turn in judged]


won = st.sampled_from(["older", "newer", "draw"])
comparisons = st.lists(
    st.builds(compared, newer=st.integers(2, 6), swapped=st.booleans(), logic=won, rhetoric=won, tactics=won),
    max_size=8,
)
overturns = st.lists(
    st.builds(
        Overturn,
        claim=st.sampled_from(["T1-C1", "T1-C2", "T2-C1", "T3-C1", "T9-C9"]),
        overturned=st.booleans(),
        after=st.none() | st.integers(0, 6),
    ),
    max_size=4,
)
