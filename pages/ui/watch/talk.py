"""The discussion as it happens, round by round: what each judge does, where it moved to, toward whom and on what."""

import streamlit as st

from debate_core.domain.numerals import coefficient_text, join_and, number, pluralise
from debate_core.domain.steps import probe_step
from debate_core.domain.wording import PROBES, humanise
from debate_core.library.report.talk import RoundReport
from debate_core.reporting.moves import moves_texts, part_text
from debate_core.store.deliberation import AccordPart, closeness, parts, under_way
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.shown.words import clip, escaped
from pages.ui.watch.progress import Cell, draw_grid

ENDED = ("held", "moved", "failed", "keeps")
"""What a judge does in a round that is over for it."""
_HEADS = {"waiting": "waiting", "reading": "reading", "asked_again": "asked_again", "failed": "failed"}
"""What a judge does as the column of a judging names it; all else is counted."""


def show_talk(record: Record) -> None:
    """The rounds of a deliberation that is over, or stands still, folded; and where it is set out."""
    held = record.judging.rounds - INDEPENDENT
    first, last = (coefficient_text(_accord(record, at)) for at in (INDEPENDENT, record.judging.rounds))
    said = f"Discussion · {pluralise(held, 'round')}, consensus {first} → {last}"
    with st.expander(said if held else f"Discussion · no round, consensus {first}", icon=":material/forum:"):
        show_rounds(record)
        if st.button("See who moved, and why", key="to_after_talk", icon=":material/balance:"):
            router.go("panel", record.id)


def show_rounds(record: Record) -> None:
    now = under_way(record)
    told = {one.round: one for one in state.rounds(record)}
    for at in range(max(now or 0, record.judging.rounds), INDEPENDENT, -1):
        _show_round(record, at, told.get(at), going=at == now and state.status(record) == "running")
    _show_probes(record)


def _show_round(record: Record, at: int, told: RoundReport | None, *, going: bool) -> None:
    held = parts(record, at)
    over = all(part.doing in ENDED for part in held)
    before, after = coefficient_text(_accord(record, at - 1)), coefficient_text(_accord(record, at))
    accord = f"consensus {before} → {after}" if over and not going else f"consensus {before} before it"
    st.markdown(f"**Round {at - INDEPENDENT}** · {accord}")
    _draw(record, at, held)
    if told and (moves := [f"- {escaped(clip(text, 600))}" for text in moves_texts(told)]):
        st.markdown("\n".join(moves))


def _accord(record: Record, at: int) -> float | None:
    return closeness(record.judging.at(at)).accord.value


def _draw(record: Record, at: int, held: tuple[AccordPart, ...]) -> None:
    done = sum(part.doing in ENDED for part in held)
    alt = f"Round {at - INDEPENDENT}: {done} of {pluralise(len(held), 'judge')} done"
    draw_grid(
        f"talk_{record.id}_{at}",
        record,
        {"note": "Light numbers are from before this round.", "alt": alt},
        [(part.judge, _HEADS.get(part.doing, "counted"), clip(part_text(part), 120)) for part in held],
        lambda name: [_cell(record, part, name, at) for part in held],
    )


def _cell(record: Record, part: AccordPart, argument: str, at: int) -> Cell:
    sheets = [record.judging.sheet(part.judge, one) for one in (at - 1, at)]
    first, then = (sheet.entry(argument) if sheet else None for sheet in sheets)
    if first is None or then is None:
        return {"state": "none", "value": None, "said": "no score", "share": None}
    # Rounded first, so that a composite that ends on a half reads alike wherever it stands.
    was, now = (number(round(record.judging.rubric.composite(one.scores), 9)) for one in (first, then))
    answered = part.doing in ("held", "moved")
    said = f"from {was}" if was != now else "held" if answered else humanise(then.standing)
    if first.standing != then.standing:
        said = f"{said}, {humanise(then.standing)}"
    share = record.judging.rubric.composite(then.scores) / record.judging.rubric.scale.high
    return {"state": "counted" if answered else "preview", "value": now, "said": said, "share": share}


def _show_probes(record: Record) -> None:
    chosen = record.planned.deliberation
    for probe in chosen.probes if chosen else ():
        did: dict[str, list[str]] = {}
        for name in record.judging.names:
            did.setdefault(_probed(record, probe_step(name, probe)), []).append(escaped(name))
        said = "; ".join(f"{join_and(names)} {escaped(how)}" for how, names in did.items())
        st.markdown(f"**Control round “{PROBES[probe]}”**, never a result: {said}.")


def _probed(record: Record, step: str) -> str:
    if step in record.results:
        return "answered"
    if failure := record.failures.get(step):
        return f"missing: {failure.in_words}"
    return "reading" if record.calls_of(step) else "not asked"
