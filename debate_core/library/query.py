"""The library as one looks through it: what is wanted, twenty records at a time, and the tags."""

import contextlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import ValidationError

from debate_core.domain.errors import RecordNotFound, SetUpError, StoreFailed
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import is_simulated
from debate_core.domain.options import OneOf, changes
from debate_core.domain.wording import clip
from debate_core.library.library import UNTAGGED, list_all, summarise_each
from debate_core.library.summary import Summary, search_text
from debate_core.measuring.agreement import BANDS, band_of
from debate_core.store import Listing, SearchText, Store
from debate_core.store.events import MAX_TAG, MAX_TAGS, RecordTagged
from debate_core.store.record import load_any

AT_ONCE = 20
"""Records on one page."""
KEPT_SECONDS = 7 * 24 * 3600.0
"""How long what was deleted can be brought back."""
_UNKNOWN = "none"
_BROUGHT = frozenset({"transcript", "ratings"})
"""Kinds whose words or scores are people's, whoever judges them."""


class LibraryQuery(FrozenValue):
    words: str = ""
    tag: str = ""
    kind: Annotated[
        str | None,
        OneOf(
            "Kind",
            "What was judged.",
            options={
                "debate": "Debates",
                "transcript": "Transcripts",
                "artifact": "Reviews of texts",
                "ratings": "Tables of ratings",
            },
            nothing="Everything",
        ),
    ] = None
    outcome: Annotated[
        str | None,
        OneOf(
            "Verdict",
            "The verdict under the usual settings.",
            options={
                "pro": "PRO",
                "con": "CON",
                "no_call": "No call",
                "PASS": "Pass",
                "CONDITIONAL": "Conditional",
                "FAIL": "Fail",
                _UNKNOWN: "None yet",
            },
            nothing="Any",
        ),
    ] = None
    agreement: Annotated[
        str | None,
        OneOf(
            "Agreement",
            "By alpha alone; its interval may reach further.",
            options={
                **{one.name: f"{one.name.capitalize()}: {one.range}" for _, one in BANDS},
                _UNKNOWN: "Undefined",
            },
            nothing="Any",
        ),
    ] = None
    made: Annotated[
        str | None,
        OneOf(
            "Made by",
            "Partly simulated counts as both.",
            options={"model": "Models", "simulated": "Simulated", "person": "People"},
            nothing="Anybody",
        ),
    ] = None
    needs: Annotated[
        str | None,
        OneOf(
            "Needs review",
            "A disputed argument that nobody has scored or settled.",
            options={"yes": "Disputed", "no": "Nothing"},
            nothing="Either",
        ),
    ] = None
    studies: Annotated[
        str | None,
        OneOf(
            "Study debates",
            "Whether study debates count.",
            options={"with": "With them", "only": "Only them"},
            nothing="Left out",
        ),
    ] = None
    sort: Annotated[
        str,
        OneOf(
            "Order",
            "Those without it come last.",
            options={
                "newest": "Newest first",
                "oldest": "Oldest first",
                "topic": "Topic, A to Z",
                "topic_last": "Topic, Z to A",
                "verdict": "Verdict, A to Z",
                "verdict_last": "Verdict, Z to A",
                "least": "Least agreement first",
                "most": "Most agreement first",
                "dearest": "Highest cost first",
                "cheapest": "Lowest cost first",
                "tokens": "Most tokens first",
                "tags": "Tags, A to Z",
                "tags_last": "Tags, Z to A",
            },
        ),
    ] = "newest"

    @property
    def takes_all(self) -> bool:
        return not (self.words.strip() or self.tag or changes(self).keys() - {"sort"})


class LibraryView(FrozenValue):
    """One page of what was wanted: the `records`, how many there are of it in `count`, and of all in `all`."""

    records: tuple[Summary, ...]
    count: int
    all: int


def shelf(store: Store, wanted: LibraryQuery, *, most: int = AT_ONCE, skip: int = 0) -> LibraryView:
    there, holding = store.ids(), None
    if wanted.words.strip():
        _tell(store)
        holding = store.matching(wanted.words)
    if not changes(replace(wanted, words="")) and not wanted.tag and not store.read_notes("study"):
        ids = [one for one in there if holding is None or one in holding]
    else:
        every = list_all(store, outcomes=bool(changes(wanted)))
        matches = [one for one in every if (holding is None or one.id in holding) and _is_wanted(one, wanted)]
        ids = [one.id for one in _sort(matches, wanted.sort)]
    return LibraryView(
        records=tuple(summarise_each(store, ids[skip : skip + most])), count=len(ids), all=len(there)
    )


def _tell(store: Store) -> None:
    texts = []
    for one in store.untold():
        try:
            text = search_text(load_any(store, one.id))
        except StoreFailed:
            raise
        except Exception:  # Whatever the facts of another version may raise: it is found by its id.
            text = one.id
        texts.append(SearchText(one.id, one.last, text))
    with contextlib.suppress(StoreFailed):
        store.tell(texts)


def _is_wanted(one: Summary, wanted: LibraryQuery) -> bool:
    looked: tuple[tuple[str | None, Container[str | None]], ...] = (
        (wanted.tag, one.tags),
        (wanted.kind, (one.kind,)),
        (wanted.outcome, (one.verdict or one.outcome or _UNKNOWN,)),
        (wanted.agreement, (_UNKNOWN if one.alpha is None else band_of(one.alpha).name,)),
        (wanted.made, makers(one)),
        (wanted.needs, ("yes" if one.unread else "no",)),
        (wanted.studies or "no", ("with", "only" if one.study else "no")),
    )
    return all(word in had for word, had in looked if word)


def makers(one: Summary) -> frozenset[str]:
    if one.fault:
        return frozenset()
    is_imported = one.example is not None or one.kind in _BROUGHT
    models = () if one.example is not None else one.models
    made = {"simulated" if is_simulated(name) else "model" for name in models}
    return frozenset({"person"} | made if is_imported else made)


def _sort(rows: Sequence[Summary], by: str) -> list[Summary]:
    if by == "newest":
        return list(rows)
    if by == "oldest":
        return list(reversed(rows))
    key = _KEYS[by.removesuffix(_LAST)]
    known = [one for one in rows if key(one) is not None]
    ordered = sorted(known, key=key, reverse=by.endswith(_LAST) or by in _HIGHEST_FIRST)
    return [*ordered, *(one for one in rows if key(one) is None)]


_LAST, _HIGHEST_FIRST = "_last", ("most", "dearest", "tokens")
_KEYS: Mapping[str, Callable[[Summary], Any]] = {
    "topic": lambda one: None if one.topic is None else one.topic.casefold(),
    "verdict": lambda one: one.verdict or one.outcome,
    "least": lambda one: one.alpha,
    "most": lambda one: one.alpha,
    "dearest": lambda one: one.cost,
    "cheapest": lambda one: one.cost,
    "tokens": lambda one: one.tokens,
    "tags": lambda one: ", ".join(one.tags).casefold() or None,
}
"""By order: what of a record says its place."""


def tags(store: Store) -> dict[str, int]:
    """Each tag in use, and on how many records, the most used first."""
    return dict(Counter(tag for one in list_all(store, but=UNTAGGED) for tag in one.tags).most_common())


def tag(store: Store, record: str, names: Iterable[str]) -> None:
    """Give a record these tags in place of those it has. Raises SetUpError for one that can't be a tag."""
    given = tuple(dict.fromkeys(" ".join(name.split()) for name in names if name.strip()))
    try:
        fact = RecordTagged(tags=given)
    except ValidationError as error:
        odd = next((name for name in given if len(name) > MAX_TAG or not name.isprintable()), None)
        got = f"{len(given)} of them" if odd is None else f"{clip(odd, 60)!r} of {len(odd)}"
        raise SetUpError(
            f"tags: expected at most {MAX_TAGS}, each of 1 to {MAX_TAG} printable characters; got {got}"
        ) from error
    store.append(record, [fact])


def list_deleted(store: Store) -> list[Summary]:
    return [_last_summary(one) for one in store.list_deleted()]


def topic_of(store: Store, record: str) -> str | None:
    """What a record is about, as far as its summary is kept and can be read."""
    with contextlib.suppress(RecordNotFound):
        return _last_summary(store.find(record)).topic
    return None


def _last_summary(listing: Listing) -> Summary:
    """The summary some version kept; by its id alone where this one can't read it."""
    with contextlib.suppress(ValidationError):
        if listing.summary:
            return Summary.model_validate_json(listing.summary.body)
    return Summary(id=listing.id, opened_at=listing.opened_at, sequence=listing.last)
