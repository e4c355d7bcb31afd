"""`lab`: how good is a panel like this?

Knows the lab and its words. Invariant: what can't be taken is refused with what was expected; nothing is stored.
"""

import argparse
import json
import sys

from debate_core.cli.report_options import declare_thresholds, thresholds_of
from debate_core.errors import SetUpError
from debate_core.exports.lab import as_plain
from debate_core.exports.lab_json import as_json
from debate_core.lab import AMOUNTS, CHOICES, NAMES, PANELS, SEED, Question, lab, read_question

_WORDS = {
    "judges": "how many judges",
    "arguments": "how many arguments a side has",
    "gap": "the true gap between the sides; 0 is an exact tie",
    "noise": "standard deviation of a score's error",
    "severity": "standard deviation of how strictly judges score",
    "missing": "share of scores that never came",
    "related": "which judges run on one model and share errors",
    "shared": "part of their error that judges of one model share",
    "rules": "the rules of outcome",
    "differ": "standard deviation of the arguments of one side",
    "spread": "how unequally widely judges use the scale (sd of its log)",
    "bias": "how far all judges lean to pro",
    "split": "how far apart every second judge sees one argument",
    "whole": "whole scores from 1 to 10",
}


def declare_lab(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command with its options."""
    text = "how often a panel of this kind names the right side, by simulation"
    command = commands.add_parser("lab", help=text, description=text[0].upper() + text[1:] + ".")
    usual, add = Question(), command.add_argument
    for name, words in _WORDS.items():
        allowed = "|".join(CHOICES.get(name, ()))
        if amount := AMOUNTS.get(name):
            allowed = f"{amount.least:g} to {amount.most:g} {amount.unit}"
        said = f"{words}: {allowed} (default {getattr(usual, name)})"
        add(f"--{name}", metavar="X", help=said.replace("%", "%%"))
    declare_thresholds(command)
    add("--panels", type=int, default=PANELS, help=f"panels of each size (default {PANELS})")
    add("--seed", type=int, default=SEED, help=f"seed of the simulation (default {SEED})")
    add("--json", action="store_true", help="print JSON")
    command.set_defaults(act=act_lab)


def act_lab(options: argparse.Namespace) -> int:
    """Simulate and print what came of it."""
    given = {name: getattr(options, name) for name in NAMES if getattr(options, name) is not None}
    read = read_question(given)
    if read.refused:
        raise SetUpError("; ".join(read.refused))
    if options.seed < 0:
        raise SetUpError(f"seed: expected a number of 0 or more, got {options.seed!r}")
    found = lab(read.question, options.panels, options.seed, thresholds_of(options.threshold))
    numbers = json.dumps(as_json(found), indent=2, ensure_ascii=False) + "\n"
    sys.stdout.write(numbers if options.json else as_plain(found))
    return 0
