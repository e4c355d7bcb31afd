"""A debate shown to others: to the team, by a link, to a room, which votes; or on slides by its host."""

import socket
import time
import uuid
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from debate_core.domain.settings import DAY, hosting, is_this_machine
from debate_core.library.stage import origin_text, viewer_token
from debate_core.reporting import room
from debate_core.store.access import grant_of, own, renew_link, show_to
from debate_core.store.record import Record
from debate_core.store.room import Moment, set_stage, stage_of, tally_of
from pages.ui import state
from pages.ui.blocks.show import STYLE, show_picture, template_html
from pages.ui.shared.widgets import component, offer_action, offer_file

_CODE_HEIGHT, _VOTE_HEIGHT = 280, 230
_FIRST = "A link to a room that votes before the first word. Then that vote closes for good."
_UNREACHED = "Phones can't reach this. Whoever started the app must start it with {}."
_FOR_A_HALL, _BY_NAME = "`SPLIT_DECISION_STAGE=1` and `--server.address 0.0.0.0`", "`SPLIT_DECISION_ADDRESS`"


def _link(name: str) -> int:
    grant = grant_of(state.whole_store(), name)
    return grant.link if grant else 0


def stage_address(name: str) -> str:
    """Where phones find the stage of a debate; empty while it is shown to nobody."""
    return f"{_base_address()}/stage/{name}?t={token}" if (token := _token(name)) else ""


def _token(name: str) -> str:
    today = time.time() // DAY * DAY  # An address stays the same while it is looked at.
    return viewer_token(state.signer(), name, link, today) if (link := _link(name)) else ""


def _base_address() -> str:
    here = urlsplit(st.context.url or "http://localhost")
    if is_this_machine(here.hostname or "localhost") and (own := _own_address()):
        here = here._replace(netloc=f"{own}:{st.get_option('server.port')}")
    return hosting().address or f"{here.scheme}://{here.netloc}"


def _own_address() -> str:
    if is_this_machine(st.get_option("server.address") or ""):
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.connect(("192.0.2.1", 9))
            return str(one.getsockname()[0])
    except OSError:
        return ""


def _open(name: str, voting: Moment | None = None, **stage: Any) -> None:
    set_stage(state.whole_store(), name, voting=voting, **stage)
    renew_link(state.whole_store(), name)


def _close(name: str) -> None:
    renew_link(state.whole_store(), name, revoke=True)
    set_stage(state.whole_store(), name, voting=None, revealed=False)


def show_room(name: str, *, finished: bool, over: bool) -> None:
    """What its owner may let others see of a debate, behind a button. `over`: both sides have spoken."""
    if hosting().mode == "demo" or not state.may("share", name):
        return
    with st.popover(
        "Share", icon=":material/groups:", key="room", help="A link, or a room that watches and votes."
    ):
        _show_team(name)
        if _link(name):
            _show_desk(name, finished=finished, over=over)
            return
        st.markdown("Whoever has the link sees this debate without signing in. A room watches and votes.")
        offer_action("Make a link", "room_open", _open, name, kind="primary")
        if not stage_of(state.whole_store(), name).known:
            offer_action("Let a room vote first", "room_first", _open, name, "before", help=_FIRST)


def _show_team(name: str) -> None:
    if hosting().mode != "team":
        return
    grant = grant_of(state.whole_store(), name)
    seen, key = grant is not None and grant.visibility == "team", f"team_{name}"
    if st.toggle("My team sees this debate", value=seen, key=key) != seen:
        show_to(state.whole_store(), name, "private" if seen else "team")


@st.fragment(run_every=3.0, key="follow_votes")
def _follow_votes(name: str) -> None:
    st.markdown(f"**Votes in** · {room.votes_text(tally_of(state.whole_store(), name))}", width="content")


def _show_desk(name: str, *, finished: bool, over: bool) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        _follow_votes(name)
        offer_action("End the link", "room_end", _close, name, kind="tertiary", help="The code ends with it.")
    acts, code = st.columns(2)
    with acts:
        _offer_votes(name, over=over)
        _offer_outcome(name, finished=finished)
    address = stage_address(name)
    acts.caption(f"A room scans the code to watch{_and_vote(name)}.")
    with code:
        show_picture(room.room_code(address), key=f"room_code_{name}", height=_CODE_HEIGHT)
    if is_this_machine(urlsplit(address).hostname or ""):
        others = hosting().mode != "desk" or hosting().trusts
        acts.warning(_UNREACHED.format(_BY_NAME if others else _FOR_A_HALL))
    if finished:
        st.caption(
            "Link to the report, for a week or until you end it. After a vote it waits until you show the room."
        )
        st.code(f"{_base_address()}/r/{_token(name)}", language=None)


def _change(name: str, label: str, key: str, **to: Any) -> None:
    offer_action(label, key, set_stage, state.whole_store(), name, kwargs=to, width="stretch")


def _offer_votes(name: str, *, over: bool) -> None:
    stage = stage_of(state.whole_store(), name)
    if stage.voting:
        _change(name, f"Close the vote {stage.voting} the debate", "room_close_vote", voting=None)
        return
    if stage.over:
        st.caption("The vote is closed for good: the room has seen the verdict.")
        return
    if stage.known:
        st.caption("The vote before is closed for good: the link has shown the debate.")
    else:
        _change(name, "Open the vote before the debate", "room_before", voting="before")
    if over:
        _change(name, "Open the vote after the debate", "room_after", voting="after")
    else:
        st.caption("The vote after the debate opens once both sides have spoken.")


def _offer_outcome(name: str, *, finished: bool) -> None:
    if stage_of(state.whole_store(), name).revealed:
        tally = tally_of(state.whole_store(), name)
        if picture := room.room_vote(tally):
            show_picture(picture, key=f"room_vote_{name}", height=_VOTE_HEIGHT)
        _change(name, "Hide it again", "room_hide", revealed=False)
        votes, file = room.votes_csv(tally), f"votes-{name}.csv"
        offer_file("Download the votes", votes, file, "text/csv", key="room_votes")
    elif finished:
        _change(name, "Show the room what came of it", "room_reveal", revealed=True, voting=None)


def show_room_ahead(topic: str) -> None:
    """The room before the first word: the debate that starts next gets the id that phones already have."""
    if hosting().mode == "demo":
        return
    label = "Invite" if state.narrow() else "Invite a room"
    with st.popover(label, icon=":material/groups:", key="room", help="It watches and votes on phones."):
        name = state.room_ahead()
        if not state.may("share", name) or not _link(name):
            st.markdown("Phones vote before the first word, watch the debate live, then vote again.")
            offer_action("Open a room", "room_open", _begin, topic, kind="primary", disabled=not topic)
            return
        if topic and stage_of(state.whole_store(), name).topic != topic:
            set_stage(state.whole_store(), name, topic=topic)
        _show_desk(name, finished=False, over=False)


def _begin(topic: str) -> None:
    whole, name = state.whole_store(), uuid.uuid4().hex[:12]
    state.room_ahead.keep(name)
    own(whole, name, state.visitor())
    _open(name, "before", topic=topic)


def name_ahead() -> str | None:
    """The id that the debate starting now gets, if a room waits for it; its first vote is over."""
    name = state.room_ahead.take()
    if not state.may("share", name) or not _link(name):
        return None
    set_stage(state.whole_store(), name, voting=None)
    return name


_PRESENTER = component("debate_presenter", "blocks/drawn", "shared/presenter", css=STYLE)


def show_way_in(record: Record) -> None:
    """The button, and its key; nothing while a judge is awaited."""
    if record.judging.settled:
        offer_action(
            "Present",
            "present",
            state.presents.of(record.id).keep,
            uuid.uuid4().hex,
            icon="co_present",
            shortcut=None if state.narrow() else "P",
        )


def show_presenter(record: Record) -> None:
    begun = state.presents.of(record.id)()
    if begun is None or not record.judging.settled:
        return
    data = [
        *_room(record, ahead=True),
        *map(_slide_data, room.slides(record, state.report_of(record))),
        *_room(record, ahead=False),
    ]
    _PRESENTER(
        key=f"presenter_{record.id}",
        data={
            "begun": begun,
            "markup": template_html("shared/presenter", origin=origin_text(record)),
            "slides": data,
        },
        on_closed_change=lambda: state.presents.of(record.id).keep(None),
    )
    state.note_seen(record, "the presenter")


def _room(record: Record, *, ahead: bool) -> list[dict[str, str]]:
    whole, name = state.whole_store(), record.id
    picture: room.RoomCode | room.RoomVote | None = None
    if ahead and (address := stage_address(name)):
        picture = room.room_code(address)
    elif not ahead and stage_of(whole, name).revealed:
        picture = room.room_vote(tally_of(whole, name))
    if picture is None:
        return []
    over = f"Watch{_and_vote(name)} on your phone" if ahead else "What the room says"
    slide = _slide_data(room.Slide(kind="room", over=over, main=room.SlideWords(text=over), picture=picture))
    # A link to the room is not handed on with a file.
    return [{**slide, "prints": "" if ahead else slide["prints"]}]


def _and_vote(name: str) -> str:
    return "" if stage_of(state.whole_store(), name).over else " and vote"


def _slide_data(slide: room.Slide) -> dict[str, str]:
    markup = template_html("shared/slide", slide=slide)
    return {"kind": slide.kind, "title": slide.main.text, "markup": markup, "prints": "yes"}
