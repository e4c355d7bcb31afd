"""A debate while it is being set up: everything chosen so far, which may not be conductible yet, and what it lacks."""

import math
from collections.abc import Callable, Iterable
from typing import Any, Literal, Self

from pydantic import ValidationError, model_validator

from debate_core.domain.bounds import MAX_BACKGROUND, MAX_BRIEF, MAX_END, MAX_QUESTION, MAX_TOPIC, within
from debate_core.domain.cast import BUILT_IN_JUDGES, Debater, Judge, Panel
from debate_core.domain.config import Budget, Choices, DebateConfig, Live
from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenModel, faults_of
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import number_text
from debate_core.domain.rubric import RUBRICS, STANDARD, Dimension, Rubric
from debate_core.domain.transcript import SIDES, Topic
from debate_core.domain.wording import capital
from debate_core.llm.catalogue import parse
from debate_core.llm.keys import Key, check_url, redact, strike_out
from debate_core.running.estimate import with_limits

CUSTOM = "Custom"
SUGGESTIONS = (
    "Secondary schools should start later in the morning",
    "A city of half a million should close its centre to private cars",
    "A team of eight should split its monolith into microservices",
)
IN_SHORT = ("School mornings", "A centre without cars", "Microservices")
"""The suggestions as one would call them."""
Section = Literal["topic", "debaters", "judges", "rubric", "live", "summary"]


class DimensionDraft(FrozenModel):
    """One dimension of a custom rubric as typed: any of it may still be missing."""

    key: str = ""
    question: str = ""
    low: str = ""
    high: str = ""
    weight: float = 0.0

    @classmethod
    def of(cls, dimension: Dimension, weight: float) -> Self:
        """A dimension as one would have typed it."""
        return cls(**dimension.model_dump(include={"key", "question", "low", "high"}), weight=weight)


STANDARD_ROWS = tuple(DimensionDraft.of(d, STANDARD.weights[d.key]) for d in STANDARD.dimensions)


class Draft(Choices):
    """All that is chosen so far. `dimensions` matter to a custom rubric only."""

    topic: Topic = Topic(text=SUGGESTIONS[0])
    panel: tuple[Judge, ...] = BUILT_IN_JUDGES
    rubric: str = STANDARD.name
    dimensions: tuple[DimensionDraft, ...] = STANDARD_ROWS

    @model_validator(mode="before")
    @classmethod
    def _as_first_written(cls, given: Any) -> Any:
        """The first presets have a topic's parts beside the rest, and call the panel judges."""
        if not isinstance(given, dict) or "judges" not in given:
            return given
        values = {"panel" if name == "judges" else name: value for name, value in given.items()}
        parts = {"text": values.pop("topic", "")} | {
            name: values.pop(name) for name in ("background", "burden") if name in values
        }
        return {**values, "topic": parts}

    @classmethod
    def of(cls, config: DebateConfig) -> Self:
        """The draft that a debate was started from; a budget that nobody set is none."""
        default = with_limits(config.model_copy(update={"budget": Budget()})).budget
        built_in = RUBRICS.get(config.rubric.name) == config.rubric
        rows = tuple(DimensionDraft.of(d, config.rubric.weights[d.key]) for d in config.rubric.dimensions)
        chosen = {name: getattr(config, name) for name in Choices.model_fields} | {
            "panel": config.panel.judges,
            "rubric": config.rubric.name if built_in else CUSTOM,
            "dimensions": STANDARD_ROWS if built_in else rows,
            "budget": Budget() if config.budget == default else config.budget,
        }
        return cls(**chosen)

    def change(self, **changes: Any) -> Self:
        return self.model_copy(update=changes)

    def on_topic_of(self, other: "Draft") -> Self:
        """This draft, without a topic of its own on the other's, with the other's servers beside its own."""
        if self.topic.text:
            return self
        servers = {one.name: one for one in (*other.servers, *self.servers)}
        return self.change(topic=other.topic, servers=tuple(servers.values()))

    def on_sample(self, config: DebateConfig) -> Self:
        """This draft on the topic and in the form of a sample, whose own models are nobody's."""
        form = {name: getattr(config, name) for name in ("topic", "format", "turns", "arguments_per_side")}
        return self.change(**form, live=Live() if config.live else None)

    def draft_json(self, keys: Iterable[Key]) -> str:
        """This draft as JSON. Raises SetUpError where a key, one of `keys` or in a server's address, would be in it."""
        for server in self.servers:
            address = check_url(server.base_url)
            if redact(address) != address:
                raise SetUpError(f"the address of {server.name} may hold a key: give it in its own field")
        text = self.model_dump_json()
        if any(strike_out(text, key) != text for key in keys):
            raise SetUpError("a key typed in this session stands in this set-up, so it is not saved")
        return text

    @classmethod
    def read(cls, text: str) -> Self:
        """What was written. Raises SetUpError for what this version doesn't know, or no debate can have."""
        try:
            draft = cls.model_validate_json(text)
            sides = {side: getattr(draft, side).model_copy(update={"traits": ""}) for side in SIDES}
            plain = draft.change(topic=Topic(text="a topic"), panel=BUILT_IN_JUDGES, rubric=STANDARD.name)
            plain.change(**sides)._build()
        except ValidationError as error:
            raise SetUpError(fault_text(error)) from error
        if draft.rubric not in (*RUBRICS, CUSTOM):
            raise SetUpError(f"there is no rubric called {draft.rubric!r}")
        return draft

    @property
    def in_words(self) -> str:
        models = {self.pro.model, self.con.model, *(judge.model for judge in self.panel)}
        models |= {self.live.model} if self.live else set()
        made = "all simulated" if all(is_simulated(m) for m in models) else "with real models"
        size = f"{self.arguments_per_side} arguments a side"
        size = f"A free exchange of {self.turns} turns" if self.format == "exchange" else size
        live = ", a live judge" if self.live else ""
        named = ", two personalities" if self.pro.personality and self.con.personality else ""
        discusses = " that discuss" if self.deliberation else ""
        return f"{size}{live}{named}, {len(self.panel)} judges{discusses}, {made}."

    @property
    def rubric_sum(self) -> float:
        return math.fsum(row.weight for row in self.dimensions)

    @property
    def faults(self) -> dict[Section, str]:
        """What keeps it from being conducted, in plain words, by the section where it can be put right."""
        checks: dict[Section, Callable[[], object]] = {
            "topic": self._check_topic,
            "debaters": self._check_debaters,
            "judges": self._check_judges,
            "live": lambda: self._check_models(self.live.model if self.live else None),
            "summary": lambda: self._check_models(self.briefing_model or None, self.narrative_model or None),
            "rubric": self._check_rubric,
        }
        faults: dict[Section, str] = {}
        for section, check in checks.items():
            try:
                check()
            except ValidationError as error:
                faults[section] = fault_text(error)
            except SetUpError as error:
                faults[section] = f"{capital(str(error))}."
        return faults

    def config(self) -> DebateConfig:
        """The debate as it will be conducted. Raises SetUpError with what is wrong."""
        if faults := self.faults:
            raise SetUpError(" ".join(faults.values()))
        return self._build()

    def sketch(self) -> DebateConfig | None:
        """The config as far as it can be told, for the estimate: with any topic; None where more than that is wrong."""
        with_topic = self.topic.model_copy(update={"text": self.topic.text.strip() or "a topic"})
        sketch = self.change(topic=with_topic)
        return None if sketch.faults else sketch._build()

    def _build(self) -> DebateConfig:
        chosen = {name: getattr(self, name) for name in Choices.model_fields} | {
            "panel": Panel(judges=self.panel),
            "rubric": RUBRICS.get(self.rubric) or self.custom(),
        }
        return DebateConfig(**chosen)

    def custom(self) -> Rubric:
        """The custom rubric as typed. Raises ValidationError while it is unfinished."""
        return Rubric(
            name=CUSTOM,
            dimensions=tuple(Dimension(**row.model_dump(exclude={"weight"})) for row in self.dimensions),
            weights={row.key: row.weight for row in self.dimensions},
        )

    def _check_topic(self) -> None:
        if not within("the topic", self.topic.text, MAX_TOPIC):
            raise SetUpError("type a topic, or take a suggestion")

    def _check_debaters(self) -> None:
        within("the background", self.topic.background, MAX_BACKGROUND)
        DebateConfig(topic=Topic(text="a topic"), pro=self.pro, con=self.con)
        self._check_models(self.pro.model, self.con.model)

    def _check_judges(self) -> None:
        Panel(judges=self.panel)
        for judge in self.panel:
            within(f"the brief of {judge.name}", judge.brief, MAX_BRIEF)
        self._check_models(*(judge.model for judge in self.panel))

    def _check_models(self, *models: str | None) -> None:
        for model in models:
            if model is not None:
                parse(model, self.servers)

    def _check_rubric(self) -> None:
        if self.rubric in RUBRICS:
            return
        if not self.dimensions:
            raise SetUpError("a rubric needs at least one dimension")
        lacks = [row for row in self.dimensions if not all(map(str.strip, (row.key, row.low, row.high)))]
        if names := [row.key.strip() for row in lacks]:
            unfinished = ", ".join(repr(name) if name else "one without a name" for name in names)
            raise SetUpError(f"each dimension needs a name, and what 1 and 10 mean. Unfinished: {unfinished}")
        if not math.isclose(self.rubric_sum, 1.0, abs_tol=1e-6):
            total = number_text(self.rubric_sum, 2)
            raise SetUpError(f"the rubric's weights must sum to 1; they sum to {total}")
        for one in self.custom().dimensions:
            within("what the judge asks", one.question, MAX_QUESTION)
            within("what an end means", max(one.low, one.high, key=len), MAX_END)


def fault_text(error: ValidationError) -> str:
    """What keeps a noun from being made, as sentences a person can act on."""
    words = []
    for fault in faults_of(error):
        place = " ".join(part for part in fault.place if isinstance(part, str))
        words.append(fault.words if fault.own or not place else f"{place}: {fault.words}")
    return ". ".join(capital(word) for word in words) + "."


DEFAULT = Draft(narrative=True)
QUICK_DEMO = Draft(
    arguments_per_side=2,
    panel=tuple(j for j in BUILT_IN_JUDGES if j.name in ("Technical", "Risk", "General")),
)
FULL_PANEL = Draft(arguments_per_side=4, narrative=True)
LIVE_EXCHANGE = Draft(
    format="exchange",
    live=Live(),
    pro=Debater(side="pro", personality="strategist"),
    con=Debater(side="con", personality="engineer"),
)
OPEN_DEBATERS = Draft(
    narrative=True,
    pro=Debater(side="pro", model="ollama:llama3.2"),
    con=Debater(side="con", model="ollama:qwen3"),
    # Of another family than the open models that debate.
    panel=tuple(judge.model_copy(update={"model": "openai:gpt-4.1-mini"}) for judge in BUILT_IN_JUDGES),
)
