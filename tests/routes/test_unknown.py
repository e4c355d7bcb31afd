"""An address that leads nowhere is answered by us; those of pages and of Streamlit go on."""

import asyncio

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount

from pages.routes import MIDDLEWARE


def answer(path):
    behind = Starlette(routes=[Mount("/", PlainTextResponse("Streamlit's"))], middleware=MIDDLEWARE)

    async def ask():
        over = httpx2.ASGITransport(app=behind)
        async with httpx2.AsyncClient(transport=over, base_url="http://here") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "path",
    [
        "/watch/foo",
        "/nothing",
        "/watch/_stcore/x",
        "/%3Cscript%3E",
        "/r/",
        "/stage",
        "/stage//x",
        "/words/x/y",
    ],
)
def test_an_address_that_leads_nowhere_is_a_page_of_ours(path):
    found = answer(path)
    assert found.status_code == 404
    assert 'href="/"' in found.text and "script>" not in found.text


@pytest.mark.parametrize(
    "path", ["/", "/watch", "/set_up", "/verdict?debate=x", "/_stcore/health", "/favicon.png"]
)
def test_pages_and_what_streamlit_answers_are_left_to_it(path):
    assert answer(path).text == "Streamlit's"
