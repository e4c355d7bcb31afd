"""The app: the dashboard's script and, beside it, plain routes that need no session."""

import streamlit as st

from pages.routes import MIDDLEWARE, ROUTES

app = st.App("pages/ui/main.py", routes=ROUTES, middleware=MIDDLEWARE)
