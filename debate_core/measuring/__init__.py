"""Pure numbers: what a panel's scores add up to, and how far they can be trusted.

Knows numpy and ``scipy.special``; refuses to know models, prompts, events and the store.
Invariant: a score that was not given is NaN inside an array and ``None`` outside one; no
function here turns either into a number, and no scalar result is ever NaN.
What is computed in which order, and what it can't tell: docs/method.md.

    arrays        what a table of ratings is, and what is refused; normal, t and F, out of scipy when first asked for
    krippendorff  four sums per argument, from which every alpha follows
    table         one panel's table, and the changes robustness makes to it
    agreement     alpha, kappa, bands, what alpha hangs on: the front door
    fleiss        kappa, AC1 and percent agreement of standings
    intervals     Hughes' jackknife and the plain one, over arguments or clusters of them; a contrast's, by judge
    additive      severity + argument by least squares: the one solver
    rater_variance  each judge's error variance, a weighted contrast's error, and what neither is taken to be below
    calibration   five ways to make judges' scores comparable
    weights       topic type, domain weights, history weights, shares
    gap           pro minus con, in points, with its interval; judges' positions and ballots
    pairs         how alike each two judges score
    permutation   which arguments divide judges: F, by shuffled residuals
    divergence    where the panel parts: argument, pair, dimension
    robustness    what flips the outcome
    deliberation  accord (not agreement), disagreements, when to stop, who moved
    conformity    what moved them, as far as probes can tell
    alpha_change  the difference of two rounds' alphas, or of two panels'
    generalizability  variance components, what scores and means can be relied on for, how many judges it takes
    simulation    panels whose truth is known
    shares        shares and means with their simulation intervals
    panel_size    what panels of several sizes make of the same arguments, and would of unlimited ones
    habits        what judges and panels do over many debates
    bradley_terry how strong models are that met each other
"""
