"""From scores to a verdict: the evidence, the rules, what to be careful about, and panels simulated to plan one."""
