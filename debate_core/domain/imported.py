"""What people bring from elsewhere: a transcript and how it is judged, or a table of ratings."""

import re
from collections.abc import Mapping
from typing import ClassVar, Literal, Self, get_args

from pydantic import Field, model_validator

from debate_core.domain.cast import Debater
from debate_core.domain.config import Budget, Cast, DebateConfig
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.model import Server
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.steps import speech_step
from debate_core.domain.transcript import SIDES, Phase, Side

Source = Literal["json", "chatgpt", "claude", "messages", "markdown", "text", "vtt", "srt", "csv"]
SOURCES: Mapping[Source, str] = {
    "json": "JSON with sides",
    "chatgpt": "a ChatGPT export",
    "claude": "a Claude export",
    "messages": "chat messages",
    "markdown": "Markdown",
    "text": "text with names",
    "vtt": "WebVTT subtitles",
    "srt": "SRT subtitles",
    "csv": "CSV",
}
"""What can be brought, in words."""
MAX_TURNS = 200
SIMULATED_OF_REAL = (
    "Simulated judges only count features such as figures and hedges. Their scores of real words mean "
    "nothing."
)
MAX_TABLE = 10_000_000
"""Bytes of a table of ratings, and of a talk."""
NAMED = "brought:"
"""How the model of a debater begins where there is none: its words were brought."""


class BroughtTurn(FrozenModel):
    """One turn of what was brought: where it stands in the debate, who said it, and how many characters it has."""

    number: int
    phase: Phase
    side: Side
    speaker: str
    characters: int

    @property
    def step(self) -> str:
        return speech_step(self.phase, self.side, self.number)


class Imported(FrozenModel):
    """Where the words come from. `speakers`: each one's side, None if left out; `left_out`: how many turns were;
    `notes`: what else was not read."""

    file: str
    source: Source
    turns: tuple[BroughtTurn, ...] = Field(min_length=1, max_length=MAX_TURNS)
    speakers: Mapping[str, Side | None] = {}
    left_out: int = 0
    notes: tuple[str, ...] = ()

    def names(self, side: Side) -> tuple[str, ...]:
        """Who speaks for a side, by names that are not the side's own."""
        return tuple(
            name for name, spoken_for in self.speakers.items() if spoken_for == side and name != side.upper()
        )

    def speaker_name(self, number: int) -> str:
        """Who said a turn; empty where the file names the side alone."""
        names = {one.number: one.speaker for one in self.turns if one.speaker != one.side.upper()}
        return names.get(number, "")

    @property
    def source_text(self) -> str:
        """Where the words come from, in a sentence.

        >>> turn = BroughtTurn(number=1, phase="exchange", side="pro", speaker="Ann", characters=4)
        >>> names = {"Ann": "pro", "Al": None}
        >>> Imported(file="a.txt", source="text", turns=(turn,), speakers=names, left_out=2).source_text
        'Brought from a.txt (text with names). PRO: Ann. 2 turns were left out.'
        """
        sides = [f"{side.upper()}: {join_and(list(names))}." for side in SIDES if (names := self.names(side))]
        origin = f"Brought from {self.file} ({SOURCES[self.source]})."
        were = "was" if self.left_out == 1 else "were"
        left = f"{pluralise(self.left_out, 'turn')} {were} left out." if self.left_out else ""
        return " ".join(filter(None, [origin, *sides, left, *self.notes]))


class TranscriptConfig(DebateConfig):
    """How a transcript from elsewhere is judged; settings of speeches don't apply."""

    brought: Imported
    turns: int = Field(default=2, ge=1, le=MAX_TURNS)
    pro: Debater = Debater(side="pro", model=f"{NAMED}pro")
    con: Debater = Debater(side="con", model=f"{NAMED}con")

    @model_validator(mode="after")
    def _followed_where_it_goes_on(self) -> Self:
        if self.live and self.format != "exchange":
            raise ValueError("the live judge needs an exchange; this transcript is in phases")
        return self

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        return tuple(seat for seat in super().seats if not seat[1].startswith(NAMED))

    @property
    def turns_in_all(self) -> int:
        return len(self.brought.turns)

    @property
    def simulation_note(self) -> str:
        return self.partial_simulation_note


Role = Literal["judge", "item", "score", "standing", "dimension", "segment", "cluster"]
"""What a column can be: who scored, what was scored, how; and which part of the items it belongs to."""
ROLES: tuple[Role, ...] = get_args(Role)
RowsAre = Literal["judges", "items"]
Separator = Literal["comma", "semicolon", "tab"]
SEPARATOR_LINE = re.compile(r"(?i)sep=([,;\t])(?:\r?\n|\Z)")
"""A first line that tells Excel the separator."""
Repeats = Literal["first", "last"]


class CsvOptions(FrozenModel):
    """What was said of a table beyond its text. ``rows``: what a wide table's row is. ``columns``: a role's column by
    name. ``missing``: further marks of a missing score. ``decimal_comma``: 7,5 is 7.5. ``repeats``: which row counts of
    those with one judge and item, None if none may repeat. ``origin``: what the file was read as, in sentences."""

    separator: Separator | None = None
    rows: RowsAre | None = None
    columns: Mapping[str, str] = {}
    left_out: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    decimal_comma: bool = False
    repeats: Repeats | None = None
    origin: tuple[str, ...] = ()


NOTHING = CsvOptions()


class RatingsConfig(CsvOptions, Cast):
    """A table of ratings as brought: the file's name, its text, the sense of its scores, which judges are `people`, and
    what was said of it."""

    file: str
    text: str = Field(max_length=MAX_TABLE)
    level: Literal["nominal", "ordinal", "interval", "ratio"] = "interval"
    categories: tuple[str, ...] | None = None
    people: tuple[str, ...] = ()
    budget: Budget = Budget()
    servers: tuple[Server, ...] = ()
    seed: int = 0

    effort: ClassVar[None] = None
    deliberation: ClassVar[None] = None
    simulation_note: ClassVar[str] = ""
