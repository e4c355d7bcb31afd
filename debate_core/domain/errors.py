"""Errors raised on purpose, split by who can help; failures of a model's wire are in `debate_core.llm.errors`."""


class DebateError(Exception):
    """Root of everything raised on purpose."""


class SetUpError(DebateError):
    """A setting, a file or a name is wrong; the person who set it can put it right."""


class ModelNotFound(SetUpError):
    """No such provider, or the provider has no such model."""


class KeyMissing(SetUpError):
    """The model needs a key and none was given."""


class RecordNotFound(SetUpError):
    """The store holds nothing under that id."""


def unknown_record(record: str) -> RecordNotFound:
    return RecordNotFound(f"expected the id of a stored record; there is none called {record!r}")


def only_with(flag: str, other: str) -> SetUpError:
    return SetUpError(f"{flag} works only with {other}")


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
    """Another live process conducts this debate, or one's own `record`: watch it instead."""

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record


class LeaseLost(DebateError):
    """Another process has taken this debate over: stop at once."""


class FactStored(DebateError):
    """A fact that happens once, or a record of that name, is in the store already."""


class RecordUnreadable(DebateError):
    """What is stored of one record can't be read. `cause`: which event, and what was expected of it."""

    def __init__(self, record: str, cause: str) -> None:
        super().__init__(f"debate {record!r} can't be read: {cause}. Nothing was changed")
        self.record = record
        self.cause = cause


class StoreFailed(DebateError):
    """The store cannot be written: stop before spending more; nothing that was committed is lost."""
