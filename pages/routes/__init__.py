"""Plain ASGI routes beside Streamlit, without a session, whose policy loads and runs nothing else."""

import base64
import hashlib
import logging
import secrets
import time
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debate_core.domain.errors import DebateError
from debate_core.domain.settings import DAY, Hosting, hosting, is_this_machine, store_address
from debate_core.reporting.formats import style as picture_style
from debate_core.store.access import FOR_BROWSER, VISITOR_COOKIE, browser_mark, signer_beside

_FOLDER = Path(__file__).parent / "templates"
_ENVIRONMENT = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
_PAGES = {"", *(one.stem for one in Path(__file__).parents[1].glob("[a-z]*.py"))}
_OURS = {"stage": 2, "r": 1, "words": 1}
"""The first parts of addresses that a route of ours answers, and how many more there may be."""
_BESIDE = {"_stcore", "media", "component", "static", "app", "auth", "oauth2callback"}
"""Those that Streamlit answers."""
MAX_SOCKETS = 300
"""Sessions of Streamlit's at once, of a server that is open to others."""
_SIGNED_IN = 30 * DAY
"""Seconds that Streamlit keeps a person signed in, and a browser of theirs its mark."""
refusal_log = logging.getLogger("split_decision.refused")
"""What was refused and why, without who it was."""
HEADERS = {
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


@cache
def _own_file(name: str) -> tuple[Markup, str]:
    """Files of ours and their digest as a policy names it."""
    text = "".join((_FOLDER / one).read_text(encoding="utf-8") for one in name.split())
    if name.endswith(".css"):
        text += picture_style("answer", "colours")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(text), f"'sha256-{digest}'"  # noqa: S704  nothing that comes from outside is in it


def page(template: str, *, status: int = 200, script: str = "", **values: object) -> HTMLResponse:
    """A template filled with words, each escaped. `script`: the files of ours that it runs."""
    style, styled = _own_file("plain.css")
    code, run = _own_file(script) if script else (Markup(""), "'none'")
    body = _ENVIRONMENT.get_template(f"{template}.html").render(style=style, code=code, **values)
    policy = (
        f"default-src 'none'; style-src {styled}; script-src {run}; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(body, status, HEADERS | {"Content-Security-Policy": policy})


def nowhere() -> HTMLResponse:
    """The answer to an address that leads nowhere, or not this visitor."""
    return page("nowhere", status=404, home=not hosting().stage)  # A room has no other page to go to.


def refuse(what: str) -> HTMLResponse:
    """The same, and the log says what was refused."""
    refusal_log.warning("refused: %s", what)
    return nowhere()


class Door:
    """Lets each request through to whoever answers it, or answers it: an address that leads nowhere, where Streamlit's
    page stays blank, and whoever the mode isn't meant for. Who asks is told by the socket, never by a header."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        here = hosting()
        if here.mode == "desk" and not _let_in(scope, here):
            return await _refuse(scope, receive, send, "a stranger at a desk")
        if here.mode != "desk" and scope["path"].startswith(("/_stcore/agent", "/_stcore/metrics")):
            return await _refuse(scope, receive, send, "an operator's address")
        if scope["type"] == "websocket":
            return await self._connect(scope, receive, send)
        if scope["method"] in ("GET", "HEAD") and not _leads_on(scope["path"]):
            return await nowhere()(scope, receive, send)
        if here.mode != "desk" and scope["path"].startswith("/media/"):
            return await self._hand_out(scope, receive, send)
        if here.mode != "desk" and scope["method"] == "GET" and scope["path"].strip("/") in _PAGES:
            if self._sockets >= MAX_SOCKETS:
                return await page("full", status=503)(scope, receive, send)
            send = _with_visitor(scope, send, DAY if here.mode == "demo" else _SIGNED_IN)
        return await self._app(scope, receive, send)

    async def _hand_out(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A file for the browser that it was made for; to any other it is not there."""
        mark = browser_mark(store_address(), cookies(scope), time.time())
        is_theirs = False

        async def sending(message: Message) -> None:
            nonlocal is_theirs
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kind, tag, rest = headers.get("content-type", "").partition(FOR_BROWSER)
                whose, *more = rest.split(";")
                is_theirs = kind == "image/png" if not tag else bool(mark) and whose == mark
                headers["content-type"] = ";".join((kind, *more))
                headers["cache-control"] = "no-store"
            if is_theirs:
                await send(message)

        await self._app(scope, receive, sending)
        if not is_theirs:
            await _refuse(scope, receive, send, "a file that wasn't made for this browser")

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if hosting().mode != "desk" and self._sockets >= MAX_SOCKETS:
            return await _refuse(scope, receive, send, "one session too many")
        self._sockets += 1
        try:
            return await self._app(scope, receive, send)
        finally:
            self._sockets -= 1


def _let_in(scope: Scope, here: Hosting) -> bool:
    client = scope.get("client")
    if here.trusts or (client and is_this_machine(client[0])):
        return True
    first = scope["path"].strip("/").partition("/")[0]
    return here.stage and scope["type"] == "http" and first in {"stage", "r"}


async def _refuse(scope: Scope, receive: Receive, send: Send, what: str) -> None:
    answer = refuse(what)
    if scope["type"] == "websocket":
        await receive()
        return await send({"type": "websocket.close", "code": 1008})
    return await answer(scope, receive, send)


def _with_visitor(scope: Scope, send: Send, seconds: float) -> Send:
    """Gives a browser a signed mark, by which what is made for it is its own; at each visit the same for longer."""
    place, now = store_address(), time.time()
    words = browser_mark(place, cookies(scope), now) or secrets.token_hex(12)
    token = signer_beside(place).sign("visitor", words, now + seconds)
    made = cookie(scope, VISITOR_COOKIE, token, "/", seconds)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("Set-Cookie", made)
        await send(message)

    return sending


def cookies(scope: Scope) -> dict[str, str]:
    return cookie_parser(Headers(scope=scope).get("cookie", ""))


def cookie(scope: Scope, name: str, token: str, path: str, seconds: float = DAY) -> str:
    """A cookie that no script reads and no other site sends along."""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{name}={token}; Max-Age={int(seconds)}; Path={path}; HttpOnly; SameSite=Lax{secure}"


def _leads_on(path: str) -> bool:
    first, *rest = path.strip("/").split("/")
    if first in _OURS:
        return 0 < len(rest) <= _OURS[first] and all(rest)
    return first in _BESIDE or (not rest and (first in _PAGES or "." in first))


MIDDLEWARE = [Middleware(Door)]
FAULTS = {DebateError: lambda request, error: refuse("what can't be read")}
