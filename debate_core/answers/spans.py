"""Divides an answer, without the model's thinking, into bracketed spans and prose, in linear time."""

import re
from dataclasses import dataclass
from itertools import pairwise

MAX_DEPTH = 32
MAX_DIGITS = 64
TOO_DEEP = "The answer was nested too deeply or held numbers too long; expected one plain JSON object."
_MARK = re.compile(rf'\\.|[{{}}\[\]"]|[0-9]{{{MAX_DIGITS + 1},}}+', re.DOTALL)
# A bracket of prose: of what follows it in its line nothing is a name, a value or another bracket.
_NO_OPENING = re.compile(r"[{\[](?:[ \t]++[A-Za-z][^\"'“:{}\[\]\n]*+\n|[`.)])")
_THOUGHT = r"(?:think|thinking|thoughts?|reasoning|scratchpad|analysis|reflection|draft)"
# Where a model's thinking opens and closes, as several families write it.
_TAG = re.compile(
    rf"(?P<opens>[<\[◁]{_THOUGHT}[>\]▷]|<\|begin_of_{_THOUGHT}\|>|<\|channel\|>(?!final)\w+<\|message\|>)"
    rf"|[<\[◁]/{_THOUGHT}[>\]▷]|<\|end_of_{_THOUGHT}\|>|<\|channel\|>final<\|message\|>",
    re.IGNORECASE,
)
_OPENING_TAG = re.compile(rf"\s*[<\[◁]({_THOUGHT})[>\]▷]", re.IGNORECASE)


class LimitExceeded(Exception):
    """The text is over a limit: it isn't parsed."""


@dataclass(frozen=True, kw_only=True)
class Span:
    """A stretch of text from an opening bracket to where it closes, or to the text's end."""

    start: int
    end: int
    text: str
    closed: bool


@dataclass(frozen=True, kw_only=True)
class Body:
    """An answer without its thinking, as prose and spans in their order. `thinking`: it never stopped."""

    text: str
    parts: tuple[str | Span, ...]
    thinking: bool

    @property
    def spans(self) -> list[Span]:
        return [part for part in self.parts if isinstance(part, Span)]

    def around(self, spans: list[Span]) -> str:
        words = (part if isinstance(part, str) else part.text for part in self.parts)
        return " ".join("\n" if part in spans else word for part, word in zip(self.parts, words, strict=True))

    def between(self, spans: list[Span]) -> str:
        return "".join(self.text[left.end : right.start] for left, right in pairwise(spans))


def measure(text: str) -> None:
    """Raises `LimitExceeded` where brackets nest deeper or a number is longer than any answer needs."""
    _divide(text)


def leave_thinking(text: str) -> str:
    """The text after a think block that opens it; what is thought may hold brackets that close nothing."""
    opening = _OPENING_TAG.match(text)
    if not opening:
        return text
    closing = re.search(rf"[<\[◁]/{opening.group(1)}[>\]▷]", text[opening.end() :], re.I)
    return text[opening.end() + closing.end() :] if closing else text


def find_spans(text: str) -> Body:
    parts: list[str | Span] = []
    thinking = False
    position = 0
    for span in (*_divide(text), None):
        gap = text[position : span.start if span else len(text)]
        position = span.end if span else len(text)
        tags = list(_TAG.finditer(gap))
        for tag in tags:
            opens = tag.group("opens") is not None
            if not opens and not thinking:
                parts.clear()
            thinking = opens
        if not thinking:
            parts.append(gap[tags[-1].end() :] if tags else gap)
            parts.extend([span] if span else [])
    return Body(text=text, parts=tuple(parts), thinking=thinking)


def _divide(text: str) -> list[Span]:
    spans: list[Span] = []
    depth, start, quoted = 0, 0, False
    for match in _MARK.finditer(text):
        mark = match.group()
        if not depth and _NO_OPENING.match(text, match.start()):
            continue
        if mark in "{[" and not quoted:
            start = start if depth else match.start()
            depth += 1
        elif mark == '"' and depth:
            quoted = not quoted
        elif mark in "}]" and depth and not quoted:
            depth -= 1
            if not depth and not _TAG.fullmatch(text, start, match.end()):
                spans.append(Span(start=start, end=match.end(), text=text[start : match.end()], closed=True))
        elif mark[0].isdigit() and depth and not quoted:
            raise LimitExceeded(TOO_DEEP)
        if depth > MAX_DEPTH:
            raise LimitExceeded(TOO_DEEP)
    if depth:
        spans.append(Span(start=start, end=len(text), text=text[start:].rstrip(), closed=False))
    return spans
