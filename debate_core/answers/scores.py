"""Turns a judge model's answer into scores, or into faults to send back."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from debate_core.answers import retraction, score_tables
from debate_core.answers.fields import (
    MAX_FIELD,
    cut_short,
    is_placeholder,
    looks_like_a_score,
    read_confidence,
    read_fallacy,
    read_id,
    read_name,
    read_score,
    read_text,
    read_word,
    texts_in,
)
from debate_core.answers.json import COPIED, FoundStatus, ParsedObject, ParseStage, find_object, is_quoted
from debate_core.answers.repair import AmbiguousAnswer
from debate_core.answers.score_tables import REASONS, changes_nothing, is_sum, strange_field
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.rubric import (
    BALLOTS,
    STANDINGS,
    ArgumentScores,
    Dimension,
    Overall,
    Rubric,
    Scoresheet,
)

NESTS = ("scores", "dimensions", "ratings", "dimension_scores")
OF_A_ROW = frozenset(
    {*score_tables.ID_KEYS, *NESTS, *REASONS, "standing", "fallacies", "fallacy", "claim", "side"}
)


_CORRECTION = re.compile(
    r"\b(actually|correct(?:ion|ed)|instead|should (?:be|have been)|chang(?:e|ed)|revis(?:e|ed)|updat(?:e|ed)|wait"
    r"|sorry|mistake|rather)\b",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"(?:\\)?[ _-]")
CUT = "Expected a complete answer; it broke off before the scores were closed."
ASIDE = "Expected scores only inside the JSON object; the words around it name arguments with numbers."
FIELDS = "Expected the fields that were asked for, and no others."
ROW = f'Expected each object in "scores" to name its argument as "{score_tables.ID_KEYS[0]}".'
SIDE = "Expected each argument under its own side."


class ScoreAnswer(FrozenValue):
    """What was read from a judge's answer. `scores` and `entries` are empty unless `status` is `accepted` or
    `repaired`; `faults` are sentences for the judge; `remarks` say what was left out without harm."""

    status: FoundStatus
    parse_stage: ParseStage
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    entries: tuple[ArgumentScores, ...] = ()
    overall: Overall = field(default_factory=Overall)
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(kw_only=True)
class _ScoreReading:
    """What is noticed while reading. `exact`: every value was written as the wire form has it."""

    ids: tuple[str, ...]
    rubric: Rubric
    more: frozenset[str] = frozenset()
    exact: bool = True
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read_answer(
    text: str,
    *,
    argument_ids: Sequence[str],
    rubric: Rubric,
    transcript: str = "",
    more: Sequence[str] = (),
    strict: bool = False,
) -> ScoreAnswer:
    """A judge's scores of `argument_ids` under `rubric`, or the faults of its answer.

    `transcript` is the debate as the judge was shown it: an object or a row that stands there isn't its own.
    `more`: fields of an argument's row that were asked for beside scores and reasons. `strict`: reasons that may speak
    of their judge, its scores or the form make it unreadable, whatever they say of them.
    """
    parsed = find_object(text, transcript=transcript)
    unread = partial(ScoreAnswer, status="unreadable", parse_stage=parsed.parse_stage)
    if parsed.value is None:
        return unread(status=parsed.status, faults=parsed.faults)
    reading = _ScoreReading(ids=tuple(argument_ids), rubric=rubric, more=frozenset(more))
    try:
        table = score_tables.find_table(parsed.value, reading.ids, rubric.keys)
        _check_surroundings(parsed, table, reading, transcript)
    except AmbiguousAnswer as doubt:
        return unread(faults=(str(doubt),))
    if strict and _speaks_of_itself(parsed, reading):
        return unread(faults=(retraction.ASIDES,))
    reading.exact = parsed.parse_stage == "strict" and table.plain
    entries = _read_rows(table, reading)
    overall = _read_overall(table.holder, reading)
    if reading.faults:
        return unread(faults=tuple(dict.fromkeys(reading.faults)))
    names = {dimension.key: dimension.score_name for dimension in rubric.dimensions}
    return ScoreAnswer(
        status="accepted" if reading.exact else "repaired",
        parse_stage=parsed.parse_stage,
        scores={one.argument_id: {names[key]: int(one.scores[key]) for key in one.scores} for one in entries},
        entries=entries,
        overall=overall,
        remarks=tuple(dict.fromkeys(reading.remarks)),
    )


def to_sheet(answer: ScoreAnswer, judge_name: str) -> Scoresheet:
    """The scoresheet of a judge whose answer could be read. Raises `ValueError` for any other answer."""
    if answer.status not in ("accepted", "repaired"):
        raise ValueError(f"expected an answer that could be read; this one is {answer.status!r}")
    return Scoresheet(judge=judge_name, entries=answer.entries, overall=answer.overall)


def _check_surroundings(
    parsed: ParsedObject, table: score_tables.ScoreTable, reading: _ScoreReading, transcript: str
) -> None:
    """Raises `AmbiguousAnswer` where scores were cut off or copied from the debate, or words around speak of scores."""
    if parsed.cut and (table.holder is not parsed.value or parsed.cut[0] != "overall"):
        raise AmbiguousAnswer(CUT)
    scale = reading.rubric.scale
    if retraction.retracts_scores(
        parsed.around, low=scale.low, high=scale.high, dimensions=reading.rubric.keys
    ):
        raise AmbiguousAnswer(retraction.WITHDRAWN)
    disowned = any(retraction.disowns(words, high=scale.high) for words in texts_in(parsed.value))
    if disowned or retraction.disowns(parsed.comments, high=scale.high, label=True):
        raise AmbiguousAnswer(retraction.DISOWNED)
    names = (_SEPARATOR.sub("[ _-]?", re.escape(name)) for name in reading.ids)
    name = re.compile("|".join(names), re.IGNORECASE)
    if any(_speaks_of_scores(line, name) for line in parsed.around.splitlines()):
        raise AmbiguousAnswer(ASIDE)
    own = {id(row.fields) for row in table.rows}
    if any(strange_field(whole, own, reading.ids, reading.rubric) for whole in (parsed.value, table.holder)):
        raise AmbiguousAnswer(FIELDS)
    if transcript and any(_is_copied(row, transcript) for row in table.rows):
        raise AmbiguousAnswer(COPIED)


def _speaks_of_itself(parsed: ParsedObject, reading: _ScoreReading) -> bool:
    scale, keys = reading.rubric.scale, reading.rubric.keys
    within = any(retraction.speaks_of_itself(words, keys) for words in texts_in(parsed.value))
    return within or any(
        retraction.is_aside(words, low=scale.low, high=scale.high)
        for words in (parsed.around, parsed.comments)
    )


def _speaks_of_scores(line: str, name: re.Pattern[str]) -> bool:
    rest = name.sub("", line)
    has_number = any(c.isdigit() for c in rest)
    return has_number and (len(rest) < len(line) or _CORRECTION.search(line) is not None)


def _is_copied(row: score_tables.SheetRow, transcript: str) -> bool:
    core = {
        key: value
        for key, value in row.fields.items()
        if not isinstance(value, list) and len(str(value)) < 20
    }
    texts = (json.dumps(fields, default=str, ensure_ascii=False) for fields in (row.fields, core))
    return any(is_quoted(text, transcript) for text in texts)


def _read_rows(table: score_tables.ScoreTable, reading: _ScoreReading) -> tuple[ArgumentScores, ...]:
    entries: dict[str, ArgumentScores] = {}
    named: set[str] = set()
    for row in table.rows:
        fields = _normalise_names(row.fields, reading)
        name = _read_row_id(row, fields, reading)
        if name is None:
            continue
        named.add(name)
        entry = _read_row(name, fields, reading)
        if name in entries:
            reading.exact = False
            if entries[name] != entry:
                reading.faults.append(f"{name}: expected once; it is there again with different contents.")
        elif entry is not None:
            entries[name] = entry
    reading.faults.extend(
        f"{name} is missing; expected every argument." for name in reading.ids if name not in named
    )
    return tuple(entries[name] for name in reading.ids if name in entries)


def _normalise_names(fields: Mapping[str, object], reading: _ScoreReading) -> dict[str, object]:
    """The fields under names in our spelling. Two names that are one must have one value."""
    named: dict[str, object] = {}
    for written, value in fields.items():
        name = read_name(written)
        reading.exact &= name == written
        if name in named and repr(named[name]) != repr(value):
            reading.faults.append(
                "Expected each name once in an object; one is there twice with different values."
            )
        named[name] = value
    return named


def _read_row_id(
    row: score_tables.SheetRow, fields: Mapping[str, object], reading: _ScoreReading
) -> str | None:
    written = [fields[key] for key in score_tables.ID_KEYS if key in fields]
    if row.key is not None:
        written.append(row.key)
    meant = {read_id(name, reading.ids) for name in written}
    only = meant.pop() if len(meant) == 1 else None
    if only is None:
        reading.faults.append(ROW + f" The arguments are {', '.join(reading.ids)}, and no others.")
        return None
    if row.side is not None and only.casefold().split("-")[0] != row.side:
        reading.faults.append(SIDE)
    reading.exact &= fields.get(score_tables.ID_KEYS[0]) == only
    return only


def _read_row(name: str, fields: Mapping[str, object], reading: _ScoreReading) -> ArgumentScores | None:
    scores = {one.key: _read_dimension(name, one, fields, reading) for one in reading.rubric.dimensions}
    _refuse_second_thoughts(name, fields, tuple(scores.values()), reading)
    standing = read_word(fields.get("standing"), STANDINGS)
    reading.exact &= standing == fields.get("standing")
    if standing is None:
        reading.faults.append(f'{name}: expected "standing" to be one of {", ".join(STANDINGS)}.')
    complete = {key: value for key, value in scores.items() if value is not None}
    if standing is None or len(complete) < len(scores):
        return None
    return ArgumentScores(
        argument_id=name,
        scores=complete,
        standing=standing,
        fallacies=_read_fallacies(name, fields.get("fallacies", fields.get("fallacy")), reading),
        notes=_read_words(fields, "notes", reading),
    )


def _read_dimension(
    name: str, dimension: Dimension, fields: Mapping[str, object], reading: _ScoreReading
) -> int | None:
    nests = [part for key in NESTS if isinstance(part := fields.get(key), dict)]
    places = [fields, *(_normalise_names(nest, reading) for nest in nests)]
    written = [one[key] for one in places for key in (dimension.score_name, dimension.key) if key in one]
    values = {read_score(value, reading.rubric.scale) for value in written}
    value = values.pop() if len(values) == 1 else None
    if value is None:
        what = reading.rubric.scale.instruction()
        reading.faults.append(f'{name}: "{dimension.score_name}" must be {what} and nothing else.')
        return None
    reading.exact &= isinstance(fields.get(dimension.score_name), int) and len(written) == 1
    return value


def _refuse_second_thoughts(
    name: str, fields: Mapping[str, object], scores: tuple[int | None, ...], reading: _ScoreReading
) -> None:
    """A number under a name that resembles a score's (`logic_score_revised`) leaves the score in doubt, and so does any
    field that the form doesn't know and that may change something."""
    plain = {*reading.rubric.score_names, *reading.rubric.keys}
    for key, value in fields.items():
        asked = key in OF_A_ROW or key in plain or key in reading.more
        if not (asked or is_sum(key, value, scores) or changes_nothing(key, value, reading.rubric)):
            reading.faults.append(f"{name}: {FIELDS}")
        resembles = any(word in key for word in reading.rubric.keys) and key not in plain
        within = list(value.values()) if key in NESTS and isinstance(value, dict) else value
        nested = key not in plain and score_tables.holds_scores(within, (), reading.ids, reading.rubric.keys)
        if nested or (resembles and looks_like_a_score(value)):
            reading.faults.append(f"{name}: expected one score for each dimension and no other numbers.")


def _read_fallacies(name: str, written: object, reading: _ScoreReading) -> tuple[str, ...] | None:
    if written is None:
        return None
    words = written if isinstance(written, list) else [written]
    known = [read_fallacy(word) for word in words]
    none_named = isinstance(written, str) and written.strip().casefold() in ("", "none", "n/a", "-")
    dropped = 0 if none_named else known.count(None)
    if dropped:
        reading.remarks.append(f"{name}: {dropped} fallacy name(s) not on the list were left out.")
    return tuple(dict.fromkeys(word for word in known if word is not None))


def _read_words(fields: Mapping[str, object], name: str, reading: _ScoreReading) -> str | None:
    if name not in fields:
        return None
    words = read_text(fields[name])
    reading.exact &= words == fields[name] and words is not None
    if words is None or is_placeholder(words.strip()):
        return None
    if len(words) > MAX_FIELD:
        reading.remarks.append(f"{name} longer than {MAX_FIELD:,} characters: only the first are kept.")
    return cut_short(words)


def _read_overall(holder: Mapping[str, object], reading: _ScoreReading) -> Overall:
    part = holder.get("overall")
    if not isinstance(part, dict):
        return Overall()
    fields = _normalise_names(part, reading)
    return Overall(
        ballot=read_word(fields.get("ballot"), BALLOTS),
        confidence=read_confidence(fields.get("confidence")),
        key_finding=_read_words(fields, "key_finding", reading),
    )
