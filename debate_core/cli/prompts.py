"""`prompts`: what each role is told, word for word: of today's roles on written samples, or of a stored debate, in the
wording that it was asked with."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from debate_core.calls import KINDS, graph
from debate_core.calls.anew import Rescore
from debate_core.calls.ask import ModelTask, Step
from debate_core.cli.options import opened
from debate_core.domain.config import WORDING, Deliberation, Panel, Probe
from debate_core.domain.errors import SetUpError
from debate_core.domain.json_csv import in_json
from debate_core.domain.steps import NARRATIVE
from debate_core.examples.opening import record_of
from debate_core.store.record import ArtifactRecord, RatingsRecord, Record
from debate_core.store.replay import load_any

SAMPLES = ("example-second-check", "example-school-phones")
"""One in phases with a discussion, one exchange with a live judge whose two readings differ."""
MARK = "a-mark-drawn-anew-for-each-call"
LIVE, BRIEFING, STORY = "the live judge", "the briefing", "the narrative"
Told = Mapping[str, Any]


def declare_prompts(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", nargs="?", help="a debate's or text's id (default: today's roles on samples)")
    command.add_argument(
        "--role", help=f"PRO, CON, a judge by name, “{LIVE}”, “{BRIEFING}” or “{STORY}” (default: all)"
    )


def act_prompts(options: argparse.Namespace) -> int:
    """Print each prompt, the last of its kind for each role."""
    found: dict[object, Told] = {}
    for record in _records(options):
        found = _told(record) | found
    asked = (options.role or "").casefold()
    told = [one for one in found.values() if not asked or one["role"].casefold() in (asked, f"the {asked}")]
    if not told:
        roles = ", ".join(dict.fromkeys(one["role"] for one in found.values()))
        raise SetUpError(f"--role: expected one of {roles or 'none, as no model is asked'}")
    sys.stdout.write((in_json(told) if options.json else "\n\n".join(map(_text, told))) + "\n")
    return 0


def _records(options: argparse.Namespace) -> list[Record | ArtifactRecord]:
    if options.id:
        held = load_any(opened(options), options.id)
        return [] if isinstance(held, RatingsRecord) else [held]
    return [_today(record_of(name)) for name in SAMPLES]


def _today(record: Record) -> Record:
    """A sample as today's roles would be asked of it, with every control round if its judges discuss."""
    talk = record.config.deliberation and Deliberation(probes=get_args(Probe))
    changes = {"wording": WORDING, "panel": Panel(), "deliberation": talk}
    return replace(record, config=record.config.model_copy(update=changes))


def _told(record: Record | ArtifactRecord) -> dict[object, Told]:
    """The last prompt of each kind for each role: it shows the most."""
    found: dict[object, Told] = {}
    config: Any = record.config
    config = config.model_copy(update={"narrative": True}) if record.narrative_asked else config
    for step in graph(config):
        kind: Any = KINDS[step.kind]
        ask = kind.asked(record, step) if issubclass(kind, Rescore) else kind.at(record, step)
        if isinstance(ask, ModelTask):
            prompt, role = ask.prompt(MARK), _role(step, config)
            messages = [{"role": one.role, "content": one.content} for one in prompt.messages]
            told = {"role": role, "asks_for": kind.called(step), "messages": messages, "form": prompt.schema}
            found[role, step.kind, step.probe, step.swapped] = told
    return found


def _role(step: Step, config: Any) -> str:
    if step.judge or step.side:
        return step.judge or str(step.side).upper()
    alone = step.kind == NARRATIVE and not config.live
    return BRIEFING if step.kind == "briefing" else STORY if alone else LIVE


def _text(told: Told) -> str:
    parts = (f"--- {one['role']}\n{one['content']}" for one in told["messages"])
    return "\n\n".join((f"=== {told['role']}: {told['asks_for']}", *parts))
