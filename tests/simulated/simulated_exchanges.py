"""Whole exchanges by the simulated model and what its live judge says of them, for the tests that read them."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from debate_core import calls as asks
from debate_core.domain.config import DebateConfig
from debate_core.domain.live_judge import Narrative, Proposal, TurnComparison
from debate_core.domain.transcript import Argument, Side, Topic, Transcript, Turn, argument_id
from debate_core.scorecard.register import fold_register
from debate_core.scorecard.tally import Tally, scorecard
from tests.simulated.simulated_debates import ask, read, spoken


@dataclass
class Judged:
    """A debate with all that the live judge said of it."""

    transcript: Transcript
    proposals: list[Proposal] = field(default_factory=list)
    comparisons: list[TurnComparison] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)

    @property
    def card(self) -> Tally:
        """The scorecard of the rounds."""
        config = DebateConfig(topic=self.transcript.topic)
        return scorecard(self.proposals, self.comparisons, (), config, self.transcript.turns)

    @property
    def register(self) -> dict[str, str]:
        """The claims known so far, as the judge is told."""
        entries = fold_register(self.proposals).entries
        return {entry.id: f"{entry.text} ({entry.status})" for entry in entries}


def speak(
    heard: Transcript, number: int, turns: int, *, seed: int = 1, directive: str = "", call: str = ""
) -> Turn:
    """One turn of an exchange."""
    side: Side = "pro" if number % 2 else "con"
    purpose = asks.Exchange(
        topic=heard.topic, side=side, number=number, turns=turns, transcript=heard, directive=directive
    )
    row = ask(purpose, seed=seed, call=call or f"exchange:{number}")
    beside = {name: row.pop(name) for name in ("answers", "question") if name in row}
    said = Argument(id=argument_id(side, (number + 1) // 2), side=side, **row)
    return Turn(number=number, phase="exchange", side=side, arguments=(said,), **beside)


@lru_cache(maxsize=256)
def exchange(topic: str, *, seed: int = 1, turns: int = 10, directive: str = "") -> Transcript:
    """A whole exchange; the directive is con's."""
    config = DebateConfig(topic=Topic(text=topic), format="exchange", turns=turns)
    return spoken(config, seed=seed, directive=directive)


def judge(transcript: Transcript, *, seed: int = 1, personalities: bool = True) -> Judged:
    """The live judge's answers to every turn and pair of a debate, as the product reads them."""
    judged = Judged(transcript=transcript)
    for n, turn in enumerate(transcript.turns, start=1):
        heard = Transcript(topic=transcript.topic, turns=transcript.turns[:n])
        register = judged.register
        purpose = asks.LiveTurn(turn=turn, transcript=heard, register=register, personalities=personalities)
        answer = ask(purpose, seed=seed, call=f"live:{turn.number}")
        fact = read(purpose, answer, plain=purpose.prompt("f" * 32).plain)
        assert fact.rung == "strict"
        judged.proposals.append(fact.proposal)
        judged.answers.append(answer)
        if n > 1:
            judged.comparisons.append(compare(transcript.turns[n - 2], turn, transcript.topic, seed=seed))
    return judged


def compare(
    older: Turn, newer: Turn, topic: Topic, *, seed: int = 1, swapped: bool = False
) -> TurnComparison:
    """One reading of two turns against each other."""
    purpose = asks.Pairwise(topic=topic, older=older, newer=newer, swapped=swapped)
    call = f"pairwise:{newer.number}" + (":swapped" if swapped else "")
    return read(purpose, ask(purpose, seed=seed, call=call)).comparison


def tell(transcript: Transcript, *, seed: int = 1) -> Narrative:
    """The narrative verdict."""
    purpose = asks.NarrativeVerdict(transcript=transcript)
    return read(purpose, ask(purpose, seed=seed, call="narrative")).narrative


def converge(transcript: Transcript, *, seed: int = 1) -> str:
    """What became of the two positions."""
    purpose = asks.ConvergenceCheck(transcript=transcript)
    return read(purpose, ask(purpose, seed=seed, call="convergence")).convergence.kind
