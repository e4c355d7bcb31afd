"""*What is this?*: each term of the result pages in plain words, the term second.

Constants only. Invariant: no text promises more than its number can carry.
"""

from collections.abc import Mapping

from debate_core.rules import Preset
from debate_core.scoresheet import FALLACY_QUESTIONS
from debate_core.wording import named

ALPHA = (
    "How alike the judges scored, beyond chance: 1 is full agreement, 0 is chance. Judges who differ in strictness "
    "lower it (Krippendorff's alpha, of the scores as given)."
)
KAPPA = "How often the judges gave the same ruling, beyond chance: 1 is always, 0 is chance (Fleiss' kappa)."
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
    "Alpha on adjusted scores: do the judges rank arguments alike? Not agreement: strictness is removed."
)
RELATIVE = (
    "How well the panel's average tells arguments, or sides, apart once strictness is removed: 1 fully, 0 not at all. "
    "It counts judges with independent errors like these (ICC(C,k))."
)
SEVERITY = (
    "How far a judge scores below the panel on the same arguments, in points, with one standard error. A strict judge "
    "isn't a wrong one: calibration takes severity out before sides are compared."
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
CALIBRATED = "Scores adjusted by the chosen calibration. *Raw* is what the judge gave."
PAIRS = (
    "How alike two judges scored, beyond chance: 1 is full agreement, 0 is chance. A stricter judge counts as "
    "disagreement."
)
INFLUENCE = (
    "What alpha would be with one judge, or one argument, left out. One that moves it much is worth reading first; "
    "that doesn't make it wrong. The term is leave-one-out influence."
)
HISTORY = (
    "What earlier debates say of this judge on this model. *Right before*: how often it preferred the side that proved "
    "right."
)
READING = (
    "Size of the lead only: under 1 point even, 1 to 3 leaning, over 3 clear. The rules decide whether there is a "
    "winner."
)
BALLOT = "The side its own scores prefer; within 0.25 points it is even. What it *said* is shown where that differs."
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
        "What judges look for:",
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
AFTER_TALK = (
    "The judges read each other's scores and reasons, under letters drawn anew for each reader, and scored again. A "
    "line is a judge: hollow is its score before, solid the one after. *New evidence*: words that it names as what "
    "moved it, found in the debate or in another judge's note, which it had not named before. *Toward* and *away* are "
    "from the others' mean before. Accord: 0.6 × the share of judges on the commonest verdict + 0.4 × how near their "
    "scores are; it is no agreement beyond chance."
)
ALPHA_AFTER = (
    "Those who have read each other are no longer independent: they can agree because one was persuasive, or loud. So "
    "this alpha says how alike they ended, not how reliable they are. The interval of the difference leaves out each "
    "argument in turn."
)
PROBES = (
    "The same panel asked once more from its first scores: without the others (*re-read*), with a part of what the "
    "others said (*positions only*, *reasons only*), or with another argument's scores (*planted*). *Pull*: the part "
    "of the way to the others' mean that they went; 0 is none. Re-reading alone has some. An effect is shown where its "
    "own one-sided test says so at 0.05, or half of it where two could show conformity; the interval is two-sided. "
    "A probe is never a result."
)
LIVE_SCORE = (
    "The live judge's score of one turn: logic of 40, rhetoric of 30, tactics of 30, together 100. It proposes; then "
    "caps, the comparison with the turn before and the register are applied, in that order, each in plain sight. It is "
    "an estimate and changes between runs."
)
UNCALIBRATED = "Not yet compared with an earlier turn, so less certain."
LINKS = (
    "Logic is a chain: cause, process, measurable consequence, and the opponent's weakest premise met. Each link "
    "rests on words of the turn; one whose words aren't there counts as missing. Logic is at most 8 plus 8 for each "
    "link present, a weak one counting half; where a link can't apply, the others carry its share."
)
REGISTER = (
    "Claims the live judge doubts: specific but without a mechanism costs 1 point of logic; an invented citation, an "
    "inverted fact or backwards causation 2, also when only a later turn shows it. Nobody checks a source "
    "outside the debate, so a true but obscure fact can be flagged."
)
RUNNING_SCORE = (
    "Each side's mean composite over its judged turns so far, from turn 2 on: turn 1 has no opponent yet and is marked "
    "lower. A round is any two consecutive turns from there on, won on the adjusted composite; an odd last turn forms "
    "none. It is the live judge's reading; the outcome remains the panel's."
)
