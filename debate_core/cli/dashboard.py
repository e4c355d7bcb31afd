"""`split-decision`: alone it serves the dashboard, with a command it does what `python -m debate_core` does."""

import importlib.metadata
import os
import pathlib
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from debate_core.cli import main

INSTALLED = pathlib.Path(__file__).parents[1] / "dashboard"
"""Where a wheel has the app, its pages and its settings; in a checkout they stand beside the package."""
ROOT = INSTALLED if INSTALLED.is_dir() else INSTALLED.parents[1]


def run() -> int:
    """The console script; returns the exit status."""
    words = sys.argv[1:]
    if words == ["--version"]:
        print(f"split-decision {version()}")
        return 0
    if words == ["local", "install"]:
        wanted = str(ROOT / "requirements-local.txt")
        command = [sys.executable, "-m", "pip", "install", "--no-deps", "-r", wanted]
        return subprocess.run(command, check=False).returncode  # noqa: S603  the interpreter itself, on our own file
    if words and not words[0].startswith("--server."):
        return main(words)
    return serve(words)


def version() -> str:
    """The installed version; that of a checkout which isn't installed is unknown."""
    try:
        return importlib.metadata.version("split-decision")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def serve(more: Sequence[str]) -> int:
    """Serve the dashboard until it is stopped, under our settings; `more`: Streamlit's options, which go before."""
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    given = {word.partition("=")[0] for word in more}
    flags = [flag for flag in flags_of(settings) if flag.partition("=")[0] not in given]
    words = "Split Decision opens in your browser, at the address in the next line; Ctrl-C ends it."
    print(words, file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), *flags, *more]
    os.execv(sys.executable, command)  # noqa: S606  the interpreter itself, on our own file


def flags_of(settings: Mapping[str, Any], under: str = "--") -> Iterator[str]:
    """Settings as options of a command line; a list is given value by value.

    >>> list(flags_of({"server": {"address": "127.0.0.1", "headless": False, "allowedHosts": ["a", "b"]}}))
    ['--server.address=127.0.0.1', '--server.headless=false', '--server.allowedHosts=a', '--server.allowedHosts=b']
    """
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from flags_of(value, f"{under}{name}.")
            continue
        for one in value if isinstance(value, list) else [value]:
            yield f"{under}{name}={str(one).lower() if isinstance(one, bool) else one}"
