"""Words that only this server can have said: signed with a key that lies beside the store and goes nowhere else."""

import base64
import hashlib
import hmac
import os
import pathlib
import secrets
import stat
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import platformdirs

from debate_core.domain.errors import SetUpError
from debate_core.domain.settings import on_server, without_password

Purpose = Literal["visitor", "viewer", "listener", "phone"]
VISITOR_COOKIE = "split_decision_visitor"
FOR_BROWSER = "; for="
"""In the type of a file, before the mark of the browser that it is made for."""
_LONGEST = 512


class Signer:
    """Signs and reads words, each for one purpose and until a time."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: Purpose, words: str, until: float) -> str:
        """A token of letters that an address can carry; the words in it can be read by whoever has it."""
        body = _written(f"{int(until)}|{words}".encode())
        return f"{body}.{self._seal(purpose, body)}"

    def read(self, purpose: Purpose, token: str, now: float) -> str | None:
        """The words of a token; None where it was altered, is of another purpose, or is over."""
        body, dot, seal = token.partition(".")
        if not dot or len(token) > _LONGEST or not token.isascii():
            return None
        if not hmac.compare_digest(seal, self._seal(purpose, body)):
            return None
        until, _, words = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)).decode().partition("|")
        return words if now < int(until) else None

    def _seal(self, purpose: Purpose, body: str) -> str:
        return _written(hmac.digest(self._key, f"{purpose}|{body}".encode(), "sha256")[:16])


def _written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


@lru_cache(maxsize=8)
def signer_beside(place: str) -> Signer:
    """The signer of a store; its key is made when first asked for. Raises SetUpError."""
    if not on_server(place):
        return Signer(_key_in(pathlib.Path(f"{place}.key")))
    name = hashlib.sha256(without_password(place).encode()).hexdigest()[:16]
    return Signer(_key_in(pathlib.Path(platformdirs.user_data_dir("split-decision")) / f"{name}.key"))


def browser_mark(place: str, cookies: Mapping[str, str], now: float) -> str:
    """What a store's server knows a browser by; empty where it has no cookie of ours. Raises SetUpError."""
    return signer_beside(place).read("visitor", cookies.get(VISITOR_COOKIE, ""), now) or ""


def _key_in(path: pathlib.Path) -> bytes:
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            own = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
            try:
                os.link(own, path)  # Whole at once, and whoever comes second takes the first one's.
            except FileExistsError:
                pass
            finally:
                own.unlink()
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise SetUpError(
                f"others can read the signing key {path}: chmod 600 it, or delete it to make a new one"
            )
        return path.read_bytes()
    except OSError as error:
        raise SetUpError(f"the signing key {path} can't be used: {error.strerror}") from error
