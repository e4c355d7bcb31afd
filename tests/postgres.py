"""A PostgreSQL server of the tests' own, where one can be had: one for all that run together, which ends with the last.

Without initdb on the machine the tests of it skip and say so; with `CI=true` they may not.
"""

import atexit
import contextlib
import fcntl
import functools
import itertools
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import psycopg
import pytest

from debate_core.store.postgres import PostgresStore
from debate_core.store.tables import SCHEMA

_NUMBERS = itertools.count(1)
# No test cuts the power; some stop the server at once, so what it acknowledged must be with the system.
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "jit": "off",
    "autovacuum": "off",
}


def _program(name: str) -> str | None:
    """A program of PostgreSQL's, where Debian hides it too."""
    beside = sorted(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(beside[-1]) if beside else None)


def _run(folder: pathlib.Path, name: str, *options: str) -> None:
    """Run one of its programs in the folder, as somebody else where we are root, which it refuses."""
    command = [_program(name) or name, *options]
    if os.getuid() == 0:
        owner = next(one for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
        shutil.chown(folder, owner.pw_uid, owner.pw_gid)
        command = [
            "setpriv",
            f"--reuid={owner.pw_uid}",
            f"--regid={owner.pw_gid}",
            "--clear-groups",
            *command,
        ]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=300)


@functools.cache
def server() -> str:
    """The folder of its socket, which every address names; started when first asked for. Skips where there is none."""
    if _program("initdb") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("expected PostgreSQL on a machine of CI's; there is no initdb")
        pytest.skip("PostgreSQL is not installed: there is no initdb")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = pathlib.Path(tempfile.gettempdir()) / f"debates-pg-{run}"
    with _users(folder) as users:
        if not list(users.iterdir()):
            _start(folder)
        (users / str(os.getpid())).touch()
    atexit.register(_leave, folder)
    return str(folder)


@contextlib.contextmanager
def _users(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    """Where each process that uses the server has a file, while no other comes or goes."""
    users = folder / "users"
    users.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield users


def _leave(folder: pathlib.Path) -> None:
    with _users(folder) as users:
        (users / str(os.getpid())).unlink()
        if not list(users.iterdir()):
            _down(folder)
            shutil.rmtree(folder)


def _start(folder: pathlib.Path) -> None:
    data = str(folder / "data")
    shutil.rmtree(data, ignore_errors=True)
    _run(folder, "initdb", "-D", data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
    _up(folder)


def _up(folder: pathlib.Path) -> None:
    said = " ".join(
        f"-c {name}='{value}'"
        for name, value in {**_SETTINGS, "unix_socket_directories": str(folder)}.items()
    )
    _run(folder, "pg_ctl", "-D", str(folder / "data"), "-l", str(folder / "log"), "-w", "-o", said, "start")


def _down(folder: pathlib.Path) -> None:
    _run(folder, "pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop")


@contextlib.contextmanager
def own_server() -> Iterator[tuple[str, Callable[[], contextlib.AbstractContextManager[None]]]]:
    """The address of a store on a server that nobody else uses, and a context in which that server is down."""

    @contextlib.contextmanager
    def away() -> Iterator[None]:
        _down(folder)
        yield
        _up(folder)

    server()  # Skips where there is none.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="debates-pg-own-"))
    _start(folder)
    try:
        yield f"postgresql://tests@/postgres?host={folder}", away
    finally:
        _down(folder)
        shutil.rmtree(folder)


def new_place(like: str = "/template1") -> str:
    """The address of a database that nobody has used, or of a copy of the one at an address."""
    folder, name = server(), f"t{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(f"postgresql://tests@/postgres?host={folder}", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE {urlsplit(like).path[1:]}".encode())
    return f"postgresql://tests@/{name}?host={folder}"


@functools.cache
def _shared() -> str:
    place = new_place()
    store = PostgresStore(place)
    store.clear_words("")  # The first thing written makes the tables.
    store.close()
    return place


def empty_place() -> str:
    """The address of a store with nothing in it: one for all tests of this process, emptied for each."""
    place = _shared()
    with psycopg.connect(place, autocommit=True) as db:
        tables = db.execute(
            "SELECT string_agg(format('%%I.%%I', schemaname, tablename), ', ') FROM pg_tables"
            " WHERE schemaname = %s AND tablename <> 'form'",
            (SCHEMA,),
        ).fetchone()
        db.execute(f"TRUNCATE {tables[0]}".encode())
    return place
