"""Plain ASGI routes beside Streamlit, without a session: pages of our own template, style and script, whose digests
their policy names; nothing else is loaded or run. With `app.py` the only code that may import starlette."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

_FOLDER = Path(__file__).parent / "templates"
_ENVIRONMENT = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
_PAGES = {"", *(one.stem for one in Path(__file__).parents[1].glob("[a-z]*.py"))}
_BESIDE = {"_stcore", "media", "component", "static", "app", "auth", "oauth2callback", "stage", "r"}
"""The first parts of addresses that Streamlit or a route of ours answers."""
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


@cache
def _own(name: str) -> tuple[Markup, str]:
    """A file of ours and its digest as a policy names it."""
    text = (_FOLDER / name).read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(text), f"'sha256-{digest}'"  # noqa: S704  nothing that comes from outside is in it


def page(template: str, *, status: int = 200, script: str = "", **values: object) -> HTMLResponse:
    """A template filled with words, each escaped. `script`: the file of ours that it runs."""
    style, styled = _own("plain.css")
    code, run = _own(script) if script else (Markup(""), "'none'")
    body = _ENVIRONMENT.get_template(f"{template}.html").render(style=style, code=code, **values)
    policy = (
        f"default-src 'none'; style-src {styled}; script-src {run}; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(body, status, HEADERS | {"Content-Security-Policy": policy})


def nowhere() -> HTMLResponse:
    """The answer to an address that leads nowhere, or not this visitor."""
    return page("nowhere", status=404)


class UnknownAddress:
    """Answers an address that leads nowhere, where Streamlit's page stays blank."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        unknown = asks and not _leads_on(scope["path"])
        await (nowhere() if unknown else self._app)(scope, receive, send)


def _leads_on(path: str) -> bool:
    first, _, rest = path.strip("/").partition("/")
    is_page_or_file = first in _PAGES or "." in first
    return first in _BESIDE or (is_page_or_file and not rest)


ROUTES: list[BaseRoute] = []
MIDDLEWARE = [Middleware(UnknownAddress)]
