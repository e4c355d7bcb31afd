"""Where a wire's requests go and with what key. Knows no SDK; printing one shows no key."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from debate_core.llm.keys import Key, begun, redact, struck_out

NO_KEY = (
    "none"  # what is sent where a server wants no key; without it the SDKs look for one in the environment
)


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One provider's address. `typed`: a person typed it, so nothing of the environment may travel there.
    `silence`: seconds without a byte after which a call is given up; `patience`: seconds to reach the address
    at all."""

    provider: str
    base_url: str
    key: Key | None = None
    typed: bool = False
    silence: float = 180.0
    patience: float = 10.0

    @property
    def host(self) -> str:
        """Host and port, as a message names it."""
        return urlsplit(self.base_url).netloc.rsplit("@", 1)[-1]

    def without_key(self, text: str) -> str:
        """A model's words without this endpoint's key, should they hold it; else as they are."""
        return struck_out(text, self.key)

    def begun_key(self, text: str) -> int:
        """How many characters at the end of a model's words may be the beginning of the key."""
        return begun(text, self.key)

    def clean(self, text: str) -> str:
        """`text` without this endpoint's key or anything that looks like one."""
        return redact(text, self.key)
