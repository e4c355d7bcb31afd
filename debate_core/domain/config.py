"""Everything that is chosen before the first word, beside who takes part: the live judge, rounds, caps, budget."""

from functools import partial
from typing import Annotated, Literal, Self, get_args

from pydantic import field_validator, model_validator

from debate_core.domain.cast import MAX_JUDGES, MIN_JUDGES, SIMULATED, Debater, Fraction, Panel, Temperature
from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.model import Dollars, Effort, Server, is_simulated
from debate_core.domain.numerals import join_and
from debate_core.domain.options import OneOf, Positive, Switch, Whole, Words
from debate_core.domain.personalities import own_traits
from debate_core.domain.rubric import RUBRICS, STANDARD, Rubric
from debate_core.domain.transcript import Side, Topic
from debate_core.domain.wording import PROBES, capital

MAX_ROUNDS = 8
NO_TOPIC = "a debate needs a topic; got an empty one"
Order = Literal["simultaneous", "alternating"]
Format = Literal["structured", "exchange"]
Feedback = Literal["lagged", "strict"]
Together = Literal["fast", "cheap", "batch"]
Wording = Literal[1, 2, 3, 4, 5]
WORDING: Wording = 5
"""How prompts are worded by now; a debate goes on in the wording that it began with."""
Probe = Literal["re_read", "positions", "reasons", "planted"]
"""A round that is never a result: the transcript alone read again; with peers' positions only; with their reasons only;
with the positions of another argument."""


class Live(FrozenModel):
    """The live judge: its model and how it works. An inconsistent pairwise comparison counts as a draw."""

    model: str = SIMULATED
    temperature: Annotated[float, Temperature("Temperature")] = 0.2
    feedback: Annotated[
        Feedback,
        OneOf(
            "Feedback",
            spoken=True,
            means={
                "lagged": "The judge scores a turn while the next one is spoken: nobody waits.",
                "strict": "Each turn waits for the score of the one before: slower, and feedback comes a turn earlier.",
            },
        ),
    ] = "lagged"
    strict_floor: Annotated[
        bool,
        Switch(
            "Strict floor",
            "The winner of a dimension gets at least 55% of its maximum. Strict also keeps the loser below it.",
        ),
    ] = False
    both_orders: Annotated[
        bool,
        Switch(
            "Compare in both orders",
            "Compares each two turns twice, in both orders. If the answers differ, it is a draw.",
        ),
    ] = False


Cap = partial(Whole, low=50, high=32_000, step=100)


class Caps(FrozenModel):
    """Length caps in tokens, per call. A study's debates are found by what is written here, in this order."""

    opening: Annotated[int, Cap("Opening", format="structured")] = 1500
    cross_examination: Annotated[int, Cap("Cross-examination", format="structured")] = 1500
    closing: Annotated[int, Cap("Closing", format="structured")] = 600
    judging: Annotated[int, Cap("A judge's scores")] = 3000
    briefing: Annotated[int, Cap("Briefing")] = 1200
    exchange: Annotated[int, Cap("Each turn", format="exchange")] = 700
    live: Annotated[int, Cap("Live judge, a turn")] = 1800
    narrative: Annotated[int, Cap("Narrative")] = 1500


MAX_DOLLARS = 1_000_000
_THRICE = "3 × estimate"


class Budget(FrozenModel):
    """What a debate may use at most; None is no limit. Reserved before a call starts. `dollars`: only where every model
    that is charged for has a known price."""

    calls: Annotated[
        int | None, Whole("Call limit", "It pauses before it passes this.", low=1, empty=_THRICE)
    ] = None
    tokens: Annotated[
        int | None, Whole("Token limit", "Input and output together.", low=1, step=1000, empty=_THRICE)
    ] = None
    dollars: Annotated[
        Dollars | None,
        Positive(
            "Dollar limit",
            "Works only if the price of every model is known.",
            money=True,
            high=MAX_DOLLARS,
            step=0.5,
            digits=2,
            empty="no limit",
        ),
    ] = None


WhyClosed = Literal[
    "too_few_judges", "accord_reached", "no_disagreement", "nothing_moved", "round_limit", "time_limit"
]
"""Why no further round of a deliberation was needed or possible."""


class Deliberation(FrozenModel):
    """How the judges confront each other. `probes`: rounds that tell conformity from conviction, never results."""

    threshold: Annotated[
        float, Fraction("Close enough at", "Consensus, from 0 to 1, at which they stop.")
    ] = 0.80
    rounds: Annotated[
        int, Whole("Rounds at most", "0 runs the control rounds alone.", low=0, high=MAX_ROUNDS)
    ] = 3
    seconds: Annotated[
        float,
        Positive(
            "No new round after (seconds)",
            "A round once begun is finished.",
            high=86_400,
            step=10.0,
            digits=0,
        ),
    ] = 120
    disagreement: Annotated[
        float | None,
        Fraction(
            "Disagreement from",
            "Scores this share of the scale apart are a disagreement. Empty: 0.33 in a debate, 0.75 on a text.",
            above=True,
            empty="the usual",
        ),
        Null("the usual share of the scale"),
    ] = None
    evaluations: Annotated[
        int,
        Whole("How many must have scored", "No round begins with fewer.", low=MIN_JUDGES, high=MAX_JUDGES),
    ] = MIN_JUDGES
    probes: Annotated[
        tuple[Probe, ...],
        OneOf(
            "Control rounds",
            "One more call a judge, never a result. Only a control round can tell persuasion from conformity.",
            options={name: capital(PROBES[name]) for name in get_args(Probe)},
            means={
                "re_read": "each reads everything again without the others; what changes then is chance",
                "positions": "each sees the others' scores, not their reasons",
                "reasons": "each sees the others' reasons, not their scores",
                "planted": "each sees scores of another argument as if they were of this one",
                "none": "No control round: you will see who moved, not why.",
            },
            many=True,
            flag="probe",
        ),
    ] = ()

    @field_validator("probes")
    @classmethod
    def _each_once(cls, probes: tuple[Probe, ...]) -> tuple[Probe, ...]:
        return tuple(dict.fromkeys(probes))


ModelEffort = Annotated[Effort | None, OneOf("Thinking before answering", nothing="As the model does")]
"""How much models that can are asked to think; None as they do by themselves."""
Seed = Annotated[int, Whole("Seed", "With the same seed, simulated models say the same words.")]


class Cast(FrozenModel):
    """Who is called, and on which model; nobody, if not said."""

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        """Who is called and on which model, in speaking order."""
        return ()

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that is called, each once, in speaking order."""
        return tuple(dict.fromkeys(model for _, model in self.seats))

    @property
    def simulated(self) -> bool:
        """Whether any of it is made by the simulated provider."""
        return any(map(is_simulated, self.models))


class Choices(Cast):
    """Every choice of a debate in its place; what `panel` and `rubric` hold is narrower in a `DebateConfig`, and may be
    unfinished in a draft. `deliberation`: how the judges discuss afterwards, asked at once; None where they don't."""

    topic: Topic
    format: Annotated[
        Format,
        OneOf("Format", options={"structured": "Three phases", "exchange": "Free exchange"}, spoken=True),
    ] = "structured"
    order: Annotated[
        Order,
        OneOf(
            "Order of speaking",
            format="structured",
            means={
                "simultaneous": "In each phase both speak at once, without seeing each other's speech.",
                "alternating": "In each phase PRO speaks first, and CON reads it before speaking.",
            },
        ),
    ] = "simultaneous"
    arguments_per_side: Annotated[
        int, Whole("Arguments per side", low=1, high=8, format="structured", flag="arguments")
    ] = 3
    turns: Annotated[
        int,
        Whole(
            "Turns",
            "Both sides together. From 10 turns on, the live judge also says whether the positions converged.",
            low=2,
            high=20,
            format="exchange",
        ),
    ] = 6
    live: Live | None = None
    narrative: Annotated[
        bool,
        Switch(
            "Narrative",
            "One more call reads the whole debate: who held the steadier case, and where it turned. Another explains "
            "where the panel differs. A live judge always gives one.",
        ),
    ] = False
    pro: Debater = Debater(side="pro")
    con: Debater = Debater(side="con")
    panel: object
    judging: Annotated[
        Together,
        OneOf(
            "Scoring",
            means={
                "fast": "All judges at once.",
                "cheap": "One judge first, then the others, at the lower price of cached prompts. One call longer.",
                "batch": "In batches of OpenAI or Anthropic: half the price, up to 24 hours each for judges and "
                "briefing.",
            },
        ),
    ] = "fast"
    reading: Annotated[
        Literal["one", "both"],
        OneOf(
            "Reading orders",
            "A judge may prefer the side it reads first.",
            means={
                "one": "Each judge reads the debate once, PRO's side first.",
                "both": "Each judge reads it again with CON first: twice the scoring calls. Its scores are averaged.",
            },
        ),
    ] = "one"
    deliberation: Deliberation | None = None
    rubric: object
    briefing_model: Annotated[
        str | None,
        Words("Model of the briefing", "The first judge's, if none is named.", hint="provider:model"),
    ] = None
    narrative_model: Annotated[
        str | None,
        Words(
            "Model of the narrative",
            "The live judge's, if none is named; without one, the briefing's.",
            hint="provider:model",
        ),
    ] = None
    caps: Caps = Caps()
    effort: ModelEffort = None
    budget: Budget = Budget()
    servers: tuple[Server, ...] = ()
    seed: Seed = 0


class DebateConfig(Choices):
    """All that is chosen before the first word."""

    panel: Panel = Panel()
    rubric: Rubric = STANDARD
    wording: Wording = WORDING

    @field_validator("rubric", mode="before")
    @classmethod
    def _built_in_by_name(cls, rubric: object) -> object:
        if isinstance(rubric, str) and rubric not in RUBRICS:
            raise ValueError(f"expected {' or '.join(RUBRICS)}, or one written out; got {rubric!r}")
        return RUBRICS[rubric] if isinstance(rubric, str) else rubric

    @model_validator(mode="after")
    def _sides_topic_and_traits(self) -> Self:
        if self.pro.side != "pro" or self.con.side != "con":
            raise ValueError(f"a debater stands on its own side; got {self.pro.side!r} and {self.con.side!r}")
        if not self.topic.text.strip():
            raise ValueError(NO_TOPIC)
        for debater in (self.pro, self.con):
            own_traits(debater.traits, debater.side.upper())
        return self

    def debater(self, side: Side) -> Debater:
        return self.pro if side == "pro" else self.con

    @property
    def brief_by(self) -> str:
        """The model that writes the briefing: the one named, else the first judge's."""
        return self.briefing_model or self.panel.judges[0].model

    @property
    def narrative_by(self) -> str:
        """The model that reads the whole debate: the one named, else the live judge's, else the briefing's."""
        return self.narrative_model or (self.live.model if self.live else self.brief_by)

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        return (
            ("PRO", self.pro.model),
            ("CON", self.con.model),
            *((judge.name, judge.model) for judge in self.panel.judges),
            *self._summing_up,
        )

    @property
    def _summing_up(self) -> tuple[tuple[str, str], ...]:
        reads_whole = self.narrative_model if self.live else self.narrative
        live_judge = [("the live judge", self.live.model)] if self.live else []
        narrative = [("the narrative", self.narrative_by)] if reads_whole else []
        return *live_judge, ("the briefing", self.brief_by), *narrative

    @property
    def explains_gap(self) -> bool:
        """Whether a call explains it where scorecard and narrative name different leaders."""
        return self.live is not None or (self.narrative and self.wording > 3)

    @property
    def turns_in_all(self) -> int:
        return self.turns if self.format == "exchange" else 6

    @property
    def simulation_note(self) -> str:
        """What of it the simulated provider makes, in words: nothing, `simulated`, or `partly simulated` and what.

        >>> DebateConfig(topic=Topic(text="x")).simulation_note
        'simulated'
        >>> DebateConfig(topic=Topic(text="x"), pro=Debater(side="pro", model="openai:gpt")).simulation_note
        'partly simulated: CON, all judges and the briefing'
        """
        return "simulated" if all(map(is_simulated, self.models)) else self.partial_simulation_note

    @property
    def partial_simulation_note(self) -> str:
        """The same where the simulated provider makes only a part: which."""
        sides = [one.side.upper() for one in (self.pro, self.con) if is_simulated(one.model)]
        judges = [judge.name for judge in self.panel.judges if is_simulated(judge.model)]
        parts = ["both debaters"] if len(sides) == 2 else sides
        if len(judges) == len(self.panel.judges):
            parts.append("all judges")
        elif judges:
            parts.append(f"the judge{'s' if len(judges) > 1 else ''} {join_and(judges)}")
        parts += [who for who, model in self._summing_up if is_simulated(model)]
        return f"partly simulated: {join_and(parts)}" if parts else ""
