"""Every session key and cache, typed, in one place."""

from pages.ui.state.address import *
from pages.ui.state.artifacts import *
from pages.ui.state.debates import *
from pages.ui.state.reviewing import *
from pages.ui.state.setting_up import *
from pages.ui.state.shelving import *
from pages.ui.state.visitor import *
from pages.ui.state.watching import *
