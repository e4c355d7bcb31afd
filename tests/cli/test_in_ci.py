"""The examples of docs/review.md, word for word, before a model's server on loopback that is scripted."""

import contextlib
import json
import pathlib
import re
import shlex

import jsonschema
import pytest

from debate_core.domain.artifact import ARTIFACT_RUBRIC
from debate_core.domain.rubric import STANDARD
from tests import voices
from tests.llm.servers import WIRES, FakeServer, Heard, Reply, serving

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "review.md").read_text("utf-8")
SARIF = json.loads((ROOT / "tests" / "fixtures" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
(REVIEW,) = re.findall(r"- run: split-decision (review .*) > review.sarif$", PAGE, re.MULTILINE)
(AGREE,) = re.findall(r"- run: split-decision (agree .*)$", PAGE, re.MULTILINE)
(JUDGES,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
OPENAI = WIRES[0]


class Answering(FakeServer):
    """Answers every call with what is written for its model."""

    def __init__(self, written):
        super().__init__((), {})
        self._written = written

    def take(self, heard: Heard) -> Reply:
        if heard.path != OPENAI.path:
            return super().take(heard)
        self.heard.append(heard)
        schema = heard.body["response_format"]["json_schema"]["schema"]
        text = self._written(heard.body["model"], set(schema["properties"]))
        return OPENAI.stream(text) if heard.body.get("stream") else OPENAI.whole(text)


@pytest.fixture
def models(tmp_path, monkeypatch):
    """In a folder of the test's own, and with a key: what models answer, for as long as the block lasts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-test")
    monkeypatch.setenv("DEBATE_STORE", "reviews.sqlite3")

    @contextlib.contextmanager
    def models(written):
        with serving(fake=Answering(written)) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
            yield server

    return models


def sheet(verdict):
    finding = {"quote": "as long as necessary", "dimension": ARTIFACT_RUBRIC.keys[0], "severity": "major"}
    advice = {"what": "No period is named.", "remediation": "Name a period.", "confidence": 0.9}
    return json.dumps(
        {
            "findings": [finding | advice],
            "scores": dict.fromkeys(ARTIFACT_RUBRIC.keys, 1 if verdict == "FAIL" else 3),
            "remediation": ["Name a period."],
            "rationale": "Nobody can tell when a record has to go.",
            "verdict": verdict,
            "confidence": 0.9,
        }
    )


@pytest.mark.parametrize(("verdict", "status"), [("FAIL", 3), ("CONDITIONAL", 0)])
def test_a_text_that_reviewers_fail_stops_the_change_and_findings_are_sarif(models, call, verdict, status):
    with models(lambda model, fields: sheet(verdict)) as server:
        pathlib.Path("docs").mkdir()
        pathlib.Path("docs/policy.md").write_text("# Records\n\nThey are kept as long as necessary.\n")
        done = call(*shlex.split(REVIEW))
    assert (done.status, len(server.heard)) == (status, 5), done.err
    assert {one.headers["authorization"] for one in server.heard} == {"Bearer sk-of-the-test"}
    found = json.loads(done.text)
    jsonschema.Draft4Validator(SARIF).validate(found)
    places = [one["locations"][0]["physicalLocation"] for one in found["runs"][0]["results"]]
    assert {one["artifactLocation"]["uri"] for one in places} == {"docs/policy.md"}
    assert [one["region"]["startLine"] for one in places if "region" in one] == [3] * 5


def test_without_a_key_the_review_is_refused_before_anything_is_bought(models, call, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    pathlib.Path("docs").mkdir()
    pathlib.Path("docs/policy.md").write_text("Kept as long as necessary.")
    assert call(*shlex.split(REVIEW)).status == 2


@pytest.mark.parametrize(("second", "status"), [("nearly the same", 0), ("the contrary", 3)])
def test_judges_that_no_longer_agree_stop_the_change(models, call, second, status):
    said = {"claim": "It saves.", "reasoning": "It costs less.", "evidence": "A count."}
    ids = [f"{side}-{n}" for side in ("PRO", "CON") for n in range(1, 11)]
    first = {name: 2 + at % 8 for at, name in enumerate(ids)}
    other = {
        name: 11 - score if second == "the contrary" else score + (score < 4) for name, score in first.items()
    }

    def written(model, fields):
        if "scores" not in fields:
            return voices.briefing("PRO-1")
        return voices.scores(ids, STANDARD, spread=other if model == "gpt-4.1" else first)

    with models(written):
        arguments = [{"side": name[:3].lower(), **said} for name in ids]
        pathlib.Path("sample.json").write_text(json.dumps({"topic": "Free buses", "arguments": arguments}))
        exec(JUDGES, {})
    done = call(*shlex.split(AGREE))
    assert done.status == status, done.err
    assert ("0.67 was asked for" in done.err) == bool(status)
