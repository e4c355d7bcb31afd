"""What a proposal may claim at most: logic by its links, delivery by framing.

Knows one proposal; not other turns, comparisons or the register. Invariant: adjusts only downwards, and never without a
flag.
"""

from collections.abc import Mapping

from debate_core.scorecard.live_scores import Adjusted, CountedLink, Flag, LiveScores, points
from debate_core.scorecard.nouns import LINKS, Link, LinkKind, LinkState, Proposal

BASE, RANGE = 8.0, 32.0
HALF_OF_FRAMING = 3.75
CREDIT: Mapping[LinkState, float] = {"present": 1.0, "weak": 0.5, "missing": 0.0, "not_applicable": 0.0}
LINK_WORDS: Mapping[LinkKind, str] = {
    "cause": "cause",
    "process": "process",
    "consequence": "measurable consequence",
    "premise_addressed": "the opponent's weakest premise",
}


def capped(proposal: Proposal, *, opponent_before: bool = True) -> Adjusted:
    """The proposal's marks under their caps, each 0 to its maximum. `opponent_before`: whether the speaker had heard
    the opponent; else there was no premise to address, whatever the judge says of it. Our own: docs/method.md."""
    links = tuple(_counted(kind, proposal, opponent_before=opponent_before) for kind in LINKS)
    cap = link_cap(links)
    logic = min(proposal.logic, cap)
    delivery = proposal.delivery
    flags: list[Flag] = []
    if logic < proposal.logic:
        reason = f"Logic is at most {points(cap)} with {_said(links)}."
        flags.append(
            Flag(kind="link_cap", dimension="logic", raw=proposal.logic, adjusted=logic, reason=reason)
        )
    if proposal.framing < HALF_OF_FRAMING and delivery > proposal.framing:
        delivery = proposal.framing
        reason = f"Delivery may not exceed framing ({points(delivery)}), which is under half of its maximum of 7.5."
        flags.append(
            Flag(
                kind="delivery_cap",
                dimension="delivery",
                raw=proposal.delivery,
                adjusted=delivery,
                reason=reason,
            )
        )
    return Adjusted(
        turn=proposal.turn,
        side=proposal.side,
        raw=_marks(proposal, proposal.logic, proposal.delivery),
        marks=_marks(proposal, logic, delivery),
        cap=cap,
        links=links,
        delivery=delivery,
        flags=tuple(flags),
    )


def link_cap(links: tuple[CountedLink, ...]) -> float:
    """The most logic may have, 8 to 40: 8 + 32 × the share of the links that can apply, a weak one counting half. With
    all four that is 8 + 8 × links present."""
    able = [CREDIT[link.counted] for link in links if link.counted != "not_applicable"]
    return BASE + RANGE * sum(able) / len(able) if able else BASE


def _marks(proposal: Proposal, logic: float, delivery: float) -> LiveScores:
    rhetoric = proposal.framing + proposal.clarity + proposal.resonance + delivery
    return LiveScores.of(logic=logic, rhetoric=rhetoric, tactics=proposal.tactics)


def _counted(kind: LinkKind, proposal: Proposal, *, opponent_before: bool) -> CountedLink:
    """The link as it counts. Of two of one kind the one worth less; a link the judge left out is missing."""
    can_apply = kind != "premise_addressed" or opponent_before
    every = [_read(link, can_apply=can_apply) for link in proposal.links if link.kind == kind]
    if every:
        return min(every, key=lambda link: CREDIT[link.counted])
    if not can_apply:
        return CountedLink(kind=kind, given=None, counted="not_applicable")
    return CountedLink(kind=kind, given=None, counted="missing", reason="The judge did not say.")


def _read(link: Link, *, can_apply: bool) -> CountedLink:
    counted: LinkState = link.state
    reason = ""
    if not can_apply:
        counted = "not_applicable"
        reason = "" if link.state == counted else "The speaker had heard no opponent yet."
    elif link.state == "not_applicable":
        counted, reason = "missing", "This link can always apply here, so it counts as missing."
    elif link.state in ("present", "weak") and not link.quote.strip():
        counted, reason = "missing", "No words were quoted for it, so it counts as missing."
    elif link.state in ("present", "weak") and link.found not in ("exact", "near"):
        counted, reason = "missing", "The quoted words were not found in the turn, so it counts as missing."
    return CountedLink(
        kind=link.kind, given=link.state, counted=counted, quote=link.quote, found=link.found, reason=reason
    )


def _said(links: tuple[CountedLink, ...]) -> str:
    """`cause present, process weak, …` for the links that can apply."""
    able = [link for link in links if link.counted != "not_applicable"]
    return ", ".join(f"{LINK_WORDS[link.kind]} {link.counted}" for link in able)
