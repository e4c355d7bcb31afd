"""*What is this?*: each term of the result pages in plain words, the term second."""

from debate_core.domain.live_judge import PATTERN_MEANINGS, PATTERN_TESTS
from debate_core.domain.rubric import FALLACY_EXAMPLES, FALLACY_QUESTIONS, STANDING_MEANINGS, STANDINGS
from debate_core.domain.wording import RULINGS as NAMES
from debate_core.domain.wording import capital, name_text

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
PAIRS = (
    "How alike two judges scored, beyond chance: 1 is full agreement, 0 is chance. A stricter judge counts as "
    "disagreement."
)
GAUGES = f"**Alpha.** {ALPHA}\n\n**Kappa.** {KAPPA}\n\n**Once adjusted.** {CONSISTENCY}"
RULINGS = "  \n".join(f"{capital(NAMES[name])}: {STANDING_MEANINGS[name]}." for name in reversed(STANDINGS))
FALLACIES = "  \n".join(
    [
        "What judges look for:",
        *(
            f"{name_text(name)}: {asked} {FALLACY_EXAMPLES[name]}"
            for name, asked in FALLACY_QUESTIONS.items()
        ),
    ]
)
PATTERNS = "  \n".join(
    [
        "The patterns and their tests:",
        *(
            f"{name_text(name)}: {PATTERN_MEANINGS[name]}. Test: {test}."
            for name, test in PATTERN_TESTS.items()
        ),
    ]
)
