"""The text of an answer while it comes. Knows no SDK."""

from debate_core.llm.base import OnText


class Words:
    """The text so far, passed on piece by piece to whoever watches."""

    def __init__(self, on_text: OnText | None) -> None:
        self._on_text = on_text
        self._pieces: list[str] = []

    @property
    def watched(self) -> bool:
        """Whether somebody watches, and so whether to stream."""
        return self._on_text is not None

    @property
    def text(self) -> str:
        """All that has come."""
        return "".join(self._pieces)

    def add(self, piece: str) -> None:
        """Take the next piece."""
        if piece:
            self._pieces.append(piece)
            if self._on_text is not None:
                self._on_text(piece)
