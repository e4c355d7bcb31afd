"""Options that may be given more than once.

Knows argparse alone. Invariant: one that is not given is an empty list.
"""

import argparse
from typing import Any


def repeated(command: argparse.ArgumentParser, flag: str, told: str, **more: Any) -> None:
    """Declare an option that collects what it is given."""
    command.add_argument(flag, action="append", default=[], help=told, **more)


def base_url(command: argparse.ArgumentParser, told: str) -> None:
    """Declare servers that speak OpenAI's wire."""
    repeated(command, "--base-url", f"an OpenAI-compatible server{told}", metavar="[NAME=]URL")
