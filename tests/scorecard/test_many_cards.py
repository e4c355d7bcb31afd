"""What many drawn debates come to on the scorecard, as a person approved it; whether it's right, other tests ask."""

import random

from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.live_judge import CONCERNS, LINKS, Overturn, SelfContradiction
from debate_core.domain.transcript import Topic
from debate_core.scorecard.tally import Scorecard, scorecard
from tests.approved import check_facts
from tests.scorecard.proposals import STRUCTURED, TEXTS, claim, compared, exposure, link, proposal, spoken


def drawn_proposal(turn, draw):
    states = ("present", "present", "weak", "missing", "not_applicable")
    links = [link(kind, draw.choice(states), draw.choice(["", "words", "words"])) for kind in LINKS]
    slip = SelfContradiction(kind="dropped_premise", earlier=draw.randint(1, turn), text=TEXTS[1])
    return proposal(
        turn,
        logic=draw.randint(10, 40),
        tactics=draw.randint(8, 24) + 0.5,
        framing=draw.choice([3.5, 3.75, 6]),
        links=tuple(links[draw.randint(0, 1) :]),
        claims=tuple(
            claim(draw.choice(TEXTS), draw.choice(CONCERNS), draw.choice(["near", "not_found"]))
            for _ in range(2)
        ),
        exposures=(
            exposure(draw.randint(1, turn), draw.choice(TEXTS), name=draw.choice([None, f"T{turn - 1}-C1"])),
        ),
        slips=(slip,),
    )


def test_each_scorecard_is_the_same_as_before():
    came = [("empty", Scorecard(leader=None, reason="no turns"))]
    for seed in range(4):
        draw, turns = random.Random(seed), (STRUCTURED, spoken(7))[seed % 2]
        said = [drawn_proposal(turn.number, draw) for turn in turns if draw.random() < 0.9]
        won = ("older", "newer", "draw")
        readings = [
            compared(
                turn,
                swapped=swapped,
                logic=draw.choice(won),
                rhetoric=draw.choice(won),
                tactics=draw.choice(won),
            )
            for turn in (2, 3, 4, 6)
            for swapped in (False, True)[: draw.randint(1, 2)]
        ]
        words = [
            Overturn(claim=f"T{draw.randint(1, 6)}-C1", after=draw.choice([None, 3]), person="Ana")
            for _ in range(3)
        ]
        order = ("simultaneous", "alternating")[seed % 3 % 2]
        config = DebateConfig(topic=Topic(text="Trams"), order=order, live=Live(strict_floor=seed > 1))
        card = scorecard(said, readings, words, config, turns)
        came.append((f"{seed}", [*card.turns, card.in_words, card.model_copy(update={"turns": ()})]))
    check_facts("scorecard/cards", came)
