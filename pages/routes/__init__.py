"""Plain ASGI routes beside Streamlit: no session, no script. With `app.py` the only code that may import starlette."""

from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from pages.routes.unknown import UnknownAddress

ROUTES: list[BaseRoute] = []
MIDDLEWARE = [Middleware(UnknownAddress)]
