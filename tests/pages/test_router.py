"""What holds before any page is shown."""

import subprocess
import sys

from streamlit.web import skills


def test_pandas_is_whole_before_a_page_begins_so_that_two_first_visitors_never_meet_it_half_made() -> None:
    # Each visitor runs in a thread of its own; a page that imports pandas first would let the other see half of it.
    code = (
        "import streamlit, sys; before = 'pandas' in sys.modules; "
        "import pages.ui.router; print(before, 'pandas' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["False", "True"]


def test_nobody_is_advertised_to_over_our_pages(monkeypatch) -> None:
    # What decides it stands in the installed Streamlit and may move, so it is asked, not only our setting read.
    monkeypatch.setattr(skills, "agent_harness_present", lambda: True)
    assert skills.nudge_suppression_reason() == "welcome_hidden"
