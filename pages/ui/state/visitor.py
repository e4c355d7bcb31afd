"""Who this session is. Invariant: asked anew on every run, and never written beside what they did."""

import hashlib
import secrets
import time

import streamlit as st

from debate_core.domain.settings import hosting, store_place
from debate_core.store.access import OPERATOR, Signer, Visitor, browser_mark, signer_beside

_BROWSER = "browser_without_cookie"
PARKED_SECONDS = 600.0
"""How long where a browser was is kept while it signs in."""


def signer() -> Signer:
    """What signs this store's links."""
    return signer_beside(store_place())


def mark() -> str:
    """What this browser's cookie of ours says; empty at a desk, which gives none."""
    return browser_mark(store_place(), st.context.cookies, time.time())


def visitor() -> Visitor:
    """Whoever sits at the desk; in a demonstration, a browser by its signed cookie; of a team, who is signed in and on
    the list. Nobody in particular otherwise."""
    here = hosting()
    if here.mode == "desk":
        return OPERATOR
    if here.mode == "demo":
        return Visitor(key=f"visitor {mark() or browser()}")
    email = _email()
    if not here.admits(email):
        return Visitor()
    # The provider's own number for a person stays when an address is given to somebody else.
    person = hashlib.sha256(f"{st.user.get('iss', '')}|{st.user.get('sub', '')}".encode()).hexdigest()[:16]
    return Visitor(key=f"member {person}", role="admin" if here.administers(email) else "member")


def signed_in() -> bool:
    return bool(st.user.get("is_logged_in", False))


def _email() -> str:
    """The address of who is signed in, where their provider vouches for it."""
    vouched = signed_in() and st.user.get("email_verified", True) in (True, "true")
    return str(st.user.get("email") or "") if vouched else ""


def may_enter() -> bool:
    """Whether the pages are for this session at all."""
    return hosting().mode != "team" or visitor().role != "guest"


def browser() -> str:
    """What tells this browser from another: the token in the cookie that Streamlit gives each one."""
    cookie = st.context.cookies.get("_streamlit_xsrf")
    token = _token(cookie) if isinstance(cookie, str) else ""
    return token or st.session_state.setdefault(_BROWSER, secrets.token_hex(16))


def _token(cookie: str) -> str:
    """The token in a cookie `2|mask|masked|time`: the mask is drawn anew at each request, the token stays."""
    try:
        _, mask, masked, _ = cookie.split("|")
        over, under = bytes.fromhex(mask), bytes.fromhex(masked)
    except ValueError:
        return cookie
    return bytes(byte ^ over[n % len(over)] for n, byte in enumerate(under)).hex()


@st.cache_resource(show_spinner=False)
def _parked() -> dict[str, tuple[float, str, dict[str, str]]]:
    return {}


def park_address(page: str = "") -> None:
    """Keep page and query while this browser signs in: on the way back they are lost."""
    parked, now = _parked(), time.time()
    for mark in [mark for mark, (at, _, _) in parked.items() if now - at > PARKED_SECONDS]:
        del parked[mark]
    parked[browser()] = (now, page, st.query_params.to_dict())


def parked_address() -> tuple[str, dict[str, str]] | None:
    """Where this browser was before it signed in; once."""
    place = _parked().pop(browser(), None)
    return (place[1], place[2]) if place and time.time() - place[0] < PARKED_SECONDS else None
