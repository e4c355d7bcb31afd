"""One speaker in one call: its phrases, its chance, and the forms of its topic.

Knows the material, not what kind of speech is made. Invariant: derived from seed, call, topic and side alone.
"""

from collections.abc import Mapping
from random import Random

from debate_core.simulated.chance import Deck, chance
from debate_core.simulated.material import Case, Pool, phrases, pool_for
from debate_core.simulated.phrasing import content_words, render
from debate_core.simulated.proposition import Proposition, propose
from debate_core.transcript import Argument, Side, Topic

_KNOWN_FROM = 0.42


class Speaker:
    """Deals phrases and fills them for one side in one call."""

    def __init__(self, topic: Topic, side: Side, seed: int, call: str) -> None:
        self.side: Side = side
        self.seed = seed
        self.topic = topic.text
        self.rng: Random = chance(seed, call, topic.text, side)
        self.pool: Pool = pool_for(topic)
        self.proposition: Proposition = propose(topic.text)
        self._decks: dict[str, Deck] = {}

    def deal(self, name: str) -> str:
        """The next phrase of a kind, not used before in this call."""
        if name not in self._decks:
            self._decks[name] = Deck((self.seed, self.topic), name, self.side, phrases()[name])
        return self._decks[name].deal()

    def say(self, name: str, slots: Mapping[str, str] | None = None) -> str:
        """The next phrase of a kind, filled."""
        return self.fill(self.deal(name), slots)

    def fill(self, template: str, slots: Mapping[str, str] | None = None) -> str:
        """`template` with the topic's forms, the field's people and `slots` in it."""
        people, forms = self.pool.people, self.proposition
        common = {
            "X": forms.doing,
            "C": forms.claimed or forms.named,
            "would": forms.would,
            "A": forms.first or forms.doing,
            "B": forms.second or "the alternative",
            "who": people.who,
            "sites": people.sites[0],
        }
        return render(template, self.rng, {**common, **(slots or {})})

    def deal_people(self, name: str) -> str:
        """The next study, voice or authority of the field, with its figures."""
        key = f"people:{name}"
        if key not in self._decks:
            self._decks[key] = Deck((self.seed, self.topic), key, self.side, getattr(self.pool.people, name))
        return self.fill(self._decks[key].deal(), {"sites": self.rng.choice(self.pool.people.sites)})


def case_slots(speaker: Speaker, case: Case) -> dict[str, str]:
    """A case's clauses, filled for this speaker, under their names."""
    names = ("why", "so", "measure", "seen", "limit", "gap", "answer")
    return {name: speaker.fill(getattr(case, name)) for name in names} | {"measure": f"the {case.measure}"}


def recognise(pool: Pool, argument: Argument) -> Case | None:
    """The case an argument's words follow, or None where they follow none closely.

    Read from the words alone: the share of the argument's claim and reasoning that one case explains, and of the case's
    core that the argument covers.
    """
    said = content_words(f"{argument.claim} {argument.reasoning}")
    if len(said) < 5:
        return None
    best, found = 0.0, None
    for case in pool.cases:
        shared = len(said & case.core)
        share = shared / max(5, min(len(said), case.shortest))
        if shared >= 5 and share > best:
            best, found = share, case
    return found if best >= _KNOWN_FROM else None
