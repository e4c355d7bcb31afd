"""A table of ratings as it is brought: read whole, then stored as it came."""

from debate_core.domain.imported import MOST_TABLE, NOTHING, CsvOptions, RatingsConfig
from debate_core.importing.spoken import NotBrought
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import open_table, table_of
from debate_core.store import Store
from debate_core.store.events import RatingsOpened


def table_config(
    data: bytes,
    name: str,
    *,
    level: Level | None = None,
    categories: tuple[str, ...] | None = None,
    told: CsvOptions = NOTHING,
) -> RatingsConfig:
    """The table of a file's content, read once. `told`: what was said of it; `level` None: told by its scores. Raises
    RatingsRefused, NotBrought, SetUpError."""
    if len(data) > MOST_TABLE:
        raise NotBrought(f"{name} is over {MOST_TABLE // 1_000_000} MB, the limit for a table")
    opened = open_table(data, level=level, categories=categories, told=told)
    return RatingsConfig(
        file=name[:200], text=opened.text, level=opened.level, categories=categories, **dict(opened.told)
    )


def keep_table(store: Store, config: RatingsConfig) -> str:
    """Store a table that can be read, and return its record's id. Raises RatingsRefused, SetUpError, StoreFailed."""
    table_of(config)
    return store.open_record(RatingsOpened(config=config))
