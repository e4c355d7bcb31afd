"""Conducting an example: the engine asks, the written words answer in the form a model would, and what it noted becomes
an event file.

Knows the moderator, the sources and the forms of `debate_core.calls`. Invariant: the same sources give the same bytes:
no clock, no chance, and nothing that depends on how long a prompt is or how fast a machine; every call the debate will
make has its answer, and no other has.
"""

import asyncio
import json
import pathlib
import tempfile
from collections.abc import Mapping
from typing import Any

from debate_core.calls import KINDS, graph
from debate_core.calls.live_turn import PARTS, PRESSURES
from debate_core.domain.cast import BUILT_IN_JUDGES, Debater, Panel
from debate_core.domain.config import DebateConfig, Deliberation, Live
from debate_core.domain.live_judge import LINKS
from debate_core.domain.model import Completion, Usage
from debate_core.domain.rubric import STANDARD
from debate_core.domain.steps import is_deliberation
from debate_core.domain.transcript import SIDES, Side, Topic, argument_id
from debate_core.examples import FOLDER
from debate_core.running.moderator import Moderator
from debate_core.store import SQLiteStore
from debate_core.store.events import CallCompleted, CallStarted, DebateOpened, Event
from tools.examples.source import sources
from tools.scripted import Scripted

PHASES = ("opening", "cross_examination", "closing")
KEYS = {"premise_addressed": "premise"}
WEAK = "weak: "
# How a comparison was written, and how it is answered when the older turn is shown first.
WON = {"older": "FIRST", "newer": "SECOND", "draw": "DRAW"}
Source = Mapping[str, Any]
WRITTEN = "example:written"
WRITTEN_BY = "Written for this project by its authors; no model took part."
BROUGHT = pathlib.Path(__file__).parents[2] / "examples" / "microservices.json"
"""The example whose words anybody can have judged anew."""
NOTHING = Usage(input=0, output=0)


class Unwritten(Exception):
    """The words of an example don't fit the debate: an answer was asked for twice, or never, or was not there."""


def config_of(source: Mapping[str, Any]) -> DebateConfig:
    """The configuration an example was conducted with."""
    characters = source.get("personalities", {})

    def debater(side: Side) -> Debater:
        return Debater(side=side, model=WRITTEN, personality=characters.get(side))

    return DebateConfig(
        topic=Topic(**source["topic"]),
        format=source["format"],
        turns=len(source["turn"]) if "turn" in source else 6,
        live=Live(model=WRITTEN, feedback="strict"),
        pro=debater("pro"),
        con=debater("con"),
        panel=Panel(judges=tuple(judge.model_copy(update={"model": WRITTEN}) for judge in BUILT_IN_JUDGES)),
        briefing_model=WRITTEN,
        deliberation=Deliberation() if "talk" in source else None,
        # Most debates in phases were written before their sides were asked to answer each other's questions.
        wording=2 if source["format"] == "exchange" or _asked(source) else 1,
    )


def _asked(source: Source) -> bool:
    return any("answers" in closing for closing in source.get("closing", {}).values())


def events_of(source: Mapping[str, Any]) -> list[Event]:
    """The events of an example, conducted in a store of its own. Raises Unwritten."""
    config = config_of(source)
    texts = answers_of(source)
    model = Scripted(
        {call: Completion(text=text, finish="stop", usage=NOTHING) for call, text in texts.items()}
    )
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "example.sqlite3", clock=lambda: 0.0)
        try:
            record = store.open_record(DebateOpened(config=config, example=WRITTEN_BY), source["record"])
            moderator = Moderator(
                store, store.acquire(record), lambda name, ask: model, nonce=lambda: "0" * 32
            )
            asyncio.run(moderator.conduct())
            events = [timeless(stored.event) for stored in store.read(record)]
        finally:
            store.close()
    if wrong := _misfits(config, set(texts), model, events):
        raise Unwritten(f"{source['record']}: " + "\n".join(wrong))
    return events


def lines_of(events: list[Event]) -> str:
    """The event file: one event a line, without what is as the schema has it anyway, but for the wording: left out, it
    is the first."""
    bodies = [
        {"kind": event.kind, **event.model_dump(mode="json", exclude_defaults=True)} for event in events
    ]
    if isinstance(events[0], DebateOpened):
        bodies[0]["config"]["wording"] = events[0].config.wording
    return "".join(json.dumps(body, ensure_ascii=False) + "\n" for body in bodies)


def write_all(folder: pathlib.Path = FOLDER) -> None:
    """Conduct every example and write its event file."""
    for source in sources():
        path = folder / f"{source['record']}.jsonl"
        path.write_text(lines_of(events_of(source)), encoding="utf-8", newline="\n")
        if _asked(source):
            BROUGHT.write_text(brought_text(source), encoding="utf-8", newline="\n")


def timeless(event: Event) -> Event:
    """The same fact without what the conducting machine added: nothing was reserved, and nothing took time."""
    if isinstance(event, CallStarted):
        return event.model_copy(update={"reserved": 0})
    return event.model_copy(update={"seconds": 0.0}) if isinstance(event, CallCompleted) else event


def _misfits(config: DebateConfig, answered: set[str], model: Scripted, events: list[Event]) -> list[str]:
    """Where the written words don't fit what was asked."""
    wrong = [
        f"{event.kind}: {event.model_dump_json(exclude={'kind'})}"
        for event in events
        if event.kind in ("answer_faulted", "step_failed", "debate_paused")
    ]
    wrong += [f"never asked for: {call}" for call in sorted(answered - set(model.asked))]
    wrong += [f"asked for twice: {call}" for call, times in model.asked.items() if times > 1]
    due = {s.name for s in graph(config) if KINDS[s.kind].askings and not is_deliberation(s.name)}
    unasked = due - set(model.asked) - {"conflict"}
    return [*wrong, *(f"not written: {name}" for name in sorted(unasked))]


def answers_of(source: Source) -> dict[str, str]:
    """The answer to each call of the example, by the call's name."""
    spoken = _exchange(source) if source["format"] == "exchange" else _structured(source)
    judged = {f"judging:{name}": _sheet(sheet) for name, sheet in source["judges"].items()}
    found = (
        spoken | judged | {"briefing": _briefing(source["briefing"])} | _live(source) | _talk(source, judged)
    )
    return {call: json.dumps(answer, ensure_ascii=False) for call, answer in found.items()}


def _exchange(source: Source) -> dict[str, Any]:
    return {f"exchange:{number}": turn for number, turn in enumerate(source["turn"], start=1)}


def _structured(source: Source) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for side in ("pro", "con"):
        found[f"opening:{side}"] = {"arguments": source["opening"][side]}
        responses = [
            {
                "argument_id": one["to"],
                "response_type": one["type"],
                "reasoning": one["reasoning"],
                "question": one["question"],
            }
            for one in source["answers"][side]
        ]
        found[f"cross_examination:{side}"] = {"responses": responses}
        found[f"closing:{side}"] = source["closing"][side]
    return found


def _sheet(sheet: Source) -> dict[str, Any]:
    entries = {name: entry for name, entry in sheet.items() if isinstance(entry, dict)}
    return {
        "scores": [
            {
                "argument_id": name,
                **dict(zip(STANDARD.score_names, entry["scores"], strict=True)),
                "standing": entry["standing"],
                "fallacies": entry.get("fallacies", []),
                "notes": entry["notes"],
            }
            for name, entry in entries.items()
        ],
        "overall": {
            "ballot": sheet["ballot"],
            "confidence": sheet["confidence"],
            "key_finding": sheet["finding"],
        },
    }


def _talk(source: Source, judged: Mapping[str, Any]) -> dict[str, Any]:
    """Every judge's sheet in every round: its last one, but for the arguments that are written anew."""
    found, last = {}, {call.removeprefix("judging:"): sheet for call, sheet in judged.items()}
    for number, sheets in source.get("talk", {}).items():
        for judge, anew in sheets.items():
            rows = [_revised(row, anew.get(row["argument_id"])) for row in last[judge]["scores"]]
            overall = {**last[judge]["overall"], "ballot": anew["ballot"], "confidence": anew["confidence"]}
            overall["key_finding"] = anew.get("finding", overall["key_finding"])
            found[f"deliberation:{number}:{judge}"] = last[judge] = {"scores": rows, "overall": overall}
    return found


def _revised(row: dict[str, Any], anew: Source | None) -> dict[str, Any]:
    """One argument's entry: as it was, or as it is written anew, with what moved each score of it that differs."""
    if anew is None:
        return {**row, "changes": []}
    new = {**row, "notes": anew["notes"], "standing": anew.get("standing", row["standing"])}
    if "scores" in anew:
        new |= dict(zip(STANDARD.score_names, anew["scores"], strict=True))
    moved = [name for name in (*STANDARD.score_names, "standing") if new[name] != row[name]]
    changes = [{"dimension": name.removesuffix("_score"), "because": anew["because"]} for name in moved]
    return {**new, "changes": changes}


def _briefing(written: Source) -> dict[str, Any]:
    def rested(statement: Source) -> dict[str, Any]:
        return {"text": statement["text"], "rests_on": statement["on"]}

    return {
        "key_insight": rested(written["insight"]),
        "unresolved": [rested(statement) for statement in written["unresolved"]],
        "recommendation": rested(written["recommendation"]),
    }


def _live(source: Source) -> dict[str, Any]:
    personal = bool(source.get("personalities"))
    found: dict[str, Any] = {}
    for judged in source["live"]:
        found[f"live:{judged['turn']}"] = _turn(judged, personal=personal)
        if "beside" in judged:
            won = {key: WON.get(value, value) for key, value in judged["beside"].items()}
            found[f"pairwise:{judged['turn']}"] = won
    found |= {call: source[call] for call in ("narrative", "conflict", "convergence") if call in source}
    if "narrative" in found:
        parts: dict[str, list[Any]] = {"spine": [], "evolved": [], "broke": [], "turning_points": []}
        found["narrative"] = parts | found["narrative"]
    return found


def _turn(judged: Source, *, personal: bool) -> dict[str, Any]:
    felt = {
        "weaker": judged.get("weaker", "NONE"),
        "pressure": dict(zip(PRESSURES.parts, judged.get("pressure", [0, 0, 0, 0]), strict=True)),
    }
    return {
        "logic": judged["logic"],
        "links": [_link(kind, judged.get(KEYS.get(kind, kind))) for kind in LINKS],
        "rhetoric": dict(zip(PARTS.parts, judged["rhetoric"], strict=True)),
        "tactics": judged["tactics"],
        "frame_control": judged["frame"],
        "credibility": judged["credibility"],
        "suspect_claims": judged.get("suspect", []),
        "exposures": [{"claim": "", **one} for one in judged.get("exposes", [])],
        "slips": judged.get("slips", []),
        **(felt if personal else {}),
        "notes": judged["notes"],
    }


def _link(kind: str, written: str | None) -> dict[str, str]:
    """A link as written: its words; `weak: ` before them; empty for missing; not there at all where it can't apply."""
    if written is None:
        return {"kind": kind, "state": "not_applicable", "quote": ""}
    state = "weak" if written.startswith(WEAK) else "present" if written else "missing"
    return {"kind": kind, "state": state, "quote": written.removeprefix(WEAK)}


def brought_text(source: Source) -> str:
    """That file."""
    return json.dumps(brought_of(source), ensure_ascii=False, indent=1) + "\n"


def brought_of(source: Source) -> dict[str, Any]:
    """The words of an example in phases, without its judges, as a file that `judge` reads."""
    order = [(side, argument) for side in SIDES for argument in source["opening"][side]]
    ids = [
        argument_id(side, number)
        for side in SIDES
        for number, _ in enumerate(source["opening"][side], start=1)
    ]
    answers = {one["to"]: one for side in SIDES for one in source["answers"][side]}
    return {
        "topic": source["topic"]["text"],
        "background": source["topic"]["background"],
        "arguments": [{"side": side, **argument} for side, argument in order],
        "responses": [
            {"to": place, "type": answers[name]["type"], "reasoning": answers[name]["reasoning"]}
            for place, name in enumerate(ids)
        ],
        "closings": {side: source["closing"][side]["position"] for side in SIDES},
    }
