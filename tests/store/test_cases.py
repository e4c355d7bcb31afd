"""What every kind of record says of itself, as a person approved it."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from debate_core.store.judging import scored_of, with_people
from debate_core.store.record import Record
from tests.approved import check_facts
from tests.building import cases

NOUNS = (
    "arguments",
    "briefing",
    "closings",
    "comparisons",
    "judging",
    "narrative",
    "planned",
    "proposals",
    "responses",
    "sheets",
    "transcript",
)
"""What was said and set, which other tests are about."""


def of_itself(thing: Any) -> dict[str, Any]:
    kinds = (property, cached_property)
    names = [one for one in dir(type(thing)) if isinstance(getattr(type(thing), one), kinds)]
    return {
        one: getattr(thing, one) for one in names if not one.startswith(("_", "model_")) and one not in NOUNS
    }


def parts_of(record: Any) -> Iterator[tuple[str, Any]]:
    yield "record", of_itself(record)
    judging = with_people(record.judging, record.reviews)
    yield "judging", of_itself(judging)
    yield "seat", [of_itself(seat) for seat in judging.seats]
    yield "transcript", of_itself(getattr(record, "transcript", None))
    if isinstance(record, Record) and judging.usable:
        scored = scored_of(judging)
        yield (
            "scored",
            [scored.ids, scored.sides, scored.common, scored.own, scored.dimensions, scored.standings],
        )


def test_every_record_says_the_same_of_itself_as_before():
    records = cases.debates() | cases.texts()
    check_facts(
        "store/records", ((name, [part]) for name, record in records.items() for part in parts_of(record))
    )
