"""What is required, and the versions that were seen to work, belong together."""

import pathlib
import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = pathlib.Path(__file__).parents[1]
LINES = [
    line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")
]
SEEN = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in LINES)}
FILES = sorted(ROOT.glob("requirements*.txt"))


def test_every_constraint_is_one_version_of_one_package():
    assert [line for line in LINES if not re.fullmatch(r"[\w.-]+==[\w.+!-]+", line)] == []
    assert len(SEEN) == len(LINES) > 100


@pytest.mark.parametrize("file", FILES, ids=lambda one: one.stem)
def test_the_version_that_was_seen_is_one_that_is_asked_for(file):
    asked = [Requirement(line) for line in file.read_text("utf-8").splitlines() if re.match(r"\w", line)]
    assert asked
    assert [str(one) for one in asked if not _fits(one)] == [], "make constraints writes the versions down"


def _fits(one):
    return one.specifier.contains(SEEN.get(canonicalize_name(one.name), "0"), prereleases=True)
