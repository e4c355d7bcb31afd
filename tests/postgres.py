"""A PostgreSQL server of the tests' own, where one can be had: one to a process, which ends with it.

Without initdb on the machine the tests of it skip and say so; with `CI=true` they may not.
"""

import atexit
import functools
import itertools
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile

import psycopg
import pytest

from debate_core.store.postgres import PostgresStore
from debate_core.store.postgres_tables import SCHEMA

_NUMBERS = itertools.count(1)
# No test cuts the power.
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
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
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=60)


@functools.cache
def server() -> str:
    """The folder of its socket, which every address names; started when first asked for. Skips where there is none."""
    if _program("initdb") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("expected PostgreSQL on a machine of CI's; there is no initdb")
        pytest.skip("PostgreSQL is not installed: there is no initdb")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="debates-pg-", dir="/tmp"))
    folder.chmod(0o755)
    data = str(folder / "data")
    _run(folder, "initdb", "-D", data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
    said = " ".join(
        f"-c {name}='{value}'"
        for name, value in {**_SETTINGS, "unix_socket_directories": str(folder)}.items()
    )
    _run(folder, "pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", said, "start")

    def end() -> None:
        _run(folder, "pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return str(folder)


def new_place() -> str:
    """The address of a database that nobody has used."""
    folder, name = server(), f"t{next(_NUMBERS)}"
    with psycopg.connect(f"postgresql://tests@/postgres?host={folder}", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} STRATEGY wal_log".encode())
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
