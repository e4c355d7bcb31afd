"""What the blocks on agreement find, whoever judged what: on rulings too, by dimension, by pair, by one left out."""

from dataclasses import replace

from debate_core.library.report.agreement import PairAgreement
from debate_core.library.report.ratings import report_ratings
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.ratings import read_ratings
from debate_core.reporting.agreement import (
    MAX_MOVES,
    MAX_PAIRS,
    PanelAgreement,
    agreement_blocks,
    finding_texts,
)
from tests.each import each

FOUND = report_ratings(read_ratings("item,a,b,c\n1,1,1,4\n2,5,5,7\n3,9,8,10\n4,3,4,6")).agreement
PANEL = PanelAgreement(agreement=FOUND, judges=tuple("abc"), who="the three judges", things="four items")
POOR_TO_HIGH = (-0.3, 0.96)


def panel_of(*, alpha=(0.6, 0.55, 0.64), kappa=0.9, **given):
    value, *interval = alpha
    figures = {
        "alpha": Alpha(
            value=value, interval=tuple(interval) or None, reason=None if interval else "no spread"
        ),
        "kappa": Estimate(value=kappa, reason=None if kappa is not None else "no rulings"),
    }
    return replace(PANEL, agreement=FOUND.model_copy(update=figures), **given)


def block_of(key, panel=PANEL, **figures):
    panel = replace(panel, agreement=panel.agreement.model_copy(update=figures))
    return next(one for one in agreement_blocks(panel) if one.key == key)


@each(
    ("alpha", "kappa", "poor"),
    [
        ((0.6, 0.55, 0.64), 0.39, True),
        ((0.6, 0.55, 0.64), 0.4, False),
        ((0.6, 0.55, 0.64), None, False),
        ((0.6, 0.45, 0.64), 0.39, False),
        ((0.6,), 0.39, False),
    ],
)
def test_that_rulings_look_poor_is_added_where_scores_do_not(alpha, kappa, poor):
    title, _ = finding_texts(panel_of(alpha=alpha, kappa=kappa, label="ruling"))
    assert title.endswith(", but on rulings it looks poor") == poor
    assert "rulings" not in finding_texts(panel_of(alpha=alpha, kappa=kappa, labelled=False))[0]


@each(
    ("interval", "title", "sentence"),
    [
        (
            POOR_TO_HIGH,
            "The judges split over b. Four items can't tell us more",
            "Agreement could be anything from poor to high. More would tell.",
        ),
        (
            (0.55, 0.9),
            "Agreement among the three judges is low to high",
            "More would tell. They differ on b.",
        ),
        ((0.85, 0.9), "Agreement among the three judges is high", "They differ on b."),
    ],
)
def test_a_split_is_the_finding_where_agreement_could_be_anything_and_advice_takes_the_place_of_what_would_tell(
    interval, title, sentence
):
    given = {"split": "The judges split over b", "where": "They differ on b.", "to_know": "More would tell."}
    assert finding_texts(panel_of(alpha=(0.86, *interval), **given)) == (title, sentence)


@each(
    ("values", "title"),
    [
        (
            {"logic": 0.9, "evidence": 0.85},
            "On each dimension agreement among the three judges is high: alpha is 0.85",
        ),
        ({"logic": 0.9, "evidence": None}, "alpha is 0.90 (logic), and undefined on evidence"),
        ({"logic": 0.9, "evidence": 0.55}, "by dimension: alpha is 0.55 (evidence) to 0.90 (logic)"),
        ({"logic": 0.9, "evidence": 0.9}, "high: alpha is 0.90 on each"),
        ({"logic": None}, "by dimension: alpha is undefined on each"),
    ],
)
def test_of_several_dimensions_the_ends_are_named_and_one_band_only_where_all_are_in_it(values, title):
    parts = {
        name: Estimate(value=value, reason="no spread")
        if value is None
        else Estimate(value=value, interval=(value - 0.01, value + 0.01))
        for name, value in values.items()
    }
    panel = replace(PANEL, mixed=True, to_know="More would tell.", parts={"dimension": parts, "segment": {}})
    panel = replace(panel, agreement=FOUND.model_copy(update={"by_dimension": parts}))
    assert title in finding_texts(panel)[0] and finding_texts(panel)[1] == "More would tell."
    blocks = list(agreement_blocks(panel))
    assert [one.key for one in blocks][:2] == ["agreement", "by_dimension"] and blocks[0].figure is None


def pair(value, *judges):
    found = Estimate(value=value, n=4, reason="no spread" if value is None else None)
    return PairAgreement(alpha=found, judges=judges, furthest="2", apart=1.5)


@each(
    ("pairs", "title"),
    [
        (
            [pair(0.9, "a", "b"), pair(0.1, "a", "c"), pair(None, "b", "c")],
            "a and b agree most, a and c least",
        ),
        ([pair(0.901, "a", "b"), pair(0.899, "a", "c")], "Each two judges agree 0.90 (alpha)"),
        ([pair(0.9, "a", "b"), pair(None, "a", "c")], "a and b agree 0.90 (alpha)"),
        ([pair(None, "a", "b")], "Who agrees with whom can't be told"),
    ],
)
def test_who_agrees_most_and_least_is_named_where_there_are_two(pairs, title):
    block = block_of("pairs", pairs=tuple(pairs))
    assert (block.title, block.sentence) == (title, "")
    assert [row[0] for row in block.tables[0].rows] == [" and ".join(one.judges) for one in pairs]


def test_of_many_pairs_those_are_listed_that_agree_least_and_most():
    """The limit and one past it, in no order; then some without a figure, so that those with one have room."""
    panel = replace(PANEL, judges=("x", *(f"j{one}" for one in range(MAX_PAIRS))))
    many = [pair((37 * one % 67) / 100, f"j{one}", "x") for one in range(MAX_PAIRS + 1)]
    within = block_of("pairs", panel, pairs=tuple(many[1:]))
    assert within.sentence == "" and [row[1] for row in within.tables[0].rows] == [
        one.alpha for one in many[1:]
    ]
    block = block_of("pairs", panel, pairs=tuple(many))
    assert block.sentence == "Listed are those that agree least and most, of 67 pairs."
    values = [round(100 * row[1].value) for row in block.tables[0].rows]
    assert values == [*range(33), *range(34, 67)]
    block = block_of("pairs", panel, pairs=(*many[1:], pair(None, "y", "z")))
    assert len(block.tables[0].rows) == MAX_PAIRS and "67 pairs" in block.sentence
    block = block_of("pairs", reasons={"pairs": "there are too many"})
    assert (block.sentence, block.tables) == ("There are too many.", ())


@each(
    ("judges", "items", "title"),
    [
        ({"a": 0.65, "b": 0.59}, {"1": 0.56, "2": None}, "Alpha would be 0.65 without a"),
        ({"a": 0.64, "b": 0.7}, {"1": 0.4}, "Alpha would be 0.70 without b and 0.40 without 1"),
        ({"a": 0.64}, {"1": 0.57}, "No judge or item alone moves alpha by 0.05 or more"),
        ({"a": 0.64}, {"1": None}, "No judge alone moves alpha by 0.05 or more, where that is known"),
        ({"a": None}, {"1": None}, "Can't tell how far alpha depends on one judge or item"),
    ],
)
def test_what_moves_alpha_when_left_out_is_named_from_where_it_is_worth_a_word(judges, items, title):
    figures = {"alpha": Alpha(value=0.6, reason="few"), "without_judge": judges, "without_argument": items}
    block = block_of("influence", **figures)
    assert (block.title, block.sentence) == (title, "")
    by_judge, by_item = block.tables
    assert by_judge.columns[0].title == "Without the judge" and by_item.title == "Alpha without each item"
    undefined = block_of("influence", **{**figures, "alpha": Alpha(value=None, reason="few")})
    assert undefined.title == "Can't tell how far alpha depends on one judge or item"


def test_of_many_items_those_are_listed_that_move_alpha_most_and_what_is_not_computed_is_said():
    left = {f"i{one}": 0.6 + (8 * one % 21) / 100 * (-1) ** one for one in range(MAX_MOVES + 1)}
    block = block_of(
        "influence",
        alpha=Alpha(value=0.6, reason="few"),
        without_judge={},
        without_argument=left,
        reasons={"without_judge": "there are many"},
    )
    assert block.sentence == "Alpha without each judge is not computed: there are many."
    (table,) = block.tables
    assert table.title == "Alpha without each item, the 20 that move it most"
    assert [round(100 * abs(row[2])) for row in table.rows] == list(range(20, 0, -1))
    few = block_of("influence", without_judge={}, without_argument=dict(list(left.items())[1:]))
    assert few.tables[0].title == "Alpha without each item" and len(few.tables[0].rows) == MAX_MOVES
