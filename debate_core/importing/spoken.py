"""What was said by whom, in file order: the form that every kind of file is read into first."""

from dataclasses import dataclass

from debate_core.domain.errors import SetUpError
from debate_core.domain.imported import Source
from debate_core.domain.transcript import Turn


class NotBrought(SetUpError):
    """A file can't be brought; the message says what was expected and what came."""


@dataclass(frozen=True, kw_only=True)
class SpokenTurn:
    """One turn: who is named, and the words."""

    speaker: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Talk:
    """One conversation. `title`: its name or proposition; `said`: its turns, or `turns` where the file names phases and
    sides; `background`: what the file says beside it."""

    title: str = ""
    said: tuple[SpokenTurn, ...] = ()
    turns: tuple[Turn, ...] = ()
    background: str = ""

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.speaker for one in self.said))


@dataclass(frozen=True, kw_only=True)
class ParsedText:
    """What a file holds: one conversation or many, and, in `notes`, what of it was not read."""

    file: str
    source: Source
    talks: tuple[Talk, ...]
    notes: tuple[str, ...] = ()


def joined(turns: list[SpokenTurn]) -> tuple[SpokenTurn, ...]:
    """Turns with words; what one speaker says in a row is one turn, as subtitles and chats cut speech up.

    >>> joined([SpokenTurn(speaker="A", text="x"), SpokenTurn(speaker="A", text="y")])
    (SpokenTurn(speaker='A', text='x\\ny'),)
    """
    merged: list[tuple[str, list[str]]] = []
    for one in turns:
        if not (text := one.text.strip()):
            continue
        if merged and merged[-1][0] == one.speaker:
            merged[-1][1].append(text)
        else:
            merged.append((one.speaker, [text]))
    return tuple(SpokenTurn(speaker=speaker, text="\n".join(texts)) for speaker, texts in merged)
