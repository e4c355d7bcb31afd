"""What is read of hundreds of damaged dialogues, as a person approved it."""

import random

from debate_core.domain.errors import SetUpError
from debate_core.importing.files import kind_of, read_imported
from debate_core.importing.mapping import TranscriptChoices, map_sides, suggested_sides
from tests.approved import check_facts
from tests.damage import damage
from tests.importing.test_files import FORMS

SIDED = (
    '{"topic": "T", "background": "b", "arguments": [{"side": "pro", "claim": "a"}, {"side": "con", "claim": "b"},'
    ' {"side": "pro", "claim": "c"}], "responses": [{"to": 0, "type": "refute", "text": "d"}, {"to": 1, "type":'
    ' "concede"}], "closings": {"con": "so", "pro": "e"}, "evidence": [1]}'
)
PIECES = (
    *("\n", "\n\n", "Ann: ", "Bo:", "Note: ", "CLERK: x\n", "Topic: x\n", "# x\n", "**", "<v Ann>", "<i>"),
    *(
        "-->",
        "00:05.000 --> 00:06.000\n",
        "1",
        ",",
        ";",
        '"',
        "{",
        "}",
        "[",
        ":",
        "//",
        "null",
        "PRO",
        "\ufeff",
    ),
    *("WEBVTT\n\n", "For: x\nAgainst: y\n", "[00:01] ", "：", "a b c d: ", "speaker", "&amp;", "{\\an8}"),
)


def reading(text, name):
    try:
        parsed = read_imported(text.encode(), name)
    except SetUpError as refused:
        return [str(refused)]
    facts = [kind_of(text.encode(), name), parsed.source, *parsed.notes]
    for one in parsed.dialogues:
        words = [(said.speaker.replace(" ", "_"), said.text.replace(" ", "_")) for said in one.spoken]
        facts += [one.title.replace(" ", "_"), words, one.turns, one.background, suggested_sides(one)]
        sides = dict(zip(one.speakers, ("pro", "con"), strict=False))
        try:
            config, turns = map_sides(parsed, one, TranscriptChoices(topic="T", speakers=sides))
        except SetUpError as refused:
            facts.append(str(refused))
        else:
            facts += [config.brought, config.turns_in_all, [(turn.phase, turn.side) for turn in turns]]
    return facts


def test_a_damaged_dialogue_is_read_as_before():
    rng = random.Random(11)
    forms = [(name, text) for name, text, *_ in FORMS] + [("a.json", SIDED)] * 5
    came = []
    for number in range(500):
        name, text = forms[number % len(forms)]
        for _ in range(number // len(forms) % 4):
            text = damage(text, PIECES, rng)
        came.append((f"{number} {name}", [reading(text, name)]))
    check_facts("importing/damaged", came)
