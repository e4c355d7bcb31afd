"""The simulated provider: debaters that know many topics a little, and judges that read what they are given.

    chance     randomness that belongs to a call
    phrases    the books in `material/`: what can be said, with tags by which it is known again
    topic      what kind of thing is debated, and what it is called
    debaters, exchange   arguments, answers, closings and turns, composed from the books
    reading    what words hold: by tags where they are known, by plain features where not
    judges     scores from that reading, and the sentences that explain them
    deliberation   what a judge makes of it once it has read the others; reviewing_anew: what a reviewer does
    live, arc  the live judge on a turn, and on the whole
    briefing   what a decision-maker is told
    weaknesses what is found in an artifact, by the book of that name; reviewers: what each makes of it
    model      the seam

Knows nouns and the seam only. Invariant: the same seed and request give the same text to the letter.
"""

from debate_core.simulated.model import Simulated

__all__ = ["Simulated"]
