"""How a report is to be read; each setting is declared once, and changes no fact."""

from collections.abc import Mapping
from typing import Annotated, Literal

from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.options import OneOf, OptionsRead, Switch, changes, options_of, read
from debate_core.measuring.calibration import Method
from debate_core.measuring.weights import DOMAIN_WEIGHTS, Scheme, TypeName
from debate_core.verdicts.rules import DEFAULTS, RULES, Preset, Rules, Thresholds, rules_of


class ReportSettings(FrozenModel):
    """What a reader may change on any stored debate. `topic_type` None lets the keywords decide."""

    calibration: Annotated[
        Method,
        OneOf(
            "Calibration",
            "How scores of strict and lenient judges are made comparable. *Additive* takes each judge's "
            "strictness out and stays in points; *z-scores* and *0 to 1* rescale each judge by itself; *by length* "
            "takes the latter for 3 arguments a side or fewer. It changes the charts of scores and the consistency "
            "only. Alpha is computed on scores as given, and the lead always comes from the additive fit, so the "
            "verdict stays too; the table of other readings shows the verdict under each.",
            options={
                "additive": "Additive: strictness out",
                "none": "None: as given",
                "zscore": "z-scores",
                "minmax": "0 to 1 (min–max)",
                "by_length": "By length",
            },
        ),
    ] = "additive"
    weights: Annotated[
        Scheme,
        OneOf(
            "Judge weights",
            "How much each judge counts in each side's average. *Classic*: how its domain fits the topic, and how "
            "often it was right before. *Evidence*: domain, and how precise it was in past debates of this store.",
            options={
                "classic": "Classic: domain, record",
                "equal": "Equal",
                "evidence": "Evidence: precision",
            },
        ),
    ] = "evidence"
    rules: Annotated[Preset, RULES] = "default"
    thresholds: Thresholds = DEFAULTS
    history: Annotated[
        Literal["store", "none"],
        OneOf(
            title="Earlier debates",
            words="What earlier debates of this store tell of its judges: how noisy they are, and how much they "
            "weigh. *Not used*: this debate by itself.",
            options={"store": "Used", "none": "Not used"},
        ),
    ] = "store"
    topic_type: Annotated[
        TypeName | None,
        OneOf(
            "Topic type",
            "Which domain weighs most. Keywords of the topic decide; you can overrule them.",
            options={name: name.capitalize() for name in DOMAIN_WEIGHTS},
            nothing="From the topic",
        ),
        Null("the topic's words decide"),
    ] = None
    people: Annotated[
        bool,
        Switch(
            "People's scores",
            "Seats everybody who scored arguments blind on the panel, each weighing as one general judge. They "
            "are no judges: a verdict needs as many judges as before. Who scored one side only has no part in the "
            "lead.",
        ),
    ] = False

    @property
    def ruling(self) -> Rules:
        return rules_of(self.rules, self.thresholds)

    @property
    def changed(self) -> dict[str, str]:
        """What differs from the usual, as an address or a command line has it.

        >>> ReportSettings(rules="classic", thresholds=Thresholds(z_gap=0.1)).changed
        {'rules': 'classic', 'z_gap': '0.1'}
        """
        return changes(self) | changes(self.thresholds)


CHOICES = options_of(ReportSettings)
THRESHOLDS = options_of(Thresholds)


def read_settings(words: Mapping[str, str]) -> OptionsRead[ReportSettings]:
    """Read an address or a command line; what is refused stays as usual.

    >>> said = read_settings({"calibration": "zscore", "gap_level": "7", "debate": "x"})
    >>> said.value.calibration, said.refused
    ('zscore', ('gap_level: expected a number from 0.5 to 0.999, got 7.0',))
    """
    chosen, limits = read(ReportSettings, words), read(Thresholds, words)
    settings = chosen.value.model_copy(update={"thresholds": limits.value})
    return OptionsRead(value=settings, refused=chosen.refused + limits.refused)
