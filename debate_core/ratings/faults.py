"""What is wrong with a table: which line, what was expected, what came.

Knows words only, not tables. Invariant: a table with one fault is refused whole, and every fault is counted even where
not every one is worded.
"""

from typing import NoReturn

from debate_core.errors import RatingsRefused

SHOWN = 10
"""So many faults stand in the message."""
KEPT = 1_000
"""So many are kept in words; the rest are counted."""
CLIPPED = 60
"""So many characters of what came are shown."""


class Faults:
    """The faults of one table, in the order they were met."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.count = 0

    def add(self, line: int, expected: str, got: str) -> None:
        """One fault: ``got`` in words, or through ``shown``."""
        self.count += 1
        if len(self.words) < KEPT:
            self.words.append(f"line {line}: expected {expected}; got {got}")

    def refuse(self, line: int, expected: str, got: str) -> NoReturn:
        """A fault after which nothing more can be read."""
        self.add(line, expected, got)
        self.close()
        raise AssertionError("close raises once there is a fault")

    def close(self) -> None:
        """Raises RatingsRefused if there is any fault."""
        if not self.count:
            return
        said = [f"  {words}" for words in self.words[:SHOWN]]
        if self.count > SHOWN:
            said.append(f"  and {self.count - SHOWN:,} more")
        found = "1 fault" if self.count == 1 else f"{self.count:,} faults"
        raise RatingsRefused("\n".join([f"{found}; nothing was computed", *said]), tuple(self.words))


def shown(text: str) -> str:
    """What came, quoted, clipped, and safe for a terminal.

    >>> shown("7,5"), shown("a" * 80)[-3:], shown("\\x1b[31m")
    ("'7,5'", "a…'", "'\\\\x1b[31m'")
    """
    return repr(text if len(text) <= CLIPPED else text[:CLIPPED] + "…")


def counted(number: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "field"), counted(1200, "field")
    ('1 field', '1,200 fields')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
