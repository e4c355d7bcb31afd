"""The app: the dashboard's script, and plain routes that need no session."""

import os
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st

from debate_core.domain.errors import SetUpError
from debate_core.domain.settings import check_start, hosting
from pages.routes import FAULTS, MIDDLEWARE
from pages.routes.stage import ROUTES

try:
    check_start(
        hosting(),
        st.get_option("server.address") or "",
        secret=st.secrets.get("auth", {}).get("cookie_secret") if st.secrets.load_if_toml_exists() else None,
        files=st.get_option("secrets.files"),
        forwards=os.environ.get("FORWARDED_ALLOW_IPS", ""),
    )
except SetUpError as error:
    raise SystemExit(f"Split Decision doesn't start: {error}.") from None


@asynccontextmanager
async def say_where(app: st.App) -> AsyncIterator[dict[str, Any] | None]:
    """Streamlit says where a script is served and opens a browser; of an app it does neither."""
    url = f"http://localhost:{st.get_option('server.port')}"
    sys.stdout.write(f"Split Decision: {url}\n")
    sys.stdout.flush()
    has_screen = sys.platform != "linux" or "DISPLAY" in os.environ
    if has_screen and not st.get_option("server.headless"):
        webbrowser.open(url)
    yield None


app = st.App(
    "pages/ui/main.py", routes=ROUTES, middleware=MIDDLEWARE, exception_handlers=FAULTS, lifespan=say_where
)
