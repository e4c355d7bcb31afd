"""Everything that is chosen before the first word: debaters, judges, rubric, caps, budget.

Knows nothing of how a debate runs. Holds no key, ever. Invariant: a config that exists can be conducted: a panel has 2
to 8 judges of different names, and each debater stands on its own side.
"""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from debate_core.errors import PanelTooSmall
from debate_core.llm.base import Effort, Server, is_simulated
from debate_core.llm.prices import Dollars
from debate_core.noun import Noun
from debate_core.numerals import listed
from debate_core.personalities import ELASTICITY, Archetype
from debate_core.rubric import STANDARD, Rubric
from debate_core.transcript import Phase, Side, Topic

MIN_JUDGES, MAX_JUDGES = 2, 8
SIMULATED = "simulated:standard"
Order = Literal["simultaneous", "alternating"]
Format = Literal["structured", "exchange"]
Feedback = Literal["lagged", "strict"]
Together = Literal["fast", "cheap", "batch"]
Probe = Literal["re_read", "positions", "reasons", "planted"]
"""A round that is never a result: the transcript alone read again; with peers' positions only; with their reasons only;
with the positions of another argument."""


class Simulation(Noun):
    """The declared truth about one simulated judge, in points on the rubric's scale unless said otherwise.

    severity: how far it scores below an even-handed reader. spread: its scores' distance from the middle, as a factor.
    noise: standard deviation of its chance error, much of it on arguments that divide readers. side_bias: points added
    for PRO and taken from CON. first_speaker_bias: points added for the side that spoke first. alertness: the chance
    that it notices a fallacy. conformity: 0 to 1, how far it moves toward a majority it is shown. openness: 0 to 1, how
    far it moves toward better evidence it is shown. The last two are recorded now and act where judges read each other.
    """

    severity: float = Field(default=0.0, ge=-5, le=5)
    spread: float = Field(default=1.0, ge=0, le=3)
    noise: float = Field(default=0.6, ge=0, le=5)
    side_bias: float = Field(default=0.0, ge=-5, le=5)
    first_speaker_bias: float = Field(default=0.0, ge=-5, le=5)
    alertness: float = Field(default=0.6, ge=0, le=1)
    conformity: float = Field(default=0.3, ge=0, le=1)
    openness: float = Field(default=0.3, ge=0, le=1)


class Temperatures(Noun):
    """A debater's temperature in each phase; shown as *not supported* where the provider takes none."""

    opening: float = Field(default=0.7, ge=0, le=2)
    cross_examination: float = Field(default=0.5, ge=0, le=2)
    closing: float = Field(default=0.5, ge=0, le=2)
    exchange: float = Field(default=0.6, ge=0, le=2)

    def at(self, phase: Phase) -> float:
        """The temperature in `phase`."""
        return float(getattr(self, phase))


class Debater(Noun):
    """A side held by a model. `elasticity` is its own in place of its archetype's; None: the archetype's."""

    side: Side
    model: str = SIMULATED
    temperatures: Temperatures = Temperatures()
    personality: Archetype | None = None
    elasticity: float | None = Field(default=None, ge=ELASTICITY.least, le=ELASTICITY.most)


def printable(name: str) -> str:
    """A judge's or person's name, checked. Raises ValueError for one that can't be shown as it is."""
    if not name.isprintable() or name != name.strip():
        raise ValueError(f"a name is printable, without spaces around it; got {name!r}")
    return name


class Judge(Noun):
    """A model that scores every argument. `weights` are its own; None, or weights that don't name exactly the rubric's
    dimensions, mean the rubric's. `simulation` matters to a simulated model only."""

    name: str = Field(min_length=1, max_length=60)
    domain: str = Field(min_length=1, max_length=60)
    brief: str = ""
    model: str = SIMULATED
    temperature: float = Field(default=0.2, ge=0, le=2)
    weights: Mapping[str, float] | None = None
    simulation: Simulation = Simulation()

    @field_validator("name")
    @classmethod
    def _name_is_printable(cls, name: str) -> str:
        return printable(name)

    @field_validator("weights")
    @classmethod
    def _weights_weigh(cls, weights: Mapping[str, float] | None) -> Mapping[str, float] | None:
        if weights is not None and (
            any(not 0 <= w < 1e6 for w in weights.values()) or not sum(weights.values()) > 0
        ):
            raise ValueError(f"a judge's weights are 0 or more and not all 0; got {dict(weights)!r}")
        return weights

    def own_weights(self, rubric: Rubric) -> Mapping[str, float]:
        """The weights of this judge's own composite, summing to 1."""
        if self.weights is None or not rubric.fits(self.weights):
            return rubric.weights
        total = sum(self.weights.values())
        return {key: value / total for key, value in self.weights.items()}


def _own(logic: float, evidence: float, responsiveness: float, honesty: float) -> dict[str, float]:
    return {"logic": logic, "evidence": evidence, "responsiveness": responsiveness, "honesty": honesty}


BUILT_IN_JUDGES: tuple[Judge, ...] = (
    Judge(
        name="Technical",
        domain="technical",
        brief="You care for technical accuracy and feasibility. You accept no vague promises.",
        weights=_own(0.40, 0.35, 0.15, 0.10),
        simulation=Simulation(severity=0.5, spread=1.1, noise=0.6),
    ),
    Judge(
        name="Business",
        domain="business",
        brief="You care for cost, return and market. You demand numbers.",
        weights=_own(0.20, 0.40, 0.20, 0.20),
        simulation=Simulation(severity=-0.4, spread=1.0, noise=0.7),
    ),
    Judge(
        name="Risk",
        domain="risk",
        brief="You look for overlooked risks, boundary conditions and failure modes, and ask whether the worst case "
        "is acceptable.",
        weights=_own(0.15, 0.20, 0.35, 0.30),
        simulation=Simulation(severity=0.8, spread=0.9, noise=0.8),
    ),
    Judge(
        name="General",
        domain="general",
        brief="You look at the whole picture.",
        weights=_own(0.30, 0.30, 0.25, 0.15),
        simulation=Simulation(severity=-0.2, spread=1.0, noise=0.6),
    ),
)


class Panel(Noun):
    """The judges of one debate, in fixed order: 2 to 8, of different names."""

    judges: tuple[Judge, ...] = BUILT_IN_JUDGES

    @model_validator(mode="after")
    def _size_and_names(self) -> Self:
        if len(self.judges) < MIN_JUDGES:
            raise PanelTooSmall(f"a panel needs {MIN_JUDGES} judges or more; got {len(self.judges)}")
        if len(self.judges) > MAX_JUDGES:
            raise ValueError(f"a panel has {MAX_JUDGES} judges at most; got {len(self.judges)}")
        names = [judge.name.casefold() for judge in self.judges]
        if len(set(names)) != len(names):
            raise ValueError(f"judges need different names; got {names!r}")
        return self


class Live(Noun):
    """The live judge: its model, chosen apart from the debaters', and how it works.

    feedback: whether a turn is judged beside the next one (lagged) or before it (strict). strict_floor: the loser of a
    dimension also stays under the floor. both_orders: each pairwise comparison is asked in both orders; an inconsistent
    one counts as a draw.
    """

    model: str = SIMULATED
    temperature: float = Field(default=0.2, ge=0, le=2)
    feedback: Feedback = "lagged"
    strict_floor: bool = False
    both_orders: bool = False


class Caps(Noun):
    """Length caps in tokens, per call."""

    opening: int = Field(default=1500, ge=50, le=32000)
    cross_examination: int = Field(default=1500, ge=50, le=32000)
    closing: int = Field(default=600, ge=50, le=32000)
    judging: int = Field(default=3000, ge=50, le=32000)
    briefing: int = Field(default=1200, ge=50, le=32000)
    exchange: int = Field(default=700, ge=50, le=32000)
    live: int = Field(default=1800, ge=50, le=32000)
    narrative: int = Field(default=1500, ge=50, le=32000)


MOST_DOLLARS = 1_000_000


class Budget(Noun):
    """What a debate may use at most; None is no limit. Reserved before a call starts. `dollars`: only where every model
    that is charged for has a known price."""

    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    dollars: Dollars | None = Field(default=None, gt=0, le=MOST_DOLLARS)


class Deliberation(Noun):
    """How the judges confront each other once they have scored alone.

    threshold: the accord from which on no further round is needed. rounds: how often they score anew, at most. seconds:
    after so many no new round begins. probes: rounds that tell conformity from conviction and are never results.
    """

    threshold: float = Field(default=0.80, ge=0, le=1)
    rounds: int = Field(default=3, ge=0, le=8)
    seconds: float = Field(default=120, gt=0, le=86_400)
    probes: tuple[Probe, ...] = ()

    @field_validator("probes")
    @classmethod
    def _each_once(cls, probes: tuple[Probe, ...]) -> tuple[Probe, ...]:
        return tuple(dict.fromkeys(probes))


class DebateConfig(Noun):
    """All that is chosen before the first word. `judging`: all judges at once (*fast*), or the first one alone, so that
    the provider's cache serves the others what all are shown (*cheap*); or all in one batch of the provider's, at half
    the price and within 24 hours, and the briefing in another (*batch*). `effort`: how much models that can are asked
    to think; None as they do by themselves. `deliberation`: how the judges deliberate afterwards, asked at once; None
    where they don't."""

    topic: Topic
    format: Format = "structured"
    order: Order = "simultaneous"
    arguments_per_side: int = Field(default=3, ge=1, le=8)
    turns: int = Field(default=6, ge=2, le=20)
    live: Live | None = None
    pro: Debater = Debater(side="pro")
    con: Debater = Debater(side="con")
    panel: Panel = Panel()
    judging: Together = "fast"
    deliberation: Deliberation | None = None
    rubric: Rubric = STANDARD
    briefing_model: str | None = None
    caps: Caps = Caps()
    effort: Effort | None = None
    budget: Budget = Budget()
    servers: tuple[Server, ...] = ()
    seed: int = 0

    @model_validator(mode="after")
    def _sides_and_topic(self) -> Self:
        if self.pro.side != "pro" or self.con.side != "con":
            raise ValueError(
                f"each debater stands on its own side; got {self.pro.side!r} and {self.con.side!r}"
            )
        if not self.topic.text.strip():
            raise ValueError("a debate needs a topic; got an empty one")
        return self

    def debater(self, side: Side) -> Debater:
        """The debater of one side."""
        return self.pro if side == "pro" else self.con

    @property
    def brief_by(self) -> str:
        """The model that writes the briefing: the one named, else the first judge's."""
        return self.briefing_model or self.panel.judges[0].model

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        """Who is called and on which model, in speaking order."""
        return (
            ("PRO", self.pro.model),
            ("CON", self.con.model),
            *((judge.name, judge.model) for judge in self.panel.judges),
            *([("the live judge", self.live.model)] if self.live else ()),
            ("the briefing", self.brief_by),
        )

    @property
    def models(self) -> tuple[str, ...]:
        """Every model the debate calls, each once, in speaking order."""
        return tuple(dict.fromkeys(model for _, model in self.seats))

    @property
    def turns_in_all(self) -> int:
        """How many turns the debate has when it is whole."""
        return self.turns if self.format == "exchange" else 6

    @property
    def simulated(self) -> bool:
        """Whether any of it is made by the simulated provider."""
        return any(map(is_simulated, self.models))

    @property
    def simulated_said(self) -> str:
        """What of it the simulated provider makes, in words: nothing, `simulated`, or `partly simulated` and what.

        >>> DebateConfig(topic=Topic(text="x")).simulated_said
        'simulated'
        >>> DebateConfig(topic=Topic(text="x"), pro=Debater(side="pro", model="openai:gpt")).simulated_said
        'partly simulated: CON, all judges and the briefing'
        """
        return "simulated" if all(map(is_simulated, self.models)) else self.simulated_in_parts

    @property
    def simulated_in_parts(self) -> str:
        """The same where the simulated provider makes only a part: which."""
        sides = [one.side.upper() for one in (self.pro, self.con) if is_simulated(one.model)]
        judges = [judge.name for judge in self.panel.judges if is_simulated(judge.model)]
        parts = [
            *(["both debaters"] if len(sides) == 2 else sides),
            *_judges_said(judges, len(self.panel.judges)),
            *(["the live judge"] if self.live and is_simulated(self.live.model) else []),
            *(["the briefing"] if is_simulated(self.brief_by) else []),
        ]
        return f"partly simulated: {listed(parts)}" if parts else ""


def _judges_said(names: list[str], panel: int) -> list[str]:
    if len(names) == panel:
        return ["all judges"]
    return [f"the judge{'s' if len(names) > 1 else ''} {listed(names)}"] if names else []
