"""The shape of what a study says."""

from collections.abc import Mapping
from typing import Annotated, Literal

from debate_core.domain.frozen import FlatModel, FrozenModel, Keys, Null
from debate_core.library.report.shape import JsonReasons
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import OverTopics
from debate_core.verdicts.evidence import Decision


class SideRow(FrozenModel):
    """What is named when debaters swap sides, by a panel (`model` None) or a judge. `lean`: points for PRO in whatever
    case; `same_side`: share of swapped pairs that named one side twice, `pro_both` and `con_both` of them."""

    name: str
    model: Annotated[str | None, Null("no single model")]
    lean: OverTopics
    same_side: OverTopics
    pro_both: int
    con_both: int
    leans: Annotated[Literal["pro", "con"] | None, Null(lambda row: row.lean.reason or "0 is possible")]


class RepeatRow(FrozenModel):
    """How often a panel says the same `again`, and from another `seed`; beside each, how often by chance."""

    panel: str
    again: OverTopics
    again_chance: Annotated[float | None, Null(lambda row: row.again.reason)]
    seed: OverTopics
    seed_chance: Annotated[float | None, Null(lambda row: row.seed.reason)]


class RereadRow(FrozenModel):
    """Alpha of a judge's scores with its own of the same speeches at another reading."""

    name: str
    model: str
    alpha: OverTopics


class OrderRow(FrozenModel):
    """A judge that read in both orders: `preference` and `noise` as in `ReadingRow`, over topics."""

    name: str
    model: str
    preference: OverTopics
    noise: Estimate


class OwnRow(FrozenModel):
    """How many points more a judge gives to a debater of its own family than judges of neither's family do."""

    name: str
    model: str
    family: str
    points: OverTopics


class StrengthRow(FlatModel):
    """A model's log-odds against an average one; `chance`: how often it comes out ahead, of debates with a winner."""

    model: str
    strength: OverTopics
    chance: Annotated[Estimate, Keys(value="chance", interval="chance_interval")]


class VersusRow(FrozenModel):
    """Two models on the same topics. `lead`: of the first, in points; `won` by it, `lost` and `level`: debates."""

    first: str
    second: str
    lead: OverTopics
    won: int
    lost: int
    level: int


class AgreementRow(FrozenModel):
    """A panel's alpha over the arguments of all its debates (`n` arguments), its interval over debates."""

    panel: str
    debates: int
    alpha: OverTopics


class PairRow(FrozenModel):
    """How alike two judges, each a name and a model, score the `n` arguments both scored; its interval over debates."""

    first: tuple[str, str]
    second: tuple[str, str]
    alpha: OverTopics


class SharedRow(FrozenModel):
    """The share of their error variance that judges of one family have in common, on one panel."""

    panel: str
    families: Mapping[str, int]
    share: OverTopics


class StudyReport(JsonReasons):
    """What a study says. `simulated`: what of it is; `cost` in US dollars, `cost_reason`: what is not in it;
    `stopped`: by a person, or with the program; `imported`: records in a debate's place, which count nowhere; `side`:
    log-odds that speaking for PRO adds."""

    name: str
    simulated: str
    topics: int
    planned: int
    finished: int
    running: int
    not_begun: int
    stopped: int
    imported: int
    calls: int
    tokens: int
    cost: Annotated[float | None, Null(lambda study: study.cost_reason or "nothing used yet")]
    cost_reason: Annotated[str | None, Null("nothing to add")]
    outcomes: Mapping[Decision, int]
    panels_position: tuple[SideRow, ...]
    judges_position: tuple[SideRow, ...]
    repeats: tuple[RepeatRow, ...]
    rereads: tuple[RereadRow, ...]
    orders: tuple[OrderRow, ...] = ()
    own: tuple[OwnRow, ...]
    strengths: tuple[StrengthRow, ...]
    side: OverTopics
    versus: Annotated[VersusRow | None, Null("only of two models that swap sides")] = None
    agreement: tuple[AgreementRow, ...]
    pairs: tuple[PairRow, ...]
    shared: tuple[SharedRow, ...]

    @property
    def failed(self) -> int:
        counted = self.finished + self.running + self.stopped + self.not_begun + self.imported
        return self.planned - counted
