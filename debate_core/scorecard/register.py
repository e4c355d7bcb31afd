"""The register of suspect claims over turns: what is flagged, exposed or overturned, and what it costs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, Self

from debate_core.domain import live_judge
from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.numerals import number_text
from debate_core.domain.transcript import Side

ClaimStatus = Literal["flagged", "exposed", "overturned", "not_found"]
Author = Literal["live judge", "person"]
PENALTIES: Mapping[live_judge.Concern, int] = {
    "no_mechanism": -1,
    "invented_citation": -2,
    "inverted_fact": -2,
    "backwards_causation": -2,
}
CONCERN_WORDS: Mapping[live_judge.Concern, str] = {
    "no_mechanism": "specific but without a mechanism",
    "invented_citation": "invented citation",
    "inverted_fact": "inverted fact",
    "backwards_causation": "backwards causation",
}
NOT_FOUND = "The quoted words do not occur in the turn, so it costs nothing."


class RegisterChange(FrozenModel):
    """One line of a flag's history: while judging which turn (None for a person), and the penalty then in force."""

    status: ClaimStatus
    penalty: int
    by: Author = "live judge"
    turn: Annotated[int | None, Null("a person made it, while judging no turn")] = None
    reason: str = ""
    person: str = ""


class Deduction(FrozenModel):
    turn: int
    points: int


class RegisterEntry(FrozenModel):
    """One suspect claim of `turn`. `side`: None while that turn is not judged; `penalty`: the points in force, 0 once
    overturned; `docks`: what it costs while it stands."""

    id: str
    turn: int
    side: Annotated[Side | None, Null("the turn it was made in is not judged")] = None
    text: str
    quote: str = ""
    found: Annotated[live_judge.QuoteMatch | None, Null("no words were quoted for it")] = None
    concern: live_judge.Concern
    why: str = ""
    status: ClaimStatus
    penalty: int
    docks: tuple[Deduction, ...] = ()
    flagged_by: int
    exposed_by: Annotated[int | None, Null("no later turn exposed it")] = None
    history: tuple[RegisterChange, ...] = ()

    @property
    def due(self) -> int:
        return sum(dock.points for dock in self.docks)

    @property
    def standing(self) -> ClaimStatus:
        if self.found == "not_found":
            return "not_found"
        return "flagged" if self.exposed_by is None else "exposed"

    @property
    def overturned_by(self) -> str:
        """The name of whose word on it is the last; empty where it isn't known."""
        return next((change.person for change in reversed(self.history) if change.by == "person"), "")

    def now(self, *, overturned: bool, reason: str, turn: int | None = None, person: str = "") -> Self:
        status: ClaimStatus = "overturned" if overturned else self.standing
        penalty = 0 if overturned else self.due
        by: Author = "person" if turn is None else "live judge"
        change = RegisterChange(
            status=status, penalty=penalty, by=by, turn=turn, reason=reason, person=person
        )
        update = {"status": status, "penalty": penalty, "history": (*self.history, change)}
        return self.model_copy(update=update)


class CountedContradiction(FrozenModel):
    id: str
    kind: Literal["contradiction", "dropped_premise"]
    turn: int
    earlier: int
    side: Side
    text: str


class Register(FrozenModel):
    """The register so far. `remarks`: what was said of claims but could not be used, and why."""

    entries: tuple[RegisterEntry, ...] = ()
    slips: tuple[CountedContradiction, ...] = ()
    remarks: tuple[str, ...] = ()

    def of(self, turn: int) -> tuple[RegisterEntry, ...]:
        return tuple(entry for entry in self.entries if entry.turn == turn)

    def penalty(self, turn: int) -> int:
        """The points one turn has lost, 0 or negative."""
        return sum(entry.penalty for entry in self.of(turn))

    def texts_before(self, turn: int) -> dict[str, str]:
        """Each claim's status in words, by id, as far as the judging of `turn` should know."""
        return {
            entry.id: f"{entry.text} ({entry.status.replace('_', ' ')}: {CONCERN_WORDS[entry.concern]})"
            for entry in self.entries
            if entry.flagged_by < turn
        }


def fold_register(
    proposals: Sequence[live_judge.Proposal], overturned: Sequence[live_judge.Overturn] = ()
) -> Register:
    """The register after `proposals` and what people overturned. A penalty is −2 to 0 points. Our own."""
    folding = _Folding()
    for count, proposal in enumerate(proposals):
        folding.overturn(o for o in overturned if o.after == count)
        folding.judge(proposal)
    folding.overturn(o for o in overturned if o.after is None or o.after >= len(proposals))
    return folding.register()


class _Folding:
    def __init__(self) -> None:
        self.sides: dict[int, Side] = {}
        self.entries: dict[str, RegisterEntry] = {}
        self.slips: list[CountedContradiction] = []
        self.remarks: list[str] = []
        self.waiting: list[live_judge.Overturn] = []

    def register(self) -> Register:
        # A turn's claims are numbered as they come.
        ordered = sorted(self.entries.values(), key=lambda entry: entry.turn)
        entries = tuple(e.model_copy(update={"side": self.sides.get(e.turn)}) for e in ordered)
        unknown = (f"A person spoke of {w.claim!r}, which is not in the register." for w in self.waiting)
        return Register(entries=entries, slips=tuple(self.slips), remarks=(*self.remarks, *unknown))

    def judge(self, proposal: live_judge.Proposal) -> None:
        self.sides[proposal.turn] = proposal.side
        for claim in proposal.claims:
            self._flag(proposal.turn, claim)
        for exposure in proposal.exposures:
            self._expose(proposal.turn, exposure)
        for slip in proposal.slips:
            self._slip(proposal, slip)
        waited, self.waiting = self.waiting, []
        self.overturn(waited)

    def overturn(self, overturns: Iterable[live_judge.Overturn]) -> None:
        """A word on a claim that is not here yet waits for it."""
        for word in overturns:
            entry = self.entries.get(word.claim)
            if entry is None:
                self.waiting.append(word)
            elif word.overturned != (entry.status == "overturned"):
                self._add(entry.now(overturned=word.overturned, reason=word.reason, person=word.person))

    def _flag(self, turn: int, claim: live_judge.Claim) -> None:
        known = self._entry_of(turn, claim.text)
        is_quoted = claim.found != "not_found"
        if known is None or (is_quoted and known.found == "not_found"):
            self._enter(turn, turn, claim)
        elif is_quoted:
            self._dock(known, turn, claim.concern, claim.why)

    def _expose(self, by: int, exposure: live_judge.Exposure) -> None:
        named = self.entries.get(exposure.claim or "")
        target = named.turn if named else exposure.turn
        if target >= by:
            self.remarks.append(
                f"Turn {by} was said to expose turn {target}, which is not earlier; not counted."
            )
            return
        if exposure.claim and named is None:
            self.remarks.append(f"Turn {by} was said to expose {exposure.claim!r}, which was not registered.")
        known = named or self._entry_of(target, exposure.text)
        if known is None:
            self._enter(target, by, exposure)
        else:
            self._dock(known, by, exposure.concern, exposure.why or exposure.text)

    def _dock(self, entry: RegisterEntry, by: int, concern: live_judge.Concern, why: str) -> None:
        """A claim already here was shown again: it costs the larger of the two penalties, not both."""
        if by != entry.turn and entry.exposed_by is None:
            entry = entry.model_copy(update={"exposed_by": by})
        more = min(PENALTIES[concern], entry.due) - entry.due
        if entry.found == "not_found":
            why = f"{why} {NOT_FOUND}".strip()
        elif more:
            update = {"docks": (*entry.docks, Deduction(turn=by, points=more)), "concern": concern}
            entry = entry.model_copy(update=update)
            due, by_points = number_text(entry.due, 0), number_text(more, 0)
            why = f"{why} Raised to {due} by {by_points}: {CONCERN_WORDS[concern]}.".strip()
        else:
            why = f"{why} Already docked {number_text(entry.due, 0)}; not docked again.".strip()
        self._add(entry.now(overturned=entry.status == "overturned", reason=why, turn=by))

    def _slip(self, proposal: live_judge.Proposal, slip: live_judge.SelfContradiction) -> None:
        own = self.sides.get(slip.earlier, proposal.side) == proposal.side
        if slip.earlier >= proposal.turn or not own:
            what = slip.kind.replace("_", " ")
            self.remarks.append(
                f"A {what} in turn {proposal.turn} points at turn {slip.earlier}, which is not an "
                "earlier turn of its speaker; not counted."
            )
            return
        name = f"T{proposal.turn}-S{sum(one.turn == proposal.turn for one in self.slips) + 1}"
        self.slips.append(
            CountedContradiction(id=name, turn=proposal.turn, side=proposal.side, **slip.model_dump())
        )

    def _entry_of(self, turn: int, text: str) -> RegisterEntry | None:
        own = (entry for entry in self.entries.values() if entry.turn == turn)
        return next((entry for entry in own if _normalise(entry.text) == _normalise(text)), None)

    def _enter(self, turn: int, by: int, claim: live_judge.Claim | live_judge.Exposure) -> None:
        number = sum(entry.turn == turn for entry in self.entries.values()) + 1
        match = claim.found if isinstance(claim, live_judge.Claim) else None
        lost = match == "not_found"
        docks = () if lost else (Deduction(turn=by, points=PENALTIES[claim.concern]),)
        entry = RegisterEntry(
            id=f"T{turn}-C{number}",
            turn=turn,
            status="flagged",
            penalty=0,
            docks=docks,
            flagged_by=by,
            exposed_by=None if match else by,
            **claim.model_dump(exclude={"turn", "claim"}),
        )
        why = f"{claim.why} {NOT_FOUND}".strip() if lost else claim.why
        self._add(entry.now(overturned=False, reason=why, turn=by))

    def _add(self, entry: RegisterEntry) -> None:
        self.entries[entry.id] = entry


def _normalise(text: str) -> str:
    return " ".join(text.casefold().split())
