"""Every session key and cache, typed, in one place.

A module for each thing a session is about: the address, debates, setting one up, watching one; pages reach all that is
public in them from here. Invariant: nothing that matters lives here: all of it can be lost by a refresh and read again
from the store or the address. Keys a person typed live in this session only.
"""

from pages.ui.state.address import *
from pages.ui.state.artifacts import *
from pages.ui.state.bringing import *
from pages.ui.state.debates import *
from pages.ui.state.looking import Shared as Shared
from pages.ui.state.models import *
from pages.ui.state.reviewing import *
from pages.ui.state.setting_up import *
from pages.ui.state.shelving import *
from pages.ui.state.studying import *
from pages.ui.state.visitor import *
from pages.ui.state.watching import *
