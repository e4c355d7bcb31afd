"""The app: the dashboard's script and, beside it, plain routes that need no session; it starts only where its mode is
meant for whoever can reach it."""

import os

import streamlit as st

from debate_core.domain.errors import SetUpError
from debate_core.domain.hosting import check_start, hosting
from pages.routes import MIDDLEWARE
from pages.routes.stage import ROUTES

try:
    check_start(
        hosting(),
        st.get_option("server.address") or "",
        signs_in=st.secrets.load_if_toml_exists() and "auth" in st.secrets,
        forwards=os.environ.get("FORWARDED_ALLOW_IPS", ""),
    )
except SetUpError as error:
    raise SystemExit(f"Split Decision doesn't start: {error}.") from None
app = st.App("pages/ui/main.py", routes=ROUTES, middleware=MIDDLEWARE)
