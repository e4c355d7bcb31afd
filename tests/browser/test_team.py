"""A team's server in a real browser: sign-in keeps the address, and is for those on the list."""

import contextlib
import hashlib
import json
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from debate_core.store import SQLiteStore
from debate_core.store.access import Visitor, own
from tests.browser.conftest import ROOT, _free_port, served
from tests.building.simulated import fill

pytestmark = pytest.mark.browser
PEOPLE = {"u1": "ann@example.org", "u2": "bob@example.org", "u3": "eve@evil.example"}


@contextlib.contextmanager
def provider(folder: pathlib.Path, port: int) -> Iterator[str]:
    """An OpenID provider that signs anyone in as one of them at a click."""
    claims = [
        part
        for sub, email in PEOPLE.items()
        for part in ("--user-claims", json.dumps({"sub": sub, "email": email}))
    ]
    command = [str(pathlib.Path(sys.executable).with_name("oidc-provider-mock")), "-p", str(port), *claims]
    with (folder / "provider.log").open("w") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
        try:
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait(30)


def signed_in(browser: Browser, url: str, sub: str, path: str) -> Page:
    page = browser.new_context().new_page()
    page.goto(url + path)
    page.locator(".st-key-sign_in button").click()
    page.get_by_role("button", name=re.compile(sub)).first.click()
    page.wait_for_url(re.compile(re.escape(url)))
    return page


def test_signing_in_leads_back_to_the_address_and_whoever_is_not_on_the_list_stays_out(
    chromium: Browser, tmp_path: pathlib.Path
) -> None:
    path, port = tmp_path / "debates.sqlite3", _free_port()
    store = SQLiteStore(path)
    debate = fill(store, ["finished"])["finished"]
    with provider(tmp_path, port) as issuer:
        mark = hashlib.sha256(f"{issuer}|u1".encode()).hexdigest()[:16]
        own(store, debate, Visitor(key=f"member {mark}", role="member"))
        secrets = tmp_path / "secrets.toml"
        environment = {
            "DEBATE_STORE": str(path),
            "SPLIT_DECISION_MODE": "team",
            "SPLIT_DECISION_PEOPLE": "@example.org",
            "STREAMLIT_SECRETS_FILES": str(secrets),
        }
        own_port = _free_port()
        lines = {
            "redirect_uri": f"http://localhost:{own_port}/oauth2callback",
            "cookie_secret": "0123456789abcdef0123456789abcdef",
            "client_id": "split",
            "client_secret": "secret",
            "server_metadata_url": f"{issuer}/.well-known/openid-configuration",
        }
        secrets.write_text(
            "[auth]\n" + "\n".join(f"{name} = {json.dumps(value)}" for name, value in lines.items())
        )
        with served(ROOT / "app.py", tmp_path / "log", environment, "streamlit", "run", port=own_port):
            url, deep = f"http://localhost:{own_port}", f"/verdict?debate={debate}"
            ann = signed_in(chromium, url, "u1", deep)
            expect(ann.get_by_role("heading", name="What may I conclude?")).to_be_visible()
            assert ann.url == url + deep
            bob = signed_in(chromium, url, "u2", deep)
            expect(bob.get_by_text(f"This store has no debate '{debate}'")).to_be_visible()
            for address in (f"/stage/{debate}", f"/stage/{debate}/words", f"/words/{debate}", f"/r/{debate}"):
                assert bob.request.get(url + address).status == 404
            eve = signed_in(chromium, url, "u3", deep)
            expect(eve.get_by_text("isn't open to you")).to_be_visible()
    store.close()
