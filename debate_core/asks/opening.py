"""The opening: a side gives its arguments, each on ground of its own (SD-2, SD-5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from debate_core.answers.fields import Notes, is_bare, objects_under
from debate_core.answers.form import Form, Many
from debate_core.answers.json import find_object
from debate_core.asks.speech import (
    ARGUMENT,
    Speaking,
    Speech,
    argument_from,
    kept_as_came,
    note_cut,
    role,
    silence,
    unread,
)
from debate_core.config import DebateConfig
from debate_core.prompts.passages import add_debate, start
from debate_core.prompts.prompt import Prompt, in_form, paragraphs
from debate_core.transcript import Phase, Side, argument_id, opponent


@dataclass(frozen=True, kw_only=True)
class Opening(Speaking):
    """A side is to give `count` arguments. `heard` is empty when phases are simultaneous."""

    kind: ClassVar[str] = "opening"
    phase: ClassVar[Phase] = "opening"

    count: int

    @classmethod
    def extent(cls, config: DebateConfig, turn: int) -> dict[str, Any]:
        """The arguments a side."""
        return {"count": config.arguments_per_side}

    @property
    def form(self) -> Form:
        """A list with a place for each argument."""
        return Form({"arguments": Many(form=ARGUMENT, places=[ARGUMENT] * self.count)})

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        """The debate so far, how many arguments, and what each has."""
        passages = start(self.topic, nonce)
        add_debate(passages, self.heard)
        many = self.count > 1
        number = (
            f"exactly {self.count} arguments, each on ground of its own" if many else "exactly 1 argument"
        )
        task = paragraphs(
            f"{role(self.side)} This is your opening. Give {number}." + self._heard_opening(),
            f"Each argument has\n{ARGUMENT.lines()}",
            f"At most {min(120, 800 // self.count)} words per argument. Give the arguments no ids and no "
            "numbers: ids are issued afterwards.",
            in_form(self.form.told, f"The list holds {self.count} such object{'s' if many else ''}."),
        )
        return self.asked(passages, task, self.form, faults)

    def _heard_opening(self) -> str:
        if not self.heard.arguments:
            return ""
        other = opponent(self.side).upper()
        return f" You have heard {other}'s opening. You will answer it later; now make your own case."

    def speech(self, text: str, *, shown: str = "", final: bool = False) -> Speech:
        """Read `count` arguments (SD-2, SD-5)."""
        return read_opening(text, side=self.side, count=self.count, shown=shown, final=final)


def read_opening(text: str, *, side: Side, count: int, shown: str = "", final: bool = False) -> Speech:
    """Read `count` arguments. `shown` is the words of others that the prompt showed; `final`: it won't be asked
    again."""
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


def _count_arguments(came: int, worded: int, count: int, notes: Notes) -> None:
    if worded < came:
        notes.wrong(f"{came - worded} of the arguments held no words.", "It is not counted.")
    if worded > count:
        notes.wrong(f"{count} arguments were asked for; {worded} came.", f"Only the first {count} are kept.")
    elif worded < count:
        notes.wrong(f"{count} arguments were asked for; {worded} came.")
