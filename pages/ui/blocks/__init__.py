"""Shows blocks on a page: the one place where a page gets its findings, tables and pictures from."""

from pages.ui.blocks.show import offer_downloads as offer_downloads
from pages.ui.blocks.show import offer_report as offer_report
from pages.ui.blocks.show import show_beside as show_beside
from pages.ui.blocks.show import show_block as show_block
from pages.ui.blocks.show import show_heading as show_heading
from pages.ui.blocks.show import show_metrics as show_metrics
from pages.ui.blocks.show import show_notes as show_notes
from pages.ui.blocks.show import show_parts as show_parts
from pages.ui.blocks.show import show_picture as show_picture
from pages.ui.blocks.show import show_sentence as show_sentence
from pages.ui.blocks.show import show_tables as show_tables
