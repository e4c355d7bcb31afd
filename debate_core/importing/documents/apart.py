"""Reads a PDF or DOCX in a process of its own, with limits of time and memory, and without keys."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
from typing import Literal

from debate_core.domain.errors import SetUpError
from debate_core.importing.documents.text import Extract

SECONDS = 60.0
MEMORY = 1 << 29  # bytes
_ROOT = pathlib.Path(__file__).parents[3]
_READ = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from debate_core.importing.documents.apart import answer; answer()"
)
_NAMED = {"pdf": "PDF", "docx": "Word document"}
_NEEDED = ("PATH", "SYSTEMROOT", "TEMP", "LD_LIBRARY_PATH")


def text_of(kind: Literal["pdf", "docx"], data: bytes, name: str, most: int) -> Extract:
    """As `text_of_pdf` or `text_of_word`, within the limits. Raises SetUpError."""
    command = [sys.executable, "-I", "-c", _READ, str(_ROOT), kind, name, str(most), str(MEMORY)]
    environment = {key: os.environ[key] for key in _NEEDED if key in os.environ}
    try:
        done = subprocess.run(  # noqa: S603
            command, input=data, capture_output=True, timeout=SECONDS, env=environment
        )
    except subprocess.TimeoutExpired:
        raise SetUpError(
            f"{name} was read for {SECONDS:.0f} s without an end: it is damaged, or made to be slow; bring its text"
        ) from None
    if done.returncode:
        raise SetUpError(
            f"{name} can't be read as a {_NAMED[kind]}: that takes more than {MEMORY >> 20:,} MB of memory, or the "
            "reader fails; bring its text"
        )
    found = json.loads(done.stdout)
    if refused := found.get("refused"):
        raise SetUpError(refused)
    starts = tuple((begin, part) for begin, part in found["starts"])
    return Extract(text=found["text"], left_out=tuple(found["left_out"]), starts=starts)


def answer() -> None:
    """In the process apart: read the file on standard input, and write what was found, or why nothing was."""
    kind, name, most, memory = sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
    with contextlib.suppress(ImportError):  # Windows has no such limits.
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # Each library is imported when a file of its kind is read.
    if kind == "pdf":
        from debate_core.importing.documents.pdf import text_of_pdf as read  # noqa: PLC0415
    else:
        from debate_core.importing.documents.word import text_of_word as read  # noqa: PLC0415
    try:
        found = read(sys.stdin.buffer.read(), name, most)
        said = {"text": found.text, "left_out": found.left_out, "starts": found.starts}
    except SetUpError as error:
        said = {"refused": str(error)}
    sys.stdout.write(json.dumps(said))
