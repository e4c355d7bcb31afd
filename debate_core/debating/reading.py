"""Reading what debaters answer: an opening, answers to arguments, a closing; or the faults to ask again with.

Knows the forms of `prompts.debating`; asks nobody. Invariant: nothing is invented: what can't be read for
certain is a fault while it can still be asked for, and at the final reading its words are kept as they came,
with a warning."""

from collections.abc import Mapping, Sequence

from debate_core.debating.fields import (
    Notes,
    is_bare,
    is_object,
    objects_under,
    pick,
    plain,
    text_of,
    texts_of,
    word_count,
    words_came,
    words_of,
)
from debate_core.debating.speech import Speech
from debate_core.prompts.answers import Found, find_object
from debate_core.scoresheet import side_of
from debate_core.transcript import (
    RESPONSE_TYPES,
    SHIFTS,
    Argument,
    Closing,
    Response,
    Shift,
    Side,
    argument_id,
)

SHORTEST = {"claim": 10, "reasoning": 20, "evidence": 5}
CLOSING_WORDS = 200
NO_WORDS = "No words came."
NEW_ARGUMENTS = "No new arguments are accepted in cross-examination; what came as such was left out."
BROKEN_OFF = "The answer broke off before its end."
_NEW = ("arguments", "new_arguments", "argument", "new_argument")


def read_opening(text: str, *, side: Side, count: int, shown: str = "", final: bool = False) -> Speech:
    """Read `count` arguments (SD-2, SD-5). `shown` is the words of others that the prompt showed; `final`:
    it won't be asked again."""
    if not text.strip():
        return silence(final)
    found = find_object(text, transcript=shown)
    entries = objects_under(found.value, "arguments", marked_by="claim")
    if entries is None:
        asked = (
            f"Expected an object with a list 'arguments' of {count}, each with claim, reasoning and evidence."
        )
        return kept_as_came(text, side, 1) if final else unread(found, asked)
    notes = Notes(final=final)
    worded = [entry for entry in entries if not is_bare(entry)]
    if final and found.cut and not worded:
        return kept_as_came(text, side, 1)
    _count_arguments(len(entries), len(worded), count, notes)
    kept = worded[:count] if final else worded
    arguments = tuple(
        argument_from(entry, argument_id(side, number), f"argument {number}", notes)
        for number, entry in enumerate(kept, start=1)
    )
    note_cut(found, notes)
    return Speech(arguments=arguments, warnings=tuple(notes.warnings), faults=tuple(notes.faults))


def read_responses(
    text: str, *, side: Side, targets: Sequence[Argument], shown: str = "", final: bool = False
) -> Speech:
    """Read an answer to each of `targets` (SD-3). At the first reading good answers are kept and `missing`
    names the rest; at the final one the rest are recorded as no response, with the words that came."""
    ids = [target.id for target in targets]
    found = find_object(text, transcript=shown)
    entries = objects_under(found.value, "responses", marked_by="argument_id")
    if entries is None:
        return _unread_responses(text, found, side, ids, final)
    notes = Notes(final=final)
    if _brings_arguments(found.value, entries):
        notes.warn(NEW_ARGUMENTS)
    by_id = _sorted_by_target(entries, ids, notes)
    read = {name: _one_response(name, by_id[name], side, notes) for name in ids}
    note_cut(found, notes)
    missing = tuple(name for name, response in read.items() if response is None)
    responses = [response for response in read.values() if response is not None]
    if final:
        responses = [read[name] or _no_response(name, side, words_of(by_id[name])) for name in ids]
    return Speech(
        responses=tuple(responses),
        warnings=tuple(notes.warnings),
        faults=tuple(notes.faults),
        missing=() if final else missing,
    )


def read_closing(text: str, *, side: Side, shown: str = "", final: bool = False) -> Speech:
    """Read a closing (SD-4); 200 words or more is a warning on it."""
    if not text.strip():
        return silence(final)
    found = find_object(text, transcript=shown)
    value = found.value[0] if isinstance(found.value, list) and len(found.value) == 1 else found.value
    if not is_object(value) or not _is_closing(value):
        asked = "Expected an object with concessions, unrebutted, position and shift."
        return _unstructured_closing(text, side) if final else unread(found, asked)
    notes = Notes(final=final)
    if found.cut:
        notes.wrong(BROKEN_OFF)
    position = text_of(value, "position", "closing", notes)
    if not position and pick(value, "position") is not None:
        notes.wrong("closing: position holds no words.")
    concessions = texts_of(value, "concessions", notes)
    unrebutted = texts_of(value, "unrebutted", notes)
    shift = _shift(value, notes)
    words = word_count("\n".join([*concessions, *unrebutted, position]))
    closing = Closing(
        side=side,
        concessions=concessions,
        unrebutted=unrebutted,
        position=position,
        shift=shift,
        warnings=(*notes.warnings, *_length_warning(words)),
    )
    return Speech(closing=closing, faults=tuple(notes.faults))


def note_cut(found: Found, notes: Notes) -> None:
    """Note that an answer broke off."""
    # What was read is whole; a break matters here only where something is still missing.
    if found.cut and notes.faults:
        notes.wrong(BROKEN_OFF)
    elif found.cut:
        notes.warn(BROKEN_OFF)


def _is_closing(value: Mapping[str, object]) -> bool:
    return any(pick(value, name) is not None for name in ("position", "concessions", "unrebutted"))


def silence(final: bool) -> Speech:
    """The speech of an answer without words."""
    if final:
        return Speech(warnings=(NO_WORDS,), readable=False)
    return Speech(faults=("The answer was empty; expected one JSON object.",), readable=False)


def unread(found: Found, asked: str) -> Speech:
    """The faults of an answer that nothing was read from; `asked` says what was expected."""
    return Speech(faults=(*found.faults, asked), readable=False)


def _count_arguments(came: int, worded: int, count: int, notes: Notes) -> None:
    if worded < came:
        notes.wrong(f"{came - worded} of the arguments held no words.", "It is not counted.")
    if worded > count:
        notes.wrong(f"{count} arguments were asked for; {worded} came.", f"Only the first {count} are kept.")
    elif worded < count:
        notes.wrong(f"{count} arguments were asked for; {worded} came.")


def argument_from(entry: object, name: str, where: str, notes: Notes) -> Argument:
    """The argument in `entry`, under the engine's id `name`; what is wrong with it is noted under `where`."""
    own = Notes(final=notes.final)
    if not is_object(entry):
        own.wrong(f"{where} should be an object with claim, reasoning and evidence.", "Its words were kept.")
        parts = {"claim": words_of(entry), "reasoning": "", "evidence": ""}
    else:
        parts = {part: text_of(entry, part, where, own) for part in SHORTEST}
        own.warnings += [
            f"The {part} is shorter than {least} characters."
            for part, least in SHORTEST.items()
            if len(parts[part]) < least
        ]
    notes.faults += own.faults
    return Argument(
        id=name,
        side=side_of(name),
        **parts,
        structured=is_object(entry),
        warnings=tuple(own.warnings),
    )


def kept_as_came(text: str, side: Side, number: int) -> Speech:
    """The words of a speech in no readable form, as the side's one unstructured argument (SD-5)."""
    words = words_came(text)
    if not words:
        return silence(True)
    warning = "This speech came in no readable form; its words are kept as one argument."
    name = argument_id(side, number)
    argument = Argument(id=name, side=side, claim=words, structured=False, warnings=(warning,))
    return Speech(arguments=(argument,), readable=False)


def _unread_responses(text: str, found: Found, side: Side, ids: Sequence[str], final: bool) -> Speech:
    if not final:
        asked = f"Expected an object with a list 'responses' that answers each of {', '.join(ids)}."
        faults = (*found.faults, asked) if text.strip() else ("The answer was empty.", asked)
        return Speech(faults=faults, missing=tuple(ids), readable=False)
    words = words_came(text)
    warning = "The answers came in no readable form; their words are kept." if words else NO_WORDS
    responses = tuple(_no_response(name, side, words) for name in ids)
    return Speech(responses=responses, warnings=(warning,), readable=False)


def _brings_arguments(value: object, entries: Sequence[object]) -> bool:
    at_top = is_object(value) and any(pick(value, name) for name in _NEW)
    return at_top or any(is_object(entry) and "claim" in entry for entry in entries)


def _sorted_by_target(entries: Sequence[object], ids: Sequence[str], notes: Notes) -> dict[str, list[object]]:
    """The entries that name each target; what names none of them is left out with a warning."""
    by_id: dict[str, list[object]] = {name: [] for name in ids}
    for entry in entries:
        name = words_of(pick(entry, "argument_id")).upper() if is_object(entry) else ""
        if name in by_id:
            by_id[name].append(entry)
        elif not is_bare(entry):
            given = f"the id {name[:20]!r}" if name else "no id"
            notes.warn(f"An answer with {given} was left out: it names none of {', '.join(ids)}.")
    return by_id


def _one_response(name: str, entries: Sequence[object], side: Side, notes: Notes) -> Response | None:
    """The one answer to an argument that is certain, or None with a note of why there is none."""
    if not entries:
        notes.wrong(f"No answer to {name} came.", "It is recorded as no response.")
        return None
    if any(entry != entries[0] for entry in entries):
        notes.wrong(f"{name} was answered more than once, differently.", "It is recorded as no response.")
        return None
    entry = entries[0]
    assert is_object(entry)  # only objects are sorted by target
    given = (plain(pick(entry, "response_type")) or "").casefold()
    if given not in RESPONSE_TYPES:
        expected = ", ".join(RESPONSE_TYPES)
        notes.wrong(
            f"{name}: response_type should be one of {expected}; none of them came.",
            "It is recorded as no response.",
        )
        return None
    before = len(notes.faults)
    reasoning = text_of(entry, "reasoning", name, notes)
    if not reasoning and pick(entry, "reasoning") is not None:
        notes.wrong(f"{name}: reasoning holds no words.")
    if len(notes.faults) > before:
        return None
    question = words_of(pick(entry, "question"))
    if not question:
        notes.warn(f"The answer to {name} asks no follow-up question.")
    return Response(argument_id=name, side=side, response_type=given, reasoning=reasoning, question=question)


def _no_response(name: str, side: Side, words: str) -> Response:
    return Response(argument_id=name, side=side, response_type=None, unreadable=words)


def _shift(value: Mapping[str, object], notes: Notes) -> Shift | None:
    given = (plain(pick(value, "shift")) or "").casefold()
    if given in SHIFTS:
        return given
    notes.wrong(f"shift should be one of {', '.join(SHIFTS)}; none of them came.", "It is not given.")
    return None


def _unstructured_closing(text: str, side: Side) -> Speech:
    words = words_came(text)
    if not words:
        return silence(True)
    warning = "This closing came in no readable form; its words are kept."
    warnings = (warning, *_length_warning(word_count(words)))
    closing = Closing(side=side, position=words, structured=False, warnings=warnings)
    return Speech(closing=closing, readable=False)


def _length_warning(words: int) -> tuple[str, ...]:
    if words < CLOSING_WORDS:
        return ()
    return (f"This closing is {words} words long; it was to stay under {CLOSING_WORDS}.",)
