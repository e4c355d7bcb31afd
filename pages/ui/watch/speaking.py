"""What is being said, as it comes: each side's words, each argument beside its answer, or the discussion by rounds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.answers.json import Line, lines_of, readable, speech_parts
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and, number_text, pluralise
from debate_core.domain.steps import probe_step
from debate_core.domain.transcript import SIDES, Argument, Phase, Response, Side, Turn, argument_id, opponent
from debate_core.domain.wording import (
    NO_RESPONSE,
    PHASE_NAMES,
    PROBES,
    capital,
    first_sentence,
    group,
    humanise,
    response_verb,
)
from debate_core.library.report.deliberation import rounds_of
from debate_core.library.report.deliberation_shape import RoundReport
from debate_core.library.report.live import LiveReport
from debate_core.phrases import value_text
from debate_core.reporting.moves import moves_texts, part_text
from debate_core.store.deliberation import RoundPart, closeness, first_accord, parts, under_way
from debate_core.store.events import newest_words
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import Record, Status
from pages.ui import router, state
from pages.ui.shared.widgets import component
from pages.ui.shared.words import clip, clip_end, escaped, held_words, retry_in_words
from pages.ui.watch.progress import NO_PART, Cell, attempt_words, draw_grid, turn_words
from pages.ui.watch.status import turn_text

Card = dict[str, Any]
_SPEAKING = component("debate_speaking", "../routes/templates/words", "watch/speaking")
_LONGEST, _HEIGHT = 4000, 374


def show_speaking(record: Record, now: Status, stream: str) -> DeltaGenerator:
    """Where what is being said is drawn: by its stream, and before the first word of that, or without one, from
    a letter in the letter box that this returns."""
    _SPEAKING(
        key=f"speaking_{record.id}",
        height=_HEIGHT,
        data={
            "stream": stream,
            "stands": _state_key(record, now),
            "exchange": now == "running" and record.config.format == "exchange",
        },
        on_refused_change=lambda: state.refused_words.keep(True),
    )
    with st.container(key="letter_box"):
        return st.empty()


def _state_key(record: Record, now: Status) -> str:
    return f"{record.sequence} {now}"


def parts_of(letter: str, record: Record, now: Status) -> list[str]:
    """A letter in parts, so that little of it changes with a word: its head, then each card."""
    content = json.loads(letter)
    lists = [{**one, "cards": len(one["cards"])} for one in content["lists"]]
    cards = chain.from_iterable(one["cards"] for one in content["lists"])
    head = {**content, "lists": lists, "stands": _state_key(record, now)}
    return [json.dumps(one) for one in (head, *cards)]


class PhaseWords(FrozenValue):
    """These sides in the phase under way. `words`: by call; `live`: what the live judge said."""

    record: Record
    phase: Phase
    sides: Sequence[Side]
    words: Mapping[str, str]
    now: Status
    live: LiveReport | None = None

    def lists_json(self) -> str:
        """What they say, as the page's script draws it."""
        if self.phase == "cross_examination":
            lists = [_list(PHASE_NAMES[self.phase], "", list(self._answers()))]
        else:
            lists = [self._speech(side) for side in self.sides]
        return json.dumps({"still": self.now != "running", "phase": self.phase, "lists": lists})

    def _speech(self, side: Side) -> dict[str, Any]:
        is_exchange, step, first = self.phase == "exchange", f"{self.phase}:{side}", 1
        if is_exchange:
            number = len(self.record.transcript.turns) + 1
            step, first = f"exchange:{number}", (number + 1) // 2
        label = f"{side.upper()}, {PHASE_NAMES[self.phase]}"
        spoken = next((one for one in self.record.transcript.turns_of(self.phase) if one.side == side), None)
        questions = self.record.transcript.questions
        if spoken and not is_exchange:
            parts = [one.model_dump() for one in (*spoken.arguments, spoken.closing) if one]
            return _list(label, side, [*_cards(parts, side, first, questions), *self._judging_cards(spoken)])
        attempts = list(self._attempts(side, step))
        cards = _unfinished_cards(self._newest_text(step), side, first, questions)
        turn = turn_words(self.record, step, self.record.config.debater(side).model)
        waits = turn or "Waiting for words" if self.now == "running" else "Has not spoken"
        if cards or any("held" in card["state"] for card in attempts):
            waits = ""
        return _list(label, "" if is_exchange else side, [*attempts, *cards], waits)

    def _judging_cards(self, turn: Turn) -> Iterator[Card]:
        if self.live and self.now == "running":
            short, behind = turn_text(turn.number, self.record, self.live)
            yield _card(
                f"judged {turn.number}",
                turn.side,
                [("", "", clip(words, _LONGEST)) for words in behind],
                id=turn.side.upper(),
                kind="Live judge",
                short=clip(short, 200),
                state="judged",
                open=False,
            )

    def _newest_text(self, step: str) -> str:
        whole = (call.text for call in reversed(self.record.calls_of(step)) if call.text)
        return newest_words(self.words, step) or next(whole, "")

    def _attempts(self, side: Side, step: str) -> Iterator[Card]:
        if self.now == "running" and (waiting := held_words(self.record, step)):
            yield _card(f"{step}-held", side, [("", "", waiting)], id=side.upper(), state="held")
        for call in self.record.calls_of(step):
            if call.failures and call.state != "completed":
                waits = call.retry_in is not None and self.now == "running"
                lines = [capital(call.failures[-1].message)]
                lines += [NO_PART, readable(call.partial)] if call.partial else []
                lines += [f"{capital(retry_in_words(call))}."] if waits else []
                yield _card(
                    f"{call.id}",
                    side,
                    [("", "", clip_end(line, _LONGEST)) for line in lines],
                    id=side.upper(),
                    kind=attempt_words(call),
                    state="failed held" if waits else "failed",
                )

    def _answers(self) -> Iterator[Card]:
        transcript, step = self.record.transcript, "cross_examination:{}"
        turns = {turn.side: turn for turn in transcript.turns_of("cross_examination")}
        texts = {side: "" if side in turns else self._newest_text(step.format(side)) for side in SIDES}
        unfinished = {side: speech_parts(text) for side, text in texts.items()}
        targets = (transcript.arguments_of(opponent(side)) for side in reversed(self.sides))
        attempts = [card for side in self.sides for card in self._attempts(side, step.format(side))]
        # A side's last answer keeps its place while the other side still speaks, unless the live judge takes it.
        runs = self.now == "running" and not self.live
        last = {turn.responses[-1].argument_id for turn in turns.values() if turn.responses and runs}
        # What is waited for stands first: below all arguments a phone wouldn't show it.
        yield from (card for card in attempts if "held" in card["state"])
        for argument in chain.from_iterable(zip_longest(*targets)):
            if argument is not None:
                response = transcript.responses.get(argument.id)
                pair = _pair(argument, response, unfinished[opponent(argument.side)])
                yield {**pair, "state": "last", "open": True} if argument.id in last else pair
        for side in self.sides:
            if side in turns:
                yield from self._judging_cards(turns[side])
            yield from (card for card in attempts if card["by"] == side and "held" not in card["state"])
            if texts[side] and not unfinished[side]:
                loose = clip_end(readable(texts[side]), _LONGEST)
                yield _card(side, side, [("", "", loose)], state="writing")


def _list(label: str, side: str, cards: Sequence[Card], waits: str = "") -> dict[str, Any]:
    return {"label": label, "side": side, "name": side.upper(), "cards": cards, "waits": waits}


def _card(key: str, side: Side, own: Sequence[Sequence[str]], **parts: Any) -> Card:
    default = {"id": "", "short": "", "kind": "", "by": side, "state": "spoken", "open": True, "answer": None}
    return {"key": key, "side": side, "own": own, **default, **parts}


def _cards(
    parts: Sequence[Mapping[str, Any]], side: Side, first: int, questions: Mapping[str, str]
) -> list[Card]:
    cards = []
    for at, part in enumerate(parts, first):
        name = argument_id(side, at) if "claim" in part else side.upper()
        cards.append(_card(f"{at}", side, _lines(part, questions), id=name))
    return cards


def _unfinished_cards(text: str, side: Side, first: int, questions: Mapping[str, str]) -> list[Card]:
    cards = [card for card in _cards(speech_parts(text), side, first, questions) if card["own"]]
    if not cards and (plain := readable(text).strip()):
        cards = [_card("words", side, [("", "", clip_end(plain, _LONGEST))])]
    return [*cards[:-1], *({**card, "state": "writing"} for card in cards[-1:])]


def _lines(part: Mapping[str, Any], questions: Mapping[str, str]) -> list[Line]:
    return [line._replace(text=clip_end(line.text, _LONGEST)) for line in lines_of(part, questions)]


def _pair(argument: Argument, response: Response | None, unfinished: Sequence[Mapping[str, Any]]) -> Card:
    by, state, kind, answer = opponent(argument.side), "waiting", "to be answered", list[Line]()
    mine = [one for one in unfinished if one.get("argument_id") == argument.id]
    if response:
        state, answer = "spoken", _lines(response.model_dump(), {})
        kind = _kind_text(by, response.response_type) if response.response_type else NO_RESPONSE
    elif mine:
        state = "writing" if mine[-1] is unfinished[-1] else "spoken"
        kind, answer = _kind_text(by, mine[-1].get("response_type")), _lines(mine[-1], {})
    return _card(
        argument.id,
        argument.side,
        [
            ("claim", f"{by.upper()} on {argument.id}:", argument.claim),
            ("reasoning", "", first_sentence(argument.reasoning)),
        ],
        id=argument.id,
        short=clip(argument.claim, 200),
        kind=kind,
        by=by,
        state=state,
        open=state == "writing",
        answer=answer,
    )


def _kind_text(by: Side, kind: object) -> str:
    return f"{by.upper()} {response_verb(kind).lower() if kind else 'is answering'}"


ENDED = ("held", "moved", "failed", "keeps")
"""What a judge does in a round that is over for it."""
_HEADS = {"waiting": "waiting", "reading": "reading", "asked_again": "asked_again", "failed": "failed"}
"""What a judge does as the column of a judging names it; all else is counted."""


def show_discussion(record: Record) -> None:
    """The rounds of a deliberation that is over, or stands still, folded; and where it is set out."""
    rounds = record.judging.rounds - INDEPENDENT
    first, last = (_accord_text(record, at) for at in (INDEPENDENT, record.judging.rounds))
    number, went = (pluralise(rounds, "round"), f"{first} → {last}") if rounds else ("no round", first)
    with st.expander(f"Discussion · {number}, consensus {went}", icon=":material/forum:"):
        show_rounds(record)
        if st.button("See who moved, and why", key="to_after_talk", icon=":material/balance:"):
            router.go("panel", record.id)


def show_rounds(record: Record) -> None:
    now = under_way(record)
    reports = {one.round: one for one in state.memoise(record, rounds_of)}
    for at in range(max(now or 0, record.judging.rounds), INDEPENDENT, -1):
        _show_round(record, at, reports.get(at), going=at == now and state.status(record) == "running")
    _show_probes(record)


def _show_round(record: Record, at: int, reports: RoundReport | None, *, going: bool) -> None:
    round_parts = parts(record, at)
    over = all(part.doing in ENDED for part in round_parts)
    end = f"→ {_accord_text(record, at)}" if over and not going else "before it"
    st.markdown(f"**Round {at - INDEPENDENT}** · consensus {_accord_text(record, at - 1)} {end}")
    _draw(record, at, round_parts)
    if reports and (moves := [f"- {escaped(clip(text, 600))}" for text in moves_texts(reports)]):
        st.markdown("\n".join(moves))


def _accord_text(record: Record, at: int) -> str:
    accord = closeness(record.judging.at(at)).accord
    return value_text(accord.value, "coefficient", first_accord(record).threshold)


def _draw(record: Record, at: int, round_parts: tuple[RoundPart, ...]) -> None:
    done = sum(part.doing in ENDED for part in round_parts)
    alt = f"Round {at - INDEPENDENT}: {done} of {pluralise(len(round_parts), 'judge')} done"
    draw_grid(
        f"talk_{record.id}_{at}",
        record,
        {"follows": False, "note": "Light numbers are from before this round.", "alt": alt},
        [(part.judge, _HEADS.get(part.doing, "counted"), clip(part_text(part), 120)) for part in round_parts],
        lambda name: [_cell(record, part, name, at) for part in round_parts],
    )


def _cell(record: Record, part: RoundPart, argument: str, at: int) -> Cell:
    sheets = [record.judging.sheet(part.judge, one) for one in (at - 1, at)]
    first, then = (sheet.entry(argument) if sheet else None for sheet in sheets)
    if first is None or then is None:
        return {"state": "none", "value": None, "said": "no score", "share": None}
    was, now = (number_text(record.judging.rubric.composite(one.scores)) for one in (first, then))
    answered = part.doing in ("held", "moved")
    below = f"from {was}" if was != now else "held" if answered else humanise(then.standing)
    if first.standing != then.standing:
        below = f"{below}, {humanise(then.standing)}"
    share = record.judging.rubric.composite(then.scores) / record.judging.rubric.scale.high
    return {"state": "counted" if answered else "preview", "value": now, "said": below, "share": share}


def _show_probes(record: Record) -> None:
    chosen = record.planned.deliberation
    for probe in chosen.probes if chosen else ():
        did = group(
            (_probe_text(record, probe_step(name, probe)), escaped(name)) for name in record.judging.names
        )
        answers = "; ".join(f"{join_and(names)} {escaped(how)}" for how, names in did.items())
        st.markdown(f"**Control round “{PROBES[probe]}”**, never a result: {answers}.")


def _probe_text(record: Record, step: str) -> str:
    if step in record.results:
        return "answered"
    if failure := record.failures.get(step):
        return f"missing: {failure.in_words}"
    return "reading" if record.calls_of(step) else "not asked"
