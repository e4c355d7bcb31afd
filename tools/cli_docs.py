"""Writes docs/cli.md out of the parser: `python -m tools.cli_docs`."""

import os
import pathlib

from debate_core.cli import COMMANDS, parser

PAGE = pathlib.Path(__file__).parents[1] / "docs" / "cli.md"


def page() -> str:
    """Every command with its options, as `--help` prints them."""
    os.environ["COLUMNS"] = "100"
    top = parser()
    (commands,) = (action for action in top._actions if action.dest == "==SUPPRESS==" and action.choices)
    parts = ["# Every command", f"```\n{top.format_help().strip()}\n```"]
    assert isinstance(commands.choices, dict)
    for name in COMMANDS:
        parts.append(f"## {name}\n\n```\n{commands.choices[name].format_help().strip()}\n```")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
