"""How long the page Library's work takes over 10,000 records: its first page, and a search.

One simulated debate is folded, and what the library keeps of it is kept of every record, each with a word of its own: a
list reads no events, so none but the first are there. Invariant: times are of the processor, as in `bench.library`.
"""

import pathlib
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace

from bench.library import median, show, simulated
from debate_core.library.library import list_summaries, save_summary
from debate_core.library.query import LibraryQuery, shelf, tags
from debate_core.library.summary import search_text
from debate_core.store import SQLiteStore, Store, SummaryRow
from debate_core.store.record import load

RECORDS = 10_000
AT_ONCE = 500
FIRST_PAGE, SEARCH = 1.0, 0.3
"""Seconds on two quiet cores, at most."""


def main(records: int = RECORDS) -> None:
    """Fill a shelf and print what each way of looking through it takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "log.sqlite3"
        store = SQLiteStore(path)
        fill(store, records)
        size = sum(file.stat().st_size for file in path.parent.iterdir()) / records / 1024
        print(f"{records:,} records, {size:.0f} KB each without their events")
        list_summaries(store, limit=1)
        show(
            "the first page, with all tags",
            median(lambda: (shelf(store, LibraryQuery()), tags(store)), 5),
            FIRST_PAGE,
        )
        show("the last page", median(lambda: shelf(store, LibraryQuery(), skip=records - 20), 5), FIRST_PAGE)
        for name, wanted in {
            "a word that all hold": LibraryQuery(words="school"),
            "two beginnings": LibraryQuery(words="sch st"),
            "a word of one record": LibraryQuery(words="unique00042"),
            "a script without spaces": LibraryQuery(words="学校"),
            "a filter": LibraryQuery(outcome="con"),
            "a word, a filter, an order": LibraryQuery(words="school", made="simulated", sort="least"),
        }.items():
            show(f"  {name}", median(lambda wanted=wanted: shelf(store, wanted), 5), SEARCH)
        store.close()


def fill(store: SQLiteStore, records: int) -> None:
    """Records that stand as finished debates do, but for their events. Not one of them has to survive a power cut."""
    events = simulated()
    one = store.open_record(events[0], "one")
    store.append(one, events[1:])
    held = load(store, one)
    save_summary(store, held)
    kept, text = store.find(one).summary, search_text(held)
    assert kept is not None
    store._facts.connection(0).execute("PRAGMA synchronous = OFF")
    rows = list(_rows(store, events[0], replace(kept, text=text), records))
    for begin in range(0, records, AT_ONCE):
        store.keep(rows[begin : begin + AT_ONCE])


def _rows(store: Store, opened: object, kept: SummaryRow, records: int) -> Iterator[SummaryRow]:
    """What is kept of each record, opened on the way."""
    was = f'"sequence":{kept.sequence}'
    for number in range(records):
        name = store.open_record(opened, f"record-{number:05}")
        body = kept.body.replace('"id":"one"', f'"id":"{name}"').replace(was, '"sequence":1')
        text, past = f"{kept.text} unique{number:05}", (number + 1) * (kept.digest or 0)
        yield replace(kept, record=name, sequence=1, body=body, text=text, rests_on=past)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else RECORDS)
