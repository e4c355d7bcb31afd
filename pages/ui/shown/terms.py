"""*What is this?*: each term of the result pages in plain words, the term second."""

from collections.abc import Mapping

from debate_core.rules import Preset
from debate_core.scorecard.nouns import PATTERN_MEANINGS, PATTERN_TESTS
from debate_core.scoresheet import FALLACY_EXAMPLES, FALLACY_QUESTIONS
from debate_core.wording import named

ALPHA = (
    "How alike the judges scored, beyond chance: 1 is full agreement, 0 is chance. Judges who differ in strictness "
    "lower it (Krippendorff's alpha, of the scores as given)."
)
KAPPA = "How often the judges gave the same ruling, beyond chance: 1 is always, 0 is chance (Fleiss' kappa)."
CONSISTENCY = (
    "Alpha on adjusted scores: do the judges rank arguments alike? Not agreement: strictness is removed."
)
RELATIVE = (
    "How well the panel's average tells arguments, or sides, apart once strictness is removed: 1 fully, 0 not at all. "
    "It counts judges with independent errors like these (ICC(C,k))."
)
EFFECTIVE = (
    "How many judges of equal weight this panel amounts to. Four copies of one model still count as four."
)
VARIANCE = (
    "How far apart the judges are on an argument: *spread* in points, adjusted; *variance* squared, as given."
)
DIVERGENT: Mapping[Preset, str] = {
    "default": "Disputed (◆): strictness removed, the judges differ here more than their other scores explain. One "
    "judge far off is not found; with fewer than 4 judges the test is rough.",
    "classic": "Disputed (◆): the judges' z-scores of it vary widely. No test is made.",
}
PAIRS = (
    "How alike two judges scored, beyond chance: 1 is full agreement, 0 is chance. A stricter judge counts as "
    "disagreement."
)
HISTORY = (
    "What earlier debates say of this judge on this model. *Right before*: how often it preferred the side that proved "
    "right."
)
GAUGES = f"**Alpha.** {ALPHA}\n\n**Kappa.** {KAPPA}\n\n**Once adjusted.** {CONSISTENCY}"
FALLACIES = "  \n".join(
    [
        "What judges look for:",
        *(f"{named(name)}: {asked} {FALLACY_EXAMPLES[name]}" for name, asked in FALLACY_QUESTIONS.items()),
    ]
)
PATTERNS = "  \n".join(
    [
        "The patterns and their tests:",
        *(f"{named(name)}: {PATTERN_MEANINGS[name]}. Test: {test}." for name, test in PATTERN_TESTS.items()),
    ]
)
UNCALIBRATED = "Not yet compared with an earlier turn, so less certain."
