"""Many small cases of one claim, in one test."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, but in one test: for cases so small that what pytest does about a test would take
    most of the time. All are gone through, and all that fail are shown, each with its values."""
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [case if len(wanted) > 1 else (case,) for case in cases]
    assert rows

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def all_of_them(**others: Any) -> None:
            failed = []
            for row in rows:
                values = dict(zip(wanted, row, strict=True))
                try:
                    test(**values, **others)
                except Exception as error:
                    error.add_note(f"with {values!r:.500}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(rows)} cases", failed)

        takes = inspect.signature(test).parameters.values()
        all_of_them.__signature__ = inspect.Signature([one for one in takes if one.name not in wanted])
        return all_of_them

    return decorate
