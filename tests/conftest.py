"""What all tests share: which of them keep to one worker when several run at once."""

import pytest
from hypothesis import settings

# The same examples in every run, and no test that fails because the machine was busy.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

GROUPS = ("local_model", "browser", "crash")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One local model, and one browser's server, serve all the tests that want them."""
    for item in items:
        if "pages" in item.path.parts:
            item.add_marker(pytest.mark.pages)
        for name in GROUPS:
            if item.get_closest_marker(name):
                item.add_marker(pytest.mark.xdist_group(name))
