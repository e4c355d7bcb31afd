"""A table of ratings as it is brought: read whole, then stored as it came."""

from debate_core.bringing.spoken import NotBrought
from debate_core.brought import MOST_TABLE, RatingsConfig
from debate_core.events import RatingsOpened
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import RatingsTable, Told, decode, read_ratings
from debate_core.ratings.lines import NOTHING, ROLES
from debate_core.store import Store


def as_brought(
    data: bytes,
    name: str,
    *,
    level: Level = "interval",
    categories: tuple[str, ...] | None = None,
    told: Told = NOTHING,
) -> RatingsConfig:
    """The table of a file's content, not read yet. `told`: what was said of it. Raises RatingsRefused, NotBrought."""
    if len(data) > MOST_TABLE:
        raise NotBrought(f"{name} is over {MOST_TABLE // 1_000_000} MB, the limit for a table")
    return RatingsConfig(
        file=name[:200],
        text=decode(data),
        level=level,
        categories=categories,
        separator=told.separator,
        rows=told.rows,
        columns={str(role): column for role, column in told.columns.items()},
        left_out=told.left_out,
        missing=told.missing,
        decimal_comma=told.decimal_comma,
    )


def table_of(config: RatingsConfig) -> RatingsTable:
    """The table that was brought. Raises RatingsRefused with every bad line, SetUpError."""
    told = Told(
        separator=config.separator,
        rows=config.rows,
        columns={role: config.columns[role] for role in ROLES if role in config.columns},
        left_out=config.left_out,
        missing=config.missing,
        decimal_comma=config.decimal_comma,
    )
    return read_ratings(config.text, level=config.level, categories=config.categories, told=told)


def keep_table(store: Store, config: RatingsConfig) -> str:
    """Store a table that can be read, and return its record's id. Raises RatingsRefused, SetUpError, StoreFailed."""
    table_of(config)
    return store.open_record(RatingsOpened(config=config))
