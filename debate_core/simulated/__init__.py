"""The simulated provider: debaters that know many topics a little, and judges that read what they are given.

    chance       randomness that belongs to a call
    words, grammar, proposition   a topic in the grammatical forms a speech needs
    material     what can be argued, by field, theme and kind of step (files in `material/`)
    phrasing, speech   turns of phrase, filled and dealt
    openings, answers   what debaters say
    reading      what the words of an argument or an answer hold
    judging, notes   scores from that reading, and the sentences that explain them
    briefing     what a decision-maker is told
    model        the seam

Knows nouns and the seam only. Invariant: the same seed and request give the same text to the letter.
"""

from debate_core.simulated.model import Simulated

__all__ = ["Simulated"]
