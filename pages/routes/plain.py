"""A plain page: our template, style and script, whose digests its policy names; nothing else is loaded or run."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

_FOLDER = Path(__file__).parent / "templates"
_ENVIRONMENT = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
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
