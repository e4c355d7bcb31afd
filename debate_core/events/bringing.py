"""What opens a record of things that people brought from elsewhere: a transcript to be judged."""

from typing import Literal

from debate_core.brought import TranscriptConfig
from debate_core.events.base import RecordOpened


class TranscriptOpened(RecordOpened):
    """A transcript was brought; where it comes from and everything chosen is in `config`. Its turns follow as facts of
    their own, each spoken in no call. `example`: who wrote it, where it is an example."""

    kind: Literal["transcript_opened"] = "transcript_opened"
    config: TranscriptConfig
    example: str | None = None
