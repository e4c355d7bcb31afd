"""The room's vote: before, after, and who moved; beside the panel's verdict and never a part of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from debate_core.domain.numerals import pluralise, signed
from debate_core.reporting.blocks import Figure
from debate_core.store.room import MOMENTS, Choice, Tally

_NAMES: dict[Choice, str] = {"pro": "PRO", "undecided": "Undecided", "con": "CON"}


@dataclass(frozen=True)
class VoteShare:
    """How many chose something, where its bar begins and how long it is, in percent of all votes then."""

    choice: Choice
    name: str
    count: int
    start: float
    share: float


@dataclass(frozen=True, kw_only=True)
class RoomVote(Figure):
    """A bar for each vote, divided by what was chosen, and what moved between them."""

    bars: tuple[tuple[str, int, tuple[VoteShare, ...]], ...]
    sentence: str

    @property
    def drawable(self) -> bool:
        """Whether anybody voted."""
        return bool(self.bars)


def room_vote(tally: Tally) -> RoomVote | None:
    """The picture of a room's votes; None where nobody voted."""
    taken = [moment for moment in MOMENTS if tally.cast(moment)]
    if not taken:
        return None
    bars = tuple((moment.capitalize(), tally.cast(moment), _shares(tally.counts[moment])) for moment in taken)
    alt = ". ".join(
        f"{title}: " + ", ".join(f"{one.name} {one.count}" for one in shares) for title, _, shares in bars
    )
    return RoomVote(alt=f"The room's vote. {alt}. {swing_text(tally)}", bars=bars, sentence=swing_text(tally))


def swing_text(tally: Tally) -> str:
    """Who moved, in a sentence: of the phones that voted both times, for others can't have moved.

    >>> swing_text(Tally(moved={("pro", "con"): 3, ("pro", "pro"): 2}))
    '3 of the 5 who voted both times changed their vote: PRO −3, CON +3.'
    """
    if not tally.both:
        return "Nobody voted both before and after, so the room shows no swing."
    moved = sum(number for (before, after), number in tally.moved.items() if before != after)
    if not moved:
        return f"None of the {tally.both} who voted both times changed their vote."
    net = ", ".join(f"{_NAMES[one]} {signed(tally.net(one), 0)}" for one in _NAMES if tally.net(one))
    changed = f"{moved} of the {tally.both} who voted both times changed their vote"
    return f"{changed}: {net}." if net else f"{changed}, and the sides came out even."


def votes_text(tally: Tally) -> str:
    """How many votes came in, without what they say."""
    return " · ".join(f"{moment.capitalize()}: {pluralise(tally.cast(moment), 'vote')}" for moment in MOMENTS)


def votes_csv(tally: Tally) -> str:
    """The votes as a table, for whoever wants them beside an export: how many phones chose what, and how they moved."""
    rows = [("before", "after", "phones")]
    rows += [(before, after, str(number)) for (before, after), number in sorted(tally.moved.items())]
    for moment in MOMENTS:
        for choice, number in sorted(tally.counts.get(moment, {}).items()):
            twice = sum(n for pair, n in tally.moved.items() if pair[MOMENTS.index(moment)] == choice)
            once = (choice, "") if moment == "before" else ("", choice)
            rows += [(*once, str(number - twice))] if number > twice else []
    return "".join(",".join(row) + "\n" for row in rows)


def _shares(counts: Mapping[Choice, int]) -> tuple[VoteShare, ...]:
    whole, start, shares = sum(counts.values()), 0.0, []
    for one in _NAMES:
        share = 100 * counts.get(one, 0) / whole
        shares.append(VoteShare(one, _NAMES[one], counts.get(one, 0), start, share))
        start += share
    return tuple(shares)


@dataclass(frozen=True, kw_only=True)
class RoomCode(Figure):
    """An address as a QR code and in letters. path: its dark squares, of `size` along each side."""

    address: str
    size: int
    path: str

    @property
    def drawable(self) -> bool:
        """Whether there is a square to draw."""
        return bool(self.path)


def room_code(address: str) -> RoomCode:
    import segno  # noqa: PLC0415  only a room needs one

    rows = list(segno.make(address, micro=False).matrix)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return RoomCode(alt=f"QR code of {address}", address=address, size=len(rows), path=path)
