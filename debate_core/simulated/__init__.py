"""The simulated provider: debaters that know many topics a little, and judges that read what they are given.

    chance     randomness that belongs to a call
    phrases    the books in `material/`: what can be said, with tags by which it is known again
    topic      what kind of thing is debated, and what it is called
    debaters   arguments, answers, closings and turns, composed from the books
    reading    what words hold: by tags where they are known, by plain features where not
    judges     scores from that reading, and the sentences that explain them
    deliberation   what a judge, or a reviewer, makes of it once it has read the others
    live, arc  the live judge on a turn, and on the whole; what a decision-maker is told
    reviewers  what is found in an artifact, by the book of weaknesses, and what each reviewer makes of it
    model      the seam

Knows nouns and the seam only. Invariant: the same seed and request give the same text to the letter.
"""

from debate_core.simulated.model import Simulated

__all__ = ["Simulated"]
