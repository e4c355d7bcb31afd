"""Options that several commands take, and what they add up to: the store to look at, how a report is to be read, what
may be given more than once.

Knows argparse, where the store is, and the settings as the core declares them. Invariant: looking makes no file; a
threshold that doesn't exist, or is out of its range, is refused with what was expected.
"""

import argparse
import pathlib
from typing import Any

from debate_core.errors import SetUpError
from debate_core.options import OneOf, Option, Switch, read
from debate_core.report import ReportSettings
from debate_core.report.settings import CHOICES, THRESHOLDS
from debate_core.rules import USUAL, Thresholds
from debate_core.settings import on_server, store_place
from debate_core.store import Store, open_store


def opened(options: argparse.Namespace) -> Store:
    """The store, to look at. Raises SetUpError where `--store` names none; without it one yet to be made is empty."""
    place = store_place(options.store)
    if options.store and not on_server(place) and not pathlib.Path(place).exists():
        raise SetUpError(f"--store: expected a store; there is no file {place}")
    return open_store(place)


def form_of(options: argparse.Namespace) -> str:
    """The form that is asked for. Raises SetUpError where `--json` and `--as` say two things."""
    form: str | None = getattr(options, "form", None)
    if options.json and form not in (None, "json"):
        raise SetUpError(f"--json: expected no --as beside it, or --as json; got --as {form}")
    return form or ("json" if options.json else "plain")


def repeated(command: argparse.ArgumentParser, flag: str, told: str, **more: Any) -> None:
    """Declare an option that collects what it is given; one that is not given is an empty list."""
    command.add_argument(flag, action="append", default=[], help=told, **more)


def base_url(command: argparse.ArgumentParser, told: str) -> None:
    """Declare servers by their address."""
    what = "a server of OpenAI's protocol (NAME:anthropic for Anthropic's)"
    repeated(command, "--base-url", f"{what}{told}", metavar="[NAME[:anthropic]=]URL")


def declare_settings(command: argparse.ArgumentParser) -> None:
    """Declare the options that `settings_of` reads."""
    for name, option in CHOICES.items():
        flag, usual = f"--{name.replace('_', '-')}", getattr(ReportSettings(), name)
        if isinstance(option, Switch):
            command.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=usual, help=option_help(option)
            )
            continue
        assert isinstance(option, OneOf)
        command.add_argument(
            flag,
            choices=tuple(option.options),
            default=usual,
            help=f"{option_help(option)} (default: {usual or option.nothing.lower()})",
        )
    declare_thresholds(command)


def declare_thresholds(command: argparse.ArgumentParser) -> None:
    """Declare the option that `thresholds_of` reads."""
    known = [
        f"{name}: {option_help(option)} ({option.expected}; {option.written(getattr(USUAL, name))})"
        for name, option in THRESHOLDS.items()
    ]
    told = f"a threshold of the rules (repeatable). {' '.join(known)}"
    repeated(command, "--threshold", told, metavar="NAME=VALUE")


def option_help(option: Option) -> str:
    """What an option is and decides, fit for argparse."""
    return f"{option.title}. {option.words}".replace("*", "").replace("%", "%%")


def settings_of(options: argparse.Namespace) -> ReportSettings:
    """The settings that the options add up to. Raises SetUpError."""
    chosen = {name: getattr(options, name) for name in CHOICES}
    return ReportSettings(**chosen, thresholds=thresholds_of(options.threshold))


def thresholds_of(pairs: list[str]) -> Thresholds:
    """The thresholds that the options add up to. Raises SetUpError."""
    words = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or name not in THRESHOLDS:
            known = ", ".join(THRESHOLDS)
            raise SetUpError(f"--threshold: expected NAME=VALUE with NAME one of {known}; got {pair!r}")
        words[name] = text
    said = read(Thresholds, words)
    if said.refused:
        raise SetUpError(f"--threshold: {'; '.join(said.refused)}")
    return said.found
