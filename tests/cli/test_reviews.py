"""People who score elsewhere: the file goes out with the words to be judged and comes back as facts."""

import csv
import io

import pytest

from debate_core.store import SQLiteStore
from debate_core.store.record import load
from tests.building.reviewed import DEBATE, KEYS, old_store

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path):
    return old_store(tmp_path)


@pytest.fixture
def exported(path, call):
    """The rows that go out."""
    return lambda *ids: list(
        csv.DictReader(io.StringIO(call("reviews", "export", *ids, "--store", path).out))
    )


@pytest.fixture
def brought(path, tmp_path, call):
    """What bringing rows back comes to."""

    def bring(rows):
        file = tmp_path / "scores.csv"
        with file.open("w", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        return call("reviews", "import", file, "--store", path)

    return bring


def record(path):
    store = SQLiteStore(path)
    try:
        return load(store, DEBATE)
    finally:
        store.close()


def filled(rows, **more):
    """The rows with everybody's scores put in."""
    scores = dict.fromkeys(KEYS, "7")
    said = {"person": "Ana", "standing": "Partially upheld", "reason": "As read.", "blind": "yes"}
    return [{**row, **scores, **said, **more} for row in rows]


def test_what_goes_out_holds_the_words_and_no_judges_score(path, exported):
    rows, known = exported(DEBATE), record(path)
    assert [row["argument"] for row in rows] == list(known.judging.ids)
    assert rows[0]["claim"] == known.transcript.arguments[0].claim
    assert not any(row["logic"] or row["person"] or row["standing"] for row in rows)


def test_scores_come_back_as_facts_once(path, exported, brought):
    rows = filled(exported(DEBATE))
    for said in (f"{len(rows)} taken\n", f"0 taken, {len(rows)} already there\n"):
        done = brought(rows)
        assert (done.status, done.text) == (0, said)
    given = record(path).reviews
    assert {(one.person, one.standing, one.blind) for one in given} == {("Ana", "PARTIALLY_UPHELD", True)}
    assert [row["person"] for row in exported(DEBATE)] == ["Ana"] * len(rows)


def test_no_two_columns_share_a_name_and_a_file_where_two_did_is_still_read(path, call, tmp_path):
    head, first, *_ = csv.reader(io.StringIO(call("reviews", "export", DEBATE, "--store", path).out))
    assert len(set(head)) == len(head) and set(KEYS) < set(head)
    assert first[head.index("evidence_text")] == record(path).transcript.arguments[0].evidence
    said = {**dict.fromkeys(KEYS, "7"), "person": "Ana", "standing": "Upheld", "reason": "As read."}
    file = tmp_path / "old.csv"
    with file.open("w", newline="") as out:
        csv.writer(out).writerows(
            [
                [name.removesuffix("_text") for name in head],
                [said.get(name, cell) for name, cell in zip(head, first, strict=True)],
            ]
        )
    assert call("reviews", "import", file, "--store", path).out == "1 taken\n"
    assert record(path).reviews[0].scores == dict.fromkeys(KEYS, 7)


def test_a_file_with_one_fault_is_refused_whole_with_its_line(path, exported, brought):
    rows = filled(exported(DEBATE))
    rows[1] |= {"logic": "11"}
    refused = brought(rows)
    assert refused.status == 2 and "--help" not in refused.err
    assert [one for one in ("line 3", "from 1 to 10", "nothing was taken in") if one not in refused.err] == []
    assert record(path).reviews == ()
