"""Who conducts a debate: a lease with a fencing token; a dead owner's is dead at once on the same machine."""

import functools
import os
import pathlib
import socket
from dataclasses import dataclass, field

LEASE_SECONDS = 6.0


@functools.cache
def this_host() -> str:
    """This machine since its boot, and the container in which its process ids hold."""
    boot, ids = pathlib.Path("/proc/sys/kernel/random/boot_id"), pathlib.Path("/proc/self/ns/pid")
    name = socket.gethostname()
    return f"{name} {boot.read_text().strip()} {ids.stat().st_ino}" if boot.exists() else name


def born(pid: int) -> str:
    """When the process began, as the system counts; empty when it doesn't run (a zombie doesn't)."""
    stat = pathlib.Path(f"/proc/{pid}/stat")
    if pathlib.Path("/proc/self/stat").exists():
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        return "running"
    return "running"


@dataclass(frozen=True, kw_only=True)
class Lease:
    """The right to append engine events to one record. `fence` grows with each new holder."""

    record: str
    token: str
    fence: int
    expires: float


@dataclass(frozen=True, kw_only=True)
class Owner:
    host: str = field(default_factory=this_host)
    pid: int = field(default_factory=os.getpid)
    born: str = field(default_factory=lambda: born(os.getpid()))

    def lives(self) -> bool:
        """Whether the process still runs; taken as so on another machine."""
        if self.host != this_host():
            return True
        return born(self.pid) == self.born and self.born != ""
