"""*What is this?*: each term of the result pages in plain words, the term second.

Constants only. Invariant: no text promises more than its number can carry.
"""

from collections.abc import Mapping

from debate_core.rules import Preset
from debate_core.scoresheet import FALLACY_QUESTIONS
from debate_core.wording import named

ALPHA = (
    "How alike the judges scored, beyond what chance would give: 1 is full agreement, 0 is chance, below 0 they "
    "are less alike than chance. Judges who differ in strictness lower it too, even below 0 where they put the "
    "arguments in the same order. The term is Krippendorff's alpha, computed on scores as given, before any "
    "calibration, with every dimension under the same common weights."
)
KAPPA = (
    "How often the judges gave an argument the same standing (upheld, partially upheld, refuted, uncertain), beyond "
    "chance: 1 is always, 0 is what chance gives. The term is Fleiss' kappa. Missing standings are left out."
)
CONSISTENCY = (
    "How alike the judges' scores are once calibration has made them comparable: alpha computed on calibrated scores. "
    "It is not agreement: calibration removes the very disagreement that alpha looks for. Where nothing was calibrated "
    "it is alpha itself."
)
RELATIVE = (
    "How far differences between arguments, or sides, in the judges' mean can be relied on, with the judges' severity "
    "taken out: 1 is fully, 0 not at all. Such judges means judges who err as much as these, apart from one another. "
    "The terms are the relative generalizability coefficient, ICC(C,k), and the decision study."
)
EFFECTIVE = (
    "How many equally weighted judges this panel amounts to. Four judges of equal weight count as 4.0, fewer when one "
    "outweighs the others. It looks at weights only: four copies of one model still count as 4.0. The term is 1 ÷ the "
    "sum of squared weights."
)
VARIANCE = (
    "How far apart the judges' scores of one argument lie: *spread* is the sample standard deviation over judges of "
    "the calibrated scores, *variance* the square of that of the scores as given. 0 means no difference."
)
DIVERGENT: Mapping[Preset, str] = {
    "default": "The judges disagree on an argument when, severity removed, they are further apart on it than their "
    "scores elsewhere explain (by chance, shuffled over the arguments, they would seldom gather so on one) and by "
    "enough points. It is marked ◆, and the rules call it divergent. One judge alone far off is not found; with fewer "
    "than 4 judges an F test stands in, which is rough.",
    "classic": "The judges disagree on an argument when their z-scores of it vary widely: z-scores are each judge's "
    "distance from its own mean, in its own standard deviations. No test is made. It is marked ◆, and the classic "
    "rules call it divergent.",
}
CALIBRATED = (
    "Scores made comparable between judges, by the calibration chosen above. *Raw* is what the judge gave, under the "
    "rubric's common weights."
)
PAIRS = (
    "How alike two judges score the arguments both scored, beyond chance: 1 is full agreement, 0 is chance. A pair can "
    "disagree because one is stricter throughout: that is disagreement too, and the severities below show it. The "
    "panel's alpha is not the mean of these. The term is pairwise Krippendorff's alpha."
)
HISTORY = (
    "What earlier debates of this store say of a judge with this very model. *Right before*: how often the side its "
    "scores preferred was the true outcome, where a person recorded one; the *classic* weights take that plain share, "
    "as they were first written. The *evidence* weights use how precise it was, once every judge has 10 debates."
)
READING = (
    "A reading aid for the size of the gap only: under 1 point evenly matched (a small lead where a side is named), 1 "
    "to 3 leaning, over 3 clear. Whether a side may be named is decided by the rules, from the intervals and how far "
    "the judges agree."
)
BALLOT = (
    "The side a judge's own scores prefer: its mean on one side minus its mean on the other. Within a quarter point it "
    "is a tie. What the judge *said* is shown beside it where the two differ."
)
GAUGES = f"**Alpha.** {ALPHA}\n\n**Kappa.** {KAPPA}\n\n**Ranking alike.** {CONSISTENCY}"
FALLACIES = "  \n".join(
    [
        "What a judge looks for in each argument:",
        *(f"{named(name)}: {asked}" for name, asked in FALLACY_QUESTIONS.items()),
    ]
)
UNCALIBRATED = (
    "No comparison with an earlier turn has brought this score in line. The first turn never has one, and early turns "
    "are the least sure."
)
