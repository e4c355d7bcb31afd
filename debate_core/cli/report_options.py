"""How a report is to be read: calibration, weights, rules and every threshold, as options of a command.

Knows the report's settings. Invariant: a threshold that doesn't exist, or is out of its range, is refused with what was
expected.
"""

import argparse
from dataclasses import fields
from typing import get_args

from debate_core.errors import SetUpError
from debate_core.measuring.calibration import Method
from debate_core.measuring.weights import DOMAIN_WEIGHTS, Scheme
from debate_core.report import ReportSettings
from debate_core.rules import RANGES, SWITCH_WORDS, USUAL, Preset, Thresholds

_SWITCH = {"yes": True, "no": False, "true": True, "false": False}


def declare_settings(command: argparse.ArgumentParser) -> None:
    """Declare the options that `settings_of` reads."""
    command.add_argument("--calibration", choices=get_args(Method), default="additive")
    command.add_argument("--weights", choices=get_args(Scheme), default="evidence")
    command.add_argument("--rules", choices=get_args(Preset), default="default")
    types = tuple(DOMAIN_WEIGHTS)
    command.add_argument("--topic-type", choices=types, help="overrides the topic's keywords")
    declare_thresholds(command)


def declare_thresholds(command: argparse.ArgumentParser) -> None:
    """Declare the option that `thresholds_of` reads."""
    command.add_argument(
        "--threshold",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"a threshold of the rules (repeatable): {_known()}",
    )


def settings_of(options: argparse.Namespace) -> ReportSettings:
    """The settings that the options add up to. Raises SetUpError."""
    return ReportSettings(
        calibration=options.calibration,
        weights=options.weights,
        rules=options.rules,
        thresholds=thresholds_of(options.threshold),
        topic_type=options.topic_type,
    )


def _known() -> str:
    usual = {one.name: one.default for one in fields(Thresholds)}
    said = [f"{name} ({allowed.words}; {usual[name]:.4g})" for name, allowed in RANGES.items()]
    return "; ".join([*said, f"alpha_alone ({SWITCH_WORDS}; no)"]).replace("%", "%%")


def thresholds_of(pairs: list[str]) -> Thresholds:
    """The thresholds that the options add up to. Raises SetUpError."""
    try:
        return USUAL.at(**dict(map(_threshold, pairs)))
    except ValueError as error:
        raise SetUpError(f"--threshold: {error}") from error


def _threshold(pair: str) -> tuple[str, float | bool]:
    """One by its name. Raises ValueError."""
    name, equals, text = pair.partition("=")
    if not equals or name not in (*RANGES, "alpha_alone"):
        known = ", ".join([*RANGES, "alpha_alone"])
        raise ValueError(f"expected NAME=VALUE with NAME one of {known}; got {pair!r}")
    try:
        return name, _SWITCH[text.casefold()] if name == "alpha_alone" else float(text)
    except (KeyError, ValueError):
        expected = "yes or no" if name == "alpha_alone" else "a number"
        raise ValueError(f"{name}: expected {expected}; got {text!r}") from None
