"""Reads a PDF, DOCX, XLSX or Parquet file in a process of its own, with limits of time and memory, and without keys."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
from typing import Literal

from debate_core.domain.errors import SetUpError
from debate_core.importing.documents.formats import READERS
from debate_core.importing.documents.text import Extract

SECONDS = 60.0
MEMORY = 1 << 29  # bytes
_ROOT = pathlib.Path(__file__).parents[3]
_READ = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from debate_core.importing.documents.sandbox import answer; answer()"
)
Kind = Literal["pdf", "docx", "xlsx", "parquet"]
_NAMED: dict[Kind, str] = {
    "pdf": "PDF",
    "docx": "Word document",
    "xlsx": "Excel workbook",
    "parquet": "Parquet file",
}
_NEEDED = ("PATH", "SYSTEMROOT", "TEMP", "LD_LIBRARY_PATH")


def text_of(kind: Kind, data: bytes, name: str, most: int) -> Extract:
    """As the reader of that kind, within the limits. Raises SetUpError."""
    instead = "bring its text" if kind in ("pdf", "docx") else "save it as CSV"
    command = [sys.executable, "-I", "-c", _READ, str(_ROOT), kind, name, str(most), str(MEMORY)]
    environment = {key: os.environ[key] for key in _NEEDED if key in os.environ}
    environment["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # others reserve more than the limit
    try:
        done = subprocess.run(  # noqa: S603
            command, input=data, capture_output=True, timeout=SECONDS, env=environment
        )
    except subprocess.TimeoutExpired:
        raise SetUpError(
            f"{name} was read for {SECONDS:.0f} s without an end: it is damaged, or made to be slow; {instead}"
        ) from None
    if done.returncode:
        raise SetUpError(
            f"{name} can't be read as a {_NAMED[kind]}: that takes more than {MEMORY >> 20:,} MB of memory, or the "
            f"reader fails; {instead}"
        )
    answer_of = json.loads(done.stdout)
    if refused := answer_of.get("refused"):
        raise SetUpError(refused)
    starts = tuple((begin, part) for begin, part in answer_of["starts"])
    return Extract(text=answer_of["text"], left_out=tuple(answer_of["left_out"]), starts=starts)


def answer() -> None:
    """In the process apart: read the file on standard input, and write what was found, or why nothing was."""
    kind, name, most, memory = sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
    with contextlib.suppress(ImportError):  # Windows has no such limits.
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        extract = READERS[kind](sys.stdin.buffer.read(), name, most)
        fields = {"text": extract.text, "left_out": extract.left_out, "starts": extract.starts}
    except SetUpError as error:
        fields = {"refused": str(error)}
    sys.stdout.write(json.dumps(fields))
