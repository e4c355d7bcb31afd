"""What we raise on purpose, split by who can help.

::

    DebateError
    ├── SetUpError            the user can help: a setting, a file, a name is wrong
    │   ├── PanelTooSmall     fewer than two judges
    │   ├── ModelNotFound     no such provider or model
    │   ├── KeyMissing        a model needs a key that nobody gave
    │   └── RecordNotFound    the store holds no debate of that id
    ├── RatingsRefused        whoever made a table of ratings can help: some of its lines are not as expected
    ├── Paused                a retry later may help: the debate waits, resumable
    │   └── BudgetReached     the next call would pass the budget
    ├── LeaseHeld             another process conducts this debate: watch it instead
    ├── LeaseLost             this process no longer conducts this debate: stop at once
    ├── RecordUnreadable      what is stored of one debate can't be read: it alone; a newer version may help
    ├── FactStored            the log holds this already: it is stored once, and nothing was added
    └── StoreFailed           the store cannot be written (disk full, locked): stop before spending more

Failures of the wire to a model are in `debate_core.llm.errors`. Messages say what was expected and what came.
"""


class DebateError(Exception):
    """Root of everything raised on purpose."""


class SetUpError(DebateError):
    """A setting, a file or a name is wrong; the person who set it can put it right."""


class PanelTooSmall(SetUpError):
    """A panel needs two judges or more."""


class ModelNotFound(SetUpError):
    """No such provider, or the provider has no such model."""


class KeyMissing(SetUpError):
    """The model needs a key and none was given."""


class RecordNotFound(SetUpError):
    """The store holds nothing under that id."""


class RatingsRefused(DebateError):
    """A table of ratings is not as expected, and nothing of it was taken. `faults`: every one, in words."""

    def __init__(self, message: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class Paused(DebateError):
    """The debate can't go on now; what it has is kept and it can be resumed."""


class BudgetReached(Paused):
    """The next call would pass the budget."""


class LeaseHeld(DebateError):
    """Another live process conducts this debate."""


class LeaseLost(DebateError):
    """Another process has taken this debate over."""


class FactStored(DebateError):
    """A fact that happens once, or a record of that name, is in the store already."""


class RecordUnreadable(DebateError):
    """What is stored of one debate can't be read; every other is as it was. `record`: its id; `cause`: which event, and
    what was expected of it, without a word of what stands there."""

    def __init__(self, record: str, cause: str) -> None:
        super().__init__(f"debate {record!r} can't be read: {cause}. Nothing was changed")
        self.record = record
        self.cause = cause


class StoreFailed(DebateError):
    """The store cannot be written; nothing that was committed is lost."""
