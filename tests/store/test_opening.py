"""Whose a file is, is told before a byte is written; who looks needs no right to write, and waits for no writer."""

import contextlib
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

import pytest

from debate_core.cli import main
from debate_core.domain.errors import StoreFailed
from debate_core.library.library import list_summaries
from debate_core.store import SQLiteStore
from debate_core.store.events import DebatePaused
from debate_core.store.tables import MARK, MIGRATIONS, form_of
from tests.building.reviewed import OLD
from tests.building.structured import STATES
from tests.each import each

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path):
    """A store with one debate, which nobody has open."""
    opened = SQLiteStore(tmp_path / "log.sqlite3", busy=0.05)
    opened.open_record(STATES["agreed"][0], "one")
    opened.append("one", STATES["agreed"][1:])
    opened.close()
    return opened.path


def run_in(path, *statements):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def looks(path):
    store = SQLiteStore(path, busy=0.05)
    found = [one.progress for one in list_summaries(store)]
    store.close()
    return found


# ── whose it is ──

FOREIGN = {
    "tables": ["CREATE TABLE notes (x)", "INSERT INTO notes VALUES (1)"],
    "tables of our names": ["CREATE TABLE records (x)", "CREATE TABLE events (x)"],
    "a mark": ["PRAGMA application_id = 7"],
    "a version": ["PRAGMA user_version = 9"],
    "a log": ["PRAGMA journal_mode = WAL", "CREATE TABLE notes (x)"],
}


@pytest.mark.parametrize("name", FOREIGN)
def test_another_programs_file_is_refused_and_not_a_byte_of_it_written(tmp_path, name):
    path = tmp_path / "theirs.sqlite3"
    run_in(path, *FOREIGN[name])
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    store = SQLiteStore(path)
    for use in (store.records, lambda: store.open_record(STATES["agreed"][0])):
        with pytest.raises(StoreFailed, match="another program's"):
            use()
    store.close()
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_a_store_of_a_newer_version_is_refused_and_not_a_byte_of_it_written(path):
    run_in(path, "ALTER TABLE records ADD COLUMN later", f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    store = SQLiteStore(path)
    for use in (store.records, lambda: store.append("one", [])):
        with pytest.raises(StoreFailed, match="use a newer one"):
            use()
    store.close()
    assert path.read_bytes() == before


@each("step", [2, 3, 5, 6])
def test_the_step_of_a_store_is_known_though_0_1_0_wrote_its_own_number_into_it(step):
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        for statement in (statement for done in MIGRATIONS[:step] for statement in done):
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
        assert form_of(db) == step


def test_a_store_bears_our_mark(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (MARK,)


@each(
    "text", ["a list of things to do\n" * 100, "7"]
)  # Of one byte SQLite itself says nothing: it is no page.
def test_what_is_no_database_is_said_by_every_command(tmp_path, capsys, text):
    path = tmp_path / "notes.txt"
    path.write_text(text)
    for words in (["list"], ["report", "one"], ["run", "--topic", "x"]):
        assert main([*words, "--store", str(path)]) == 1
        assert "file is not a database. It is no store of debates" in capsys.readouterr().err
    assert path.read_text() == text


def test_an_empty_file_becomes_a_store(tmp_path):
    path = tmp_path / "new.sqlite3"
    path.touch()
    SQLiteStore(path).open_record(STATES["agreed"][0], "one")
    assert looks(path) == ["open"]


# ── looking ──


def test_a_file_is_made_by_the_first_thing_written_and_not_by_looking(tmp_path, capsys):
    path = tmp_path / "folder" / "typo.sqlite3"
    for words in (
        ["list"],
        ["history"],
        ["report", "x"],
        ["replay", "x"],
        ["truth", "x", "PRO"],
        ["resume", "x"],
    ):
        status = main([*words, "--store", str(path)])
        assert (status, "typo.sqlite3" in capsys.readouterr().err) == (2, True), words
    assert not path.parent.exists()
    store = SQLiteStore(path)
    assert (store.records(), store.words("x"), store.last_sequence("x"), store.is_conducted("x")) == (
        [],
        {},
        0,
        False,
    )
    assert not path.parent.exists()
    store.open_record(STATES["agreed"][0], "first")
    assert [one.id for one in store.records()] == ["first"]
    store.close()


def test_without_a_store_of_its_own_a_list_is_empty(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DEBATE_STORE", str(tmp_path / "none.sqlite3"))
    assert main(["list", "--json"]) == 0
    assert capsys.readouterr().out.strip() == "[]"
    assert not list(tmp_path.iterdir())


def test_looking_waits_for_no_writer(path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("DELETE FROM summaries")
    store = SQLiteStore(path, busy=60.0)
    began = time.monotonic()
    assert [one.progress for one in list_summaries(store)] == ["finished"]  # folded, and its summary not kept
    assert time.monotonic() - began < 30
    other.execute("ROLLBACK")
    other.close()
    store.close()


def test_an_old_store_is_looked_at_while_another_program_writes_it(tmp_path):
    path = pathlib.Path(shutil.copy(OLD, tmp_path / "old.sqlite3"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store = SQLiteStore(path, busy=0.05)
    assert len(list_summaries(store)) == 6
    other.execute("ROLLBACK")
    other.close()
    store.open_record(STATES["agreed"][0], "new")
    assert len(store.records()) == 7
    store.close()


LOOK = """
import contextlib, io, os, sys
from debate_core.cli import main
from debate_core.domain.errors import StoreFailed
from debate_core.store import SQLiteStore
def look(path, record):
    for words in (["list"], ["report", record], ["replay", record]):
        assert main([*words, "--store", path]) == 0, (path, words)
first, *stores = zip(sys.argv[1::2], sys.argv[2::2])
with contextlib.redirect_stdout(io.StringIO()):
    look(*first)  # what is imported on the way
if os.getuid() == 0:
    os.setuid(65534)
for path, record in stores:
    look(path, record)
    try:
        SQLiteStore(path, busy=0.05).append(record, [])
    except StoreFailed as error:
        print("refused:", error)
"""
CLOSED, OPEN = 0o555, 0o777
# A store that may only be read: what it was made from, whether its folder may be written, the debate that it tells of.
READ_ONLY = {
    "closed": ("today", CLOSED, "one"),
    "of an old form": ("old", CLOSED, "structured01"),
    "in an open folder": ("today", OPEN, "one"),
    "with newer facts in its log": ("a log", CLOSED, "two"),
}


@pytest.fixture
def read_only():
    """A folder that anybody may look into, and whose folders may be closed to everybody who writes."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder).chmod(0o755)
        yield pathlib.Path(folder)
        for one in pathlib.Path(folder).iterdir():
            one.chmod(0o755)


def test_a_store_that_may_not_be_written_is_looked_at_all_the_same(path, read_only):
    writer = SQLiteStore(path)
    sources = {"today": (path,), "old": (OLD,), "a log": (path, path.with_name(path.name + "-wal"))}
    arguments = [str(shutil.copy(path, path.parent / "other.sqlite3")), "one"]
    before = {}
    for name, (source, mode, record) in READ_ONLY.items():
        if source == "a log":
            writer.open_record(STATES["agreed"][0], "two")
        folder = read_only / name
        folder.mkdir()
        for file in sources[source]:
            kept = folder / file.name.replace(OLD.name, path.name)
            shutil.copy(file, kept)
            kept.chmod(0o444)
        folder.chmod(mode)
        before[name] = {one.name: one.read_bytes() for one in folder.iterdir()}
        arguments += [str(folder / path.name), record]
    writer.close()
    done = subprocess.run([sys.executable, "-c", LOOK, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("refused: the store") == len(READ_ONLY) == done.stdout.count("then try again")
    for name, files in before.items():
        assert {one.name: one.read_bytes() for one in (read_only / name).iterdir()} == files, name


# ── what failed, in words ──


def test_a_limit_on_file_sizes_is_said_and_nothing_is_lost(path):
    store, (soft, hard) = SQLiteStore(path), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        with pytest.raises(StoreFailed, match="file size limits") as caught:
            store.append("one", [DebatePaused(cause="x" * 900_000)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "Nothing stored is lost" in str(caught.value)
    store.close()
    assert looks(path) == ["finished"]


def test_a_log_that_was_lost_is_a_store_as_it_was_before(path):
    before = path.read_bytes()
    store = SQLiteStore(path)
    store.open_record(STATES["agreed"][0], "two")
    lost = path.parent / "lost.sqlite3"
    lost.write_bytes(before)  # the file without what still stood in its log
    store.close()
    assert looks(lost) == ["finished"]
