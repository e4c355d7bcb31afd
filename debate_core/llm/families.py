"""What a model's name tells: who trained it, for panels of judges that aren't kin, and how much it thinks."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import cycle, islice

from debate_core.domain.errors import ModelNotFound
from debate_core.domain.model import Effort, Server
from debate_core.llm.catalogue import parse

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
        row, name = parse(model, servers)
    except ModelNotFound:
        return 0
    if row.wire in ("simulated", "local"):
        return 0
    asked = effort is not None and (row.typed or row.wire == "ollama" or bool(_IF_ASKED.search(name)))
    unasked = row.wire != "anthropic" and bool(_UNASKED.search(name))
    return ROOM[effort or "medium"] if asked or unasked else 0


_TRAINED = {
    r"gpt|^o\d|chatgpt|davinci": "gpt",
    r"gemini|gemma": "gemini",
    r"mistral|mixtral|magistral|ministral|codestral": "mistral",
    r"qwen|qwq": "qwen",
    r"command": "command",
}


def family(model: str) -> str:
    """Who a model's kin are, whoever serves it.

    >>> family("openai:o3-mini"), family("openrouter:openai/gpt-5"), family("ollama:llama3.2:3b")
    ('gpt', 'gpt', 'llama')
    """
    name = model.partition(":")[2].rpartition("/")[2].casefold()
    known = (kin for pattern, kin in _TRAINED.items() if re.search(pattern, name))
    plain = re.match(r"[a-z]+", name)
    return next(known, plain.group() if plain else name)


def _bare(model: str) -> str:
    """A model's name whoever serves it, and whichever day's edition.

    >>> _bare("openrouter:anthropic/claude-sonnet-4.5"), _bare("anthropic:claude-sonnet-4-5-20250929")
    ('claude-sonnet-4-5', 'claude-sonnet-4-5')
    """
    name = model.partition(":")[2].rpartition("/")[2].casefold().replace(".", "-")
    return re.sub(r"[-@](?:\d{8}|\d{4}-\d\d-\d\d|latest)$|:(?:latest|free)$", "", name)


def mixed(seats: int, ready: Sequence[str], debaters: Collection[str]) -> tuple[str, ...] | None:
    """A ready model for each seat, one family after another, the debaters' kin last; None where fewer than 2 families
    are left without the debaters' own models.

    >>> mixed(4, ["openai:gpt-4.1", "anthropic:claude-x", "ollama:qwen3"], {"openai:gpt-4.1"})
    ('anthropic:claude-x', 'ollama:qwen3', 'anthropic:claude-x', 'ollama:qwen3')
    """
    own, kin = set(map(_bare, debaters)), dict[str, str]()
    for model in ready:
        if _bare(model) not in own:
            kin.setdefault(family(model), model)
    theirs = {family(model) for model in debaters}
    chosen = [kin[name] for name in sorted(kin, key=lambda name: name in theirs)]
    return tuple(islice(cycle(chosen), seats)) if len(chosen) > 1 else None
