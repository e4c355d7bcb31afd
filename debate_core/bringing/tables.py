"""A table of ratings as it is brought: read whole, then stored as it came."""

from debate_core.bringing.spoken import NotBrought
from debate_core.brought import MOST_TABLE, NOTHING, RatingsConfig, Told
from debate_core.events import RatingsOpened
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import RatingsTable, decode, read_ratings
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
    return RatingsConfig(file=name[:200], text=decode(data), level=level, categories=categories, **dict(told))


def table_of(config: RatingsConfig) -> RatingsTable:
    """The table that was brought. Raises RatingsRefused with every bad line, SetUpError."""
    return read_ratings(config.text, level=config.level, categories=config.categories, told=config)


def keep_table(store: Store, config: RatingsConfig) -> str:
    """Store a table that can be read, and return its record's id. Raises RatingsRefused, SetUpError, StoreFailed."""
    table_of(config)
    return store.open_record(RatingsOpened(config=config))
