"""People among the judges of a table, and what they give on average."""

import numpy as np
import pytest
from scipy import special

from debate_core.domain.errors import SetUpError
from debate_core.library.report.table import table_people
from debate_core.measuring.people import human_mean
from debate_core.ratings import read_ratings

pytestmark = pytest.mark.slow  # as a whole, some seconds

nan = float("nan")
PEOPLE = ("ana", "bo", "cy")


def scored(items=80, by_people=30, seed=5, bias=1.5):
    """Three people who scored some items, and two models that scored all, more kindly."""
    rng = np.random.default_rng(seed)
    worth = rng.normal(5, 2, items)
    rows = ["judge,item,score"]
    for name in (*PEOPLE, "gpt", "claude"):
        for item in range(by_people if name in PEOPLE else items):
            score = worth[item] + rng.normal(0, 0.5) + (0 if name in PEOPLE else bias)
            rows.append(f"{name},{item},{score:.3f}")
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def table():
    return read_ratings(scored())


def test_a_table_with_people_has_what_reviewed_debates_have(table):
    found = table_people(table, PEOPLE)
    assert (found.alike.person_judge.n, found.alike.person_person.n) == (6, 3)
    assert found.alike.person_person.value > found.alike.person_judge.value > 0
    assert [row.items for row in found.test.people] == [30] * 3
    assert found.test.passed is False, (
        "models that score a point and a half too high are further off than people"
    )


def test_judges_scores_of_all_items_and_peoples_of_some_give_the_mean_by_the_closed_form(table):
    ratings = table.ratings
    people, judges = ratings[:3].mean(axis=0), ratings[3:].mean(axis=0)
    there = ~np.isnan(people)
    apart, rest = people[there] - judges[there], judges[~there]
    mean = table_people(table, PEOPLE).mean
    assert mean.powered.value == pytest.approx(rest.mean() + apart.mean())
    parts = rest.var(ddof=1) / 50, apart.var(ddof=1) / 30
    # Welch's degrees of freedom, then Student's t.
    t = special.stdtrit(sum(parts) ** 2 / (parts[0] ** 2 / 49 + parts[1] ** 2 / 29), 0.975)
    assert mean.powered.interval[1] - mean.powered.value == pytest.approx(t * sum(parts) ** 0.5)
    assert mean.alone.value == pytest.approx(people[there].mean())
    assert mean.judges.value == pytest.approx(judges.mean()) and mean.judges.value > 6
    narrower = np.ptp(mean.alone.interval) / np.ptp(mean.powered.interval)
    assert mean.worth == pytest.approx(30 * narrower**2) and mean.worth > 40


def test_the_powered_interval_holds_the_truth_though_judges_are_biased():
    rng, inside = np.random.default_rng(1), []
    for _ in range(400):
        truth = rng.normal(5, 2, 200)
        people = np.where(np.arange(200) < 25, truth + rng.normal(0, 0.5, 200), nan)
        mean = human_mean(people, truth + 1 + rng.normal(0, 0.7, 200), np.arange(200)).powered
        inside.append(mean.interval[0] <= 5 <= mean.interval[1])
    assert 0.92 <= np.mean(inside) <= 0.98


def test_items_of_one_source_count_as_one():
    rng = np.random.default_rng(2)
    source = np.repeat(rng.normal(0, 2, 20), 10)
    people = np.where(np.arange(200) % 20 < 10, source + rng.normal(0, 0.1, 200), nan)
    alone, of_clusters = (
        human_mean(people, source, clusters).alone for clusters in (np.arange(200), np.arange(200) // 10)
    )
    width = [one.interval[1] - one.interval[0] for one in (alone, of_clusters)]
    assert width[1] > 2.5 * width[0] and alone.value == of_clusters.value


def test_two_people_are_not_put_to_the_test_and_their_mean_is_known():
    found = table_people(read_ratings(scored()), PEOPLE[:2])
    assert found.test.passed is None and "needs 3 people" in found.test.reason
    assert found.mean.powered.known


def test_where_people_scored_everything_judges_add_nothing():
    found = table_people(read_ratings(scored(items=30)), PEOPLE)
    assert found.mean.powered.value is None and found.mean.worth is None and found.mean.alone.known
    assert found.mean.powered.reason == "people scored every item the judges did"


@pytest.mark.parametrize("people", [("dora",), (*PEOPLE, "gpt", "claude")])
def test_a_name_that_no_judge_has_and_judges_who_are_all_people_are_refused(table, people):
    with pytest.raises(SetUpError, match="expected some of the judges"):
        table_people(table, people)


def test_two_labels_are_compared_and_several_without_an_order_are_not():
    rows = ["judge,item,score", *(f"{who},{n},{'yes' if n % 3 else 'no'}" for who in "abc" for n in range(9))]
    assert table_people(
        read_ratings("\n".join(rows), level="nominal"), ["a"]
    ).mean.alone.value == pytest.approx(2 / 3)
    rows[1] = "a,0,maybe"
    found = table_people(read_ratings("\n".join(rows), level="nominal"), ["a"])
    assert found.alike is None and "without an order" in found.reason
