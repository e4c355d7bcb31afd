"""What the model is told that briefs the decision-maker (SD-8), and the form of its answer.

Knows transcript and scoresheets; not the outcome, which is computed elsewhere and never shown to it.
Invariant: judges are *Judge 1*, *Judge 2* …; their notes stand in the fence like any speech.
"""

from collections.abc import Sequence

from debate_core.llm.base import Briefing, Message
from debate_core.prompts.passages import Passages, add_debate, start
from debate_core.prompts.prompt import (
    DATA_RULE,
    JSON_RULE,
    LANGUAGE_RULE,
    TEXT,
    Prompt,
    again,
    bullets,
    form,
    one_of,
    paragraphs,
    record,
)
from debate_core.scoresheet import STANDING_MEANINGS, STANDINGS, Scoresheet

SYSTEM = paragraphs(
    "You brief a person who has to decide. Two sides, PRO and CON, have debated a proposition, and judges "
    "have noted what they found in each argument. You say what can be learned from it; you do not judge anew "
    "and you do not add facts.",
    DATA_RULE,
    JSON_RULE,
    LANGUAGE_RULE,
)
STATEMENTS = (
    "key_insight: the one thing that this debate shows about the decision, in one or two sentences",
    "unresolved: one to four questions that the debate left open and that the person should verify, each "
    "saying what to look up or whom to ask",
    "recommendation: what to do next, with the conditions under which it holds, in one or two sentences",
)


def briefing(purpose: Briefing, mark: str, faults: Sequence[str]) -> Prompt:
    """The prompt of the briefing: the debate, what the judges noted, and three things to say."""
    transcript = purpose.transcript
    passages = start(transcript.topic, mark)
    add_debate(passages, transcript)
    ids = [argument.id for argument in transcript.arguments]
    for name in ids:
        _add_notes(passages, name, purpose.sheets)
    _add_findings(passages, purpose.sheets)
    task = paragraphs(
        "Brief the decision-maker. Give\n" + bullets(STATEMENTS),
        "Standings of the judges:\n"
        + bullets([f"{standing}: {STANDING_MEANINGS[standing]}" for standing in reversed(STANDINGS)]),
        "Every statement has a text and rests_on, a list of the ids of the arguments it rests on, out of "
        f"{', '.join(ids)}. Leave rests_on empty where no argument supports the statement.",
        "Do not say that a side won, lost or leads, and name no winner: that is settled elsewhere. Where the "
        "judges part, say so. Rely on nothing they hold REFUTED.",
        form(
            '{"key_insight": {"text": "<sentence>", "rests_on": ["<id>"]}, '
            '"unresolved": [{"text": "<question>", "rests_on": ["<id>"]}], '
            '"recommendation": {"text": "<sentence>", "rests_on": ["<id>"]}}'
        ),
        again(faults),
    )
    statement = record(text=TEXT, rests_on={"type": "array", "items": one_of(ids)})
    schema = record(
        key_insight=statement, unresolved={"type": "array", "items": statement}, recommendation=statement
    )
    messages = (
        Message(role="system", content=SYSTEM),
        Message(role="user", content=paragraphs(passages.text, task)),
    )
    return Prompt(messages=messages, schema=schema, shown=passages.shown)


def _add_notes(passages: Passages, argument_id: str, sheets: Sequence[Scoresheet]) -> None:
    entries = [(place, sheet.entry(argument_id)) for place, sheet in enumerate(sheets, start=1)]
    seen = [(place, entry) for place, entry in entries if entry is not None]
    if not seen:
        return
    standings = ", ".join(f"Judge {place} {entry.standing}" for place, entry in seen)
    notes = [(f"Judge {place}", entry.notes or "") for place, entry in seen]
    if any(text.strip() for _, text in notes):
        passages.quote(f"Judges on {argument_id}: {standings}. Their notes", f"notes on {argument_id}", notes)
    else:
        passages.say(f"Judges on {argument_id}: {standings}.")


def _add_findings(passages: Passages, sheets: Sequence[Scoresheet]) -> None:
    findings = [
        (f"Judge {place}", sheet.overall.key_finding or "") for place, sheet in enumerate(sheets, start=1)
    ]
    if any(text.strip() for _, text in findings):
        passages.quote("What each judge found most important", "findings", findings)
