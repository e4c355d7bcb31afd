"""What one judge says of every argument, and sheets as arrays; missing is None in a sheet, NaN in an array."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from debate_core.domain.noun import FrozenModel
from debate_core.domain.transcript import Side

Standing = Literal["REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"]
STANDINGS: tuple[Standing, ...] = ("REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD")
STANDING = "standing"
"""What a change of a ruling names in place of a dimension."""
STANDING_MEANINGS: dict[Standing, str] = {
    "UPHELD": "survived cross-examination, can be relied on",
    "PARTIALLY_UPHELD": "right in direction, limited in condition, degree or scope",
    "REFUTED": "fundamentally flawed, not a basis for deciding",
    "UNCERTAIN": "not settled, needs more information",
}
Fallacy = Literal[
    "straw_man",
    "appeal_to_authority",
    "slippery_slope",
    "false_dilemma",
    "anecdotal_evidence",
    "circular_reasoning",
    "ad_hominem",
]
FALLACIES: tuple[Fallacy, ...] = get_args(Fallacy)
FALLACY_QUESTIONS: dict[Fallacy, str] = {
    "straw_man": "does it attack something the opponent did not say?",
    "appeal_to_authority": "a name in place of reasoning?",
    "slippery_slope": "one act said to set off an unstoppable chain?",
    "false_dilemma": "a complex matter cut to either-or?",
    "anecdotal_evidence": "single cases in place of systematic evidence?",
    "circular_reasoning": "the conclusion among the premises?",
    "ad_hominem": "the speaker attacked, not the argument?",
}
FALLACY_EXAMPLES: dict[Fallacy, str] = {
    "straw_man": "Said: one street might be closed on Sundays. Attacked: “They want to ban every car.”",
    "appeal_to_authority": "“The chief surgeon wants this scanner, so it is the right one.”",
    "slippery_slope": "“Let one pupil hand in late, and by spring no deadline will hold.”",
    "false_dilemma": "“Either we rewrite the whole system now, or we live with it for ever.”",
    "anecdotal_evidence": "“My neighbour's heat pump failed twice, so they don't work in cold places.”",
    "circular_reasoning": "“The audit can be trusted, because it is an audit that one can rely on.”",
    "ad_hominem": "“She has never run a shop, so her figures on rents are worthless.”",
}
"""One case of each, of our own."""
Ballot = Literal["PRO", "CON", "TIE"]
BALLOTS: tuple[Ballot, ...] = ("PRO", "CON", "TIE")
Ratings = NDArray[np.float64]


class ArgumentScores(FrozenModel):
    """One judge's view of one argument. `scores`: whole as given, halves where two readings are averaged. `fallacies`,
    `notes`: None where not given."""

    argument_id: str
    scores: Mapping[str, int | float]
    standing: Standing
    fallacies: tuple[str, ...] | None = None
    notes: str | None = None


class Overall(FrozenModel):
    """What a judge said of the whole debate; `confidence` in 0 to 1 if it was such a number."""

    ballot: Ballot | None = None
    confidence: float | None = None
    key_finding: str | None = None


class Scoresheet(FrozenModel):
    """All of one judge's scores at one reading of a debate."""

    judge: str
    entries: tuple[ArgumentScores, ...]
    overall: Overall = Overall()

    @property
    def given(self) -> dict[tuple[str, str], float | str]:
        """Each score and standing, by argument and dimension."""
        rows = ((one.argument_id, {**one.scores, STANDING: one.standing}) for one in self.entries)
        return {(name, key): value for name, row in rows for key, value in row.items()}

    @property
    def confidence(self) -> float | None:
        return self.overall.confidence

    def entry(self, argument_id: str) -> ArgumentScores | None:
        return next((e for e in self.entries if e.argument_id == argument_id), None)


def mean_sheet(first: Scoresheet, second: Scoresheet) -> Scoresheet:
    """Two readings of a judge as one: each score the mean of both; rulings and words are the first's."""
    entries = []
    for one in first.entries:
        other = second.entry(one.argument_id) or one
        both = {key: (score + other.scores.get(key, score)) / 2 for key, score in one.scores.items()}
        means = {key: int(mean) if mean == int(mean) else mean for key, mean in both.items()}
        entries.append(one.model_copy(update={"scores": means}))
    return first.model_copy(update={"entries": tuple(entries)})


def dimension_ratings(
    sheets: Sequence[Scoresheet | None], argument_ids: Sequence[str], dimension: str
) -> Ratings:
    """One dimension's scores as an array (n_judges, n_items), in points, NaN where missing.

    A None sheet is a judge that failed: a row of NaN.
    """
    ratings = np.full((len(sheets), len(argument_ids)), np.nan)
    for j, sheet in enumerate(sheets):
        scores = {one.argument_id: one.scores for one in reversed(sheet.entries)} if sheet else {}
        ratings[j] = [scores.get(name, {}).get(dimension, np.nan) for name in argument_ids]
    return ratings


def composites(
    sheets: Sequence[Scoresheet | None], argument_ids: Sequence[str], weights: Sequence[Mapping[str, float]]
) -> Ratings:
    """Weighted composites as an array (n_judges, n_items), in points, NaN where any weighted dimension is missing.

    `weights` holds one mapping per judge (the common ones repeated, or each judge's own): dimension key to weight.
    """
    ratings = np.zeros((len(sheets), len(argument_ids)))
    for dimension in sorted({key for mapping in weights for key in mapping}):
        share = np.array([mapping.get(dimension, 0.0) for mapping in weights])[:, None]
        ratings += np.where(share > 0, share * dimension_ratings(sheets, argument_ids, dimension), 0.0)
    missing = [[sheet is None or sheet.entry(a) is None for a in argument_ids] for sheet in sheets]
    ratings[np.array(missing, dtype=bool).reshape(ratings.shape)] = np.nan
    return ratings


def standing_lists(
    sheets: Sequence[Scoresheet | None], argument_ids: Sequence[str]
) -> list[list[Standing | None]]:
    return [
        [entry.standing if sheet and (entry := sheet.entry(a)) else None for a in argument_ids]
        for sheet in sheets
    ]


def side_of(argument_id: str) -> Side:
    return "pro" if argument_id.startswith("PRO-") else "con"
