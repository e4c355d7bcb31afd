"""Two models debate, a panel of judge models scores every argument, and you learn how far the judges agree.

>>> from debate_core import debate
>>> debate("Should schools start later?", seed=7).call
'con'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from debate_core.api import *
    from debate_core.api import outcome as outcome
    from debate_core.domain.cast import Judge as Judge
    from debate_core.domain.errors import DebateError as DebateError
    from debate_core.domain.errors import SetUpError as SetUpError

__all__ = [
    "Agreement",
    "Debate",
    "DebateError",
    "DebateStudy",
    "Judge",
    "Review",
    "SetUpError",
    "aagreement",
    "adebate",
    "agreement",
    "ajudge",
    "aoutcome",
    "areview",
    "debate",
    "events",
    "judge",
    "outcome",
    "review",
    "run_study",
]


def __getattr__(name: str) -> Any:
    """Imported when it is first used: `import debate_core` loads no model's SDK, no pandas and no store."""
    if name not in __all__:
        raise AttributeError(f"module 'debate_core' has no attribute {name!r}")
    from debate_core import api  # noqa: PLC0415

    return getattr(api, name)
