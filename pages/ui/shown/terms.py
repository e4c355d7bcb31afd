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
INTERVAL = (
    "What other values fit these scores. In simulations with 4 judges alpha's 95% interval held the true figure in 93 "
    "to 96 of 100 debates, and in about 75 with 6 or 10 arguments where one in ten was far off the rest. It speaks of "
    "these judges and of arguments like these, not of other judges; that judges on the same model err alike counts as "
    "agreement. The intervals of standings hold less often: see beside them."
)
STANDINGS_INTERVAL = (
    "What other values fit these standings, at 95%. In simulations with 4 judges it held about as often as it promises "
    "where standings were balanced, but kappa's in only 6 of 10 debates where nearly all standings were of one kind: "
    "then rely on the same standing and AC1 rather than on kappa."
)
PERCENT = (
    "Of the pairs of judges on an argument, the share that gave the same standing, on average over arguments. Nothing "
    "is taken off for chance. The term is percent agreement."
)
AC1 = (
    "Agreement on standings beyond chance by another reckoning of chance, over the four standings, which suffers less "
    "where nearly all are of one kind. The term is Gwet's AC1."
)
ORDINAL = (
    "Agreement on standings as steps of one ladder (refuted, uncertain, partially upheld, upheld): a near miss counts "
    "less than a far one. The term is ordinal alpha."
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
SEVERITY = (
    "How far a judge scores below the panel on the same arguments, in points, with one standard error. A strict judge "
    "isn't a wrong one: calibration takes severity out before sides are compared."
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
INFLUENCE = (
    "What alpha would be with one judge, or one argument, left out. One that moves it much is worth reading first; "
    "that doesn't make it wrong. The term is leave-one-out influence."
)
HISTORY = (
    "What earlier debates of this store say of a judge with this very model. *Right before*: how often the side its "
    "scores preferred was the true outcome, where a person recorded one; the *classic* weights take that plain share, "
    "as they were first written. The *evidence* weights use how precise it was, once every judge has 10 debates."
)
PAST = (
    "*Right*: the side a judge's scores preferred was the true outcome. *Accuracy*: (right + 1) ÷ (known + 2), so that "
    "few cases claim little. *Severity*: points below its panels, on average over debates. *Agreement with people*: "
    "alpha of its scores and each person's blind ones, on arguments drawn at random; where judges disagree it is low "
    "by selection. In brackets: 95% intervals. A judge is its name and its model."
)
DIMENSIONS_TRUE = (
    "In debates in which a side is known to have been right: whether all judges' scores of this one quality, each "
    "judge counting the same, preferred that side. Within a quarter of a point they preferred neither. It shows what "
    "went with being right here, not what makes an argument true."
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
SHARED_ERRORS = (
    "What all judges misread alike shows in no table: it moves their mean and leaves no trace in how they differ. So "
    "the interval is drawn as it would be if a share of their error variance were in common, and the lead holds up to "
    "the share at which it, the one pooled over judges, would include 0. It widens by the root of "
    "(1 + (judges − 1) × share) ÷ (1 − share). The "
    "measured share is from debates whose outcome became known: how much more often these judges were wrong together "
    "than by chance."
)
SHARE = "How much of the side results comes from this judge, after missing scores are accounted for."
GAUGES = f"**Alpha.** {ALPHA}\n\n**Kappa.** {KAPPA}\n\n**Ranking alike.** {CONSISTENCY}"
FALLACIES = "  \n".join(
    [
        "What a judge looks for in each argument:",
        *(f"{named(name)}: {asked}" for name, asked in FALLACY_QUESTIONS.items()),
    ]
)
ROBUSTNESS = (
    "The same scores read in other ways. A row that ends differently is marked: the outcome hangs on that "
    "choice. *Errors in common* can't be seen in one debate: those rows say what would be left if the judges shared "
    "that much of them. *Same by construction* is a reading that leaves the figures of the outcome as they are under "
    "these rules and scores, and so tests nothing: the gap of the default rules is already from the additive fit, and "
    "the z-scores of the classic rules come out alike from every calibration."
)
PEOPLE = (
    "People score arguments on Review before they see what anybody else made of them. Here those blind scores stand "
    "beside the judges', over all debates of this store; scores given after something was in sight are left out, and "
    "so are the written examples. Agreement is alpha of pairs: 1 is full agreement, 0 is chance. The interval leaves "
    "out each debate in turn."
)
LIKE_WITH_LIKE = (
    "A mean of several is steadier than one rater, so a person agrees more with it, and with a mean of more still "
    "more. So a person and a judge stand beside two people; a person and a mean of judges stand beside a person and "
    "a mean of as many other people."
)
STAND_IN = (
    "Leave one person out: is the judges' mean, or that person, nearer to the other people? The judges' mean may be "
    "behind by 15%. A one-sided t test for each person with 12 arguments or more, corrected over people; it takes "
    "arguments to be independent, counts those that judges disagree on too, and is only asked where people agree with "
    "one another beyond chance, for against noise a panel passes by luck. The term is the alternative annotator test."
)
ORDER = (
    "All people together, what the judges' mean was of the same arguments taken off; how much chance gives is found by "
    "shuffling the order. Modest at best: a drift of 1 point over 24 arguments of one person is found one time in six."
)
UNCALIBRATED = (
    "No comparison with an earlier turn has brought this score in line. The first turn never has one, and early turns "
    "are the least sure."
)
