"""What a model's name tells: how much it may think before it answers, apart from its words; and which models are kin,
by who trained them, with panels whose judges are not.

Knows models by their names only. Invariant: a model that doesn't think has no room to: its cap is for its words alone;
a model that debates never sits on a mixed panel.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import cycle, islice

from debate_core.errors import ModelNotFound
from debate_core.llm.base import Effort, Server
from debate_core.llm.catalogue import parse, row_of

_TRAINED = {
    r"gpt|^o\d|chatgpt|davinci": "gpt",
    r"gemini|gemma": "gemini",
    r"mistral|mixtral|magistral|ministral|codestral": "mistral",
    r"qwen|qwq": "qwen",
    r"command": "command",
}
ROOM: Mapping[Effort, int] = {"low": 4_000, "medium": 10_000, "high": 24_000}
"""The most tokens of thinking at each effort."""
_UNASKED = re.compile(
    r"(?:^|/)(?:o\d|gpt-[5-9](?!.*chat)|gpt-oss|gemini-(?:2\.5|[3-9])|deepseek-r|qwen3(?!.*instruct)|magistral|glm-[4-9])"
    r"|think|reason",
    re.IGNORECASE,
)
_IF_ASKED = re.compile(r"(?:^|/)claude-(?!2|3[-.](?!7)|instant)")


def thinking_room(model: str, effort: Effort | None, servers: tuple[Server, ...] = ()) -> int:
    """The most tokens that a model may think at an effort; None: as it does by itself. Of a model that nobody provides
    here, 0.

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


def family(model: str) -> str:
    """Who a model's kin are, whoever serves it.

    >>> family("openai:o3-mini"), family("openrouter:openai/gpt-5"), family("ollama:llama3.2:3b")
    ('gpt', 'gpt', 'llama')
    """
    name = model.partition(":")[2].rpartition("/")[2].casefold()
    known = (kin for pattern, kin in _TRAINED.items() if re.search(pattern, name))
    plain = re.match(r"[a-z]+", name)
    return next(known, plain.group() if plain else name)


def mixed(seats: int, ready: Sequence[str], debaters: Collection[str]) -> tuple[str, ...] | None:
    """A model for each seat, out of those that are ready: of one family after another, kin of the debaters last; None
    where fewer than 2 families are left once the debaters' own models are taken out.

    >>> mixed(4, ["openai:gpt-4.1", "anthropic:claude-x", "ollama:qwen3"], {"openai:gpt-4.1"})
    ('anthropic:claude-x', 'ollama:qwen3', 'anthropic:claude-x', 'ollama:qwen3')
    """
    kin: dict[str, str] = {}
    for model in ready:
        if model not in debaters:
            kin.setdefault(family(model), model)
    theirs = {family(model) for model in debaters}
    chosen = [kin[name] for name in sorted(kin, key=lambda name: name in theirs)]
    return tuple(islice(cycle(chosen), seats)) if len(chosen) > 1 else None
