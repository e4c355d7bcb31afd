"""`compare` two or more debates, and a debate's report as one HTML file. Each debate is read under the same settings,
as it is alone.
"""

import argparse
import sys

from debate_core.cli.options import declare_settings, opened, settings_of
from debate_core.comparison import LEAST, compare
from debate_core.errors import SetUpError
from debate_core.json_csv import in_json
from debate_core.library import history_before
from debate_core.replay import load
from debate_core.report import report
from debate_core.reporting.comparison import comparison_document, comparison_values
from debate_core.reporting.plain_text import plain_text


def declare_compare(command: argparse.ArgumentParser) -> None:
    """Declare what `act_compare` reads."""
    command.add_argument("ids", metavar="ID", nargs="+", help="two or more ids")
    declare_settings(command)
    command.set_defaults(act=act_compare)


def act_compare(options: argparse.Namespace) -> int:
    """Print debates beside each other."""
    ids = list(dict.fromkeys(options.ids))
    if len(ids) < LEAST:
        raise SetUpError(f"expected {LEAST} debates or more, each once; got {', '.join(ids)}")
    store, settings = opened(options), settings_of(options)
    records = [load(store, one) for one in ids]
    found = compare([(one, report(one, history_before(store, one), settings)) for one in records])
    text = (
        in_json(comparison_values(found)) + "\n" if options.json else plain_text(comparison_document(found))
    )
    sys.stdout.write(text)
    return 0
