"""A study as its file has it: topics, pairs of models, panels and repeats, over one base configuration."""

import csv
import itertools
import json
import pathlib
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, field_validator, model_validator

from debate_core.domain.config import Budget, DebateConfig, Format, Panel, printable
from debate_core.domain.errors import SetUpError
from debate_core.domain.noun import FrozenModel, faults_text
from debate_core.domain.transcript import Topic
from debate_core.importing.documents.text import decoded
from debate_core.importing.reading import bytes_of
from debate_core.importing.strict import read_strict
from debate_core.llm.families import family
from debate_core.running.pace import Limit

MOST_DEBATES = 20_000
"""Debates of a study whose file sets no `most_debates`."""
MOST_AT_ONCE = 60
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

    name: str = Field(min_length=1, max_length=80)
    topics: tuple[Annotated[Topic, BeforeValidator(_topic)], ...] = Field(min_length=1)
    pairs: tuple[tuple[str, str], ...] = Field(min_length=1)
    swap: bool = True
    repeats: int = Field(default=1, ge=1, le=1000)
    readings: int = Field(default=1, ge=1, le=100)
    panels: tuple[StudyPanel, ...] = ()
    formats: tuple[Format, ...] = ()
    seed: int = 0
    base: Mapping[str, Any] = Field(default_factory=dict)
    budget: Budget = Budget()
    limits: Mapping[str, Limit] = Field(default_factory=dict)
    debates_at_once: int = Field(default=8, ge=1, le=MOST_AT_ONCE)
    families: Mapping[str, str] = Field(default_factory=dict)
    most_debates: int = Field(default=MOST_DEBATES, ge=1)

    @property
    def spoken(self) -> int:
        sides = sum(1 + (self.swap and first != second) for first, second in self.pairs)
        return len(self.topics) * max(1, len(self.formats)) * self.repeats * sides

    @property
    def debates(self) -> int:
        return self.spoken * max(1, len(self.panels)) * self.readings

    @field_validator("name")
    @classmethod
    def _name_is_printable(cls, name: str) -> str:
        return printable(name)

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
        taken = [key for key in (*TAKEN, *(["panel"] if self.panels else ["panels"])) if key in self.base]
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
    """A study of each two of some models (of one alone, against itself); ``more`` as its file would have it. Raises
    SetUpError."""
    pairs = list(itertools.combinations(models, 2)) or [(model, model) for model in models]
    try:
        return Study.model_validate({"name": name, "topics": topics, "pairs": pairs, **more})
    except ValidationError as error:
        raise SetUpError(faults_text(error)) from error


def usual_topics(asked: str) -> list[dict[str, str]]:
    """As many of the built-in topics as asked for, or those in a CSV file. Raises SetUpError."""
    if not asked.isdecimal():
        return _topics(pathlib.Path(asked))
    built_in = _topics(pathlib.Path(__file__).with_name("topics.csv"))
    if not 0 < int(asked) <= len(built_in):
        raise SetUpError(f"topics: expected a number from 1 to {len(built_in)}, or a CSV file; got {asked}")
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
    fields = _read(path)
    if isinstance(fields.get("topics"), str):
        fields["topics"] = _topics(path.parent / fields["topics"])
    try:
        study = Study.model_validate(fields)
    except ValidationError as error:
        raise SetUpError(f"{path.name}: {faults_text(error)}") from error
    if study.debates > study.most_debates:
        raise SetUpError(
            f"{path.name}: topics, formats, pairs, repeats, panels and readings multiply to {study.debates:,} debates, "
            f"and the limit is {study.most_debates:,}. Nothing was begun. Ask for fewer, or set most_debates there."
        )
    return study


def _read(path: pathlib.Path) -> dict[str, Any]:
    ending = path.suffix.lower()
    if ending not in (".toml", ".json"):
        raise SetUpError(
            f"a study is a TOML or a JSON file; got {path.name!r} (YAML would read ordinary topics as something else)"
        )
    text = decoded(bytes_of(path), path.name)
    if ending == ".json":
        fields = read_strict(text, path.name)
    else:
        try:
            fields = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            where = re.search(r"\(at .{1,60}\)$", str(error))
            raise SetUpError(
                f"{path.name}: expected TOML; it goes wrong {where[0] if where else 'in it'}"
            ) from None
    if not isinstance(fields, dict):
        raise SetUpError(f"expected an object in {path.name!r}; got {type(fields).__name__}")
    return fields


def _topics(path: pathlib.Path) -> list[dict[str, str]]:
    """The topics in a CSV: a column `topic`, and perhaps `background` and `burden`. Raises SetUpError."""
    try:
        lines = csv.DictReader(decoded(bytes_of(path), path.name).splitlines())
        columns = set(lines.fieldnames or ())
        rows = list(lines) if "topic" in columns and columns <= {"topic", "background", "burden"} else None
    except csv.Error as error:
        raise SetUpError(f"the topics {str(path)!r} could not be read: {error}") from error
    if rows is None:  # nothing of it is quoted: it may be any file
        raise SetUpError(
            f"{path.name}: expected the columns topic, background and burden, or the first; got others"
        )
    topics = []
    for line, row in enumerate(rows, start=2):
        if not (row["topic"] or "").strip() or None in row:
            raise SetUpError(f"{path.name}, row {line}: expected a topic and as many cells as columns")
        named = {"text": row["topic"], **{key: row[key] for key in columns - {"topic"} if row[key]}}
        topics.append(named)
    return topics
