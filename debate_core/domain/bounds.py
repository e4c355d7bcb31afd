"""How long what a person writes may be; what is longer is refused in words, never cut."""

from collections.abc import Iterator

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import NO_TOPIC, DebateConfig
from debate_core.domain.errors import SetUpError
from debate_core.domain.wording import is_blank

MAX_TOPIC = 20_000
MAX_BACKGROUND = 4_000
MAX_BRIEF = MAX_TRAITS = 1_000
MAX_QUESTION, MAX_END = 200, 100
MAX_REASON = 2_000
MAX_DIMENSIONS = 12
MAX_SERVERS = 20
MAX_NAME = 200
"""Of a model, a rubric or a server's address: characters."""


def excess_text(what: str, came: int, limit: int, of: str = "characters") -> str:
    """What was expected and what came where something is too long; empty where it fits."""
    return f"{what}: expected at most {limit:,} {of}; got {came:,}" if came > limit else ""


def within(what: str, text: str, limit: int) -> str:
    """A text trimmed, empty where nothing of it can be seen. Raises SetUpError over `limit` characters."""
    if fault := excess_text(what, len(text.strip()), limit):
        raise SetUpError(fault)
    return "" if is_blank(text) else text.strip()


def check_lengths(config: DebateConfig | ArtifactConfig) -> None:
    """Raises SetUpError where something is more than it may be, or nothing of a topic can be seen."""
    if isinstance(config, DebateConfig) and is_blank(config.topic.text):
        raise SetUpError(NO_TOPIC)
    if faults := list(filter(None, (excess_text(*one) for one in _lengths(config)))):
        raise SetUpError("; ".join(faults))


def _lengths(config: DebateConfig | ArtifactConfig) -> Iterator[tuple[str, int, int, str]]:
    if isinstance(config, DebateConfig):
        yield "topic", len(config.topic.text), MAX_TOPIC, "characters"
        yield "background", len(config.topic.background), MAX_BACKGROUND, "characters"
        for debater in (config.pro, config.con):
            yield f"the traits of {debater.side.upper()}", len(debater.traits), MAX_TRAITS, "characters"
    for judge in config.panel.judges if isinstance(config, DebateConfig) else config.reviewers:
        yield f"the brief of judge {judge.name}", len(judge.brief), MAX_BRIEF, "characters"
    yield "rubric", len(config.rubric.dimensions), MAX_DIMENSIONS, "dimensions"
    yield "the rubric's name", len(config.rubric.name), MAX_NAME, "characters"
    yield "the rubric's lowest score", config.rubric.scale.low, config.rubric.scale.high - 1, "points"
    for one in config.rubric.dimensions:
        yield f"the question of {one.key}", len(one.question), MAX_QUESTION, "characters"
        yield f"the ends of {one.key}", max(len(one.low), len(one.high)), MAX_END, "characters"
    yield "servers", len(config.servers), MAX_SERVERS, "addresses"
    for name in config.models:
        yield "the name of a model", len(name), MAX_NAME, "characters"
