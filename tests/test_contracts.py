"""Who may import whom, as `pyproject.toml` has it, held with every run of the tests; and what lies at the top."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]


@pytest.mark.slow
def test_every_import_contract_is_kept():
    done = subprocess.run(
        [pathlib.Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " kept, 0 broken" in done.stdout


def test_nothing_that_was_downloaded_or_written_by_the_way_lies_at_the_top():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    kinds = {pathlib.Path(name).suffix for name in listed.stdout.splitlines() if "/" not in name}
    assert kinds == {"", ".md", ".py", ".toml", ".txt", ".yaml", ".yml"}
