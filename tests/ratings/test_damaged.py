"""What is read of hundreds of damaged tables, as a person approved it."""

import random

from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.ratings import open_table
from tests.approved import check_facts
from tests.damage import damage
from tests.ratings.test_exports import FILES, content
from tests.ratings.test_table import PARTS, REPEATED

PLAIN = (
    "judge,a,b,c\nA,5,6,\nB,7,7.5,8\nC,4,3,4\n",
    "item;A;B;note\nx;1;2;well\ny;3;4;so\nz;2,5;;no\n",
    "judge,item,label\nA,x,good\nA,y,poor\nB,x,good\nB,y,fair\nC,x,poor\n",
    "judge,item,score\nA,x,80%\nB,x,70%\nA,y,9%\nB,y,55%\n",
    "rater\tunit\tscore\nA\tx\t4/5\nB\tx\t3/5\nA\ty\t1/5\nB\ty\t2/5\n",
    PARTS,
    REPEATED,
)
PIECES = (
    *(
        ",",
        ";",
        "\t",
        "\n",
        "1",
        "7.5",
        "0.5",
        "tie",
        "-",
        "5/10",
        "80%",
        "NA",
        "n/a",
        "yes",
        "judge",
        "item",
    ),
    *(
        "score",
        '"',
        "Ann",
        "A,x,3\n",
        " ",
        "label",
        "segment",
        "1,5",
        "1e3",
        "nan",
        "weight",
        "null",
        "#",
        "{}",
    ),
)


def reading(text):
    try:
        opened = open_table(text.encode())
    except RatingsRefused as refused:
        return refused.faults
    except SetUpError as refused:
        return [str(refused)]
    return [opened.level, opened.options, opened.table]


def test_a_damaged_table_is_read_as_before():
    rng = random.Random(13)
    texts = [*PLAIN * 3, *(content(name).decode() for name in FILES)]
    came = []
    for number in range(500):
        text = texts[number % len(texts)]
        for _ in range(number // len(texts) % 4):
            text = damage(text, PIECES, rng)
        came.append((str(number), [reading(text)]))
    check_facts("ratings/damaged", came)
