"""What holds before any page is shown."""

import subprocess
import sys


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
