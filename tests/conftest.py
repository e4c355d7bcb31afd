"""What all tests share: which of them keep to one worker when several run at once."""

import pytest

GROUPS = ("local_model", "browser", "crash")


# First, because xdist's own hook reads the groups: marked after it, they would hold nothing together.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One local model, and one browser's server, serve all the tests that want them."""
    for item in items:
        if "pages" in item.path.parts:
            item.add_marker(pytest.mark.pages)
        for name in GROUPS:
            if item.get_closest_marker(name):
                item.add_marker(pytest.mark.xdist_group(name))
