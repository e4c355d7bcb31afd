"""What people settled, held against a no call: what the outcome would be if the judges had not parted there.

Knows the outcome as decided and what stands settled; decides by the same rules, on the same evidence. Invariant: it
never takes the outcome's place, and what was settled as irresolvable still counts as divergent.
"""

from collections.abc import Mapping

from debate_core.events import ArgumentSettled
from debate_core.judging.judging import Judging
from debate_core.numerals import listed
from debate_core.report.shape import IfSettled
from debate_core.verdict import Outcome, without_divergence
from debate_core.wording import CALLS


def if_settled(
    concluded: Outcome, judging: Judging, settled: Mapping[str, ArgumentSettled]
) -> IfSettled | None:
    """The outcome if divergent arguments that were settled with a standing no longer counted as divergent.

    None where that changes nothing: a side is named, judges are awaited, no such argument, or a no call for other
    reasons alone.
    """
    if concluded.call != "no_call" or judging.awaited:
        return None
    parted = [(place, settled[name]) for place, name in _divergent(concluded, judging) if name in settled]
    closed = {place: one for place, one in parted if one.standing is not None}
    found = without_divergence(concluded, closed)
    # The reason that rests on divergence counts the arguments: where it isn't given, or nothing is closed, all stay.
    if found.reasons == concluded.reasons:
        return None
    names = [one.argument for one in closed.values()]
    return IfSettled(
        change=f"the settled {listed(names)} not counted as divergent",
        call=found.call,
        flips=found.call != concluded.call,
        arguments=tuple(names),
        reasons=found.reasons,
        sentence=_sentence(names, found, [one.argument for _, one in parted if one.standing is None]),
    )


def _divergent(concluded: Outcome, judging: Judging) -> list[tuple[int, str]]:
    return [(place, judging.ids[place]) for place in concluded.divergent]


def _sentence(names: list[str], found: Outcome, irresolvable: list[str]) -> str:
    """What would follow, and which settled arguments count all the same."""
    would = f"be {CALLS[found.call]}"
    if found.reasons:
        # The claim of each, before its figures: these stand in `reasons`.
        claims = [one.partition(":")[0].rstrip(".") for one in found.reasons]
        because = ", and because ".join(one[0].lower() + one[1:] for one in claims)
        would = f"still be no call, because {because}"
    said = f"If the settled {listed(names)} no longer counted as divergent, the outcome would {would}."
    if not irresolvable:
        return said
    verb = "counts" if len(irresolvable) == 1 else "count"
    return f"{said} {listed(irresolvable)}, settled as irresolvable, {verb} as divergent all the same."
