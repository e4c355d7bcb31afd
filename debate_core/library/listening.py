"""Words under way as a page shows them, for all who listen: where they are looked up, and the token for one person."""

import json
from collections.abc import Callable, Sequence

from debate_core.store.access import Visitor
from debate_core.store.signing import Signer

Look = Callable[[], Sequence[str] | None]
"""What is being said, in parts that are JSON each; None where the record has moved on, or is gone."""
LISTENER_SECONDS = 300.0
_MOST = 40
_offered: dict[tuple[str, str], tuple[int, Look]] = {}


def offer_words(place: str, record: str, sequence: int, look: Look) -> None:
    """From now on words of a store's record, as it stood at that event, are looked up so; none older replaces newer."""
    if _offered.get((place, record), (0, look))[0] <= sequence:
        _offered.pop((place, record), None)
        _offered[place, record] = sequence, look
        if len(_offered) > _MOST:
            del _offered[next(iter(_offered))]


def offered_words(place: str, record: str) -> Look | None:
    """Looks up the newest words; what there was last while a page is drawn anew. None where no page shows any."""
    last: Sequence[str] = ()

    def look() -> Sequence[str] | None:
        nonlocal last
        _, newest = _offered.get((place, record), (0, lambda: None))
        last = newest() or last
        return last

    return look if (place, record) in _offered else None


def listener_token(signer: Signer, person: Visitor, record: str, now: float) -> str:
    """For a person who sees a record on a page: its words, for some minutes; the same within a minute."""
    until = now - now % 60 + LISTENER_SECONDS
    return signer.sign("listener", json.dumps([record, person.key, person.role, until]), until)


def listener_of(signer: Signer, token: str, now: float) -> tuple[str, Visitor, float] | None:
    """The record, who may hear its words, and until when."""
    words = signer.read("listener", token, now)
    if words is None:
        return None
    record, key, role, until = json.loads(words)
    return record, Visitor(key=key, role=role), until
