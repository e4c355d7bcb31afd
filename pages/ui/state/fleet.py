"""How the fleet stands, where workers conduct the store's debates.

Knows the runner of such a store, whose parts need not be installed elsewhere: they are imported by it alone.
"""

from typing import Any

from pages.ui.state.debates import runner


def fleet_said() -> tuple[str, dict[str, list[dict[str, str]]]]:
    """How it stands in a sentence, and as tables by title. Raises StoreFailed."""
    shared: Any = runner()
    said: tuple[str, dict[str, list[dict[str, str]]]] = shared.said()
    return said
