"""A talk before it is judged: its topic, who stands on which side, which turns argue nothing, what judging it takes."""

from collections.abc import Mapping

import streamlit as st

from debate_core.domain.config import Live, Panel
from debate_core.domain.errors import SetUpError
from debate_core.domain.imported import SIMULATED_OF_REAL, SOURCES, TranscriptConfig
from debate_core.domain.numerals import pluralise
from debate_core.domain.rubric import RUBRICS
from debate_core.domain.transcript import SIDES, Side, Turn
from debate_core.domain.wording import capital
from debate_core.importing.mapping import Chosen, map_sides, suggested
from debate_core.importing.spoken import ParsedText, Talk
from pages.ui import router, state
from pages.ui.draft import Draft
from pages.ui.shown.access import show_prospect
from pages.ui.shown.speech import SIDE_COLOURS
from pages.ui.shown.words import clip, escaped, fault_shown, show_fault

LEFT_OUT = "Leave out"
CHOICES = ("PRO", "CON", LEFT_OUT)
MOST_SPEAKERS = 12
SHOWN = 6
"""Turns of the preview."""


@fault_shown()
def ask_talk(brought: state.ImportedRecord, draft: Draft) -> None:
    """The preview with its mapping on the left, what it comes to and the start on the right."""
    found = state.read_talk(brought.data, brought.name)
    left, right = st.columns([11, 9], gap="large")
    with left:
        talk = _ask_which(found, brought.key)
        topic, background = _ask_topic(talk, brought.key)
        st.header("Sides", anchor=False)
        if not talk.turns:
            speakers, left_out = _ask_sides(talk, brought.key)
        else:
            speakers, left_out = {}, frozenset()
            st.markdown(f"From the file: {_sizes(talk.turns)}.")
    chosen = Chosen(topic=topic, background=background, speakers=speakers, left_out=left_out)
    with right:
        live = not talk.turns and st.toggle(
            "Live judge, too", key="elsewhere_live", help="Scores each turn and lists suspect claims."
        )
        made = _mapped(found, talk, chosen, draft, live=live)
        if made is not None:
            _show_preview(*made)
            _show_start(*made, draft)


def _ask_which(found: ParsedText, key: str) -> Talk:
    st.caption(f"Read as {SOURCES[found.source]}. {escaped(' '.join(found.notes))}")
    if len(found.talks) == 1:
        return found.talks[0]
    numbers = range(len(found.talks))
    told = [
        f"{clip(one.title or 'Untitled', 60)} · {pluralise(len(one.said), 'turn')}" for one in found.talks
    ]
    number = st.selectbox("Which conversation", numbers, format_func=told.__getitem__, key=f"which_{key}")
    return found.talks[number or 0]


def _ask_topic(talk: Talk, key: str) -> tuple[str, str]:
    topic = st.text_input(
        "Topic",
        talk.title,
        key=f"topic_{key}_{talk.title[:20]}",
        placeholder="A claim one side defends and the other denies",
    )
    background = st.text_input("Background (optional)", talk.background, key=f"background_{key}")
    return topic or "", background or ""


def _ask_sides(talk: Talk, key: str) -> tuple[Mapping[str, Side | None], frozenset[int]]:
    usual, speakers = suggested(talk), dict[str, Side | None]()
    for place, name in enumerate(talk.speakers[:MOST_SPEAKERS]):
        own = [one for one in talk.said if one.speaker == name]
        side = usual[name]
        picked = st.radio(
            f"**{escaped(clip(name, 40))}** · {pluralise(len(own), 'turn')}",
            CHOICES,
            index=CHOICES.index(side.upper() if side else LEFT_OUT),
            horizontal=True,
            key=f"side_{key}_{place}_{len(talk.said)}",
            help=f"Begins with: {escaped(clip(own[0].text, 120))}",
        )
        speakers[name] = next((side for side in SIDES if side.upper() == picked), None)
    if len(talk.speakers) > MOST_SPEAKERS:
        st.caption(f"{len(talk.speakers) - MOST_SPEAKERS} speakers left out.")
    heard = [n for n, one in enumerate(talk.said) if speakers.get(one.speaker)]
    left_out = heard and st.multiselect(
        "Turns without argument",
        heard,
        format_func=lambda n: f"{n + 1}. {clip(talk.said[n].speaker, 20)}: {clip(talk.said[n].text, 60)}",
        key=f"left_{key}_{len(talk.said)}",
        placeholder="None",
    )
    return speakers, frozenset(left_out)


def _mapped(
    found: ParsedText, talk: Talk, chosen: Chosen, draft: Draft, *, live: bool
) -> tuple[TranscriptConfig, tuple[Turn, ...]] | None:
    if faults := {name: words for name, words in draft.faults.items() if name in ("judges", "rubric")}:
        show_fault(" ".join(faults.values()))
        return None
    model = draft.live.model if draft.live else draft.judges[0].model
    try:
        return map_sides(
            found,
            talk,
            chosen,
            panel=Panel(judges=draft.judges),
            rubric=RUBRICS.get(draft.rubric) or draft.custom(),
            judging=draft.judging,
            deliberation=draft.deliberation,
            effort=draft.effort,
            budget=draft.budget,
            servers=draft.servers,
            seed=draft.seed,
            live=(draft.live or Live(model=model)) if live else None,
        )
    except SetUpError as error:
        st.info(f"{escaped(capital(str(error)))}.", icon=":material/help:")
        return None


def _show_preview(config: TranscriptConfig, turns: tuple[Turn, ...]) -> None:
    st.markdown(f"**{_sizes(turns)}**")
    for turn in turns[:SHOWN]:
        for argument in turn.arguments:
            mark = f":{SIDE_COLOURS[argument.side]}-badge[{argument.id}]"
            who = escaped(clip(config.brought.speaker(turn.number), 24))
            st.markdown(f"{mark} {who}{': ' if who else ''}{escaped(clip(argument.claim, 110))}")
    if len(turns) > SHOWN:
        st.caption(f"… {len(turns) - SHOWN} more turns")


def _sizes(turns: tuple[Turn, ...]) -> str:
    sides = [argument.side for turn in turns for argument in turn.arguments]
    said = " and ".join(f"{sides.count(side)} for {side.upper()}" for side in SIDES)
    return f"{pluralise(len(sides), 'argument')}: {said}"


def _show_start(config: TranscriptConfig, turns: tuple[Turn, ...], draft: Draft) -> None:
    live = " and a live judge" if config.live else ""
    show_prospect(config, f"{len(config.panel.judges)} judges{live}")
    if config.simulated:
        st.warning(SIMULATED_OF_REAL, icon=":material/science:")
    if st.button("Have it judged", type="primary", key="start_judging", icon=":material/play_arrow:"):
        with fault_shown():
            router.go("watch", state.runner().start(config, state.access(draft.servers), turns))
