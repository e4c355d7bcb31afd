"""The measures of agreement, by line: for whom each interval holds, or why there is none."""

from debate_core.exports.numbers import measure_rows, reading_words, severity_words, ways_on
from debate_core.exports.page import as_page
from debate_core.history import History
from debate_core.report import ReportSettings, report
from debate_core.report.shape import Statistic
from tests.building.structured import record_of


def test_percent_and_ac1_without_an_interval_say_why():
    """Found in a review: a bare "no interval" under a heading "or why not", though the JSON had the reason."""
    found = read()
    agreement = found.agreement.model_copy(
        update={
            "percent_interval": None,
            "ac1_interval": None,
            "kappa": Statistic(value=1.0, reason="fewer than 3 arguments to compare"),
        }
    )
    rows = measure_rows(found.model_copy(update={"agreement": agreement}))
    cells = [row[f"95%, {found.those}, or why not"] for row in rows if "same standing" in row["Measure"]]
    assert cells == ["no interval: fewer than 3 arguments to compare"] * 2


def read(state="agreed"):
    return report(record_of(state), History(), ReportSettings())


def test_an_absolute_coefficients_interval_is_for_judges_like_these_wherever_it_stands():
    """Found in a review: "these judges" on the page, "judges like these" in `agree`."""
    found = read()
    absolute = found.agreement.generalizability.absolute_mean
    assert absolute.interval
    cells = {row["Measure"]: row[f"95%, {found.those}, or why not"] for row in measure_rows(found)}
    (said,) = [cell for name, cell in cells.items() if "ICC(A,k)" in name]
    assert said.endswith(", judges like these")
    assert not any("judges like these" in cell for name, cell in cells.items() if "ICC(A,k)" not in name)
    written = as_page(found, record_of("agreed")).partition("severity counted? ICC(A,k)")[2]
    assert "judges like these" in written[:200]


def test_no_deliberation_is_advised_to_fewer_than_two_judges_and_none_from_scores_that_mean_nothing():
    found = read("no_call")
    (usual,) = ways_on(found)
    alone = found.model_copy(
        update={"judges": tuple(one.model_copy(update={"scores": {}}) for one in found.judges)}
    )
    assert "let the judges deliberate, ask people" in usual
    assert "deliberate" not in ways_on(alone)[0]
    assert ways_on(found.model_copy(update={"void": True}))[0].startswith(
        "Rest no critical decision on this yet: have real models judge it, ask people"
    )


def test_people_who_are_asked_for_and_gave_nothing_are_told():
    asked = report(record_of("agreed"), History(), ReportSettings(people=True))
    assert "people's scores asked for, which nobody has given" in reading_words(asked)


def test_a_severity_has_its_standard_error():
    assert [severity_words(None), severity_words(0.62), severity_words(-0.62, 0.21)] == [
        "undefined",
        "+0.6",
        "−0.6 ± 0.2",
    ]
