"""`judge` in a shell: a transcript from elsewhere, judged at its end or turn by turn, and what works on a debate."""

import csv
import json
import pathlib
from itertools import product

import pytest

from debate_core.cli import parser
from debate_core.domain.rubric import EVIDENCE_FIRST
from debate_core.ratings import table_of
from debate_core.store import SQLiteStore
from debate_core.store.record import RatingsRecord, load

pytestmark = pytest.mark.slow  # as a whole, some seconds

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
CHAT = EXAMPLES / "four-day-week.json"
IN_PHASES = {
    "topic": "Close on Fridays",
    "arguments": [
        {"id": "X9", "side": "con", "claim": "Customers need Fridays", "reasoning": "Orders come in then."},
        {"side": "pro", "claim": "People rest", "reasoning": "Because sleep lowers errors.", "evidence": "60 firms."},
        {"side": "con", "claim": "Pay falls"},
    ],
    "responses": [{"to": 1, "type": "challenge", "reasoning": "That trial had no control group, so it proves little."}],
    "closings": {"pro": "Rest pays.", "con": "Service comes first."},
}  # fmt: skip


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "debate.json"
    path.write_text(json.dumps(IN_PHASES), encoding="utf-8")
    return path


def test_arguments_with_answers_are_judged_under_ids_of_our_own(call, file, store):
    found = call(
        *("judge", file, "--seed", "3", "--judge", "Risk", "--judge", "Auditor=simulated:standard", "--json"),
        *("--effort", "low"),
    ).json
    assert [row["id"] for row in found["arguments"]] == ["PRO-1", "CON-1", "CON-2"]
    assert found["arguments"][0]["response"]["response_type"] == "challenge"
    assert [judge["name"] for judge in found["judges"]] == ["Risk", "Auditor"]
    assert found["brought"] == "Brought from debate.json (JSON with sides)."
    assert found["simulated_said"] == "partly simulated: all judges and the briefing"
    assert found["outcome"]["call"] == "no_call" and "scores of real words" in found["outcome"]["reasons"][0]
    row = call("list", "--json").json[0]
    assert (row["kind"], row["status"], row["calls"]) == ("transcript", "finished", 3)
    # Scores that mean nothing teach nothing of their judges.
    assert call("history", "--json").json == []
    assert "\nNot counted in judges' history. Simulated judges only" in call("truth", row["id"], "pro").out
    assert call("truth", row["id"], "pro", "--json").json["counts"] is False
    assert "got 'Ann'. The speakers are without names" in call("judge", file, "--pro", "Ann").err


def spoken(*texts):
    turns = [
        {"side": side, "text": text} for side, text in zip(("pro", "con") * len(texts), texts, strict=False)
    ]
    return {"topic": "Close on Fridays", "turns": turns}


def test_a_transcript_of_which_half_holds_nothing_names_no_side_anywhere(call, file, store):
    file.write_text(
        json.dumps(spoken("Costs rise.", "[no response]", "Sleep helps.", "n/a")), encoding="utf-8"
    )
    judged = call("judge", file, "--seed", "3", "--live", "--json")
    warning = "Nothing was argued: 2 of 4 arguments have no real claim. Judges could name no side."
    assert judged.err.index(warning) < judged.err.index("transcript "), "before anybody is asked"
    found, name = judged.json, judged.json["debate"]
    assert found["outcome"]["reasons"] == [warning.partition(" Judges")[0]]
    assert (found["scorecard"]["reason"], found["why_null"]["narrative"]) == (
        "Nothing was argued.",
        "nothing was argued",
    )
    for shape in ([], *(["--as", form] for form in ("text", "md", "html"))):
        page = call("report", name, *shape).out
        assert "Nothing was argued" in page and page.count("have no real claim") == 1, shape
        assert "Bring another transcript." in page and "another model debate" not in page
        assert "never asked for" not in page
        assert not [
            one for one in ("O argued better", "N argued better", "is ahead by", "is ahead in") if one in page
        ]
    row = call("list", "--json").json[0]
    assert (row["nothing_argued"], row["alpha"], row["kind"]) == (True, None, "transcript")


def test_a_chat_is_judged_turn_by_turn_and_goes_on_as_any_debate(call, store):
    judge = ["judge", CHAT, "--seed", "3", "--pro", "USER", "--con", "assistant", "--live", "--json"]
    found = call(*judge).json
    assert [score["turn"] for score in found["live"]] == list(range(1, 10))
    assert found["scorecard"]["rounds_won"] and found["narrative"]
    name = found["debate"]
    talked = call("deliberate", name, "--rounds", "1", "--json").json
    assert [one["round"] for one in talked["deliberation"]]
    kinds = [json.loads(line)["event"]["kind"] for line in call("replay", name).out.splitlines()]
    assert kinds[:10] == ["transcript_opened"] + ["turn_spoken"] * 9
    file = store.parent / "out.json"
    file.write_text(call("export", name).out, encoding="utf-8")
    assert call("import", file).out.strip() == name
    assert "PRO: user. CON: assistant." in call("export", name, "--as", "md").out.replace("\\", "")


def test_a_transcript_takes_every_setting_of_a_debate_but_those_about_speeches(call, store):
    words = "--pro=user --con=assistant --reading=both --narrative --cap-judging=5000 --cap-briefing=900 --burden=con"
    live = "--live=ollama:m --live-both-orders --live-temperature=.5 --budget-calls=1"
    talk = "--deliberate --deliberate-rounds=1 --deliberate-probe=none"
    call("judge", CHAT, *words.split(), *live.split(), *talk.split(), "--rubric", "Evidence first")
    held = SQLiteStore(store)
    config = load(held, held.records()[0].id).config
    assert (config.reading, config.narrative, config.topic.burden) == ("both", True, "con")
    assert config.rubric == EVIDENCE_FIRST
    assert (config.caps.judging, config.caps.briefing, config.budget.calls) == (5000, 900, 1)
    assert (config.live.both_orders, config.live.temperature) == (True, 0.5)
    assert (config.deliberation.rounds, config.deliberation.probes) == (1, ())
    for spoken in (
        "turns",
        "format",
        "order",
        "arguments",
        "live-feedback",
        "cap-opening",
        "pro-personality",
    ):
        with pytest.raises(SystemExit):
            parser().parse_args(["judge", "x", f"--{spoken}", "1"])


def test_a_table_leaves_without_formulas_and_comes_back_with_the_same_names_and_facts(call, store, tmp_path):
    names = ['=HYPERLINK("http://evil.example","x")', "+1+cmd|' /C calc'!A0", "-Bo", "@Cem", "\u202eeve", "-"]
    file, again = tmp_path / "f.csv", tmp_path / "again.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        items = enumerate(("=1+1", "-5 b", "c"))
        rows = [(judge, item, len(judge) % 7 + at) for (at, item), judge in product(items, names)]
        csv.writer(out, delimiter=";").writerows([("judge", "item", "score"), *rows, ("-", "\t=d", "-1.5")])
    first = call("import", file, "--json").json["id"]
    assert f"'{first}' is not a debate" in call("export", first, "--votes").err
    again.write_text(call("export", first, "--as", "csv").out, encoding="utf-8")
    cells = [cell for row in csv.reader(again.read_text(encoding="utf-8").splitlines()) for cell in row]
    assert [one for one in cells if one[:1] in tuple("=+-@\t") and one not in ("-", "-1.5")] == []
    assert cells[-1] == "-1.5"
    second = call("import", again, "--json").json["id"]
    assert second != first
    one, two = (table_of(RatingsRecord.load(SQLiteStore(store), name).config) for name in (first, second))
    assert (two.judges, two.items) == (tuple(names), ("=1+1", "-5 b", "c", "=d"))
    assert (one.judges, one.items, repr(one.ratings)) == (two.judges, two.items, repr(two.ratings))


def test_a_table_is_kept_and_reported_as_agree_reports_it(call, store):
    table = EXAMPLES / "help-desk-ratings.csv"
    assert "--teach works only with a record" in call("import", table, "--teach").err
    name = call("import", table, "--json").json["id"]
    blocks = [call(*words).out.partition("\n\n")[2] for words in (("report", name), ("agree", table))]
    assert blocks[0] == blocks[1] != ""
    assert call("export", name, "--as", "csv").out == table.read_text(encoding="utf-8")
    assert "alpha 0.48  –  help-desk-ratings.csv  Table · 5 judges, 30 items" in call("list").out
    assert "nothing to resume" in call("resume", name).err


def test_of_several_conversations_one_is_chosen_and_of_many_the_first_twenty_are_named(call, store, tmp_path):
    file = tmp_path / "chats.json"

    titles = [f"{n} {'x' * 99}" for n in range(1, 22)]
    names = "; ".join(f"{n} '{title[:60]}…'" for n, title in enumerate(titles[:20], 1))
    said = [{"sender": who, "text": f"{who} speaks."} for who in ("human", "assistant")]
    for many, listed in ((20, names), (21, f"{names} …")):
        chats = [{"name": title, "chat_messages": said} for title in titles[:many]]
        file.write_text(json.dumps(chats), encoding="utf-8")
        assert call("judge", file).err.partition("--chat N: ")[2] == f"{listed}\n"
    assert call("judge", file, "--chat", "21", "--pro", "human", "--con", "assistant").status == 0
    assert call("list", "--json").json[0]["topic"] == titles[20]


def test_speakers_who_are_called_by_their_side_need_no_flag(call, tmp_path):
    talk = tmp_path / "talk.txt"
    talk.write_text(
        "PRO: Close on Fridays, as people rest.\nCON: Customers need Fridays.\n", encoding="utf-8"
    )
    found = call("judge", talk, "--topic", "Close on Fridays", "--json")
    assert found.status == 0, found.err
    assert [row["id"] for row in found.json["arguments"]] == ["PRO-1", "CON-1"]
