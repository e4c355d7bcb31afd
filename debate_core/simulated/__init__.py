"""The simulated provider: debaters that know many topics a little, and judges that read what they are given.

Knows nouns and the seam only. Invariant: the same seed and request give the same text to the letter.
"""

from debate_core.simulated.model import Simulated

__all__ = ["Simulated"]
