"""The page set-up and the router; an error of ours is said as a page, with a way on."""

from debate_core.domain.errors import DebateError
from pages.ui import router
from pages.ui.shared.heading import show_error, show_sign_in

router.frame()
try:
    router.run(show_sign_in)
except DebateError as error:
    show_error(error)
