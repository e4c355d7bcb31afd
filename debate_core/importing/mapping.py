"""Puts speakers on sides and turns into arguments: the transcript as it will be judged."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pydantic import ValidationError

from debate_core.answers.quotes import fields_of_turn
from debate_core.domain.config import Caps
from debate_core.domain.frozen import FrozenValue, faults_of
from debate_core.domain.imported import MAX_TURNS, BroughtTurn, Imported, TranscriptConfig
from debate_core.domain.numerals import join_and
from debate_core.domain.transcript import SIDES, Argument, Side, Topic, Turn, argument_id
from debate_core.domain.wording import quoted_names
from debate_core.importing.dialogues import SIDE_WORDS, Dialogue, NotBrought, ParsedText
from debate_core.importing.documents.text import printable_text
from debate_core.store.record import emptiness_text

MAX_ARGUMENTS = 100
MAX_CHARACTERS = 300_000
_TOKENS_AN_ARGUMENT, _TOKENS_BESIDE = 260, 800
"""What a judge may write of each argument, and of the whole."""
Sides = Mapping[str, Side | None]


class TranscriptChoices(FrozenValue):
    """What a person decides of a dialogue. `speakers`: sides, None if left out; `left_out`: turns, from 0."""

    topic: str
    background: str = ""
    burden: Side | None = None
    speakers: Sides = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()


def sides_of(dialogue: Dialogue, pro: Sequence[str] = (), con: Sequence[str] = ()) -> dict[str, Side | None]:
    """Each speaker with the side they are named for or, where nobody is named, with the one that the name itself says;
    None for every other. Raises NotBrought for a name that nobody has.

    >>> from debate_core.importing.dialogues import SpokenTurn
    >>> sides_of(Dialogue(spoken=(SpokenTurn(speaker="PRO", text="x"), SpokenTurn(speaker="Ann", text="y"))))
    {'PRO': 'pro', 'Ann': None}
    """
    known = {name.casefold() for name in dialogue.speakers}
    if unknown := [name for name in (*pro, *con) if name.casefold() not in known]:
        there = speakers_text(dialogue)
        raise NotBrought(f"expected names of speakers; got {quoted_names(unknown)}. The speakers are {there}")
    named = {"pro": pro, "con": con} if pro or con else SIDE_WORDS
    side_of: dict[str, Side] = {name.casefold(): side for side in SIDES for name in named[side]}
    return {name: side_of.get(name.casefold()) for name in dialogue.speakers}


def speakers_text(dialogue: Dialogue) -> str:
    return quoted_names(dialogue.speakers, 20) or "without names"


def map_sides(
    parsed: ParsedText, dialogue: Dialogue, chosen: TranscriptChoices, *, caps: object = None, **more: Any
) -> tuple[TranscriptConfig, tuple[Turn, ...]]:
    """The configuration and turns. `caps`: a judge's usual one grows with the arguments. Raises NotBrought."""
    turns, names = (dialogue.turns, ()) if dialogue.turns else _exchange(dialogue, chosen)
    _check(turns, dialogue, chosen)
    source = Imported(
        file=parsed.file,
        source=parsed.source,
        turns=tuple(_place(turn, *names[n : n + 1]) for n, turn in enumerate(turns)),
        speakers={} if dialogue.turns else {name: chosen.speakers.get(name) for name in dialogue.speakers},
        left_out=0 if dialogue.turns else len(dialogue.spoken) - len(turns),
        notes=parsed.notes,
    )
    tokens = _TOKENS_BESIDE + _TOKENS_AN_ARGUMENT * sum(len(turn.arguments) for turn in turns)
    try:
        own = Caps.model_validate(caps or {}).model_dump(exclude_defaults=True)
        config = TranscriptConfig(
            topic=Topic(
                text=printable_text(chosen.topic).text.strip(),
                background=printable_text(chosen.background).text.strip(),
                burden=chosen.burden,
            ),
            format="structured" if dialogue.turns else "exchange",
            turns=len(turns),
            brought=source,
            caps=Caps(**{"judging": max(Caps().judging, tokens)} | own),
            **more,
        )
    except ValidationError as error:
        raise NotBrought(faults_of(error)[0].words) from None
    return config, turns


def warning_text(turns: Sequence[Turn]) -> str:
    """What to know of a transcript before judges are paid; empty where enough was argued."""
    empty = emptiness_text([one for turn in turns for one in turn.arguments], from_elsewhere=True)
    return f"{empty} Judges could name no side." if empty else ""


def _exchange(dialogue: Dialogue, chosen: TranscriptChoices) -> tuple[tuple[Turn, ...], tuple[str, ...]]:
    counted = dict.fromkeys(SIDES, 0)
    turns: list[Turn] = []
    speakers = []
    for place, one in enumerate(dialogue.spoken):
        side = chosen.speakers.get(one.speaker)
        if side is None or place in chosen.left_out:
            continue
        counted[side] += 1
        name, words = argument_id(side, counted[side]), printable_text(one.text).text.strip()
        argument = Argument(id=name, side=side, claim=words, structured=False)
        turns.append(Turn(number=len(turns) + 1, phase="exchange", side=side, arguments=(argument,)))
        speakers.append(one.speaker)
    return tuple(turns), tuple(speakers)


def _check(turns: tuple[Turn, ...], dialogue: Dialogue, chosen: TranscriptChoices) -> None:
    if not chosen.topic.strip():
        raise NotBrought("give it a topic: it names none")
    arguments = [argument for turn in turns for argument in turn.arguments]
    without = [side.upper() for side in SIDES if not any(one.side == side for one in arguments)]
    if without:
        speakers = quoted_names(dialogue.speakers) or "the two sides"
        raise NotBrought(f"pick a side for each speaker ({speakers}): nobody speaks for {join_and(without)}")
    if len(arguments) > MAX_ARGUMENTS or len(turns) > MAX_TURNS:
        raise NotBrought(
            f"{len(turns)} turns are more than the {MAX_ARGUMENTS} a panel can judge: leave some out"
        )
    if (size := sum(map(_characters, turns))) > MAX_CHARACTERS:
        raise NotBrought(
            f"{size:,} characters are more than the {MAX_CHARACTERS:,} a panel can judge: leave out some turns"
        )


def _place(turn: Turn, speaker: str = "") -> BroughtTurn:
    return BroughtTurn(
        number=turn.number,
        phase=turn.phase,
        side=turn.side,
        speaker=printable_text(speaker).text[:100],
        characters=_characters(turn),
    )


def _characters(turn: Turn) -> int:
    return sum(map(len, fields_of_turn(turn)))
