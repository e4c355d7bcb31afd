"""`prompts`: what each role is told, of samples or of a stored debate; and judges that are named with a brief."""

import pytest

from debate_core.cli import parser
from debate_core.cli.inspect import SAMPLES
from debate_core.cli.run import config_of
from debate_core.domain.cast import BUILT_IN_JUDGES
from debate_core.domain.wording import quoted
from debate_core.examples import record_of

pytestmark = pytest.mark.slow  # as a whole, some seconds


def judges(*words):
    given = [part for word in words for part in ("--judge", word)]
    return config_of(parser().parse_args(["run", "--topic", "x", *given])).panel.judges


def test_a_judge_is_named_with_its_model_and_its_brief():
    model, first, worst = "openai:gpt-4.1", "patient safety: first", "The worst case only."
    named = judges(f"Clinician={model}: {first}", f"Risk: {worst}", "j2", "Business")
    told = [("Clinician", model, first), ("Risk", model, worst), ("j2", model, "")]
    assert [(one.name, one.model, one.brief) for one in named[:3]] == told
    assert named[1].weights == BUILT_IN_JUDGES[2].weights
    assert named[3].brief == BUILT_IN_JUDGES[1].brief


@pytest.mark.parametrize("word", ["=openai:m", "A=", "A=: careful", ": careful", f"={'m' * 100}"])
def test_a_judge_without_a_name_or_with_half_a_model_is_refused(call, store, word):
    said = call("run", "--topic", "x", "--judge", word, "--judge", "B")
    assert said.status == 2 and "--judge: expected NAME, NAME=MODEL or NAME=MODEL: BRIEF" in said.err
    assert said.err.endswith(f" got {quoted(word)}\n")
    said = call("run", "--topic", "x", "--judge", "A" * 61, "--judge", "B")
    assert said.err.endswith(
        "name: expected at most 60 characters\n"
    )  # not its domain, which comes of its name


def test_each_role_is_told_its_brief_once_a_kind(call, store):
    said = call("prompts", "--role", "general")
    heads = [line for line in said.out.splitlines() if line.startswith("=== ")]
    assert len(heads) == len(set(heads)) == 6  # scores, a round of the discussion, and four control rounds
    assert said.out.count(f"Your point of view: general. {BUILT_IN_JUDGES[3].brief}") == 6
    # Of two samples the one has a discussion.
    assert said.out.count(record_of(SAMPLES[0]).config.topic.text) == 6
    assert not store.exists()


def test_without_a_role_all_are_printed_and_as_json_too(call, store):
    found = call("prompts", "--json").json
    names = {judge.name for judge in BUILT_IN_JUDGES}
    assert {one["role"] for one in found} == {"PRO", "CON", "the live judge", "the briefing", *names}
    asked = " ".join(one["asks_for"] for one in found)
    for what in ("closing", "cross-examination", "why scorecard", "what became", "comparing"):
        assert what in asked
    assert {message["role"] for one in found for message in one["messages"]} == {"system", "user"}
    alone = call("prompts", "--role", "live judge", "--json").json
    assert alone == [one for one in found if one["role"] == "the live judge"]


def test_a_stored_debate_shows_what_was_asked_of_it(call, run):
    debate = run("--judge", "Clinician: patient safety first", "--judge", "j2")["debate"]
    said = call("prompts", debate)
    assert "Your point of view: clinician. patient safety first. Afterwards" in said.out
    assert "Your point of view: general. You have no further brief, so the rubric is your brief." in said.out
    assert "Responsiveness: How well were challenges met?" in said.out
    assert "point of view: j2" not in said.out
    wrong = call("prompts", debate, "--role", "Nobody")
    roles = "expected one of PRO, CON, the narrative, Clinician, j2, the briefing"
    assert (wrong.status, roles in wrong.err) == (2, True)


def test_of_a_table_it_is_said_that_no_model_is_asked(call, store, tmp_path):
    (tmp_path / "t.csv").write_text("judge,item,score\nA,1,2\nB,1,3\n")
    table = call("import", tmp_path / "t.csv").text.strip()
    assert call("prompts", table).err == f"split-decision: {table}: no model is asked\n"
