"""Options that several commands take: declared settings, the store, how a report is to be read."""

import argparse
import math
import pathlib
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from debate_core.composition import open_store
from debate_core.domain.errors import SetUpError, only_with
from debate_core.domain.options import Number, OneOf, Option, Switch, Words, options_of, part_of
from debate_core.domain.settings import on_server, store_address
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import in_json
from debate_core.importing.files import bytes_of
from debate_core.library.report import ReportSettings
from debate_core.library.report.settings import THRESHOLDS
from debate_core.reporting.blocks import Document
from debate_core.reporting.formats import plain_text
from debate_core.store import Store
from debate_core.verdicts.rules import DEFAULTS, Thresholds

Declared: TypeAlias = "argparse._ActionsContainer"
DEFAULT_FORMAT = "structured"
FILE_OR_INPUT = "a file; - for standard input"


_BEGINS = {"topic": "", "temperatures": "temperature-", "deliberation": "deliberate-", "caps": "cap-"}
_TITLES = {"live": "live judge", "deliberation": "discussion", "caps": "length caps, in tokens a call"}
"""How the flags of a part's settings begin where not with its name, and what stands over some of them."""


def _parts(holder: Any, prefix: str) -> Iterator[tuple[str, Any, str]]:
    """Each part of a class: its field, what it is, how the flags of its settings begin."""
    for name in getattr(holder, "model_fields", ()):
        if kind := part_of(holder, name):
            yield name, kind, prefix + _BEGINS.get(name, f"{name}-")


def declare(
    command: Declared, holder: Any, prefix: str = "", but: Collection[str] = (), *, spoken: bool = True
) -> None:
    """Declare a flag for each option of a class and of its parts, `but` for some of these; unless it will be `spoken`,
    for none about speeches. `amend` has what they are given."""
    fields = getattr(holder, "model_fields", None)
    for part, kind, begins in _parts(holder, prefix):
        if part not in but:
            title = _TITLES.get(part, part.upper() if part in SIDES else "")
            group = command.add_argument_group(title) if title else command
            declare(group, kind, begins, spoken=spoken)
    for name, option in options_of(holder).items():
        if spoken or not option.of_speeches:
            flag = flag_of(holder, name, prefix)
            default = fields[name].default if fields else getattr(holder(), name)
            command.add_argument(flag, dest=_dest(prefix, name), **argument_of(flag, option, default))


def flag_of(holder: Any, name: str, prefix: str = "") -> str:
    return f"--{prefix}{options_of(holder)[name].flag or name}".replace("_", "-")


def value_of(flag: str, option: Option, text: str) -> Any:
    """The value that a flag is given, read before any command begins. Raises SetUpError."""
    value = option.read(text)
    if not option.allows(value):
        raise SetUpError(f"{flag}: expected {option.expected_text}, got {text!r}")
    return value


def argument_of(flag: str, option: Option, default: Any) -> dict[str, Any]:
    """What argparse is told of a flag."""
    if isinstance(option, OneOf):  # `none`, too, where its meaning is told
        option = replace(option, options={**option.means, **option.options})
    text, reader = help_text(option), partial(value_of, flag, option)
    match option:
        case Switch():
            return {"action": argparse.BooleanOptionalAction, "help": text}
        case OneOf(many=True, options=words):
            return {"action": "append", "default": [], "choices": [*words], "help": f"{text} Repeatable."}
        case OneOf(options=words, nothing=nothing):
            text = f"{text} (default: {default or nothing.lower()})"
            return {"metavar": f"{{{','.join(words)}}}", "type": reader, "help": text}
        case Number():
            default = "" if default is None else f"; default: {default:g}"
            ends = f" ({option.expected_text}{default})" if math.isfinite(option.low) else ""
            return {"metavar": "N" if option.whole else "X", "type": reader, "help": f"{text}{ends}"}
        case Words(hint="provider:model"):
            return {"metavar": "MODEL", "help": text}
    return {"help": text}


def _dest(prefix: str, name: str) -> str:
    return f"{prefix}{name}".replace("-", "_")


def flags(options: argparse.Namespace, holder: Any, prefix: str = "") -> dict[str, Any]:
    """What the options give of a class, by field; a `none` that is no value of its own gives nothing."""
    values = {name: getattr(options, _dest(prefix, name), None) for name in options_of(holder)}
    known = {name: value for name, value in values.items() if value not in (None, [])}
    return {name: _plain(options_of(holder)[name], value) for name, value in known.items()}


def _plain(option: Option, value: Any) -> Any:
    if isinstance(option, OneOf) and "none" not in option.options and value in ("none", ["none"]):
        return () if option.many else None
    return value


def declare_count(command: Declared, flag: str, number: Option, default: int | None, text: str) -> None:
    """Declare an option of a number that stands for itself."""
    command.add_argument(flag, type=partial(value_of, flag, number), default=default, metavar="N", help=text)


def amend(
    options: argparse.Namespace, holder: Any, chosen: Mapping[str, Any], prefix: str = "", form: str = ""
) -> dict[str, Any]:
    """What is chosen of a class and its parts, changed by what the options give. Raises SetUpError for an option that
    would change nothing beside what else is chosen."""
    own = flags(options, holder, prefix)
    now = {**chosen, **own}
    form = now.get("format", form or DEFAULT_FORMAT)
    for name in own:
        option, flag = options_of(holder)[name], flag_of(holder, name, prefix)
        if option.format not in ("", form):
            raise only_with(flag, f"--format {option.format}")
        if option.needs and now.get(option.needs) is None:
            raise only_with(flag, flag_of(holder, option.needs, prefix))
    for name, kind, begins in _parts(holder, prefix):
        before = chosen.get(name)
        part = amend(options, kind, before if isinstance(before, dict) else {}, begins, form)
        if part and before is None and holder.model_fields[name].default is None:
            raise only_with(flag_of(kind, next(iter(part)), begins), f"--{begins.removesuffix('-')}")
        now |= {name: part} if part else {}
    return now


def store_to_read(options: argparse.Namespace) -> Store:
    """The store, to look at. Raises SetUpError where `--store` names none; without it one yet to be made is empty."""
    place = store_address(options.store)
    if options.store and not on_server(place) and not pathlib.Path(place).exists():
        raise SetUpError(f"--store: expected a store; there is no file {place}")
    return open_store(place)


def read_input(file: str, limit: int, assumed: str = "stdin") -> tuple[bytes, str]:
    """What a file or, for `-`, standard input holds, and its name. Raises SetUpError over `limit` bytes or for none."""
    path = pathlib.Path(file)
    if file != "-":
        return bytes_of(path, limit), path.name
    data = sys.stdin.buffer.read(limit + 1)
    if len(data) > limit:
        raise SetUpError(f"standard input holds over {limit // 1_000_000} MB, the most that can be taken in")
    return data, assumed


def print_as(
    options: argparse.Namespace, values: Callable[[], object], document: Callable[[], Document]
) -> int:
    """Print a result as JSON or as text; the exit status."""
    sys.stdout.write(f"{in_json(values())}\n" if options.json else plain_text(document()))
    return 0


def form_of(options: argparse.Namespace) -> str:
    """The form that is asked for. Raises SetUpError where `--json` and `--as` say two things."""
    form: str | None = getattr(options, "form", None)
    if options.json and form not in (None, "json"):
        raise SetUpError(f"--json: expected no --as beside it, or --as json; got --as {form}")
    return form or ("json" if options.json else "plain")


def declare_list(command: Declared, flag: str, text: str, **more: Any) -> None:
    """Declare an option that collects what it is given; one that is not given is an empty list."""
    command.add_argument(flag, action="append", default=[], help=text, **more)


def declare_settings(command: argparse.ArgumentParser) -> None:
    """Declare the options that `settings_of` takes."""
    declare(command, ReportSettings)
    declare_thresholds(command)


def declare_thresholds(command: argparse.ArgumentParser) -> None:
    """Declare the option that `thresholds_of` takes."""
    known = [
        f"{name}: {help_text(option)} ({option.expected_text}; {option.as_text(getattr(DEFAULTS, name))})"
        for name, option in THRESHOLDS.items()
    ]
    text = f"a threshold of the rules (repeatable). {' '.join(known)}"
    declare_list(command, "--threshold", text, metavar="NAME=VALUE", type=_threshold)


def _threshold(pair: str) -> tuple[str, Any]:
    name, equals, text = pair.partition("=")
    if not equals or name not in THRESHOLDS:
        known = ", ".join(THRESHOLDS)
        raise SetUpError(f"--threshold: expected NAME=VALUE with NAME one of {known}; got {pair!r}")
    return name, value_of(f"--threshold {name}", THRESHOLDS[name], text)


def help_text(option: Option) -> str:
    """What an option is and decides, fit for argparse."""
    means = option.means if isinstance(option, OneOf) else {}
    parts = [
        f"{option.title}. {option.words}".strip(),
        *(f"{one}: {meaning.rstrip('.')}." for one, meaning in means.items()),
    ]
    return " ".join(parts).replace("*", "").replace("%", "%%")


def settings_of(options: argparse.Namespace) -> ReportSettings:
    """The settings that the options add up to."""
    return ReportSettings(**flags(options, ReportSettings), thresholds=thresholds_of(options))


def thresholds_of(options: argparse.Namespace) -> Thresholds:
    """The thresholds that the options add up to."""
    return Thresholds(**dict(options.threshold))
