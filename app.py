"""The page set-up and the router; a debate that can't be read takes down no page but its own."""

from debate_core.errors import RecordUnreadable, StoreFailed
from pages.ui import router
from pages.ui.shown.heading import show_store_failed, show_unreadable

router.frame()
try:
    router.run()
except RecordUnreadable as unreadable:
    show_unreadable(unreadable)
except StoreFailed as failed:
    show_store_failed(failed)
