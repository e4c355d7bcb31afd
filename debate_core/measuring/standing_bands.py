"""What a kappa of standings advises: bands of its own, for standings are read, not averaged.

Knows a number. Invariant: the advice is about standings, never about scores.
"""

from __future__ import annotations

import math

from debate_core.measuring.agreement import Band

_MODERATE = "Take the standing most judges gave, and say where others differ."
_LOW = "Read each argument's split of standings rather than the commonest one."
_POOR = "Don't speak of the panel's standing: read who upholds what. By itself this blocks no outcome."
STANDING_BANDS: tuple[tuple[float, Band], ...] = (
    (0.80, Band(name="high", range=".80 and above", advice="The judges' standings can be read as one.")),
    (0.60, Band(name="moderate", range=".60 to .80", advice=_MODERATE)),
    (0.40, Band(name="low", range=".40 to .60", advice=_LOW)),
    (-math.inf, Band(name="unacceptable", range="below .40", advice=_POOR)),
)
"""The least kappa of each band, the highest first. The limits are of J. Landis & G. Koch, Biometrics 33 (1977),
159-174; names and advice are our own."""
