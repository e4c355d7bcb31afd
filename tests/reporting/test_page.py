"""A text's or a table's report as one file runs nothing and asks for nothing, whatever its words are."""

import re
from html import escape
from html.parser import HTMLParser

import pytest

from debate_core.importing.tables import table_config
from debate_core.library.history import History
from debate_core.library.report.table import table_panel
from debate_core.library.text_review import text_review
from debate_core.reporting.debate import whole_document
from debate_core.reporting.formats import html
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.store.record import replay
from tests.building import structured
from tests.building.facts import poisoned, stored
from tests.each import each
from tests.library.findings import artifacts

HOSTILE = (
    '"><script>alert(1)</script></style><img src=http://127.0.0.1:9/i onerror=alert(1)> {{ 7*7 }}\x1b\u202e'
)
TABLE = "judge,item,score\nAda,a,3\nAda,b,5\nBo,a,4\nBo,b,5\n<script>,a,1\n<script>,b,2\n"


class Seen(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def review_page():
    found = artifacts.finding(what=HOSTILE)
    sheets = [artifacts.sheet(name, "CONDITIONAL", found, rationale=HOSTILE) for name in artifacts.NAMES]
    record = artifacts.record(*sheets)
    return html(text_document(text_review(record), record))


def table_page():
    config = table_config(TABLE.encode(), "<script>.csv")
    return html(table_document(table_panel(config), config.file))


def debate_page():
    held = replay(stored([poisoned(event, HOSTILE) for event in structured.STATES["no_call"]]))
    return html(whole_document(held, History()))


PAGES = {"a debate": debate_page, "a review": review_page, "a table": table_page}


@pytest.mark.slow
@each("kind", PAGES)
def test_a_page_has_no_script_and_hostile_words_stay_words(kind):
    page = PAGES[kind]()
    tags = Seen(page).tags
    forbidden = {"script", "img", "link", "iframe", "object", "form", "image", "use"}
    assert not forbidden & {tag for tag, _ in tags}
    names = {name for _, attrs in tags for name in attrs}
    assert not {
        one for one in names if one in ("src", "style", "srcset", "xlink:href") or one.startswith("on")
    }
    # The contents lead within the page only.
    assert all(attrs["href"].startswith("#") for tag, attrs in tags if tag == "a")
    assert "&lt;script&gt;" in page and not re.search("\x1b|\u202e", page)


def test_what_decides_stands_open_and_the_rest_is_folded_each_under_its_title():
    page = debate_page()
    folded = re.findall(r'<details class="more"><summary>[^<]*</summary><section id="([^"]*)">', page)
    assert {"lead", "arguments", "judges"} <= set(folded)
    assert not {"verdict", "cautions", "next", "agreement", "disputed"} & set(folded)


def test_a_cell_of_a_few_long_rows_stands_beside_its_columns_title():
    page = review_page()
    table = page.partition('<table class="named')[2].partition("</table>")[0]
    heads = re.findall(r'<th scope="col">([^<]*)', table)
    row = re.findall(r'<td data-of="([^"]*)">', table.partition("<tbody>")[2].partition("</tr>")[0])
    assert len(heads) > 3 and row == heads[1:]


def test_the_answer_stands_first_as_a_card_with_its_line_drawn_once():
    found = whole_document(structured.record_of("agreed"), History())
    page = html(found)
    card = page.split('<div class="card">')[1].split('id="positions"')[0]
    places = [card.index(f'id="{key}"') for key in ("verdict", "reliance", "luck", "not_meant")]
    assert places == sorted(places)
    line = escape(found["positions"].figure.alt).replace("&#x27;", "&#39;")
    assert line in card and page.count(f'aria-label="{line}') == 1
