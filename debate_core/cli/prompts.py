"""`prompts`: what each role is told, word for word: of today's roles on written samples, or of a stored debate, in the
wording that it was asked with. No model is asked."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from debate_core.asks import KINDS, graph
from debate_core.asks.anew import Anew
from debate_core.asks.ask import Ask, Step
from debate_core.cli.options import opened
from debate_core.config import WORDING, Deliberation, Panel, Probe
from debate_core.errors import SetUpError
from debate_core.examples.opening import record_of
from debate_core.prompts.prompt import Prompt
from debate_core.record import ArtifactRecord, RatingsRecord, Record
from debate_core.replay import load_any

SAMPLES = ("example-second-check", "example-school-phones")
"""One in phases with a discussion, one exchange with a live judge whose two readings differ."""
MARK = "a-mark-drawn-anew-for-each-call"
LIVE, BRIEFING = "the live judge", "the briefing"


@dataclass(frozen=True, kw_only=True)
class _Told:
    """A prompt, whom it is for, and what is asked for with it."""

    role: str
    asks_for: str
    prompt: Prompt

    def values(self) -> dict[str, Any]:
        messages = [{"role": one.role, "content": one.content} for one in self.prompt.messages]
        return {
            "role": self.role,
            "asks_for": self.asks_for,
            "messages": messages,
            "form": self.prompt.schema,
        }

    def text(self) -> str:
        parts = (f"--- {one.role}\n{one.content}" for one in self.prompt.messages)
        return "\n\n".join((f"=== {self.role}: {self.asks_for}", *parts))


def declare_prompts(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", nargs="?", help="a debate's or text's id (default: today's roles on samples)")
    command.add_argument("--role", help=f"PRO, CON, a judge by name, “{LIVE}” or “{BRIEFING}” (default: all)")


def act_prompts(options: argparse.Namespace) -> int:
    """Print each prompt, the last of its kind for each role."""
    found: dict[object, _Told] = {}
    for record in _records(options):
        found |= {key: one for key, one in _told(record).items() if key not in found}
    told = list(found.values())
    roles = list(dict.fromkeys(one.role for one in told))
    if options.role:
        asked = options.role.casefold()
        told = [one for one in told if one.role.casefold() in (asked, f"the {asked}")]
    if not told:
        raise SetUpError(f"--role: expected one of {', '.join(roles) or 'none: no model is asked'}")
    values = [one.values() for one in told]
    text = json.dumps(values, ensure_ascii=False, indent=1) if options.json else _joined(told)
    sys.stdout.write(text + "\n")
    return 0


def _joined(told: Sequence[_Told]) -> str:
    return "\n\n".join(one.text() for one in told)


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


def _told(record: Record | ArtifactRecord) -> dict[object, _Told]:
    """The last prompt of each kind for each role: it shows the most."""
    found: dict[object, _Told] = {}
    for step in graph(record.config):
        kind: Any = KINDS[step.kind]
        asked = kind.asked(record, step) if issubclass(kind, Anew) else kind.at(record, step)
        if isinstance(asked, Ask):
            role = _role(step)
            told = _Told(role=role, asks_for=kind.called(step), prompt=asked.prompt(MARK))
            found[role, step.kind, step.probe] = told
    return found


def _role(step: Step) -> str:
    if step.judge or step.side:
        return step.judge or str(step.side).upper()
    return BRIEFING if step.kind == "briefing" else LIVE
