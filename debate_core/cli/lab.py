"""`lab`: how good is a panel like this?"""

import argparse
import sys

from debate_core.cli.options import declare, declare_thresholds, given, thresholds_of
from debate_core.domain.errors import SetUpError
from debate_core.domain.json_csv import in_json
from debate_core.reporting.formats import plain_text, values
from debate_core.reporting.lab import lab_document, lab_values
from debate_core.reporting.worked import worked_document
from debate_core.verdicts.lab import PANELS, SEED, Question, lab


def declare_lab(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    declare(command, Question)
    declare_thresholds(command)
    add("--panels", type=int, default=PANELS, help=f"panels of each size (default {PANELS})")
    add("--seed", type=int, default=SEED, help=f"seed of the simulation (default {SEED})")
    add("--worked", action="store_true", help="work the measures out on a small table, without a model")
    add("--json", action="store_true", help="print JSON")


def act_lab(options: argparse.Namespace) -> int:
    """Simulate and print what came of it."""
    if options.worked:
        worked = worked_document()
        sys.stdout.write(in_json(values(worked)) + "\n" if options.json else plain_text(worked))
        return 0
    question = Question(**given(options, Question))
    if options.seed < 0:
        raise SetUpError(f"seed: expected a number of 0 or more, got {options.seed!r}")
    found = lab(question, options.panels, options.seed, thresholds_of(options.threshold))
    text = in_json(lab_values(found)) + "\n" if options.json else plain_text(lab_document(found))
    sys.stdout.write(text)
    return 0
