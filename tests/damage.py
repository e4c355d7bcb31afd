"""Files damaged in ways that repeat, for tests that approve what is read of each."""

import contextlib
import copy
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

VALUES: tuple[Any, ...] = (None, "", "a", "5", 7, -0.5, True, [], {}, ["a", 1], {"a": "b"})


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    for at in range(len(value)) if isinstance(value, list) else list(value):
        yield value, at
        if isinstance(value[at], list | dict):
            yield from places_in(value[at])


def damage(text: str, pieces: Sequence[str], rng: random.Random) -> str:
    """A stretch or a line is left out, put in, doubled or moved; of JSON half the time a value."""
    lines = text.splitlines(keepends=True) or [""]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    for whole, before, after in ((text, [], []), (lines[at], lines[:at], lines[at + 1 :])):
        with contextlib.suppress(ValueError):
            value = json.loads(whole)
            if isinstance(value, list | dict) and value and rng.random() < 0.5:
                places = list(places_in(value))
                (part, key), (source, name) = rng.choice(places), rng.choice(places)
                part[key] = rng.choice([*VALUES, *[copy.deepcopy(source[name])] * 9])
                if rng.random() < 0.3:
                    del part[key]
                return "".join([*before, json.dumps(value), "\n" if before or after else "", *after])
    begin = rng.randrange(len(text) + 1)
    end = min(len(text), begin + rng.choice((0, 0, 1, 3, 12)))
    moved = [*lines[:at], *lines[at + 1 :]]
    moved.insert(other, lines[at])
    return rng.choice(
        (
            text[:begin] + rng.choice(pieces) + text[end:],
            text[:begin] + text[end:],
            "".join(lines[:at] + lines[at + 1 :]),
            "".join(lines[: at + 1] + lines[at:]),
            "".join(moved),
        )
    )
