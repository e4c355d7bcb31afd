"""Which models are kin, by who trained them, and mixed panels of judges that aren't, without the debaters' models."""

import re
from collections.abc import Collection, Sequence
from itertools import cycle, islice

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
