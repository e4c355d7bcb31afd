"""The one way model text reaches the screen: every mark of markdown, maths and HTML neutralised.

Knows text only. Invariant: what a model wrote is shown as the characters it wrote; it loads, links and colours nothing.
"""

import re

import streamlit as st

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SHORTCODE = re.compile(r":(?=[A-Za-z_+\-])")
# Addresses become links after escapes are read, so they are parted by a joiner that no reader sees.
_ADDRESS = re.compile(r"https?(?=:)|www(?=\.)|@", re.IGNORECASE)
MOST_SHOWN = 6000


def plain(text: str) -> str:
    """`text` as markdown that renders to the same characters: all punctuation escaped, line breaks kept.

    Controls, bidi marks and zero-width characters are shown as a box; a word joiner keeps `:name:` from becoming an
    icon, and an address from becoming a link.
    """
    seen = _HIDDEN.sub("\u25a1", text.replace("\r\n", "\n").replace("\t", " "))
    joined = _ADDRESS.sub(lambda found: f"{found[0]}\u2060", _SHORTCODE.sub(":\u2060", seen))
    lines = (line.strip() for line in joined.split("\n"))
    return "  \n".join(_PUNCTUATION.sub(r"\\\1", line) for line in lines)


def show_words(text: str, *, quiet: bool = False, lead: str = "", most: int = MOST_SHOWN) -> None:
    """Show a model's or a person's words, cut for display only (and said so) when very long; `lead` is ours."""
    cut = text if len(text) <= most else text[:most]
    body = f"**{lead}** {plain(cut)}" if lead else plain(cut)
    if len(text) > most:
        body += f"  \n\\[shown: the first {most:,} of {len(text):,} characters\\]"
    if quiet:
        st.caption(body)
    else:
        st.markdown(body)


def clip(text: str, most: int) -> str:
    """The first line of `text`, cut for a list."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}\u2026"


def clip_end(text: str, most: int = MOST_SHOWN) -> str:
    """The newest words of a text that is still growing."""
    return text if len(text) <= most else f"\u2026{text[-most:]}"
