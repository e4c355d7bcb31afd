"""The store's tables in SQLite and in PostgreSQL, as numbered steps that are never changed, only added to."""

import contextlib
import sqlite3

MARK = 0x53706C44
"""`SplD`: in SQLite's header from a store's fourth form on; in PostgreSQL the lock under which one is brought up."""
_MARKED = 4
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE records (id TEXT PRIMARY KEY, opened_at REAL NOT NULL)",
        """
        CREATE TABLE events (
            record TEXT NOT NULL REFERENCES records(id),
            sequence INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            identity TEXT,
            body TEXT NOT NULL,
            PRIMARY KEY (record, sequence)
        ) WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX once ON events (record, identity) WHERE identity IS NOT NULL",
        """
        CREATE TABLE leases (
            record TEXT PRIMARY KEY REFERENCES records(id),
            token TEXT NOT NULL,
            fence INTEGER NOT NULL,
            host TEXT NOT NULL,
            pid INTEGER NOT NULL,
            born TEXT NOT NULL,
            expires REAL NOT NULL
        )
        """,
        """
        CREATE TABLE words (
            record TEXT NOT NULL,
            call TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (record, call)
        ) WITHOUT ROWID
        """,
    ),
    (
        # Bodies of some kilobytes fill the pages of an ordinary table better: 67 KB a debate, not 95.
        """
        CREATE TABLE facts (
            record TEXT NOT NULL REFERENCES records(id),
            sequence INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            identity TEXT,
            body TEXT NOT NULL,
            PRIMARY KEY (record, sequence)
        )
        """,
        "INSERT INTO facts SELECT record, sequence, at, kind, identity, body FROM events ORDER BY record, sequence",
        "DROP TABLE events",
        "ALTER TABLE facts RENAME TO events",
        "CREATE UNIQUE INDEX once ON events (record, identity) WHERE identity IS NOT NULL",
        "ALTER TABLE records ADD COLUMN last INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE records SET
            last = coalesce((SELECT max(sequence) FROM events WHERE record = id), 0),
            opened_at = coalesce((SELECT at FROM events WHERE record = id AND sequence = 1), opened_at)
        """,
        # True whoever appends: 0.1.0 may still append to a debate of this store, though it can open none.
        """
        CREATE TRIGGER newest AFTER INSERT ON events BEGIN
            UPDATE records SET last = max(last, NEW.sequence) WHERE id = NEW.record;
        END
        """,
        "CREATE INDEX newest_first ON records (opened_at DESC, id)",
        """
        CREATE TABLE summaries (
            record TEXT PRIMARY KEY REFERENCES records(id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            version TEXT NOT NULL,
            body TEXT NOT NULL,
            lesson TEXT,
            digest INTEGER NOT NULL,
            rests_on INTEGER
        )
        """,
    ),
    (
        # What people have in hand, no facts: drafts, which names a browser goes by, whose scores were in sight.
        """
        CREATE TABLE notes (
            kind TEXT NOT NULL,
            who TEXT NOT NULL,
            record TEXT NOT NULL,
            argument TEXT NOT NULL,
            body TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (kind, who, record, argument)
        ) WITHOUT ROWID
        """,
    ),
    (
        # Words under way piece by piece: what has come is not written again with every word that follows.
        "DROP TABLE words",
        """
        CREATE TABLE words (
            record TEXT NOT NULL,
            call TEXT NOT NULL,
            place INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (record, call, place)
        ) WITHOUT ROWID
        """,
        f"PRAGMA application_id = {MARK}",
    ),
    (
        # What was said in each record, for searching; an index of its words is made where SQLite has FTS5.
        """
        CREATE TABLE texts (
            number INTEGER PRIMARY KEY,
            record TEXT NOT NULL UNIQUE REFERENCES records(id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            body TEXT NOT NULL
        )
        """,
        # Hidden since, in seconds since 1970, and gone for good some days later.
        "ALTER TABLE records ADD COLUMN deleted_at REAL",
    ),
    (
        # Whose a record is and to whom it is open, beside the log: an export names nobody. May come before its record.
        """
        CREATE TABLE access (
            record TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            visibility TEXT NOT NULL,
            at REAL NOT NULL,
            expires REAL,
            tokens INTEGER NOT NULL DEFAULT 0,
            link INTEGER NOT NULL DEFAULT 0,
            links INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID
        """,
        # What a room's phones voted: one changeable vote each, before and after.
        """
        CREATE TABLE votes (
            record TEXT NOT NULL,
            moment TEXT NOT NULL,
            phone TEXT NOT NULL,
            side TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (record, moment, phone)
        ) WITHOUT ROWID
        """,
    ),
)
_MARKS = {"summaries": 2, "notes": 3, "texts": 5, "access": 6}
"""A table that a step made first, by which the step is known."""


def migrate(db: sqlite3.Connection) -> None:
    """Bring the store, which is none of a newer version's, to the newest step."""
    if form_of(db) == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    with db:
        begun = form_of(db)
        for statement in (statement for step in MIGRATIONS[begun:] for statement in step):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    if begun:
        # The space of what was copied goes back to the disk, unless somebody else uses the store or the disk is full.
        with contextlib.suppress(sqlite3.OperationalError):
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def form_of(db: sqlite3.Connection) -> int:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    marked = db.execute("PRAGMA application_id").fetchone()[0] == MARK
    # 0.1.0 writes its own number into every store that it opens: a later step needs a mark of its own here too.
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return max([version, _MARKED if marked else 0, *(_MARKS.get(name, 0) for (name,) in tables)])


SCHEMA = "split_decision"
"""Where PostgreSQL has them."""
# Ids and names sort by their bytes, as in SQLite, whatever the database's language.
_NAME = 'TEXT COLLATE "C" NOT NULL'
STEPS: tuple[tuple[str, ...], ...] = (
    (
        f"""
        CREATE TABLE records (
            id {_NAME} PRIMARY KEY,
            opened_at DOUBLE PRECISION NOT NULL,
            last BIGINT NOT NULL DEFAULT 0,
            deleted_at DOUBLE PRECISION
        ) WITH (fillfactor = 70)
        """,
        "CREATE INDEX newest_first ON records (opened_at DESC, id)",
        # Who adds events has the row of their record: no key has to be looked up for each.
        f"""
        CREATE TABLE events (
            record {_NAME},
            sequence BIGINT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            kind TEXT NOT NULL,
            identity TEXT COLLATE "C",
            body TEXT NOT NULL,
            PRIMARY KEY (record, sequence)
        )
        """,
        "CREATE UNIQUE INDEX once ON events (record, identity) WHERE identity IS NOT NULL",
        f"""
        CREATE TABLE leases (
            record {_NAME} PRIMARY KEY REFERENCES records(id),
            token TEXT NOT NULL,
            fence BIGINT NOT NULL,
            host TEXT NOT NULL,
            pid BIGINT NOT NULL,
            born TEXT NOT NULL,
            expires DOUBLE PRECISION NOT NULL
        ) WITH (fillfactor = 70)
        """,
        f"""
        CREATE UNLOGGED TABLE words (
            record {_NAME},
            call {_NAME},
            place BIGINT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (record, call, place)
        )
        """,
        f"""
        CREATE TABLE summaries (
            record {_NAME} PRIMARY KEY REFERENCES records(id),
            sequence BIGINT NOT NULL,
            version TEXT NOT NULL,
            body TEXT NOT NULL,
            lesson TEXT,
            digest BIGINT NOT NULL,
            rests_on BIGINT
        )
        """,
        f"""
        CREATE TABLE notes (
            kind {_NAME},
            who {_NAME},
            record {_NAME},
            argument {_NAME},
            body TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (kind, who, record, argument)
        )
        """,
        # The text as it was said, and its words for finding them by how they begin.
        f"""
        CREATE TABLE texts (
            record {_NAME} PRIMARY KEY REFERENCES records(id),
            sequence BIGINT NOT NULL,
            body TEXT NOT NULL,
            words TSVECTOR NOT NULL
        )
        """,
        "CREATE INDEX sought ON texts USING gin (words)",
    ),
    (
        f"""
        CREATE TABLE access (
            record {_NAME} PRIMARY KEY,
            owner {_NAME},
            visibility TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            expires DOUBLE PRECISION,
            tokens BIGINT NOT NULL DEFAULT 0,
            link BIGINT NOT NULL DEFAULT 0,
            links BIGINT NOT NULL DEFAULT 0
        )
        """,
        f"""
        CREATE TABLE votes (
            record {_NAME},
            moment {_NAME},
            phone {_NAME},
            side TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (record, moment, phone)
        )
        """,
    ),
)
APPEND = """
WITH held AS (
    SELECT 1 FROM leases WHERE record = %(record)s AND token = %(token)s AND fence = %(fence)s FOR UPDATE
), grown AS (
    UPDATE records SET last = last + %(many)s
    WHERE id = %(record)s AND deleted_at IS NULL AND (%(token)s::text IS NULL OR EXISTS (SELECT 1 FROM held))
    RETURNING last - %(many)s AS before, extract(epoch FROM clock_timestamp())::float8 AS now
), added AS (
    INSERT INTO events SELECT %(record)s, before + place, coalesce(at, now), kind, identity, body
    FROM grown, unnest(%(times)s::float8[], %(kinds)s::text[], %(identities)s::text[], %(bodies)s::text[])
        WITH ORDINALITY AS fact (at, kind, identity, body, place)
), cleared AS (
    DELETE FROM words WHERE record = %(record)s AND call = ANY(%(calls)s::text[]) AND EXISTS (SELECT 1 FROM grown)
)
SELECT before, now, pg_notify(%(channel)s, %(record)s) FROM grown
"""
"""One act: one row's lock checks the lease and gives the place in the log. No row back: no lease, or no such record."""
