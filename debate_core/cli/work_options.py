"""What `work` takes.

Knows argparse; not what a worker is, whose room need not be installed. Invariant: every option that it reads is
declared here.
"""

import argparse

from debate_core.cli.repeated import base_url, repeated

WORK = (
    "conduct what waits in the queue of a store on PostgreSQL, beside workers elsewhere, until told to stop"
)


def declare_work(command: argparse.ArgumentParser) -> None:
    """Declare the options of `work` beside those of every command."""
    add = command.add_argument
    add("--status", action="store_true", help="say who works and what waits, and conduct nothing")
    add("--slots", type=int, metavar="N", default=20, help="debates at once, 2 to 60 (default 20)")
    add("--name", help="what it is called (default: its machine and process)")
    told = "what a provider takes of all workers together from now on, as in openai:calls=8,requests=500,"
    told += "tokens=200000: at once, and a minute (repeatable)"
    repeated(command, "--limit", told, metavar="PROVIDER:LIMITS")
    add(
        "--health",
        metavar="[HOST:]PORT",
        help="answer GET /health there: 200 while well, 503 when not (by default to this machine alone)",
    )
    base_url(command, " that a key is named for")
