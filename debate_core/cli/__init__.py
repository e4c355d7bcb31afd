"""The same work from a shell: results on standard output, progress on standard error."""

import sys
from collections.abc import Sequence

from debate_core.cli.arguments import parser, program
from debate_core.domain.errors import DebateError, RatingsRefused, RecordUnreadable, SetUpError


def main(words: Sequence[str]) -> int:
    """Run one command; returns the exit status."""
    options = parser(words[0] if words else None, program()).parse_args(words)
    try:
        return int(options.act(options))
    except DebateError as error:
        print(f"split-decision: {error}", file=sys.stderr)
        if isinstance(error, RecordUnreadable):
            print(f"Its stored lines: replay {error.record} --raw", file=sys.stderr)
        if isinstance(error, RatingsRefused):
            print("Options for how a table is read: agree --help", file=sys.stderr)
        return 2 if isinstance(error, SetUpError) else 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
