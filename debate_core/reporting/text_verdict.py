"""The verdict on a text and why it is as it is, as a block."""

from collections.abc import Iterator, Mapping

from debate_core.artifact import Verdict
from debate_core.findings.calling import Call, Flag, Outcome
from debate_core.findings.reporting import Reviewed
from debate_core.numerals import counted, listed, number, percent, percent_beside
from debate_core.reporting.blocks import Block
from debate_core.wording import capital

VERDICT_WORDS: Mapping[Call, str] = {
    "PASS": "Pass",
    "CONDITIONAL": "Conditional",
    "FAIL": "Fail",
    "no_call": "No call",
}
MEANINGS: Mapping[Call, str] = {
    "PASS": "Pass: usable as it stands",
    "CONDITIONAL": "Conditional: usable once the to-do list is done",
    "FAIL": "Fail: not usable as it stands",
    "no_call": "No call",
}


def verdict_block(found: Reviewed) -> Block:
    outcome = found.outcome
    title = MEANINGS[outcome.call]
    if found.awaited:
        title = f"No verdict yet: {outcome.usable} of {outcome.reviewers} reviewers have answered"
    return Block(
        key="verdict",
        title=title,
        items=reasons_of(outcome),
        children=tuple(_flags(found)),
    )


def reasons_of(found: Outcome) -> tuple[str, ...]:
    """Why the verdict is as it is, a sentence each."""
    if found.awaited:
        return (f"{listed(found.awaited)} {'has' if len(found.awaited) == 1 else 'have'} not answered yet.",)
    causes = (f"{capital(cause)}." for cause in found.causes)
    return (*causes, _carried_text(found), *_people_text(found), *_uncounted_texts(found))


def _carried_text(found: Outcome) -> str:
    if found.void:
        return f"{capital(found.void)}."
    if not found.shares:
        given = "None" if not found.usable else "Only one"
        more = " People don't count as reviewers." if found.people else ""
        return f"{given} of {found.reviewers} reviewers gave a readable review. A verdict needs two.{more}"
    parts = _shares(found)
    if found.call != "no_call" and found.shares[found.call] > 0.5:
        others = listed([text for one, text in parts.items() if one != found.call])
        return f"{parts[found.call]} of the weight, more than half{f'; {others}' if others else ''}."
    split = f"No verdict has more than half of the weight: {listed(list(parts.values()))}."
    together = found.shares["PASS"] + found.shares["CONDITIONAL"]
    both = f" Pass and Conditional together have {percent_beside(together, 0.5)}."
    return split if found.call == "no_call" else split + both


def _shares(found: Outcome) -> dict[Verdict, str]:
    return {
        one: f"{VERDICT_WORDS[one]} has {percent_beside(share, 0.5)}"
        for one, share in found.shares.items()
        if share
    }


def _people_text(found: Outcome) -> list[str]:
    if not found.people or not found.weights:
        return []
    who = "counts as a person, with" if len(found.people) == 1 else "count as people, each with"
    return [f"{listed(found.people)} {who} {percent(found.weights[found.people[0]])} of the weight."]


def _uncounted_texts(found: Outcome) -> Iterator[str]:
    for name, weight in found.uncounted.items():
        yield f"{name} gave no readable review. Its weight, {number(weight, 2)}, isn't counted."


def _flags(found: Reviewed) -> Iterator[Block]:
    if found.flags:
        title = f"{counted(len(found.flags), 'review')} to read yourself"
        yield Block(key="flags", title=title, items=tuple(map(flag_text, found.flags)))


def flag_text(found: Flag) -> str:
    """How a review contradicts itself."""
    if found.kind == "fail_without_place":
        return f"{found.reviewer} says fail, but none of its findings has a place in the text."
    return f"{found.reviewer} says pass, but reports {counted(found.critical, 'critical finding')}."
