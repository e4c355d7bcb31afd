"""How much a model may think before it answers, apart from its words."""

import re
from collections.abc import Mapping

from debate_core.errors import ModelNotFound
from debate_core.llm.base import Effort, Server
from debate_core.llm.catalogue import parse, row_of

ROOM: Mapping[Effort, int] = {"low": 4_000, "medium": 10_000, "high": 24_000}
"""The most tokens of thinking at each effort."""
_UNASKED = re.compile(
    r"(?:^|/)(?:o\d|gpt-[5-9](?!.*chat)|gpt-oss|gemini-(?:2\.5|[3-9])|deepseek-r|qwen3(?!.*instruct)|magistral|glm-[4-9])"
    r"|think|reason",
    re.IGNORECASE,
)
_IF_ASKED = re.compile(r"(?:^|/)claude-(?!2|3[-.](?!7)|instant)")


def thinking_room(model: str, effort: Effort | None, servers: tuple[Server, ...] = ()) -> int:
    """Maximum thinking tokens at an effort (None: the provider's default); 0 for unknown models.

    >>> thinking_room("openai:gpt-5", "low"), thinking_room("openai:gpt-5", None)
    (4000, 10000)
    >>> thinking_room("openai:gpt-4.1", "high"), thinking_room("anthropic:claude-sonnet-4-5", None)
    (0, 0)
    """
    try:
        row, name = row_of(model, servers), parse(model, servers).model
    except ModelNotFound:
        return 0
    if row.wire in ("simulated", "local"):
        return 0
    asked = effort is not None and (row.typed or row.wire == "ollama" or bool(_IF_ASKED.search(name)))
    unasked = row.wire != "anthropic" and bool(_UNASKED.search(name))
    return ROOM[effort or "medium"] if asked or unasked else 0
