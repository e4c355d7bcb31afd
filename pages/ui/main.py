"""The page set-up and the router; an error of ours is said as a page, with a way on."""

from debate_core.domain.errors import DebateError, RecordNotFound, RecordUnreadable, StoreFailed
from pages.ui import router
from pages.ui.shared.heading import show_error, show_missing, show_sign_in, show_store_failed, show_unreadable

router.frame()
try:
    router.run(show_sign_in)
except RecordNotFound as missing:
    show_missing(missing)
except RecordUnreadable as unreadable:
    show_unreadable(unreadable)
except StoreFailed as failed:
    show_store_failed(failed)
except DebateError as error:
    show_error(error)
