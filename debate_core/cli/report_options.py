"""How a report is to be read: calibration, weights, rules and every threshold, as options of a command.

Knows the settings as the core declares them. Invariant: a threshold that doesn't exist, or is out of its range, is
refused with what was expected.
"""

import argparse

from debate_core.cli.repeated import repeated
from debate_core.errors import SetUpError
from debate_core.options import OneOf, Option, Switch, read
from debate_core.report import ReportSettings
from debate_core.report.settings import CHOICES, THRESHOLDS
from debate_core.rules import USUAL, Thresholds


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
    """What an option decides, fit for argparse."""
    return option.words.replace("*", "").replace("%", "%%")


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
