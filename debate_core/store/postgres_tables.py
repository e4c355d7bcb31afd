"""The tables of a store in PostgreSQL, in a schema of their own, as numbered steps that are only added to."""

SCHEMA = "split_decision"
MARK = 0x53706C44
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
"""One act, so that one row's lock checks the lease and gives the place in the log. No row back: lease lost, or no such
record."""
