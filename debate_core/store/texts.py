"""The words of records, for searching: a cache, in an FTS5 index or looked through one by one."""

import re
import sqlite3
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

WORDS_MOST = 12
"""Words of a search that count."""
WORD = re.compile(r"[^\W_]+")
# Thai to Khmer, and the scripts of China and Japan: no spaces part their words, so the index knows whole clauses only.
_UNPARTED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff]")
_INDEX = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS sought USING fts5(body, content='texts', content_rowid='number',"
    " detail=none, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2')"
)
Select = Callable[[str, tuple[Any, ...]], list[Any]]


def fold(text: str) -> str:
    """A text as it is kept and asked for: compatible forms alike, and no capitals."""
    return unicodedata.normalize("NFKC", text).casefold()


class SearchText(NamedTuple):
    record: str
    sequence: int
    text: str


def put(db: sqlite3.Connection, texts: Sequence[SearchText]) -> None:
    """Replace texts, but none by one of fewer events. A damaged index is made anew."""
    if not texts:
        return
    indexed = _has_fts5(db)
    if indexed:
        db.execute(_INDEX)
    elif _has_index(db):
        return  # Another Python made the index: what it isn't told of would be lost in it.
    try:
        for one in texts:
            _put(db, one, indexed)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        for one in texts:
            _put(db, one, indexed=False)
        db.execute("INSERT INTO sought (sought) VALUES ('rebuild')")


def _put(db: sqlite3.Connection, one: SearchText, indexed: bool) -> None:
    stored = db.execute("SELECT number, sequence, body FROM texts WHERE record = ?", (one.record,)).fetchone()
    if stored and stored[1] > one.sequence:
        return
    body = fold(one.text)
    if stored and stored[2] == body:
        db.execute("UPDATE texts SET sequence = ? WHERE number = ?", (one.sequence, stored[0]))
        return
    drop(db, one.record, indexed=indexed)
    row = (one.record, one.sequence, body)
    added = db.execute("INSERT INTO texts (record, sequence, body) VALUES (?, ?, ?)", row)
    if indexed:
        db.execute("INSERT INTO sought (rowid, body) VALUES (?, ?)", (added.lastrowid, body))


def drop(db: sqlite3.Connection, record: str, *, indexed: bool = True) -> None:
    stored = db.execute("SELECT number, body FROM texts WHERE record = ?", (record,)).fetchone()
    if stored is None:
        return
    if indexed and _has_fts5(db) and _has_index(db):
        db.execute("INSERT INTO sought (sought, rowid, body) VALUES ('delete', ?, ?)", stored)
    db.execute("DELETE FROM texts WHERE number = ?", stored[:1])


def search_words(words: str) -> list[str]:
    """The words of a search, folded, each once."""
    return list(dict.fromkeys(WORD.findall(fold(words))))[:WORDS_MOST]


def any_unparted(asked: Sequence[str]) -> bool:
    return any(map(_UNPARTED.search, asked))


def matching(select: Select, words: str, *, by_index: bool = True) -> set[str]:
    """The records in whose text each of the words begins a word; of scripts without spaces, stands anywhere."""
    asked = search_words(words)
    if not asked:
        return set()
    if not by_index or any_unparted(asked) or not select(f"SELECT 1 WHERE ({_MODULE}) AND ({_TABLE})", ()):
        return scan(select, asked)
    match = " ".join(f'"{word}"*' for word in asked)
    rows = select(
        "SELECT record FROM texts WHERE number IN (SELECT rowid FROM sought WHERE sought MATCH ?)", (match,)
    )
    return {record for (record,) in rows}


def scan(select: Select, words: Sequence[str]) -> set[str]:
    """Without an index: the words, which hold no sign of a pattern, anywhere in the text."""
    where = " AND ".join(["body LIKE ?"] * len(words))
    anywhere = tuple(f"%{word}%" for word in words)
    return {record for (record,) in select(f"SELECT record FROM texts WHERE {where}", anywhere)}  # noqa: S608


_MODULE = "SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'"
_TABLE = "SELECT count(*) FROM sqlite_master WHERE name = 'sought'"


def _has_fts5(db: sqlite3.Connection) -> bool:
    return bool(db.execute(_MODULE).fetchone()[0])


def _has_index(db: sqlite3.Connection) -> bool:
    return bool(db.execute(_TABLE).fetchone()[0])
