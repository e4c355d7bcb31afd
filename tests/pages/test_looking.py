"""What many look at is looked up once for all of them, and never told when it is old."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.ui.state import watch as looking
from pages.ui.state.watch import Shared

LONG = 60.0


def test_forty_who_wait_are_told_of_what_one_of_them_saw(monkeypatch):
    monkeypatch.setattr(looking, "_FRESH", LONG)
    comes, looks = threading.Event(), itertools.count()
    begun = threading.Barrier(41)

    def look():
        next(looks)
        return "words" if comes.is_set() else ""

    shared = Shared(look, lambda seconds: comes.wait(LONG))

    def watch():
        begun.wait()
        return shared.after("", LONG)

    with ThreadPoolExecutor(40) as pool:
        told = [pool.submit(watch) for _ in range(40)]
        begun.wait()
        comes.set()
        assert {one.result() for one in told} == {"words"}
    assert next(looks) < 40


def test_who_waits_in_vain_is_told_so_after_that_long():
    assert Shared(lambda: "the same", lambda seconds: None).after("the same", 0.0) == "the same"


def test_what_is_told_was_looked_up_for_who_asks(monkeypatch):
    clock = itertools.count(0.0, 10.0)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    found = iter(("old", "new"))
    shared = Shared(lambda: next(found), lambda seconds: None)
    assert shared.after("", LONG) == "old"
    assert shared.after("", LONG) == "new"


def test_a_look_that_fails_is_told_to_who_looked_and_ends_nobodys_turn():
    found = iter((OSError("gone"), "there"))

    def look():
        if isinstance(one := next(found), OSError):
            raise one
        return one

    shared = Shared(look, lambda seconds: None)
    with pytest.raises(OSError, match="gone"):
        shared.after("", LONG)
    assert shared.after("", LONG) == "there"
