"""Reading a dialogue out of any common form: who said what; and what is refused, in words, at once."""

import json
import time

import pytest

from debate_core.domain.errors import SetUpError
from debate_core.domain.imported import TranscriptConfig
from debate_core.importing.dialogues import NotBrought, read_text
from debate_core.importing.documents import text as documents_text
from debate_core.importing.documents.text import read_strict
from debate_core.importing.exported import read_exported
from debate_core.importing.files import kind_of, read_imported
from debate_core.importing.mapping import MAX_ARGUMENTS, TranscriptChoices, map_sides, sides_of
from tests.each import each


def message(role, text):
    return {"author": {"role": role}, "content": {"content_type": "text", "parts": [text]}}


NODES = {
    "r": {"parent": None, "message": None},
    "s": {"parent": "r", "message": message("system", "hidden")},
    "a": {"parent": "s", "message": message("user", "first")},
    "old": {"parent": "a", "message": message("assistant", "asked for again")},
    "call": {"parent": "a", "message": message("assistant", "print(1)") | {"recipient": "python"}},
    "b": {"parent": "call", "message": message("assistant", "second")},
}
CHATGPT = json.dumps([{"title": "T", "mapping": NODES, "current_node": "b"}, {"title": "No messages"}])
CLAUDE = json.dumps(
    {
        "name": "T",
        "chat_messages": [
            {"uuid": "a", "sender": "human", "text": "first"},
            {"uuid": "x", "parent_message_uuid": "a", "sender": "assistant", "text": "asked for again"},
            {
                "uuid": "b",
                "parent_message_uuid": "a",
                "sender": "assistant",
                "content": [{"type": "text", "text": "second"}, {"type": "image"}],
            },
        ],
    }
)
LOST = CLAUDE.replace('"parent_message_uuid": "a"', '"parent_message_uuid": "gone"', 1)
MESSAGES = json.dumps(
    {"messages": [{"role": "user", "content": "first"}, {"role": "bot", "content": "second"}]}
)
SRT = "1\n00:00:01,000 --> 00:00:02,000\nAnn: fir\n\n2\n00:00:03,000 --> 00:00:04,000\nst\nBo: second\n"
VTT = "WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\n<v Ann>fi<i>r</i>st\n\n00:03.000 --> 00:04.000\n<v.loud Bo>second\n"
TALK = "Ann: a\nBo: b\nAnn: c\nBo: d"
VOICES = "WEBVTT\n\n00:01.000 --> 00:02.000\nWell, <v Ann>a</v> <v Bo>b &amp; c</v>\n"
FORMS = [
    ("c.json", CHATGPT, "chatgpt", [("user", "first"), ("assistant", "second")]),
    ("c.json", CLAUDE, "claude", [("human", "first"), ("assistant", "second")]),
    ("c.json", CHATGPT.replace(': "b"', ': "old"'), "chatgpt", [("user", "first"), ("assistant", "asked for again")]),
    ("c.json", CHATGPT.replace(': "b"', ': "gone"'), "chatgpt", [("user", "first"), ("assistant", "second")]),
    ("c.json", LOST, "claude", [("human", "first"), ("assistant", "asked for again\nsecond")]),
    ("c.json", MESSAGES, "messages", [("user", "first"), ("bot", "second")]),
    ("c.json", '{"topic": "T", "turns": [{"speaker": "Ann", "text": "a"}]}', "messages", [("Ann", "a")]),
    ("a.txt", "lead\nAnn: first\nmore\nBo: second", "text", [("Ann", "first\nmore"), ("Bo", "second")]),
    ("a.txt", "Ann: a\nNote: b\nBo: c\nAnn: d\nBo:", "text", [("Ann", "a\nNote: b"), ("Bo", "c"), ("Ann", "d")]),
    ("a.txt", "[00:01] Ann: see https://a.b\n[00:09] Bo: no", "text", [("Ann", "see https://a.b"), ("Bo", "no")]),
    ("a.md", "# Why\n\n**Ann:** first\n\n**Bo**: second", "markdown", [("Ann", "first"), ("Bo", "second")]),
    ("a.md", "## PRO\nfirst\n## CON\nsecond", "markdown", [("PRO", "first"), ("CON", "second")]),
    ("a.md", "## Ann\nfirst\n## Bo\nsecond", "markdown", [("Ann", "first"), ("Bo", "second")]),
    ("a.md", "# Tea?\n## Round 1\nAnn: a\nBo: b", "markdown", [("Ann", "a"), ("Bo", "b")]),
    ("a.md", "Ann: a\nBo: b\n# Then\nAnn: c\nBo:", "markdown", [("Ann", "a"), ("Bo", "b\n# Then"), ("Ann", "c")]),
    ("a.txt", "PRO: a\nHm: b\nCON: c", "text", [("PRO", "a\nHm: b"), ("CON", "c")]),
    ("a.txt", "Ann van Dyk: a\nBo: b\nOf all of us: c", "text", [("Ann van Dyk", "a"), ("Bo", "b\nOf all of us: c")]),
    ("a.md", "# Tea\nIt is late.\nAnn: a\nBo: b", "markdown", [("Ann", "a"), ("Bo", "b")]),
    ("a.txt", f"Well.\n{TALK}\nCY: e", "text", [("Ann", "a"), ("Bo", "b"), ("Ann", "c"), ("Bo", "d"), ("CY", "e")]),
    ("a.vtt", VTT, "vtt", [("Ann", "first"), ("Bo", "second")]),
    ("a.vtt", VOICES, "vtt", [("unnamed", "Well,"), ("Ann", "a"), ("Bo", "b & c")]),
    ("a.srt", SRT, "srt", [("Ann", "fir\nst"), ("Bo", "second")]),
    ("a.csv", "speaker;text\nAnn;first\nBo;second", "csv", [("Ann", "first"), ("Bo", "second")]),
    ("Pasted text", 'side,text\npro,"a, b"\ncon,c', "csv", [("pro", "a, b"), ("con", "c")]),
    ("Pasted text", "Well, then\nAnn: a\nBo: b", "text", [("Ann", "a"), ("Bo", "b")]),
    ("c.json", '{"turns": [{"side": " Pro ", "speaker": "Ann", "text": "a"}]}', "json", [("PRO", "a")]),
]  # fmt: skip


@each(("name", "text", "source", "said"), FORMS)
def test_who_said_what_is_read_out_of(name, text, source, said):
    found = read_imported(text.encode(), name)
    assert (found.source, [(one.speaker, one.text) for one in found.dialogues[0].spoken]) == (source, said)


@each(
    ("text", "title", "notes"),
    [
        ("Topic: Tea\nAnn: a\nBo: b", "Tea", ()),
        ("# Tea\n## More\n" + "Ann: a\nBo: b\n" * 2, "Tea", ()),
        ("lead\nAnn: a\nBo: b", "", ("Lines before the first name are left out.",)),
        (MESSAGES.replace("}]", '}, {"role": "user"}]'), "", ("1 message without words was left out.",)),
        (CLAUDE.replace("asked for again", ""), "T", ()),
        ('{"turns": [{"side": "pro", "text": "a"}], "date": 1, "by": 2}', "", ("Not read: 'by', 'date'.",)),
    ],
)  # fmt: skip
def test_a_title_is_found_and_what_is_left_out_is_said(text, title, notes):
    found = read_imported(text.encode())
    assert (found.dialogues[0].title, found.notes) == (title, notes)


HUGE = {
    "deep": b"[" * 100_000,
    "deep by objects": b'{"a":' * 90 + b"1" + b"}" * 90,
    "a key twice": b'{"topic":"a","topic":"b","turns":[]}',
    "NaN": b'{"topic":NaN,"turns":[]}',
    "digits": b'{"topic":' + b"9" * 6000 + b"}",
    "values": b"[" + b"1," * 4_000_000 + b"1]",
    "objects": b'{"turns":[' + b'{"side":"pro","text":"a"},' * 300_000 + b"{}]}",
    "an archive": b"PK\x03\x04" + b"0" * 1000,
    "no text": b"\0" * 1000,
    "too large": b" " * 10_000_001,
    "lines": b"A: \n" * 200_000,
    "subtitles": b"WEBVTT\n\n" + b"00:01.000 --> 00:02.000\nx\n\n" * 30_000,
    "tags": b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + b"<v " * 300_000,
    "an open quote": b"speaker,text\n" + b'"' + b"a" * 900_000,
    "one line": b"A" * 900_000,
}


FEWER = "expected fewer objects, lists or values"


@each(
    ("text", "why"),
    [
        ('[[[], "[[["]]', ""),
        ("[[[[]]]]", "expected JSON at most 3 levels deep"),
        ("[{}, {}]", ""),
        ("[{}, {}, {}]", FEWER),
        ("[[], [], []]", ""),
        ("[[], [], [], []]", FEWER),
        ("[1, 2, 3, 4]", ""),
        ("[1, 2, 3, 4, 5]", FEWER),
        ('["1, 2, 3, 4, 5"]', ""),
        ('{"a": 1,\n "b" 2}', "expected JSON; it is broken at line 2, column 6"),
        ("[NaN]", "expected unambiguous JSON; got NaN, which is no number"),
        ('{"a": 1, "a": 2}', "expected unambiguous JSON; got an object with the key 'a' twice"),
        (f"[{'9' * 5_000}]", "expected unambiguous JSON; got a number with too many digits"),
    ],
)
def test_json_is_refused_past_its_limits_or_where_it_is_broken(text, why, monkeypatch):
    for name, most in {"DEPTH": 3, "MAX_OBJECTS": 2, "MAX_LISTS": 4, "MAX_VALUES": 3}.items():
        monkeypatch.setattr(documents_text, name, most)
    if not why:
        assert read_strict(text, "a") == json.loads(text)
        return
    with pytest.raises(NotBrought, match=rf"^a: {why}$"):
        read_strict(text, "a")


@pytest.mark.slow
@each("what", HUGE)
@each("read", [read_imported, read_exported])
def test_a_hostile_file_is_refused_in_words_within_a_second(what, read):
    begun = time.process_time()
    with pytest.raises(SetUpError) as refused:
        read(HUGE[what], "file.json" if HUGE[what][:1] in b"{[" else "file")
    assert time.process_time() - begun < 1
    assert 10 < len(str(refused.value)) < 600


@each(
    ("data", "instead"),
    {
        b"%PDF-1.4 ": "it is a PDF. Nothing was kept. Paste its text",
        b"PK\x03\x04 ": "Nothing was kept. Paste its text, or save a table as CSV",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "Office file. Nothing was kept. Paste its text, or save a table as CSV",
        b"\x1f\x8b ": "it is an archive. Nothing was kept. Bring the file inside",
        b"\x89PNG\0": "it isn't text. Nothing was kept. Bring another file",
    }.items(),
)
def test_a_file_that_holds_no_words_is_named_with_what_is_safe_and_what_to_do(data, instead):
    with pytest.raises(SetUpError, match=rf"^We can't read a\.x: .*{instead}$"):
        read_imported(data, "a.x")


@pytest.mark.slow
def test_as_much_as_may_be_is_taken_and_one_more_is_refused_with_the_limit():
    turn = {"side": "pro", "text": "a"}
    assert (
        len(read_imported(json.dumps({"turns": [turn] * 5_000}).encode(), "a.json").dialogues[0].spoken)
        == 5_000
    )
    for data, why in (
        (json.dumps({"turns": [turn] * 5_001}).encode(), "has 5,001 turns; the limit is 5,000"),
        (b"Ann: a\nBo: b\n".ljust(10_000_001), "is over 10 MB, the limit"),
        (b"Ann: a\nBo: b\n".ljust(1_000_001), "has 1,000,001 characters; the limit is 1,000,000"),
    ):
        with pytest.raises(NotBrought, match=f"^a.json {why}$"):
            read_imported(data, "a.json")
    assert len(read_imported(b"Ann: a\nBo: b\n".ljust(1_000_000)).dialogues[0].spoken) == 2


@each(
    ("changed", "said"),
    [
        ({"arguments": [{"side": "pro", "claim": " "}]}, "arguments.0.claim: expected 1 or more characters"),
        ({"arguments": [{"side": "left", "claim": "a"}]}, "arguments.0.side: expected 'pro' or 'con'"),
        ({"arguments": [7]}, "arguments.0: expected fields of its own"),
        ({"arguments": [{"side": 7, "claim": "a"}]}, "arguments.0.side: expected 'pro' or 'con'"),
        (
            {"arguments": [7] * 15},
            "arguments.11: expected fields of its own … and 3 more",
        ),
        ({"arguments": []}, "expected either arguments or turns; got neither"),
        ({"arguments": {"side": "pro"}}, "arguments: expected a list"),
        ({"responses": [{"to": 2, "type": "refute"}]}, "expected the index of an argument, 0 to 1"),
        ({"responses": [{"to": True, "type": "refute"}]}, "responses.0.to: expected a whole number"),
        ({"responses": [{"to": 0, "type": "agree"}]}, "responses.0.type: expected 'refute', 'challenge'"),
        ({"responses": [{"to": 0, "type": "refute"}] * 2}, "expected one answer to each argument"),
        (
            {"closings": {"pro": "a", "neutral": "b"}},
            "closings.neutral: a field that this version does not know",
        ),
        ({"topic": 5}, "topic: expected words"),
        ({"turns": [{"side": "pro", "text": "a"}]}, "expected either arguments or turns; got both"),
    ],
)
def test_json_with_sides_is_taken_whole_or_refused_by_name(changed, said):
    whole = {"topic": "T", "arguments": [{"side": "pro", "claim": "a"}, {"side": "con", "claim": "b"}]}
    with pytest.raises(NotBrought) as refused:
        read_imported(json.dumps(whole | changed).encode(), "a.json")
    assert said in str(refused.value)


def test_json_with_sides_has_each_word_in_its_phase_and_no_empty_turn():
    said = [{"side": "pro", "claim": "a"}, {"side": "con", "claim": "b"}]
    whole = {"arguments": said, "responses": [{"to": 1, "type": "refute"}], "closings": {"con": "so"}}
    parsed = read_imported(json.dumps({"topic": "T", **whole}).encode(), "a.json")
    config, turns = map_sides(parsed, parsed.dialogues[0], TranscriptChoices(topic="T"))
    arguments = [(one.phase, one.side, *(argument.id for argument in one.arguments)) for one in turns]
    assert arguments == [
        ("opening", "pro", "PRO-1"),
        ("opening", "con", "CON-1"),
        ("cross_examination", "pro"),
        ("closing", "con"),
    ]
    answers = [(one.side, one.argument_id) for turn in turns for one in turn.responses]
    assert (answers, [bool(one.closing) for one in turns]) == (
        [("pro", "CON-1")],
        [False, False, False, True],
    )
    assert (config.brought.left_out, config.brought.speakers, config.format) == (0, {}, "structured")


def test_nobody_is_put_on_a_side_but_by_a_name_that_says_it():
    dialogue = read_imported(b"Ann: a\nFor: b\nAgainst: c\nAnn: d\nFor: e\nAgainst: f").dialogues[0]
    assert sides_of(dialogue) == {"Ann": None, "For": "pro", "Against": "con"}
    assert sides_of(dialogue, con=["ANN"]) == {"Ann": "con", "For": None, "Against": None}
    with pytest.raises(NotBrought, match=r"got 'Zed'\. The speakers are 'Ann', 'For', 'Against'"):
        sides_of(dialogue, pro=["Ann", "Zed"])


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"topic": ""}, "give it a topic: it names none"),
        ({"speakers": {"Ann": "pro"}}, "nobody speaks for CON"),
        ({"left_out": frozenset({1, 3})}, "nobody speaks for CON"),
    ],
)
def test_what_can_not_be_judged_is_said_before_anything_is_stored(chosen, said):
    found = read_imported(b"Ann: a\nBo: b\nAnn: c\nBo: d")
    usual = {"topic": "T", "speakers": {"Ann": "pro", "Bo": "con"}}
    with pytest.raises(NotBrought, match=said):
        map_sides(found, found.dialogues[0], TranscriptChoices(**(usual | chosen)))


def test_who_is_named_once_only_is_no_speaker_and_that_is_said():
    dialogue, notes = read_text(
        "Ann: Tea.\nBo: No.\nModerator: Time.\nAnn: Yes.\nBo: Never.\n**3M #1:** Hm.", "talk.txt"
    )
    assert [one.speaker for one in dialogue.spoken] == ["Ann", "Bo", "Ann", "Bo"]
    assert notes[0].startswith("Not taken for speakers: “Moderator:” (Bo's words) and “3M #1:” (Bo's words)")
    assert read_text("李雷：茶。\n韩梅：不。", "talk.txt")[0].spoken[0].speaker == "李雷"
    lines = [f"{name}: x" for name in ("Ann", "Bo", "Ann", "Bo", "Note", "First", "Second", "Third")]
    assert [read_text("\n".join(lines[:many]), "a.txt")[1] for many in (7, 8)] == [
        ("Not taken for speakers: “Note:” (Bo's words), “First:” (Bo's words) and “Second:” (Bo's words).",),
        (
            "Not taken for speakers: “Note:” (Bo's words), “First:” (Bo's words), “Second:” (Bo's words) and 1 more.",
        ),
    ]


@each(
    ("name", "text", "why"),
    [
        ("a.txt", "Ann: a\nAnn: b", "with a name before each turn, as in “Ann: …”; found one"),
        ("a.txt", "It is late.", "with a name before each turn, as in “Ann: …”; found none"),
        ("a.csv", "speaker,text\nAnn,a\nBo,b,c", "expected 2 values in each row; row 3 differs"),
        *(
            ("a.json", f'[{{"{key}": "a"}}]', "no chat, debate or table of ratings that we know.")
            for key in ("role", "text")
        ),
    ],
)
def test_what_is_no_talk_of_two_is_refused_with_what_was_found(name, text, why):
    with pytest.raises(NotBrought, match=rf"^{name}.*{why}$"):
        read_imported(text.encode(), name)


@each(
    ("last", "speaks"),
    [
        ("CLERK: The vote is next week.", True),
        ("Dr. O'Neil: So noted.", True),
        ("Note: It is late.", False),
        ("But this matters: we vote.", False),
        ("First: cost.\nSecond: time.", False),
        ("Clerk: The vote\nis next week.", False),
    ],
)
def test_who_speaks_once_where_each_line_is_somebodys_is_a_speaker_whom_one_can_leave_out(last, speaks):
    dialogue, notes = read_text(f"Mayor: a\nTreasurer: b\n\nMayor: c\nTreasurer: d\n{last}", "a.txt")
    name = last.partition(":")[0]
    assert (dialogue.spoken[-1].speaker, "Treasurer's words" in str(notes)) == (
        name if speaks else "Treasurer",
        not speaks,
    )


def test_ids_are_issued_by_side_and_what_is_left_out_is_counted():
    found = read_imported(b"Bo: a\nAnn: b\nHost: c\nBo: d\nHost: x\nAnn: e")
    chosen = TranscriptChoices(topic="T", speakers={"Ann": "pro", "Bo": "con"}, left_out=frozenset({1}))
    config, turns = map_sides(found, found.dialogues[0], chosen)
    assert [(a.id, a.claim) for turn in turns for a in turn.arguments] == [
        ("CON-1", "a"),
        ("CON-2", "d"),
        ("PRO-1", "e"),
    ]
    assert (config.brought.left_out, config.turns_in_all, config.brought.speaker_name(3)) == (3, 3, "Ann")
    assert all(model.startswith("simulated:") for model in config.models)
    changed = config.model_dump(mode="json") | {"live": {}}
    assert TranscriptConfig.model_validate(changed | {"format": "exchange"}).live
    assert TranscriptConfig.model_validate(changed | {"live": None, "turns": 1}).turns == 1
    with pytest.raises(ValueError, match="the live judge needs an exchange"):
        TranscriptConfig.model_validate(changed | {"format": "structured"})


def test_a_talk_of_more_turns_than_a_judge_can_score_is_refused():
    chosen = TranscriptChoices(topic="T", speakers={"Ann": "pro", "Bo": "con"})
    whole = read_imported(b"Ann: a\nBo: b\n" * (MAX_ARGUMENTS // 2))
    config, turns = map_sides(whole, whole.dialogues[0], chosen)
    # what a judge may write: 260 tokens of each argument, and 800 beside
    assert (len(turns), config.caps.judging) == (MAX_ARGUMENTS, 26_800)
    longer = read_imported(b"Ann: a\nBo: b\n" * MAX_ARGUMENTS)
    with pytest.raises(NotBrought, match="200 turns are more than the 100"):
        map_sides(longer, longer.dialogues[0], chosen)
    long, over = (
        read_imported(f"Ann: {'a' * 150_000}\nBo: {'b' * most}".encode()) for most in (150_000, 150_001)
    )
    assert len(map_sides(long, long.dialogues[0], chosen)[1]) == 2
    with pytest.raises(NotBrought, match="300,001 characters are more than the 300,000"):
        map_sides(over, over.dialogues[0], chosen)


@each(
    ("name", "text", "kind"),
    [
        ("a.csv", "judge,item,score\nA,x,1", "ratings"),
        ("a.txt", "judge,item,score\nA,x,1", "ratings"),
        ("a.csv", "speaker,text\nA,x", "talk"),
        ("a.csv", "name,notes\nA,x", "ratings"),
        ("Pasted text", "judge,A,B\nx,1,2\ny,3,4", "ratings"),
        ("Pasted text", "x,1\ny,2\nz,3", "ratings"),
        ("Pasted text", "one\ntwo\nthree", "talk"),
        ("Pasted text", "Ann: well, yes\nBo: no, never\nAnn: so, so", "talk"),
        ("a.json", '{"format": "split-decision record", "events": []}', "exported"),
    ],
)
def test_what_a_file_is_is_told_from_what_it_holds(name, text, kind):
    assert kind_of(text.encode(), name) == kind
