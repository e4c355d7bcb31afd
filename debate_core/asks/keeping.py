"""Cuts a speech's fields at a length no speech needs, each with a warning."""

from collections.abc import Mapping

from debate_core.answers.fields import KEPT_MOST, cut_short
from debate_core.transcript import Argument, Closing, Response, Turn


def bounded(turn: Turn) -> Turn:
    """The turn with no field longer than what is kept of one."""
    warnings = list(turn.warnings)
    responses = []
    for one in turn.responses:
        cut, said = _cut(one, ("reasoning", "question", "unreadable"))
        warnings += [f"The answer to {one.argument_id}: {sentence}" for sentence in said]
        responses.append(one.model_copy(update=cut))
    update = {
        "arguments": tuple(_argument(one) for one in turn.arguments),
        "responses": tuple(responses),
        "closing": turn.closing and _closing(turn.closing),
        "warnings": tuple(warnings),
    }
    return turn.model_copy(update=update)


def _argument(one: Argument) -> Argument:
    cut, said = _cut(one, ("claim", "reasoning", "evidence"))
    return one.model_copy(update={**cut, "warnings": (*one.warnings, *said)}) if said else one


def _closing(one: Closing) -> Closing:
    cut, said = _cut(one, ("position",))
    lists = {
        name: tuple(cut_short(text) for text in getattr(one, name)) for name in ("concessions", "unrebutted")
    }
    long = [_said(name) for name, texts in lists.items() if texts != getattr(one, name)]
    return one.model_copy(update={**cut, **lists, "warnings": (*one.warnings, *said, *long)})


def _cut(
    one: Argument | Response | Closing, names: tuple[str, ...]
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    cut = {name: cut_short(text) for name in names if len(text := getattr(one, name)) > KEPT_MOST}
    return cut, tuple(_said(name) for name in cut)


def _said(name: str) -> str:
    return f"The {name} is longer than {KEPT_MOST:,} characters; only the first are kept."
