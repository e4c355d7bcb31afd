"""Who this session is. Invariant: asked anew on every run, and never written beside what they did."""

import hashlib
import time

import streamlit as st

from debate_core.domain.hosting import hosting
from debate_core.domain.settings import store_place
from debate_core.store.access import OPERATOR, Person
from debate_core.store.signing import VISITOR_COOKIE, Signer, signer_beside


@st.cache_resource(show_spinner=False)
def _signer(place: str) -> Signer:
    return signer_beside(place)


def signer() -> Signer:
    """What signs this store's links."""
    return _signer(store_place())


def person() -> Person:
    """Whoever sits at the desk; in a demonstration, a browser by its signed cookie; of a team, who is signed in and on
    the list. Nobody in particular otherwise."""
    here = hosting()
    if here.mode == "desk":
        return OPERATOR
    if here.mode == "demo":
        words = signer().read("visitor", st.context.cookies.get(VISITOR_COOKIE, ""), time.time())
        return Person(key=f"visitor {words}" if words else "")
    email = _email()
    if not here.admits(email):
        return Person()
    # The provider's own number for a person stays when an address is given to somebody else.
    mark = hashlib.sha256(f"{st.user.get('iss', '')}|{st.user.get('sub', '')}".encode()).hexdigest()[:16]
    return Person(key=f"member {mark}", role="admin" if here.administers(email) else "member")


def signed_in() -> bool:
    return bool(st.user.get("is_logged_in", False))


def _email() -> str:
    """The address of who is signed in, where their provider vouches for it."""
    vouched = signed_in() and st.user.get("email_verified", True) in (True, "true")
    return str(st.user.get("email") or "") if vouched else ""


def may_enter() -> bool:
    """Whether the pages are for this session at all."""
    return hosting().mode != "team" or person().role != "visitor"
