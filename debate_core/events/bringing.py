"""What opens a record of things that people brought from elsewhere: a transcript to be judged, a table of ratings."""

from typing import Literal

from debate_core.brought import RatingsConfig, TranscriptConfig
from debate_core.events.base import RecordOpened


class TranscriptOpened(RecordOpened):
    """A transcript was brought; where it comes from and everything chosen is in `config`. Its turns follow as facts of
    their own, each spoken in no call. `example`: who wrote it, where it is an example."""

    kind: Literal["transcript_opened"] = "transcript_opened"
    config: TranscriptConfig
    example: str | None = None


class RatingsOpened(RecordOpened):
    """A table of ratings was brought; the table itself, and how it is read, is in `config`."""

    kind: Literal["ratings_opened"] = "ratings_opened"
    config: RatingsConfig
    example: str | None = None
