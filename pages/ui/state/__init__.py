"""What a session keeps, by typed names, and every cache; `session` alone reads and writes Streamlit's own session."""

from pages.ui.state.address import *
from pages.ui.state.artifacts import *
from pages.ui.state.debates import *
from pages.ui.state.library import *
from pages.ui.state.review import *
from pages.ui.state.session import *
from pages.ui.state.setup_form import *
from pages.ui.state.watch import *
