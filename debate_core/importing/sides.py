"""Reads JSON that names its sides: arguments with answers and closings, or turns; ids are issued anew."""

from collections.abc import Mapping
from typing import Any

from debate_core.domain.transcript import (
    PHASES,
    RESPONSE_TYPES,
    SIDES,
    Argument,
    Closing,
    Response,
    Side,
    Turn,
    argument_id,
    opponent,
    turn_number,
)
from debate_core.importing.documents.text import printable_text
from debate_core.importing.spoken import NotBrought, SpokenTurn, Talk

FORM = (
    '{"topic", "arguments": [{"side", "claim", "reasoning", "evidence"}], "responses": [{"to", "type", "reasoning"}], '
    '"closings": {"pro", "con"}} or {"topic", "turns": [{"side", "text"}]}'
)
_KNOWN = {"topic", "background", "arguments", "responses", "closings", "turns"}
_LISTED = 12
Object = Mapping[str, Any]


def names_sides(value: object) -> bool:
    """Whether a value is of one of the two forms; turns that name a speaker and no side are a chat."""
    if not isinstance(value, dict) or not value.keys() & {"arguments", "turns"}:
        return False
    turns = value.get("turns")
    first = turns[0] if isinstance(turns, list) and turns else None
    return not (
        isinstance(first, dict) and "side" not in first and first.keys() & {"speaker", "name", "role"}
    )


def talk_of(value: Object, name: str) -> tuple[Talk, tuple[str, ...]]:
    """The debate it is, and what of it was not read. Raises NotBrought with every fault."""
    faults: list[str] = []
    topic, background = _text(value, "topic", "", faults), _text(value, "background", "", faults)
    said: tuple[SpokenTurn, ...] = ()
    turns: tuple[Turn, ...] = ()
    if "arguments" in value and "turns" in value:
        faults.append("expected arguments or turns; got both")
    elif "turns" in value:
        said = _said(_list(value, "turns", faults), faults)
    else:
        turns = _turns(value, faults)
    if faults:
        more = f" … and {len(faults) - _LISTED} more" if len(faults) > _LISTED else ""
        raise NotBrought(f"{name}: {'; '.join(faults[:_LISTED])}{more}. Expected {FORM}")
    left = sorted(str(key)[:40] for key in value.keys() - _KNOWN)[:_LISTED]
    notes = (f"Not read: {', '.join(left)}.",) if left else ()
    return Talk(title=topic, background=background, said=said, turns=turns), notes


def _said(entries: list[Any], faults: list[str]) -> tuple[SpokenTurn, ...]:
    found = []
    for number, entry in enumerate(entries):
        where = f"turns[{number}]"
        one = _object(entry, where, faults)
        side, text = _side(one, where, faults), _text(one, "text", where, faults, needed=True)
        found.append(SpokenTurn(speaker=side.upper(), text=text.strip()))
    if not entries:
        faults.append("turns: expected at least one; got none")
    return tuple(found)


def _turns(value: Object, faults: list[str]) -> tuple[Turn, ...]:
    arguments = _arguments(_list(value, "arguments", faults), faults)
    responses = _responses(_list(value, "responses", faults), arguments, faults)
    closings = _closings(value.get("closings"), faults)
    if not arguments:
        faults.append("arguments: expected at least one; got none")
    turns = [
        Turn(
            number=turn_number(phase, side),
            phase=phase,
            side=side,
            arguments=tuple(one for one in arguments if phase == "opening" and one.side == side),
            responses=tuple(one for one in responses if phase == "cross_examination" and one.side == side),
            closing=closings.get(side) if phase == "closing" else None,
        )
        for phase in PHASES
        for side in SIDES
    ]
    return tuple(turn for turn in turns if turn.arguments or turn.responses or turn.closing)


def _arguments(entries: list[Any], faults: list[str]) -> tuple[Argument, ...]:
    counted = dict.fromkeys(SIDES, 0)
    found = []
    for number, entry in enumerate(entries):
        where = f"arguments[{number}]"
        one = _object(entry, where, faults)
        side = _side(one, where, faults)
        counted[side] += 1
        parts = {part: _text(one, part, where, faults) for part in ("reasoning", "evidence")}
        claim = _text(one, "claim", where, faults, needed=True)
        found.append(Argument(id=argument_id(side, counted[side]), side=side, claim=claim, **parts))
    return tuple(found)


def _responses(
    entries: list[Any], arguments: tuple[Argument, ...], faults: list[str]
) -> tuple[Response, ...]:
    found: dict[int, Response] = {}
    for number, entry in enumerate(entries):
        where = f"responses[{number}]"
        one = _object(entry, where, faults)
        to, kind = one.get("to"), one.get("type")
        reasoning = _text(one, "reasoning", where, faults)
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to < len(arguments):
            most = len(arguments) - 1
            faults.append(f"{where}.to: expected the index of an argument, 0 to {most}; got {_came(to)}")
        elif kind not in RESPONSE_TYPES:
            faults.append(f"{where}.type: expected one of {', '.join(RESPONSE_TYPES)}; got {_came(kind)}")
        elif to in found:
            faults.append(f"{where}.to: expected one answer to each argument; got another to {to}")
        else:
            target = arguments[to]
            found[to] = Response(
                argument_id=target.id,
                side=opponent(target.side),
                response_type=kind,
                reasoning=reasoning,
                question=_text(one, "question", where, faults),
            )
    return tuple(found[to] for to in sorted(found))


def _closings(value: Any, faults: list[str]) -> dict[Side, Closing]:
    if value is None:
        return {}
    one = _object(value, "closings", faults)
    words = {side: _text(one, side, "closings", faults).strip() for side in SIDES}
    for key in one.keys() - set(SIDES):
        faults.append(f"closings: expected pro and con; got {_came(key)}")
    return {s: Closing(side=s, position=text, structured=False) for s, text in words.items() if text}


def _list(value: Object, key: str, faults: list[str]) -> list[Any]:
    found = value.get(key)
    if found is None or isinstance(found, list):
        return found or []
    faults.append(f"{key}: expected a list; got {type(found).__name__}")
    return []


def _object(entry: Any, where: str, faults: list[str]) -> Object:
    if isinstance(entry, dict):
        return entry
    faults.append(f"{where}: expected an object; got {type(entry).__name__}")
    return {}


def _side(one: Object, where: str, faults: list[str]) -> Side:
    given = one.get("side")
    word = given.strip().casefold() if isinstance(given, str) else ""
    for side in SIDES:
        if word == side:
            return side
    faults.append(f"{where}.side: expected pro or con; got {_came(given)}")
    return "pro"


def _text(one: Object, key: str, where: str, faults: list[str], *, needed: bool = False) -> str:
    found, place = one.get(key), f"{where}.{key}" if where else key
    if found is None and not needed:
        return ""
    if not isinstance(found, str):
        faults.append(f"{place}: expected text; got {_came(found)}")
    elif needed and not found.strip():
        faults.append(f"{place}: expected words; got none")
    else:
        return printable_text(found).text
    return ""


def _came(found: object) -> str:
    if found is None:
        return "nothing"
    return repr(found)[:40] if isinstance(found, str | int | float) else type(found).__name__
