"""The one way model text reaches the screen: every mark of markdown, maths and HTML neutralised."""

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import streamlit as st
from pydantic import ValidationError

from debate_core.domain.errors import DebateError, LeaseHeld
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import number_text
from debate_core.domain.settings import RetryPolicy
from debate_core.domain.wording import HIDDEN, capital
from debate_core.domain.wording import clip as clip
from debate_core.llm.errors import FAILURE_WORDS
from debate_core.store.call import ModelCall
from debate_core.store.model_record import ModelRecord
from pages.ui.draft import fault_text
from pages.ui.state.session import KeptFault

# What joins two letters means nothing, and a label is also read out as it stands.
_PUNCTUATION = re.compile(r"(?!(?<=[^\W_])[-.'_][^\W_])([!-/:-@\[-`{-~])")
_SHORTCODE = re.compile(r":(?=[A-Za-z_+\-])")
# Addresses become links after escapes are read, so they are parted by a joiner that no reader sees.
_ADDRESS = re.compile(r"https?(?=:)|www(?=\.)|@", re.IGNORECASE)
_FILE = re.compile(r"[^:]*\.[a-z]\w{1,7}(:| is | has | holds )", re.IGNORECASE)
MAX_SHOWN = 6000
_WATCH = Path(__file__).parents[2] / "watch.py"
Colour = Literal["blue", "orange", "violet", "gray", "yellow", "green", "red"]
# Two characters nobody writes stand for a mark's ends while the words between them are escaped.
_BEGIN, _END = "\ue000", "\ue001"
_POSTS = str.maketrans({_BEGIN: "\u25a1", _END: "\u25a1"})


class Highlight(FrozenValue):
    begin: int
    end: int
    label: str


def escaped(text: str) -> str:
    """`text` as markdown that renders to the same characters: all marks escaped, line breaks kept.

    Controls, bidi marks and zero-width characters are shown as a box; a word joiner keeps `:name:` from becoming an
    icon, and an address from becoming a link.
    """
    seen = HIDDEN.sub("\u25a1", text.replace("\r\n", "\n").replace("\t", " "))
    joined = _ADDRESS.sub(lambda match: f"{match[0]}\u2060", _SHORTCODE.sub(":\u2060", seen))
    lines = (line.strip() for line in joined.split("\n"))
    return "  \n".join(_PUNCTUATION.sub(r"\\\1", line) for line in lines)


def escaped_marked(text: str, marks: Sequence[Highlight]) -> str:
    """`plain(text)` with each stretch of `marks` on a ground of its own and its label after it.

    >>> escaped_marked("a b c.", [Highlight(begin=2, end=3, label="T1-C1")])
    'a :yellow-background[b] :yellow-badge[T1-C1] c\\\\.'
    """
    marks = sorted(marks, key=lambda mark: (mark.begin, mark.end))
    text, pieces, labels, at = text.translate(_POSTS), [], (mark.label for mark in marks), 0
    for mark in marks:
        begin, end = max(mark.begin, at), max(mark.end, at)
        inner = text[begin:end]
        # A stretch over several lines, or inside another mark, has only its label.
        mark_text = f"{_BEGIN}{inner}" if inner.strip() and "\n" not in inner else inner
        pieces += [text[at:begin], mark_text, _END]
        at = end
    whole = escaped("".join([*pieces, text[at:]]))
    with_grounds = re.sub(f"{_BEGIN}([^{_END}]*){_END}", rf":yellow-background[\1]{_END}", whole)
    return re.sub(_END, lambda _: f" :yellow-badge[{next(labels)}]", with_grounds)


def show_words(text: str, *, quiet: bool = False, lead: str = "", marks: Sequence[Highlight] = ()) -> None:
    """Show a model's or a person's words, cut for display only (and said so) when very long; `lead` is ours."""
    words = escaped_marked(text[:MAX_SHOWN], [mark for mark in marks if mark.end <= MAX_SHOWN])
    body = f"**{lead}** {words}" if lead else words
    if len(text) > MAX_SHOWN:
        body += f"  \n\\[shown: the first {MAX_SHOWN:,} of {len(text):,} characters\\]"
    if quiet:
        st.caption(body)
    else:
        st.markdown(body)


def clip_end(text: str, most: int) -> str:
    return text if len(text) <= most else f"\u2026{text[-most:]}"


def failure_words(call: ModelCall) -> str:
    kind = call.failures[-1].kind
    return FAILURE_WORDS.get(kind, kind)


def retry_in_words(call: ModelCall) -> str:
    """What is being waited for: `provider busy, retry 2 of 4 in 8 s`."""
    wait = number_text(call.retry_in or 0.0, 0)
    return f"{failure_words(call)}, retry {call.attempts + 1} of {RetryPolicy().tries} in {wait} s"


def held_words(record: ModelRecord, step: str) -> str:
    """Why a call that has not begun waits, and for how long; empty where it doesn't."""
    wait = record.held.get(step)
    return "" if wait is None else f"Waiting {number_text(wait, 0)} s: the provider asked us to slow down."


def waits_words(record: ModelRecord, step: str) -> str:
    """Why a step's call waits, held or until it is tried again; empty where it doesn't."""
    last = next(reversed(record.calls_of(step)), None)
    again = retry_in_words(last) if last and last.retry_in is not None else ""
    return held_words(record, step) or again


def show_fault(words: str) -> None:
    sentence = words if _FILE.match(words) else capital(words)
    st.error(escaped(f"{sentence.rstrip('.')}."), icon=":material/error:")


def show_fault_once(fault: KeptFault) -> None:
    if words := fault.take():
        show_fault(words)


def show_refusal(error: DebateError) -> None:
    show_fault(str(error))
    if isinstance(error, LeaseHeld) and error.record:
        st.page_link(
            _WATCH, label="Watch it", icon=":material/visibility:", query_params={"debate": error.record}
        )


@contextlib.contextmanager
def showing_faults() -> Iterator[None]:
    """Shows in its place why what is done within could not be done; as a decorator, within a whole function."""
    try:
        yield
    except DebateError as error:
        show_refusal(error)
    except ValidationError as error:
        show_fault(fault_text(error))
