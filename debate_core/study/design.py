"""A study as its file has it, and the debates it comes to: ids and seeds follow from its file alone."""

import csv
import hashlib
import itertools
import json
import pathlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, model_validator

from debate_core.domain.cast import Panel, printable
from debate_core.domain.config import Budget, DebateConfig, Format
from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenModel, FrozenValue, build
from debate_core.domain.options import Whole
from debate_core.domain.transcript import Topic
from debate_core.importing.documents.text import decode
from debate_core.importing.files import bytes_of, read_object
from debate_core.llm.catalogue import family
from debate_core.llm.prices import prices_of
from debate_core.running.estimate import DEFAULT_TIMES, CostEstimate, estimate
from debate_core.running.moderator import apart_from_panel
from debate_core.running.pace import Limit

MAX_DEBATES = 20_000
"""Debates of a study whose file sets no `most_debates`."""
MAX_BATCH = 60
"""Debates that one process conducts at once without its loop falling behind."""
TAKEN = ("topic", "seed")
"""What a study sets itself, and a base may not."""


def _topic(given: object) -> object:
    return {"text": given} if isinstance(given, str) else given


class StudyPanel(Panel):
    name: str = Field(min_length=1, max_length=60)


class Study(FrozenModel):
    """Every topic with every pair of models, `swap`: also with their sides swapped, `repeats` times, in each of the
    `formats`, judged by each of the `panels` `readings` times.

    Panels and readings share one debate's speeches. `base`: everything else of a configuration. `budget`: for all
    debates together. `limits`: of each provider. `families`: of models whose name doesn't tell.
    """

    name: Annotated[str, Field(min_length=1, max_length=80), AfterValidator(printable)]
    topics: tuple[Annotated[Topic, BeforeValidator(_topic)], ...] = Field(min_length=1)
    pairs: tuple[tuple[str, str], ...] = Field(min_length=1)
    swap: bool = True
    repeats: Annotated[int, Whole("Repeats", low=1, high=1000)] = 1
    readings: int = Field(default=1, ge=1, le=100)
    panels: tuple[StudyPanel, ...] = ()
    formats: tuple[Format, ...] = ()
    seed: int = 0
    base: Mapping[str, Any] = Field(default_factory=dict)
    budget: Budget = Budget()
    limits: Mapping[str, Limit] = Field(default_factory=dict)
    debates_at_once: int = Field(default=8, ge=1, le=MAX_BATCH)
    families: Mapping[str, str] = Field(default_factory=dict)
    most_debates: int = Field(default=MAX_DEBATES, ge=1)

    @property
    def spoken(self) -> int:
        sides = sum(1 + (self.swap and first != second) for first, second in self.pairs)
        return len(self.topics) * max(1, len(self.formats)) * self.repeats * sides

    @property
    def debates(self) -> int:
        return self.spoken * max(1, len(self.panels)) * self.readings

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        for what, given in (
            ("topics", [topic.text.strip() for topic in self.topics]),
            ("pairs", [" and ".join(sorted(pair)) for pair in self.pairs]),
            ("panels", [panel.name.casefold() for panel in self.panels]),
            ("formats", self.formats),
        ):
            twice = next((one for one, times in Counter(given).items() if times > 1), None)
            if twice is not None:
                raise ValueError(f"{what}: expected each once; got {twice!r} twice")
        return self

    @model_validator(mode="after")
    def _base_fits(self) -> Self:
        taken = [key for key in (*TAKEN, "panel" if self.panels else "panels") if key in self.base]
        if taken:
            raise ValueError(f"base: expected nothing that the study sets itself; got {', '.join(taken)}")
        self.config(self.topics[0], self.pairs[0])
        return self

    def config(
        self, topic: Topic, pair: tuple[str, str], panel: Panel | None = None, **more: object
    ) -> DebateConfig:
        sides = {
            side: {**_part(self.base, side), "side": side, "model": model}
            for side, model in zip(("pro", "con"), pair, strict=True)
        }
        judges = {"panel": {"judges": panel.judges}} if panel else {}
        return DebateConfig.model_validate({**self.base, **sides, **judges, "topic": topic, **more})

    def family(self, model: str) -> str:
        return self.families.get(model) or family(model)


def _part(base: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = base.get(name)
    return part if isinstance(part, Mapping) else {}


def plan_study(name: str, topics: Sequence[object], models: Sequence[str], **more: Any) -> Study:
    """A study of each two of some models (one alone: itself); ``more`` as its file has it. Raises SetUpError."""
    pairs = list(itertools.combinations(models, 2)) or [(model, model) for model in models]
    return build(Study, {"name": name, "topics": topics, "pairs": pairs, **more})


def default_topics(asked: str) -> list[dict[str, str]]:
    """As many of the built-in topics as asked for, or those in a CSV file. Raises SetUpError."""
    if not asked.isdecimal():
        return _topics(pathlib.Path(asked))
    built_in = _topics(pathlib.Path(__file__).with_name("topics.csv"))
    if not 0 < int(asked) <= len(built_in):
        raise SetUpError(f"--topics: expected a number from 1 to {len(built_in)}, or a CSV file; got {asked}")
    return built_in[: int(asked)]


def toml_text(study: Study) -> str:
    """The study as a TOML file that reads as the same study, each topic in a line of its own."""
    given = study.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return "".join(f"{name} = {_toml(value, deep=0)}\n" for name, value in given.items())


def _toml(value: object, deep: int = 1) -> str:
    if isinstance(value, Mapping):
        cells = (f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items() if one is not None)
        return f"{{ {', '.join(cells)} }}"
    if isinstance(value, list | tuple):
        return f"[{(', ' if deep else f',{chr(10)}    ').join(map(_toml, value))}]"
    # JSON writes texts, numbers and switches as TOML does, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_study(path: pathlib.Path) -> Study:
    """The study in a TOML or JSON file; `topics` may name a CSV file beside it. Raises SetUpError."""
    if path.suffix.lower() not in (".toml", ".json"):
        raise SetUpError(f"expected a TOML or JSON file (to report, also a study's name); got {path.name!r}")
    fields = read_object(path)
    if isinstance(fields.get("topics"), str):
        fields["topics"] = _topics(path.parent / fields["topics"])
    study = build(Study, fields, f"{path.name}: ")
    if study.debates > study.most_debates:
        raise SetUpError(
            f"{path.name}: topics, formats, pairs, repeats, panels and readings multiply to {study.debates:,} debates, "
            f"and the limit is {study.most_debates:,}. Nothing was begun. Ask for fewer, or set most_debates there."
        )
    return study


def _topics(path: pathlib.Path) -> list[dict[str, str]]:
    try:
        lines = csv.DictReader(decode(bytes_of(path), path.name).splitlines())
        columns = set(lines.fieldnames or ())
        rows = list(lines) if "topic" in columns and columns <= {"topic", "background", "burden"} else None
    except csv.Error as error:
        raise SetUpError(f"the topics {str(path)!r} could not be read: {error}") from error
    if rows is None:  # nothing of it is quoted: it may be any file
        raise SetUpError(f"{path.name}: expected the columns topic, background and burden, or topic alone")
    topics = []
    for line, row in enumerate(rows, start=2):
        if not (row["topic"] or "").strip() or None in row:
            raise SetUpError(f"{path.name}, row {line}: expected a topic and as many cells as columns")
        topics.append({"text": row["topic"], **{key: row[key] for key in columns - {"topic"} if row[key]}})
    return topics


ONLY, PANEL_TITLE = "base", "all judges"
"""The panel of a study that names none: in its debates' ids, and wherever it is shown."""
_ADDED = (
    *("calls", "calls_most", "tokens_typical", "tokens_most", "batched", "local_tokens"),
    *("cost_typical", "cost_most"),
)
"""What of an estimate adds up over debates."""


class Cell(FrozenValue):
    """One debate of a study. `topic`, `repeat`, `reading` count from 1; `swapped`: the pair's second model speaks for
    PRO; `source`: the cell whose speeches it is judged on."""

    topic: int
    format: Format
    pro: str
    con: str
    swapped: bool
    repeat: int
    panel: str
    reading: int
    id: str
    config: DebateConfig
    source: str | None

    @property
    def source_id(self) -> str:
        """The cell whose speeches these are."""
        return self.source or self.id

    @property
    def ahead(self) -> CostEstimate:
        prices = prices_of(self.config.models, self.config.servers)
        return estimate(self.config, apart_from_panel(self.config) if self.source else (), prices)

    def limit(self, *, in_money: bool) -> Budget:
        """What the base sets, else three times the estimate; of money only where asked for."""
        ahead, by_hand = self.ahead, self.config.budget
        default = DEFAULT_TIMES * ahead.cost_typical if in_money and ahead.cost_typical else None
        return Budget(
            calls=by_hand.calls or DEFAULT_TIMES * ahead.calls,
            tokens=by_hand.tokens or DEFAULT_TIMES * ahead.tokens_typical,
            dollars=by_hand.dollars or (default and round(default, 4)),
        )


def counted_cells(study: Study) -> Iterator[tuple[int, Cell]]:
    """One cell of each kind that takes the same, after their number."""
    small = study.model_copy(update={"repeats": 1, "readings": min(2, study.readings)})
    for cell in cells(small):
        yield study.repeats * (1 if cell.reading == 1 else study.readings - 1), cell


def study_ahead(study: Study) -> CostEstimate:
    """What all its debates together will take, from their start; each kind of them is estimated once."""
    each = [(times, cell.ahead) for times, cell in counted_cells(study)]

    def add_up(name: str) -> Any:
        known = [times * value for times, one in each if (value := getattr(one, name)) is not None]
        return sum(known) if known else None

    return CostEstimate(
        **{name: add_up(name) for name in _ADDED},
        deep=max(one.deep for _, one in each),
        unpriced=tuple(dict.fromkeys(model for _, one in each for model in one.unpriced)),
        too_large=tuple(dict.fromkeys(words for _, one in each for words in one.too_large)),
        simulated=all(one.simulated for _, one in each),
    )


def cells(study: Study) -> tuple[Cell, ...]:
    planned = []
    topics = enumerate(study.topics, 1)
    formats, repeats = study.formats or (None,), range(1, study.repeats + 1)
    for (number, topic), kind, repeat, pair in itertools.product(topics, formats, repeats, study.pairs):
        # A model against itself has no other sides to take.
        for swapped in (False, True) if study.swap and pair[0] != pair[1] else (False,):
            source = None
            for panel, reading in itertools.product(study.panels or (None,), range(1, study.readings + 1)):
                more: dict[str, object] = {"format": kind} if kind else {}
                seed = [study.seed, topic.text, sorted(pair), repeat]
                more["seed"] = _number([*seed, reading] if reading > 1 else seed) % 2**31
                config = study.config(topic, pair[::-1] if swapped else pair, panel, **more)
                # What there was no choice of at first isn't named, so that an earlier study finds its debates.
                chosen = config.model_dump_json(exclude=_as_first(config))
                named = [study.name, panel.name if panel else ONLY, repeat, reading, chosen]
                cell = Cell(
                    topic=number,
                    format=config.format,
                    pro=config.pro.model,
                    con=config.con.model,
                    swapped=swapped,
                    repeat=repeat,
                    panel=panel.name if panel else PANEL_TITLE,
                    reading=reading,
                    id=f"{_number(named):016x}"[:12],
                    config=config,
                    source=source,
                )
                source = source or cell.id
                planned.append(cell)
    return tuple(planned)


_AT_FIRST: Mapping[str, object] = {"wording": 1, "reading": "one", "narrative": False, "evaluations": 2}
_NAMED_AT_FIRST = {
    *("topic", "format", "order", "arguments_per_side", "turns", "live", "pro", "con", "panel"),
    *("judging", "deliberation", "rubric", "briefing_model", "caps", "effort", "budget", "servers"),
    *("seed", "text", "background", "burden", "model", "temperature", "feedback", "strict_floor"),
    *("both_orders", "side", "temperatures", "personality", "elasticity", "opening"),
    *("cross_examination", "closing", "exchange", "judges", "name", "domain", "brief", "weights"),
    *("simulation", "severity", "spread", "noise", "side_bias", "first_speaker_bias", "alertness"),
    *("conformity", "openness", "threshold", "rounds", "seconds", "probes", "dimensions", "scale"),
    *("key", "question", "low", "high", "briefing", "calls", "tokens", "dollars", "base_url", "wire"),
}


def _as_first(part: BaseModel) -> dict[str, Any]:
    """What came later, at any depth, where it is as it was without it: by default, unless said otherwise above."""
    left: dict[str, Any] = {}
    for name, about in type(part).model_fields.items():
        value, later = getattr(part, name), name not in _NAMED_AT_FIRST
        usual = about.get_default(call_default_factory=True, validated_data=vars(part)) if later else None
        inner = dict(enumerate(value)) if isinstance(value, tuple) else {}
        if later and value == _AT_FIRST.get(name, usual):
            left[name] = True
        elif isinstance(value, BaseModel):
            left[name] = _as_first(value)
        elif inner:
            left[name] = {place: _as_first(one) for place, one in inner.items() if isinstance(one, BaseModel)}
    return left


def _number(named: list[object]) -> int:
    words = json.dumps(named, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(words).digest()[:8])
