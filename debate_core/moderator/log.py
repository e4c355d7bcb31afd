"""The engine's end of the log of one record.

Knows the store and the fold; not what is asked. Invariant: a fact that happens once is appended once.
"""

from debate_core.errors import Paused
from debate_core.events import CallCompleted, Event
from debate_core.lease import Lease
from debate_core.library import keep
from debate_core.replay import replay_any
from debate_core.store import Store


class Halted(Paused):
    """No new call may start: another step has paused the debate."""


class Log:
    """The engine's end of the log: the record as it stands, and appending each fact once."""

    def __init__(self, store: Store, lease: Lease) -> None:
        events = store.read(lease.record)
        self.store, self.lease = store, lease
        self.record = replay_any(events)
        self._identities = {stored.event.identity for stored in events}

    def note(self, event: Event) -> None:
        """Append a fact, unless the log holds it."""
        if event.identity is not None and event.identity in self._identities:
            return
        for stored in self.store.append(self.lease.record, [event], lease=self.lease):
            if stored.sequence > self.record.sequence + 1:
                self._catch_up(stored.sequence)
            self._identities.add(stored.event.identity)
            self.record = self.record.after(stored)
        # What an answer came to follows at once.
        if not isinstance(event, CallCompleted):
            keep(self.store, self.record)

    def _catch_up(self, before: int) -> None:
        """Take in what people have added in the meantime: a flag overturned, an outcome that is known."""
        for stored in self.store.read(self.lease.record, after=self.record.sequence, upto=before - 1):
            self.record = self.record.after(stored)
