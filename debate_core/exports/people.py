"""What people's scores say beside the judges', in words: as sentences and rows that a page and a shell share, as JSON.

Like stands beside like; where there is too little it says so, with the reason, and an effect is called one only where
chance seldom gives as much. Names are as people gave them: whoever shows them makes them fit.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from debate_core.exports.numbers import bare_interval
from debate_core.exports.sections import block, clean, columns, wrapped
from debate_core.measuring.people import LEVEL, WEAK_BELOW, Likeness, OrderEffect, PeopleAndJudges
from debate_core.numerals import chance_beside, coefficient, counted, percent, signed, span
from debate_core.people import EPSILON, PeopleReport

NOBODY = "Nobody has scored an argument blind yet, so nothing is known of it."
TOO_FEW = "Too few blind scores of arguments drawn at random to say"
FIGURES = {
    "person_judge": "A person and a judge",
    "person_person": "Two people",
    "person_panel_mean": "A person and a mean of judges",
    "person_people_mean": "A person and a mean of other people",
}
"""The four figures, to be compared two by two."""


def headline(found: PeopleReport) -> str:
    """How alike a person and a judge are beside two people, on what was drawn at random; or that it can't be told."""
    judge, person = found.anchors.person_judge, found.anchors.person_person
    if judge.value is None:
        return f"{TOO_FEW}: {judge.reason}."
    drawn = f"On arguments drawn at random, a person and a judge score alike by {_figure(judge)}"
    if person.value is None:
        return f"{drawn}. How alike two people are can't be said: {person.reason}."
    return f"{drawn}; two people by {_figure(person)}."


def _figure(found: Likeness) -> str:
    return f"alpha {bare_interval(coefficient(found.value), found.interval)}"


def basis(found: PeopleReport) -> str:
    """What the figures are of."""
    who = counted(sum(one.blind > 0 for one in found.people), "person", "people")
    said = f"Blind scores of {who} in {counted(found.debates, 'debate')}."
    if found.simulated:
        which = "all" if found.simulated == found.debates else str(found.simulated)
        said += f" The judges of {which} of them are simulated."
    return f"{said} What people score of texts is not counted."


def likeness_rows(found: PeopleAndJudges) -> list[dict[str, str]]:
    """A line for each of the four figures."""
    return [_likeness(words, getattr(found, key)) for key, words in FIGURES.items()]


def _likeness(words: str, one: Likeness) -> dict[str, str]:
    return {
        "Compared": words,
        "Alpha": coefficient(one.value),
        "95% interval, or why not": span(one.interval) if one.interval else str(one.reason),
        "Pairs": str(one.n),
        "Arguments": str(one.items),
    }


def stand_in_words(found: PeopleReport) -> str:
    """Whether the panel may stand in for a person, with what the answer rests on; or why it isn't asked."""
    test = found.test
    if test.share is None or test.advantage is None:
        return f"Whether the judges' mean may stand in for a person is not tested: {test.reason}."
    shown = sum(row.shown for row in test.people)
    may = "may" if test.passed else "is not shown to be fit to"
    said = (
        f"By the alternative annotator test the judges' mean {may} stand in for one of these people: beside the "
        f"others' scores it was at least as near as the person left out in {percent(test.advantage)} of cases, and it "
        f"is shown to be nearly as good against {shown} of {len(test.people)} people (behind by less than "
        f"{percent(EPSILON)}; half of the people are asked for)."
    )
    least = min(row.items for row in test.people)
    return (
        f"{said} Weak: somebody scored only {least} arguments, fewer than {WEAK_BELOW}."
        if test.weak
        else said
    )


def order_words(found: PeopleReport) -> tuple[str, str]:
    """Whether scores move in the course of a sitting, and with the argument before; over all people together."""
    return (
        _effect(found.drift, "With each further argument scores moved by {} points"),
        _effect(found.carry_over, "For each point of the argument before, scores moved by {} points"),
    )


def _effect(found: OrderEffect, words: str) -> str:
    if found.slope is None or found.p is None:
        return f"{words.partition(' scores')[0].rstrip(',')}: not looked for, {found.reason}."
    sure = "more than chance often gives" if found.p <= LEVEL else "no more than chance gives"
    return f"{words.format(signed(found.slope, 2))} ({sure}, p {chance_beside(found.p, LEVEL)}; {found.n} scores)."


def person_rows(found: PeopleReport) -> list[dict[str, str]]:
    """A line a person."""
    return [
        {
            "Person": one.name,
            "Scores given": str(one.given),
            "Of them blind": str(one.blind),
            "Faster than one can read": str(one.hasty),
        }
        for one in found.people
    ]


def as_json(found: PeopleReport) -> dict[str, Any]:
    """The figures; a null has its reason beside it."""
    shown = asdict(found)
    names = shown.pop("names")
    for row in shown["test"]["people"]:
        row["person"] = names[row["person"]]
    return shown


def as_plain(found: PeopleReport) -> str:
    """The same for a terminal."""
    if not found.debates:
        return NOBODY
    parts = [
        block("Do people score as the judges do?", map(wrapped, (headline(found), basis(found)))),
        _table("On arguments drawn at random", found.anchors),
        _table("On arguments the judges disagree on (agreement is low there by selection)", found.divergent),
        _table("On arguments that Verdict names, the judges' widest (chosen, not drawn)", found.named),
        block("May the panel stand in for a person?", [wrapped(stand_in_words(found))]),
        block("Does the order tell?", map(wrapped, order_words(found))),
        block("People", map(wrapped, _people(found, clean))),
    ]
    return "\n\n".join(parts) + "\n"


def _table(title: str, found: PeopleAndJudges) -> str:
    shown = ("Compared", "Alpha", "95% interval, or why not")
    return block(title, columns([row[name] for name in shown] for row in likeness_rows(found)))


def _people(found: PeopleReport, shown: Callable[[str], str]) -> list[str]:
    return [
        f"{shown(one.name)}: {counted(one.given, 'score')}, {one.blind} blind, {one.hasty} faster than one can read"
        for one in found.people
    ]
