"""The words of a speech while it is still being written: half a JSON object as plain labelled text.

Knows how debaters' answers are formed; decides nothing and keeps nothing. Invariant: never raises, one pass
over the text, and what was shown stays: the preview of a beginning is a beginning of the preview.
"""

import re
from dataclasses import dataclass, field

from debate_core.prompts.fence import sound

_OPENER = re.compile(r'(?:```\w{0,12}\s*)?(?:\{(?=\s*")|\[(?=\s*\{))')
# The end of the text may yet turn out to be the start of an object: held back until it is known.
_UNDECIDED = re.compile(r"(?:`{1,2}|```\w{0,12}\s*(?:[{\[]\s*)?|[{\[]\s*)\Z")
_STRING = re.compile(r'"((?:[^"\\]+|\\.)*)("?)', re.DOTALL)
_BARE = re.compile(r'[^\s{}\[\],:"]+')
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_OPEN_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,3}\Z")
_PLAIN = {"n": "\n", "t": "\t", "r": "\n", "b": "", "f": "\n"}
_LABELS = {
    "claim": "Claim: ",
    "reasoning": "Reasoning: ",
    "evidence": "Evidence: ",
    "argument_id": "Answer to ",
    "response_type": "Type: ",
    "question": "Question: ",
    "concessions": "Concedes: ",
    "unrebutted": "Holds unrebutted: ",
    "position": "Position: ",
    "shift": "Position after the exchange: ",
}


def readable(partial_text: str) -> str:
    """The words of a speech being written, with labels; text that is no JSON as it stands.

    >>> readable('{"arguments": [{"claim": "Trees cool str')
    'Argument 1\\nClaim: Trees cool str'
    """
    if partial_text and "\ud800" <= partial_text[-1] <= "\udbff":
        partial_text = partial_text[:-1]
    preview = _Preview(text=sound(partial_text))
    while preview.at < len(preview.text):
        if preview.open:
            preview.token()
        else:
            preview.prose()
    return "".join(preview.shown)


@dataclass(kw_only=True)
class _Container:
    """An object or list that is still open. `key`: the name last read in an object, or the list's own;
    `naming`: the next string is a name; `number`: the item a list has come to."""

    kind: str
    key: str
    naming: bool
    number: int = 0


@dataclass(kw_only=True)
class _Preview:
    """Where the pass over the text has come to."""

    text: str
    at: int = 0
    open: list[_Container] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    def prose(self) -> None:
        """Show text up to where an object starts, or may be starting."""
        opener = _OPENER.search(self.text, self.at)
        stop = opener or _UNDECIDED.search(self.text, self.at)
        end = stop.start() if stop else len(self.text)
        self.shown += [self.text[self.at : end]] if end > self.at else []
        self.at = opener.end() - 1 if opener else len(self.text)
        if opener:
            self.token_of_structure(self.text[self.at])

    def token(self) -> None:
        """Take one token of an object under way."""
        char = self.text[self.at]
        if char == '"':
            self.string()
        elif char in "{}[],:":
            self.token_of_structure(char)
        elif char.isspace():
            self.at += 1
        else:
            self.bare()

    def token_of_structure(self, char: str) -> None:
        """Open or close a container, or go on to the next name or value."""
        self.at += 1
        if char in "{[":
            self.enter(char)
        elif char in "}]":
            self.open.pop()
        elif char == ",":
            self.open[-1].naming = self.open[-1].kind == "{"

    def enter(self, char: str) -> None:
        """Open a container; an object in a list of arguments is announced by its number."""
        around = self.open[-1] if self.open else None
        key = around.key if around else ""
        self.open.append(_Container(kind=char, key=key, naming=char == "{"))
        if char == "[" or around is None or around.kind == "{":
            return
        around.number += 1
        self.shown += ["\n"] if self.shown else []
        if around.key != "responses":
            self.line(f"Argument {around.number}")

    def string(self) -> None:
        """Take a name, or show a value as far as it has come."""
        match = _STRING.match(self.text, self.at)
        assert match is not None  # the text stands at a quote
        closed = bool(match[2])
        self.at = match.end() if closed else len(self.text)
        inside = self.open[-1]
        if inside.kind == "{" and inside.naming:
            inside.key, inside.naming = (_decoded(match[1], closed), False) if closed else ("", True)
            return
        self.value(_decoded(match[1], closed))

    def bare(self) -> None:
        """Show a number or word without quotes, once it is whole."""
        match = _BARE.match(self.text, self.at)
        assert match is not None  # the text stands at none of the characters left out
        self.at = match.end()
        if self.at < len(self.text):
            self.value(match[0])

    def value(self, words: str) -> None:
        """Show a value under its label."""
        inside = self.open[-1]
        key = inside.key.strip().lower()
        name = key.replace("_", " ").capitalize()
        self.line(_LABELS.get(key, f"{name}: " if name else "") + words)

    def line(self, words: str) -> None:
        """Show words on a line of their own."""
        self.shown += ["\n", words] if self.shown else [words]


def _decoded(content: str, closed: bool) -> str:
    if not closed:
        content = _OPEN_ESCAPE.sub("", content)
    decoded = _ESCAPE.sub(_unescaped, content)
    if not closed and decoded and "\ud800" <= decoded[-1] <= "\udbff":
        decoded = decoded[:-1]
    return sound(decoded)


def _unescaped(match: re.Match[str]) -> str:
    name = match[1]
    if len(name) == 5:
        return chr(int(name[1:], 16))
    return _PLAIN.get(name, name)
