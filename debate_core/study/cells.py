"""The debates that a study comes to; ids and seeds follow from its file alone."""

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from debate_core.domain.config import Budget, DebateConfig, Format
from debate_core.llm.prices import prices_of
from debate_core.running.conducting import apart_from_panel
from debate_core.running.estimate import USUAL_TIMES, CostEstimate, estimate
from debate_core.study.design import Study

ONLY, SHOWN = "base", "all judges"
"""The panel of a study that names none: in its debates' ids, and wherever it is shown."""
_ADDED = (
    *("calls", "calls_most", "tokens_typical", "tokens_most", "batched", "local_tokens"),
    *("cost_typical", "cost_most"),
)
"""What of an estimate adds up over debates."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One debate of a study. `topic`, `repeat`, `reading` count from 1; `swapped`: the pair's second model speaks for
    PRO; `source`: the cell whose speeches it is judged on."""

    topic: int
    format: Format
    pro: str
    con: str
    swapped: bool
    repeat: int
    panel: str
    reading: int
    id: str
    config: DebateConfig
    source: str | None = None

    @property
    def spoken(self) -> str:
        """The cell whose speeches these are."""
        return self.source or self.id

    @property
    def ahead(self) -> CostEstimate:
        prices = prices_of(self.config.models, self.config.servers)
        return estimate(self.config, apart_from_panel(self.config) if self.source else (), prices)

    def limit(self, *, in_money: bool) -> Budget:
        """What the base sets, else three times the estimate; of money only where asked for."""
        ahead, by_hand = self.ahead, self.config.budget
        usual = USUAL_TIMES * ahead.cost_typical if in_money and ahead.cost_typical else None
        return Budget(
            calls=by_hand.calls or USUAL_TIMES * ahead.calls,
            tokens=by_hand.tokens or USUAL_TIMES * ahead.tokens_typical,
            dollars=by_hand.dollars or (usual and round(usual, 4)),
        )


def cells(study: Study) -> tuple[Cell, ...]:
    return tuple(_planned(study))


def counted_cells(study: Study) -> Iterator[tuple[int, Cell]]:
    """One cell of each kind that takes the same, after their number."""
    small = study.model_copy(update={"repeats": 1, "readings": min(2, study.readings)})
    for cell in _planned(small):
        yield study.repeats * (1 if cell.reading == 1 else study.readings - 1), cell


def study_ahead(study: Study) -> CostEstimate:
    """What all its debates together will take, from their start; each kind of them is estimated once."""
    each = [(times, cell.ahead) for times, cell in counted_cells(study)]

    def added(name: str) -> Any:
        known = [times * value for times, one in each if (value := getattr(one, name)) is not None]
        return sum(known[1:], known[0]) if known else None

    return CostEstimate(
        **{name: added(name) for name in _ADDED},
        deep=max(one.deep for _, one in each),
        unpriced=tuple(dict.fromkeys(model for _, one in each for model in one.unpriced)),
        too_large=tuple(dict.fromkeys(words for _, one in each for words in one.too_large)),
        simulated=all(one.simulated for _, one in each),
    )


def _planned(study: Study) -> Iterator[Cell]:
    topics = enumerate(study.topics, 1)
    formats, repeats = study.formats or (None,), range(1, study.repeats + 1)
    for (number, topic), kind, repeat, pair in itertools.product(topics, formats, repeats, study.pairs):
        # A model against itself has no other sides to take.
        for swapped in (False, True) if study.swap and pair[0] != pair[1] else (False,):
            source = None
            for panel, reading in itertools.product(study.panels or (None,), range(1, study.readings + 1)):
                more: dict[str, object] = {"format": kind} if kind else {}
                seed = [study.seed, topic.text, sorted(pair), repeat]
                more["seed"] = _number([*seed, reading] if reading > 1 else seed) % 2**31
                config = study.config(topic, pair[::-1] if swapped else pair, panel, **more)
                # What there was no choice of then isn't named: with `wording = 1` in its base, an earlier study finds
                # its debates.
                chosen = config.model_dump_json(exclude=_as_first(config))
                named = [study.name, panel.name if panel else ONLY, repeat, reading, chosen]
                cell = Cell(
                    topic=number,
                    format=config.format,
                    pro=config.pro.model,
                    con=config.con.model,
                    swapped=swapped,
                    repeat=repeat,
                    panel=panel.name if panel else SHOWN,
                    reading=reading,
                    id=f"{_number(named):016x}"[:12],
                    config=config,
                    source=source,
                )
                source = source or cell.id
                yield cell


_FIRST: Mapping[str, object] = {"wording": 1, "reading": "one", "narrative": False, "narrative_model": None}
_FIRST_TALK: Mapping[str, object] = {"disagreement": None, "evaluations": 2}


def _as_first(config: DebateConfig) -> dict[str, Any]:
    """The choices that came later, where they are as it was without them."""
    left: dict[str, Any] = {part: True for part, usual in _FIRST.items() if getattr(config, part) == usual}
    if talk := config.deliberation:
        left["deliberation"] = {part for part, usual in _FIRST_TALK.items() if getattr(talk, part) == usual}
    return left


def _number(named: list[object]) -> int:
    words = json.dumps(named, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(words).digest()[:8])
