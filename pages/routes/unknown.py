"""An address that leads nowhere is answered with a page of ours, where Streamlit's stays blank."""

from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from pages.routes.plain import nowhere

_PAGES = {"", *(one.stem for one in Path(__file__).parents[1].glob("[a-z]*.py"))}
_BESIDE = {"_stcore", "media", "component", "static", "app", "auth", "oauth2callback", "stage", "r"}
"""The first parts of addresses that Streamlit or a route of ours answers."""


class UnknownAddress:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if asks and not _leads_on(scope["path"]):
            return await nowhere()(scope, receive, send)
        await self._app(scope, receive, send)


def _leads_on(path: str) -> bool:
    first, _, rest = path.strip("/").partition("/")
    is_page_or_file = first in _PAGES or "." in first
    return first in _BESIDE or (is_page_or_file and not rest)
