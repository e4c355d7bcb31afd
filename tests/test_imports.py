"""What is not imported before it is needed: one fresh process that does more and more."""

import pathlib
import shutil
import subprocess
import sys

import pytest

import debate_core.library.summary as summary_of
from debate_core.library.library import list_summaries
from debate_core.store import SQLiteStore
from tests.building.reviewed import OLD

SDKS = "openai", "anthropic", "xllamacpp", "httpx2", "streamlit"
STEPS = {
    "the package and its names": (
        "import debate_core; debate_core.__all__",
        ("pandas", "numpy", "sqlite3", *SDKS),
    ),
    "the library, whose version is not that of": (
        "from debate_core.library import library",
        tuple(f"debate_core.{room}" for room in summary_of.APART),
    ),
    "a list of what is summed up": (
        "from debate_core.cli import main; main(['list', '--store', sys.argv[1]])",
        ("scipy", "debate_core.running.runner", "debate_core.simulated", "debate_core.verdicts.lab"),
    ),
    "a text that is read": (
        "from debate_core.importing.documents.artifact import read_document; read_document(b'x', 'a.txt')",
        ("pypdf", "docx", "lxml"),
    ),
    "models that are named and connected": (
        """from debate_core.llm.catalogue import Access, connect, lack_text, providers
from debate_core.llm.keys import Key
for row in providers(()):
    lack_text(row, Access())
    if row.name not in ("local", "simulated"):
        connect(f"{row.name}:{row.example}", Access(keys={row.name: Key("sk-test-1234567")}))""",
        SDKS,
    ),
    "a debate and its report": (
        "import debate_core.running.runner, debate_core.library.report",
        (*SDKS, "scipy.stats", "psycopg", "psycopg_pool", "pgqueuer"),
    ),
}


@pytest.mark.slow
def test_nothing_heavy_is_imported_before_it_is_needed(tmp_path):
    path = pathlib.Path(shutil.copy(OLD, tmp_path / "old.sqlite3"))
    store = SQLiteStore(path)
    list_summaries(store)
    store.close()
    code = "import sys\n" + "\n".join(
        f"{act}\nprint('\\nloaded', *{{*sys.modules}} & {{*{late!r}}})" for act, late in STEPS.values()
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    loaded = [line for line in done.stdout.splitlines() if line.startswith("loaded")]
    assert dict(zip(STEPS, loaded, strict=True)) == dict.fromkeys(STEPS, "loaded")
