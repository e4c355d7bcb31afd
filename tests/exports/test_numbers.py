"""The measures of agreement, by line: for whom each interval holds, or why there is none."""

from debate_core.exports.numbers import measure_rows
from debate_core.exports.page import as_page
from debate_core.exports.ratings import _with_reason
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
    assert _with_reason(agreement, "percent").endswith(f"({cells[0]})")


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
