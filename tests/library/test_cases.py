"""What each kind of report comes to, number by number, as a person approved it."""

from dataclasses import asdict

import pytest

from tests.approved import check_facts
from tests.building import cases


@pytest.mark.parametrize("name", cases.debates())
def test_a_debate_comes_to_the_same_as_before(name):
    check_facts(f"library/{name}", cases.report_of(name).model_dump(mode="json").items())


def test_so_do_reviews_tables_and_what_is_said_over_many():
    for name in cases.texts():
        check_facts(f"library/{name}", cases.text_of(name).model_dump(mode="json").items())
    for name, panel in cases.tables().items():
        check_facts(f"library/table_{name}", panel.report.model_dump(mode="json").items())
    for name, found in (("past", cases.past()), ("comparison", cases.comparison())):
        check_facts(f"library/{name}", found.model_dump(mode="json").items())
    check_facts("library/people", asdict(cases.people()).items())
