"""A thousand damaged answers: none crashes the reader, and none is read as what it doesn't say.

What a damaged answer says is decided here without the reader and without a JSON parser: between one argument's
id and the next, each dimension's name must be followed by one value only, and that value must be what was read.
A plain JSON parser decides where what stands between the first and the last brace is still valid JSON.
"""

import json
import random
import re

import pytest

from debate_core.answers.scores import read_answer
from debate_core.domain.rubric import STANDARD
from tests.approved import check_facts, fact_text

IDS = ("PRO-1", "CON-1")
MUTANTS = 1_000
ID = re.compile(r"\b(PRO|CON)[-_ ](\d+)(?!\d)", re.IGNORECASE)
NAME = r"\b{}(?:[-_ ]*score)?(?![A-Za-z_])(?:\s*[\"'”“\\]+\s*:?|\s*:)\s*"
VALUE = re.compile(r"[\"'”“\\]*([^\s,;}}\]\"'”“\\]*)(?:[ \t]*/[ \t]*10)?((?:[\s,\"']+[0-9]+)*)")
NUMBER = re.compile(r"\+?0?(\d+)(\.0+)?(/10|[eE][+-]?0+)?")


def answer_of(rng):
    rows = []
    for name in IDS:
        row = {"argument_id": name}
        row |= {dimension.score_name: rng.randint(1, 10) for dimension in STANDARD.dimensions}
        row["standing"] = rng.choice(["UPHELD", "REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD"])
        row["notes"] = rng.choice(
            ["Clear, one source.", "Weak link: {no}.", 'It\'s "fine" (mostly).', "8 of 10 agree"]
        )
        rows.append(row)
    return {
        "scores": rows,
        "overall": {"ballot": "PRO", "confidence": 0.8, "key_finding": "The cost claim held."},
    }


def dressed(answer, rng):
    """The answer in one of the forms that the reader takes, whole or repairable."""
    return rng.choice(DRESSES)(answer, json.dumps(answer))


def pretty(answer):
    return json.dumps(answer, indent=1)


DRESSES = [
    lambda answer, compact: compact,
    lambda answer, compact: compact,
    lambda answer, compact: compact,
    lambda answer, compact: pretty(answer),
    lambda answer, compact: f"```json\n{pretty(answer)}\n```",
    lambda answer, compact: f"Here it is:\n{compact}\nDone.",
    lambda answer, compact: json.dumps({"scores": {row["argument_id"]: row for row in answer["scores"]}}),
    lambda answer, compact: json.dumps({"result": answer}),
    lambda answer, compact: "\n".join(json.dumps(row) for row in answer["scores"]),
    lambda answer, compact: compact.replace('\\"', "").replace('"', "“"),
    lambda answer, compact: re.sub(r'"(\w+)":', r"\1:", compact),
    lambda answer, compact: re.sub(r'_score": (\d+)', r'_score": "\1"', compact),
    lambda answer, compact: re.sub(r'_score": (\d+)', r'_score": "\1/10"', compact),
    lambda answer, compact: re.sub(r'_score": (\d+)', r'_score": \1.0', compact),
    lambda answer, compact: compact.replace("}, {", "} {"),
    lambda answer, compact: compact.replace("_score", "Score"),
    lambda answer, compact: compact.replace('_score"', '"'),
    lambda answer, compact: compact[:-1],
    lambda answer, compact: compact[: compact.index("The cost") + 5],
    lambda answer, compact: repr(answer),
    lambda answer, compact: pretty(answer).replace("\n}", ",\n}").replace("source.", "\nsource."),
    lambda answer, compact: compact.replace('\\"', '"'),
]


MARKS = """ " ' { } [ ] , : \\ . - + / // /* # _ % “ ``` ... ( ) = """
WORDS = "0 1 5 9 8 10 1_0 e null true NaN </think> <think> PRO-1 CON-2 \\u0038 ８"
PIECES = [
    *MARKS.split(),
    *WORDS.split(),
    "\n",
    " ",
    "\u200b",
    "\ud800",
    "\x00",
    '"logic_score": 3, ',
    '"honesty_score": 9',
    '"argument_id": "PRO-1", ',
    "}, {",
    "]}",
    '{"scores": [',
    '"scores": [',
    ", 5",
    '"PRO-2": {',
    " 7",
    '"standing": "REFUTED", ',
]


def mutated(text, other, rng):
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5])):
        text = damaged(text, other, rng)
    return text


def damaged(text, other, rng):
    i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    near = min(len(text), i + rng.choice([1, 1, 2, 3, 8, 20, 40]))
    k = rng.randrange(len(text) + 1)
    digit = rng.choice([m.start() for m in re.finditer(r"\d", text)] or [0])
    mark = rng.choice([m.start() for m in re.finditer(r'["{}\[\],:]', text)] or [0])
    piece = rng.choice(PIECES)
    ways = [
        text[:i] + text[near:],  # delete a little
        text[:i] + text[j:],  # delete a lot
        text[:i] + piece + text[i:],  # insert
        text[:digit] + piece + text[digit:],  # insert before a digit
        text[: digit + 1] + piece + text[digit + 1 :],  # insert after a digit
        text[:digit] + text[digit + 1 :],  # drop a digit
        text[:digit] + rng.choice("0123456789") + text[digit + 1 :],  # change a digit
        text[:mark] + text[mark + 1 :],  # drop a mark
        text[:mark] + piece + text[mark + 1 :],  # change a mark
        text[:i] + text[i:near][::-1] + text[near:],  # turn round
        text[:k] + text[i:near] + text[k:],  # copy a little
        text[:k] + text[i:j] + text[k:],  # copy a lot
        text[:i],  # cut off
        text[i:],  # cut the head off
        text[:i] + other[k:],  # splice two answers
        text[:i] + other[min(i, len(other)) :],  # splice at the same place
        text + rng.choice(["", "\n", "\n\n", "Or: "]) + other,  # two answers
    ]
    return rng.choice(ways)


def regions(text):
    """What stands after each mention of an argument's id and before the next mention of any."""
    found = {}
    mentions = list(ID.finditer(text))
    for mention, following in zip(mentions, [*mentions[1:], None], strict=True):
        end = following.start() if following else len(text)
        found.setdefault(f"{mention[1].upper()}-{mention[2]}", []).append(text[mention.end() : end])
    return found


def values(parts, name):
    """The values that follow a name; a name without a value counts as one that says nothing."""
    found = set()
    for part in parts:
        for place in re.finditer(NAME.format(name), part, re.IGNORECASE):
            match = VALUE.match(part, place.end())
            found.add(match[1] + match[2] if match else "")
    return found


def says(written, score):
    plain = NUMBER.fullmatch(written.strip().translate(str.maketrans("０１２３４５６７８９", "0123456789")))
    return plain is not None and int(plain[1]) == score


def wrong_by_the_text(text, answer):
    parts = regions(text.replace("\u200b", ""))
    for name, scores in answer.scores.items():
        for dimension in STANDARD.dimensions:
            written = values(parts.get(name, []), dimension.key)
            if not written or not all(says(value, scores[dimension.score_name]) for value in written):
                return f"{name} {dimension.key}: read {scores[dimension.score_name]}, written {written}"
    for entry in answer.entries:
        found = values(parts.get(entry.argument_id, []), "standing")
        written = {re.sub(r"[^A-Z].*", "", re.sub(r"[ _]", "", value.upper())) for value in found}
        if written != {entry.standing.replace("_", "")}:
            return f"{entry.argument_id} standing: read {entry.standing}, written {written}"
    return None


def wrong_by_a_parser(text, answer):
    """For valid JSON in the wire form: the scores as a parser has them."""
    value = json.loads(text)
    if not isinstance(value, dict) or not isinstance(value.get("scores"), list):
        return wrong_by_the_text(text, answer)
    names = STANDARD.score_names
    for row in value["scores"]:
        fields = {re.sub(r"Score$", "_score", name): part for name, part in row.items()}
        fields |= {f"{name}_score": part for name, part in row.items() if f"{name}_score" in names}
        if not {"argument_id", *names} <= set(fields):
            return wrong_by_the_text(text, answer)
        read = answer.scores[fields["argument_id"].upper().replace("_", "-").strip()]
        if not all(says(str(fields[name]), read[name]) for name in names):
            return f"{fields['argument_id']}: read {read}"
    return None if len(value["scores"]) >= len(IDS) else "rows are missing"


def strict(text):
    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return False
    return True


@pytest.mark.slow
def test_no_damaged_answer_crashes_the_reader_or_is_read_as_what_it_does_not_say():
    rng = random.Random(20240611)
    wrong, read = [], 0
    came = {}
    for number in range(MUTANTS):
        text = dressed(answer_of(rng), rng)
        if number % 50:
            text = mutated(text, dressed(answer_of(rng), rng), rng)
        answer = read_answer(text, argument_ids=IDS, rubric=STANDARD)
        assert bool(answer.scores) == (answer.status in ("accepted", "repaired"))
        rows = [[entry.standing, *entry.scores.values()] for entry in answer.entries]
        outcome = f"{answer.status} {answer.parse_stage} {fact_text([rows, answer.faults, answer.remarks])}"
        came.setdefault(outcome, []).append(number)
        if not answer.scores:
            assert answer.faults
            continue
        read += 1
        assert set(answer.scores) == set(IDS)
        body = text[text.find("{") : text.rfind("}") + 1]
        fault = wrong_by_a_parser(body, answer) if strict(body) else wrong_by_the_text(text, answer)
        if fault:
            wrong.append(f"{fault}\n{text}")
    assert not wrong, f"{len(wrong)} silently wrong, the first:\n" + wrong[0]
    assert read > MUTANTS / 10, "the reader refuses too much for this test to say anything"
    check_facts("answers/damaged", ((outcome, [numbers]) for outcome, numbers in came.items()))


def test_the_text_oracle_sees_a_wrong_score():
    text = '{"argument_id": "PRO-1", "logic_score": 8,5, "evidence_score": 7}'
    assert values(regions(text)["PRO-1"], "logic") == {"8,5"}
    assert says("8", 8)
    assert not says("18", 8)
    assert not says("8.5", 8)
    assert not says("", 8)
    assert values(regions(text + text.replace(": 8,5", ": 9"))["PRO-1"], "logic") == {"8,5", "9"}
