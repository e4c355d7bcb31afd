"""How long what a person chooses may be: asked of a debate when it is set up, so that every stored one can be read.

Knows a config's words; not who typed them. Invariant: a debate that is opened has no word field longer than these.
"""

from collections.abc import Iterator

from debate_core.config import DebateConfig
from debate_core.errors import SetUpError

TOPIC_MOST = 20_000
BACKGROUND_MOST = 4_000
BRIEF_MOST = 1_000
QUESTION_MOST, END_MOST = 200, 100
DIMENSIONS_MOST = 12
SERVERS_MOST = 20
NAME_MOST = 200
"""Of a model, a rubric or a server's address: characters."""


def check_lengths(config: DebateConfig) -> None:
    """Raises SetUpError where a field is longer than it may be, with what was expected and what came."""
    faults = [
        f"{what}: expected at most {most:,} {of}; got {came:,}"
        for what, came, most, of in _lengths(config)
        if came > most
    ]
    if faults:
        raise SetUpError("; ".join(faults))


def _lengths(config: DebateConfig) -> Iterator[tuple[str, int, int, str]]:
    yield "topic", len(config.topic.text), TOPIC_MOST, "characters"
    yield "background", len(config.topic.background), BACKGROUND_MOST, "characters"
    for judge in config.panel.judges:
        yield f"the brief of judge {judge.name}", len(judge.brief), BRIEF_MOST, "characters"
    yield "rubric", len(config.rubric.dimensions), DIMENSIONS_MOST, "dimensions"
    yield "the rubric's name", len(config.rubric.name), NAME_MOST, "characters"
    for one in config.rubric.dimensions:
        yield f"the question of {one.key[:40]}", len(one.question), QUESTION_MOST, "characters"
        yield f"the ends of {one.key[:40]}", max(len(one.low), len(one.high)), END_MOST, "characters"
    yield "servers", len(config.servers), SERVERS_MOST, "addresses"
    for name in config.models:
        yield "the name of a model", len(name), NAME_MOST, "characters"
