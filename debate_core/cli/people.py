"""`people`: whether people who scored arguments blind score as the judges do, over the whole store.

Knows the library and how it is said. Invariant: looking changes no fact.
"""

import argparse
import json
import sys

from debate_core.cli.opened import opened
from debate_core.exports.people import as_json, as_plain
from debate_core.people import people_report


def act_people(options: argparse.Namespace) -> int:
    """Print what people's scores say beside the judges'."""
    found = people_report(opened(options))
    text = json.dumps(as_json(found), ensure_ascii=False, indent=2) if options.json else as_plain(found)
    sys.stdout.write(text.rstrip("\n") + "\n")
    return 0
