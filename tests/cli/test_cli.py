"""The same work from a shell: JSON on standard output, exit status 0 done, 1 failed, 2 wrong usage."""

import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from debate_core import calls as asks
from debate_core import composition
from debate_core.cli import main, parser
from debate_core.cli.run import _onward_text, config_of, outlay_text, raised_budget
from debate_core.domain.cast import Judge
from debate_core.domain.config import Budget, Deliberation
from debate_core.domain.errors import SetUpError, StoreFailed
from debate_core.domain.rubric import EVIDENCE_FIRST, STANDARD
from debate_core.domain.transcript import ONE_CLAIM, Topic
from debate_core.llm.errors import refusal
from debate_core.llm.keys import Endpoint
from debate_core.running.runner import Runner
from debate_core.simulated import Simulated
from debate_core.store import SQLiteStore
from debate_core.store.record import load
from tests.building.reviewed import OLD
from tests.building.studied import study_of
from tests.postgres import empty_place
from tools import scripted

pytestmark = pytest.mark.slow  # as a whole, some seconds

CHAT = pathlib.Path(__file__).parents[2] / "examples" / "four-day-week.json"
TOPIC = "Should schools start later?"
CLAIM = {"claim": "Sleep helps pupils learn.", "reasoning": "Because rest restores attention."}
CLAIMS = json.dumps({"arguments": [{**CLAIM, "evidence": "No source."}] * 3})


def config_with(tmp_path, *words, **held):
    """The config of `run` with a file that holds these beside the topic."""
    file = tmp_path / "config.json"
    file.write_text(json.dumps({"topic": {"text": TOPIC}, **held}))
    return config_of(parser().parse_args(["run", "--config", str(file), *words]))


def test_one_flag_sets_the_temperature_of_every_judge(tmp_path):
    one = {"domain": "law", "temperature": 0.7, "model": "ollama:m"}
    held = {"judges": [{**one, "name": name} for name in ("Ann", "Ben")]}
    for words in ([], ["--judge", "Risk", "--judge", "Law=openai:gpt-4.1", "--judge-model", "ollama:m"]):
        config = config_with(tmp_path, *words, "--judge-temperature", "0", panel=held)
        assert [one.temperature for one in config.panel.judges] == [0.0, 0.0]
    assert [one.temperature for one in config_with(tmp_path, panel=held).panel.judges] == [0.7, 0.7]
    usual = config_with(tmp_path, "--judge-temperature", "0.9", "--pro", "ollama:m").panel.judges
    assert {one.temperature for one in usual} == {0.9} and len(usual) == 4


def test_both_reading_orders_are_asked_for_with_a_flag_and_their_calls_said_before(run, call):
    assert run()["why_null"]["readings"] == "each judge read the debate once"
    said = call("run", TOPIC, "--reading", "both", "--json")
    assert "about 17 calls" in said.err and "4 of them are for reading again with CON first." in said.err
    # The last one is asked where the narrative is for another side.
    assert said.json["usage"]["calls"] == 16 + (said.json["conflict"] is not None)
    assert "Gain of the side read first" in call("report", said.json["debate"], "--as", "text").out
    assert call("run", "--topic", TOPIC, "--reading", "twice").status == 2


def test_report_is_computed_anew_from_the_stored_facts(run, call):
    found = run("--burden", "con", "--background", "Some begin at 7:30.")
    assert found["burden"] == "con"
    assert call("report", found["debate"], "--as", "json").json == found
    other = call("report", found["debate"], "--json", "--calibration", "zscore", "--weights", "equal").json
    assert other["settings"]["calibration"] == "zscore"
    assert [row["weight"] for row in other["judges"]] == [0.25] * 4
    assert other["agreement"]["alpha"] == found["agreement"]["alpha"]


def test_a_configuration_is_json_or_toml_and_no_list(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text(f'seed = 7\n[topic]\ntext = "{TOPIC}"\n')
    options = parser().parse_args(["run", "--config", str(file)])
    assert config_of(options) == config_with(tmp_path, seed=7)
    file.write_text("seed 7")
    with pytest.raises(SetUpError, match=r"^config\.toml: expected TOML; it goes wrong \(at line 1"):
        config_of(options)
    seats = "\n".join(
        f"[[panel.judges]]\nname = '{name}'\nmodel = 'simulated:hasty'" for name in ("Nurse", "B")
    )
    file.write_text(f'topic = "{TOPIC}"\npro = "simulated:careful"\n{seats}')
    config = config_of(parser().parse_args(["run", "--config", str(file), "--background", "x"]))
    assert (config.topic, config.pro.model) == (Topic(text=TOPIC, background="x"), "simulated:careful")
    assert config.panel.judges[0] == Judge(name="Nurse", domain="nurse", model="simulated:hasty")
    file.write_text(f'topic = "{TOPIC}"\npanel = "A, B"')
    with pytest.raises(SetUpError, match=r"^panel: expected fields of its own$"):
        config_of(options)
    listed = tmp_path / "config.json"
    listed.write_text("[]")
    with pytest.raises(SetUpError, match=r"^config\.json: expected an object; got list$"):
        config_of(parser().parse_args(["run", "--config", str(listed)]))


def test_a_judge_keeps_the_model_it_names_and_the_others_take_the_one_for_all(tmp_path):
    words = ("--judge", "Risk=local:smollm2", "--judge", "Ethics", "--judge-model", "ollama:small")
    first, second = config_with(tmp_path, *words).panel.judges
    assert (first.name, first.domain, first.model) == ("Risk", "risk", "local:smollm2")
    assert (second.name, second.domain, second.model) == ("Ethics", "ethics", "ollama:small")


def test_a_seat_without_a_model_is_simulated_only_where_nobody_named_one(tmp_path):
    """CON takes PRO's model and the other way round; judges, the live judge and the briefing as well."""
    judges = ["--judge", "Risk=openai:m", "--judge", "Ethics"]
    for words in (["--pro", "openai:m"], ["--con", "openai:m"], judges):
        assert config_with(tmp_path, *words, "--live").models == ("openai:m",)
    held = config_with(tmp_path, pro={"side": "pro", "model": "openai:m"})
    assert held.models == ("openai:m",)
    chosen = config_with(tmp_path, "--pro", "openai:m", "--judge-model", "openai:j")
    models = chosen.con.model, chosen.panel.judges[0].model, chosen.brief_by
    assert models == ("openai:m", "openai:j", "openai:j")
    assert config_with(tmp_path).models == ("simulated:standard",)


def test_a_file_whose_judges_are_no_judges_is_refused_in_words(tmp_path):
    for wrong in ("x", ["x"], 3, {"judges": 3}, {"judges": ["x", "y"]}):
        with pytest.raises(SetUpError):
            config_with(tmp_path, "--pro", "openai:m", panel=wrong)


def test_the_estimate_names_every_seat_and_warns_of_judges_on_a_debaters_model(tmp_path):
    said = outlay_text(config_with(tmp_path, "--pro", "openai:m", "--con", "openai:c"))
    judges = "Technical, Business, Risk, General, the briefing and the narrative"
    assert f"PRO, {judges} on openai:m; CON on openai:c" in said
    assert "Caution: Technical, Business, Risk and General judge on the model of a debater" in said
    assert "Caution" not in outlay_text(
        config_with(tmp_path, "--pro", "openai:m", "--judge-model", "openai:j")
    )
    assert "Caution" not in outlay_text(config_with(tmp_path))


def test_options_change_a_config_file_and_leave_the_rest_of_it(tmp_path):
    pro = {"side": "pro", "model": "ollama:small"}
    held = {"arguments_per_side": 2, "order": "alternating", "seed": 5, "pro": pro}
    words = ("--arguments", "1", "--pro-personality", "provocateur", "--burden", "pro", "--live")
    chosen = config_with(tmp_path, *words, budget={"calls": 5, "tokens": 90_000}, **held)
    assert (chosen.arguments_per_side, chosen.order, chosen.seed) == (1, "alternating", 5)
    assert (chosen.pro.model, chosen.pro.personality) == ("ollama:small", "provocateur")
    assert (chosen.topic.text, chosen.topic.burden, chosen.live.model) == (TOPIC, "pro", "ollama:small")
    plain = config_with(tmp_path, "--pro-personality", "none", pro={**pro, "personality": "engineer"})
    assert (plain.pro.model, plain.pro.personality) == ("ollama:small", None)
    own = config_with(
        tmp_path, "--con-traits", "formal 9", con={"personality": "engineer", "traits": "curious 2"}
    )
    assert (own.con.traits, own.con.manner.traits["formal"], own.con.manner.traits["curious"]) == (
        "formal 9",
        9,
        6,
    )
    weighed = (
        config_with(tmp_path, "--rubric", "Evidence first"),
        config_with(tmp_path, rubric="Evidence first"),
        study_of(base={"rubric": "Evidence first"}).config(Topic(text=TOPIC), ("simulated", "simulated")),
    )
    assert [one.rubric for one in weighed] == [EVIDENCE_FIRST] * 3 and plain.rubric == STANDARD
    limited = config_with(tmp_path, "--budget-calls", "7", budget={"calls": 5, "tokens": 90_000})
    assert (limited.budget.calls, limited.budget.tokens) == (7, 90_000)
    talk = config_with(tmp_path, deliberation={"threshold": 1, "rounds": 1}).deliberation
    assert talk == Deliberation(threshold=1, rounds=1)


def test_lengths_and_the_models_that_sum_up_are_chosen(tmp_path):
    words = ("--cap-opening", "900", "--briefing-model", "ollama:brief", "--narrative-model", "ollama:story")
    chosen = config_with(tmp_path, *words, "--live", "ollama:live", caps={"closing": 300})
    assert (chosen.caps.opening, chosen.caps.closing, chosen.caps.judging) == (900, 300, 3000)
    steps = {step.name: step for step in asks.graph(chosen)}
    assert (steps["opening:pro"].cap, steps["closing:con"].cap) == (900, 300)
    models = [steps[name].model for name in ("briefing", "narrative", "conflict", "live:1")]
    assert models == ["ollama:brief", "ollama:story", "ollama:story", "ollama:live"]
    assert "the narrative" in dict(chosen.seats)
    exchange = config_with(tmp_path, "--format", "exchange", "--turns", "10")
    assert (exchange.format, exchange.turns) == ("exchange", 10)
    for words in (("--cap-exchange", "900"), ("--cap-opening", "9")):
        with pytest.raises(SetUpError):
            config_with(tmp_path, *words)


def test_a_server_on_the_command_line_is_added_or_takes_the_place_of_its_name(tmp_path):
    servers = [{"name": name, "base_url": f"http://{name}.example/v1"} for name in ("first", "second")]
    typed = ["--base-url", "second=http://new.example/v1", "--base-url", "third=http://third.example/v1"]
    chosen = config_with(tmp_path, *typed, servers=servers)
    hosts = {"first": "first", "second": "new", "third": "third"}
    places = {server.name: server.base_url for server in chosen.servers}
    assert places == {name: f"http://{host}.example/v1" for name, host in hosts.items()}


def test_a_server_may_speak_anthropics_protocol_and_the_estimate_says_where_it_is(tmp_path):
    chosen = config_with(tmp_path, "--base-url", "mine:anthropic=http://mine.example/v1", "--pro", "mine:m")
    assert chosen.servers[0].wire == "anthropic"
    assert "mine is called at http://mine.example/v1." in outlay_text(chosen)
    with pytest.raises(SetUpError, match="wire"):
        config_with(tmp_path, "--base-url", "mine:other=http://mine.example/v1")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device here plays a full disk")
def test_a_result_that_finds_no_room_is_status_1_in_one_sentence_and_one_that_nobody_reads_says_nothing():
    words = [sys.executable, "-m", "debate_core", "lab", "--worked"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    said = "split-decision: the result could not be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, said)
    unread, written = os.pipe()
    os.close(unread)
    with open(written, "w") as pipe:
        done = subprocess.run(words, stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "")


def test_ctrl_c_ends_a_command_without_a_traceback(call, monkeypatch):
    monkeypatch.setattr("debate_core.cli.inspect.store_to_read", _interrupt)
    said = call("list")
    assert (said.status, said.text, said.err) == (130, "", "")


def _interrupt(options):
    raise KeyboardInterrupt


def test_a_command_is_needed_and_its_help_says_what_a_flag_takes(capsys):
    with pytest.raises(SystemExit, match="2"):
        main([])
    with pytest.raises(SystemExit, match="0"):
        main(["run", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--arguments N" in told and "(a whole number from 1 to 8; default: 3)" in told
    assert "--order {simultaneous,alternating}" in told and "(default: simultaneous)" in told


def test_a_debate_out_of_budget_is_status_1_and_says_how_to_go_on(store, call):
    said = call("run", "--topic", "Tea or coffee?", "--budget-calls", "3")
    assert said.status == 1
    for words in (ONE_CLAIM, "budget of 3 calls", "about 13 calls. ", "Free: simulated on this machine."):
        assert words in said.err
    (record,) = re.findall(r"resume (\w+) --budget-calls N", said.err)
    assert f"report {record}" in said.err and f"\ndebate {record}\npaused: " in said.err
    # what was bought is there
    (row,) = call("list", "--json").json
    assert row["status"] == "paused"


@pytest.mark.parametrize(
    ("most", "calls", "cause", "limit"),
    [
        (None, 9, None, "tokens"),
        (9, 8, "", "tokens"),
        (9, 9, None, "calls"),
        (9, 9, "it would cost $2", "dollars"),
        (None, 9, "it would cost $2", "dollars"),
    ],
)
def test_the_limit_to_raise_is_the_one_that_was_reached(most, calls, cause, limit):
    held = {"id": "x", "out_of_budget": True, "cause": cause, "spent": Budget(calls=calls)}
    record = SimpleNamespace(budget=Budget(calls=most), **held)
    assert _onward_text(record).startswith(f"Go on with more: resume x --budget-{limit} N\n")


def test_resume_finishes_what_was_broken_off(run, call, store):
    whole = run()
    held = SQLiteStore(store)
    events = [stored.event for stored in held.read(whole["debate"])]
    record = held.open_record(events[0])
    held.append(record, events[1:12])
    found = call("resume", record, "--json").json
    for key in ("arguments", "outcome", "agreement", "briefing"):
        assert found[key] == whole[key]


@pytest.mark.parametrize(
    ("words", "budget"),
    [
        ((), None),
        (("--budget-calls", "9"), Budget(calls=9)),
        (("--budget-calls", "9", "--budget-tokens", "5"), "--budget-tokens"),
        (("--budget-calls", "3"), "--budget-calls"),
        (("--budget-dollars", "0.5"), "--budget-dollars"),
    ],
)
def test_resume_raises_the_limits_it_is_given_and_no_other(words, budget):
    options = parser().parse_args(["resume", "x", *words])
    if isinstance(budget, str):
        with pytest.raises(SetUpError, match=budget):
            raised_budget(options, Budget(calls=3))
    else:
        assert raised_budget(options, Budget(calls=3)) == budget


SLOW = """
import asyncio, os, sys
class Slow:
    async def complete(self, request, on_text=None):
        os.write(1, b"called\\n")  # Not among the run's own words, which another thread may be writing.
        await asyncio.sleep(60)
from debate_core import composition
composition.model_factory = lambda access: lambda name, ask: Slow()
from debate_core.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_terminated_run_is_stopped_and_not_lost(store):
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW, "run", "--topic", TOPIC],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "DEBATE_STORE": str(store)},
    )
    with child:
        record = next(line for line in child.stderr if line.startswith("debate ")).split()[-1]
        assert child.stdout.readline() == "called\n"
        child.send_signal(signal.SIGTERM)
        said = child.stderr.read()
    assert child.returncode == 1
    assert "stopped" in said
    kinds = [stored.event.kind for stored in SQLiteStore(store).read(record)]
    assert kinds[-1] == "debate_stopped"


def test_a_report_in_a_terminal_is_a_summary_that_says_how_to_have_all(run, call):
    name = run()["debate"]
    short, whole = call("report", name).out, call("report", name, "--as", "text").out
    assert len(short.splitlines()) < 80 < 200 < len(whole.splitlines())
    heads = [line for line in short.splitlines() if line and not line.startswith(" ")]
    parts = ("argued better|^No call", "far .* agree|^Agreement", "disputed|disagree on|split", "^Briefing")
    places = [next(at for at, line in enumerate(heads) if re.search(words, line)) for words in parts]
    assert places == sorted(places)
    assert heads[-1].startswith("The whole report: ") and call(*heads[-1].split()[6:10]).out == whole
    assert "Every score of PRO-1" in whole and "Every score of PRO-1" not in short


def test_the_csv_says_how_many_judges_scored_and_why_others_did_not(store, call):
    shutil.copy(OLD, store)
    said = call("report", "failed000001", "--as", "csv")
    rows = list(csv.DictReader(said.out.splitlines()))
    assert {row["panel"] for row in rows} == {"3 of 5 judges"}
    causes = {row["judge"]: row["cause"] for row in rows}
    assert [name for name, cause in causes.items() if cause] == ["General", "Risk manager"]
    assert "the key was refused" in causes["General"]
    assert {row["example"] for row in rows} == {"no"}


def test_a_debate_is_read_as_a_whole_at_once_or_later_and_the_verdict_stays(run, call):
    calls = run("--seed", "7")["usage"]["calls"]
    left_out = run("--seed", "7", "--no-narrative")
    assert (left_out["narrative"], left_out["usage"]["calls"]) == (None, calls - 1)
    later = call("resume", left_out["debate"], "--narrative", "--json").json
    assert later["narrative"]["leader"] in ("pro", "con", "level")
    assert (later["usage"]["calls"], later["outcome"]) == (calls, left_out["outcome"])
    assert "the narrative" in {one["role"] for one in call("prompts", later["debate"], "--json").json}
    assert next(row for row in later["usage"]["by_call"] if row["name"] == "narrative")["models"]
    again = call("resume", left_out["debate"], "--narrative")
    assert again.status == 2 and "without a narrative" in again.err


def test_a_debate_that_fewer_than_two_judges_scored_has_failed_and_says_why_first(store, call, monkeypatch):
    def reach(access):
        def model(name, ask):
            mute = hasattr(ask, "judge") and ask.judge.name != "General"
            return scripted.Scripted(otherwise=lambda request: "No scores.") if mute else Simulated(ask)

        return model

    monkeypatch.setattr(composition, "model_factory", reach)
    found = call("run", "--topic", TOPIC, "--seed", "3")
    assert found.status == 1
    lines = found.text.splitlines()
    cause = lines[lines.index("Failed: too few scores") + 1]
    assert "1 of 4 judges" in lines[0] and " failed: " in cause and "Technical" in cause
    row = call("list", "--json").json[0]
    assert (row["status"], row["outcome"]) == ("failed", None)
    assert "failed: " in found.err and f"resume {row['id']}" in found.err
    shown = call("report", row["id"], "--json").json
    assert shown["progress"] == "failed" and "failed: " in shown["outcome"]["reasons"][0]
    assert call("judge", CHAT, "--pro", "user", "--con", "assistant").status == 1


@pytest.mark.parametrize("form", ["structured", "exchange"])
def test_where_half_of_the_arguments_hold_nothing_every_report_says_so(store, call, monkeypatch, form):
    said = [{"claim": one, "reasoning": one, "evidence": one} for one in ("10", "20", "3")]
    answers = {asks.Opening: {"arguments": said}, asks.Exchange: said[2]}

    def model(name, ask):
        empty = answers.get(type(ask)) if name == "ollama:smol" else None
        return scripted.Scripted(otherwise=lambda request: json.dumps(empty)) if empty else Simulated(ask)

    monkeypatch.setattr(composition, "model_factory", lambda access: model)
    words = ["--pro", "ollama:smol", "--con", "simulated:standard", "--format", form]
    words += ["--live"] * (form == "exchange")
    found = call("run", "--topic", TOPIC, "--seed", "3", *words, "--json").json
    assert (found["outcome"]["call"], found["outcome"]["nothing_argued"]) == ("no_call", True)
    assert re.match("Nothing was argued: [35] of (6|10) arguments", found["outcome"]["reasons"][0])
    assert found["outcome"]["gap"] is None
    assert {one["position"] for one in found["judges"]} == {None}
    assert found["narrative"] is None
    name = found["debate"]
    relied_on = found["agreement"]["generalizability"]
    assert (relied_on["reason"], relied_on["sentence"]) == ("nothing was argued", None)
    further = (
        "For 0.80",
        "make that surer",
        "Average the scores",
        "discuss it",
        "such judges or",
        "score both",
    )
    for shape in ([], ["--as", "md"], ["--as", "html"]):
        page = call("report", name, *shape).out
        assert [one for one in further if one in page] == [] and page.count("have no real claim") == 1, shape
        assert "Nothing was argued" in page and "O argued better" not in page and "Ask people" not in page
    assert "Have another model debate it" in call("report", name).out
    assert "Nothing was argued" in call("list").out and call("list", "--json").json[0]["nothing_argued"]
    record = load(SQLiteStore(store), name)
    again = {call.id.step: call for call in record.calls.values() if call.faults}
    assert any("no letter" in fault for one in again.values() for fault in one.faults)
    other = call("run", "--topic", TOPIC, "--seed", "4", "--json").json["debate"]
    assert "Nothing was argued" in call("compare", name, other).out


def test_a_refusal_is_called_one_with_its_words_in_every_form_of_the_report(store, call, monkeypatch):
    words = "I'm sorry, but I can't argue [this](http://evil.example) <script>. " + "No. " * 200
    why = {"Risk": "It is against my rules.", "General": ""}

    def model(name, ask):
        if isinstance(ask, asks.Opening) and ask.side == "pro":
            return scripted.Scripted(answers={"opening:pro": words}, otherwise=lambda request: CLAIMS)
        if isinstance(ask, asks.Scoring) and ask.judge.name in why:
            declined = refusal(Endpoint(provider="openai", base_url=""), why[ask.judge.name], partial="")
            return scripted.Scripted({f"judging:{ask.judge.name}": declined})
        return Simulated(ask)

    monkeypatch.setattr(composition, "model_factory", lambda access: model)
    found = call("run", "--topic", TOPIC, "--seed", "3", "--json").json
    pro, *judges = found["outcome"]["cautions"][:3]
    assert pro.startswith("PRO refused to answer: “I'm sorry, but I can't argue") and len(pro) < 300
    assert {*judges} == {"Risk refused to answer: “It is against my rules”", "General refused to answer."}
    forms = ([], ["--as", "md"], ["--as", "html"])
    plain, md, html = (" ".join(call("report", found["debate"], *form).out.split()) for form in forms)
    for page in (plain, md, html):
        assert "PRO refused to answer" in page and "Risk refused to answer" in page
    assert "<script>" not in md.replace("\\<script>", "") and "[this](http" not in md
    assert "<script>" not in html and "&lt;script&gt;" in html


@pytest.mark.parametrize("remote", [True, False])
def test_a_run_goes_on_looking_where_the_shared_database_is_away_for_a_moment(
    store, call, monkeypatch, remote
):
    """A worker conducts there; whoever follows only looks."""
    looks, wait = iter([False, False]), Runner.wait

    def away_at_first(runner, record, timeout=None):
        if next(looks, True):
            return wait(runner, record, timeout)
        raise StoreFailed("the database is away")

    monkeypatch.setattr(Runner, "wait", away_at_first)
    monkeypatch.setattr(SQLiteStore, "remote", remote)
    found = call("run", "--topic", TOPIC, "--seed", "3")
    assert (found.status == 0, "the database is away" in found.err) == (remote, not remote)


def test_the_bar_ends_full_only_where_the_debate_is_finished(store, call, monkeypatch):
    bars, seen, wait = [], set(), Runner.wait

    def once_more(runner, record, timeout=None):
        """It is looked at once when all is done, too."""
        done = wait(runner, record, timeout)
        first = done and record not in seen
        seen.update([record] if done else [])
        return done and not first

    class Bar:
        def __init__(self, total, **_):
            self.total, self.n = total, 0
            bars.append(self)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            """It leaves nothing behind."""

        def set_description(self, _):
            """Nobody looks."""

        def update(self, more):
            self.n += more

    monkeypatch.setattr("tqdm.tqdm", Bar)
    monkeypatch.setattr(Runner, "wait", once_more)
    assert call("run", "--topic", TOPIC, "--seed", "3").status == 0
    assert call("run", "--topic", TOPIC, "--seed", "3", "--budget-calls", "2").status == 1
    assert [(bar.n, bar.total) for bar in bars] == [(13, 13), (2, 13)]


def test_how_workers_and_queue_stand_is_printed_and_a_worker_with_a_limit_of_nobody_does_not_begin(call):
    place = empty_place()
    said = call("work", "--status", "--store", place)
    assert (said.status, said.text) == (0, "No worker: 0 running, 0 waiting\n")
    assert call("work", "--status", "--json", "--store", place).json["workers"] == []
    refused = call("work", "--limit", "nobody:calls=1", "--store", place)
    assert (refused.status, "got 'nobody:calls=1'" in refused.err) == (2, True)


def test_in_a_shell_without_the_database_driver_workers_of_a_file_are_refused_in_words_and_a_table_is_read(
    tmp_path,
):
    file, store = tmp_path / "scores.csv", tmp_path / "x.sqlite3"
    file.write_text("judge,a,b,c\nAnn,7,8,3\nBo,6,9,4\n")
    code = (
        "import runpy, sys; sys.modules.update(psycopg=None, psycopg_pool=None, pgqueuer=None)\n"
        "from debate_core.cli import main\n"
        "print([main(['work', *more, '--store', sys.argv[1]]) for more in ([], ['--status'])])\n"
        "sys.argv[1:] = ['agree', sys.argv[2], '--json']\n"
        "runpy.run_module('debate_core', run_name='__main__')"
    )
    words = [sys.executable, "-c", code, str(store), str(file)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    refused, _, read = done.stdout.partition("\n")
    assert (done.returncode, refused) == (0, "[2, 2]"), done.stderr
    assert json.loads(read)["agreement"]["alpha"]["interval"] is not None
    assert done.stderr.count("workers need a store on PostgreSQL: give --store postgresql://") == 2
    assert "psycopg" not in done.stderr
