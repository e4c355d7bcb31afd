"""A table of ratings as it is brought: read whole, then stored as it came."""

import contextlib
from collections.abc import Callable, Mapping, Sequence

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.imported import MAX_TABLE, NOTHING, CsvOptions, RatingsConfig
from debate_core.importing.dialogues import NotBrought
from debate_core.importing.documents.formats import AS_CSV, Kind, text_of, unreadable
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import MAX_BYTES, NEEDED, OpenTable, TableLook, look_at, open_table, table_of
from debate_core.store import Store
from debate_core.store.events import RatingsOpened


def workbook_kind(data: bytes) -> Kind | None:
    if data.startswith(b"PAR1"):
        return "parquet"
    return "xlsx" if data.startswith(b"PK\x03\x04") and b"xl/workbook" in data else None


def read_table(
    data: bytes,
    name: str,
    *,
    level: Level | None = None,
    categories: Sequence[str] | None = None,
    options: CsvOptions = NOTHING,
    where: Mapping[str, Sequence[str]] | None = None,
) -> OpenTable:
    """As `open_table`, of Excel workbooks and Parquet files too. Raises RatingsRefused, SetUpError."""
    data, options, place = _unpack(data, name, options)
    return open_table(data, level=level, categories=categories, options=options, where=where, place=place)


def look_at_table(data: bytes, name: str) -> TableLook:
    """As `look_at`, of Excel workbooks and Parquet files too. Raises RatingsRefused, NotBrought, SetUpError."""
    if len(data) > MAX_TABLE:
        raise NotBrought(f"{name} is over {MAX_TABLE // 1_000_000} MB, the limit for a table")
    return look_at(*_unpack(data, name, NOTHING)[:2])


def is_table(data: bytes) -> bool:
    """Whether a known tool wrote it, or it has a judge, an item and a score in each row."""
    with contextlib.suppress(RatingsRefused, RecursionError):
        look = look_at(data)
        return look.known or {*NEEDED} <= {*look.roles}
    return False


def _unpack(data: bytes, name: str, options: CsvOptions) -> tuple[bytes, CsvOptions, Callable[[int], str]]:
    kind = workbook_kind(data)
    if kind is None and b"\0" in data and name.lower().endswith((".xlsx", ".xls", ".parquet")):
        raise unreadable(name, "it is damaged", AS_CSV)
    if kind is None:
        return data, options, "line {}".format
    extract = text_of(kind, data, name, MAX_BYTES)
    options = options.model_copy(
        update={"origin": (*options.origin, *extract.left_out), "separator": "comma"}
    )
    above = 0 if kind == "xlsx" else 1  # The names in a Parquet file are on no row.
    return extract.text.encode(), options, lambda line: f"row {line - above}"


def table_config(data: bytes, name: str, *, level: Level | None = None) -> RatingsConfig:
    """The table of a file's content, read once. Raises RatingsRefused, NotBrought, SetUpError."""
    return config_of(read_table(data, name, level=level), name)


def config_of(
    opened: OpenTable, name: str, categories: tuple[str, ...] | None = None, people: Sequence[str] = ()
) -> RatingsConfig:
    """What is stored of a table that was read. Raises NotBrought."""
    if len(opened.text) > MAX_TABLE:
        raise NotBrought(f"{name} holds over {MAX_TABLE:,} characters, the limit for a stored table")
    return RatingsConfig(
        file=name[:200],
        text=opened.text,
        level=opened.level,
        categories=categories,
        people=tuple(people),
        **dict(opened.options),
    )


def keep_table(store: Store, config: RatingsConfig) -> str:
    """Store a table that can be read, and return its record's id. Raises RatingsRefused, SetUpError, StoreFailed."""
    table_of(config)
    return store.open_record(RatingsOpened(config=config))
