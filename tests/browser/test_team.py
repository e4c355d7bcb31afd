"""A team's server, to an owner in a real browser, to her and others by the wire: sign-in keeps the address and is for
those on the list, and a private debate is to all others one that was never there, on every page, whatever they try."""

import contextlib
import hashlib
import json
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from debate_core.domain.transcript import Topic
from debate_core.store import SQLiteStore
from debate_core.store.access import Visitor
from debate_core.store.personal import PersonalStore
from tests.browser.conftest import PATIENCE, ROOT, _free_port, go, key, served
from tests.building.simulated import simulated_events, with_config

pytestmark = pytest.mark.browser
PEOPLE = {"ann": "ann@example.org", "bob": "bob@example.org", "eve": "eve@evil.example"}
TOPIC = "Harbour cranes should rest at night"
OF_A_DEBATE = ("/watch?debate={}", "/panel?debate={}&arg=PRO-1", "/verdict?debate={}")
OF_ALL = (
    "/",
    "/review?debate={}&of={}&item=PRO-1",
    "/artifact?artifact={}",
    "/library?words=Harbour&chosen={}",
    "/library?compare={},{}",
    "/lab?debate={}",
    "/studies?study={}",
    "/panel?table={}",
    "/bring",
)
BESIDE = ("/stage/{}", "/stage/{}/words", "/words/{}", "/r/{}", "/media/{}.html")
BEGINS = b'"begins": true'
"""The page waits until the browser has drawn its empty window and asks once more."""


@contextlib.contextmanager
def team(folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    """A team's server, and an OpenID provider that signs anyone in as one of `PEOPLE` at a click; their addresses."""
    port, own_port = _free_port(), _free_port()
    issuer, url = f"http://localhost:{port}", f"http://localhost:{own_port}"
    lines = {
        "redirect_uri": f"{url}/oauth2callback",
        "cookie_secret": "0123456789abcdef0123456789abcdef",
        "client_id": "split",
        "client_secret": "secret",
        "server_metadata_url": f"{issuer}/.well-known/openid-configuration",
    }
    secrets = folder / "secrets.toml"
    secrets.touch(0o600)
    secrets.write_text(
        "[auth]\n" + "\n".join(f"{name} = {json.dumps(value)}" for name, value in lines.items())
    )
    environment = {
        "DEBATE_STORE": str(folder / "debates.sqlite3"),
        "SPLIT_DECISION_MODE": "team",
        "SPLIT_DECISION_PEOPLE": "@example.org",
        "STREAMLIT_SECRETS_FILES": str(secrets),
    }
    claims = [json.dumps({"sub": sub, "email": email}) for sub, email in PEOPLE.items()]
    command = [str(pathlib.Path(sys.executable).with_name("oidc-provider-mock")), "-p", str(port)]
    command += [part for one in claims for part in ("--user-claims", one)]
    with (folder / "provider.log").open("w") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
    try:
        with served(ROOT / "app.py", folder / "log", environment, port=own_port):
            yield url, issuer
    finally:
        process.terminate()
        process.wait(30)


class Owner:
    """A browser of somebody's own, and every byte that its pages were sent."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.page, self.url, self.sent = browser.new_context().new_page(), url, b""
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._keep)

    def _keep(self, frame: bytes | str) -> None:
        self.sent += frame if isinstance(frame, bytes) else frame.encode()

    def sign_in(self, sub: str, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.locator(f"{key('sign_in')} button").click()
        self.page.get_by_role("button", name=re.compile(sub)).first.click()
        self.page.wait_for_url(re.compile(re.escape(self.url)))

    def see(self, path: str) -> None:
        """Whatever the server sends of that address, in the same session."""
        with self.run():
            go(self.page, path)

    @contextlib.contextmanager
    def run(self) -> Iterator[None]:
        """What is done inside has had its run on the server once this is left; some end before they are drawn."""
        with self.socket.expect_event("framereceived", _ends_a_run):
            yield

    def status(self, path: str) -> int:
        return self.page.request.get(self.url + path).status


class Stranger:
    """What a browser of somebody's would be sent, every byte; nothing is drawn, for a page shows no more than came."""

    def __init__(self, opened: contextlib.ExitStack, url: str) -> None:
        self.client = opened.enter_context(httpx.Client(base_url=url, follow_redirects=True))
        self.url, self.sent, self._opened = url, b"", opened
        self._line: ClientConnection | None = None

    def sign_in(self, path: str, **answer: str) -> None:
        """Begin there; `answer`: whom the provider shall take one for, or that it shall refuse."""
        self.see(path)
        button = re.search(rb"\$\$ID-[\w-]+-sign_in", self.sent)
        assert button
        messages = self.see(path, button[0].decode())
        form = self.client.get(
            next(one.auth_redirect.url for one in messages if one.HasField("auth_redirect"))
        )
        self.client.post(form.url, data=answer).raise_for_status()
        self.leave()

    def see(self, path: str, pressed: str = "") -> list[ForwardMsg]:
        """Whatever the server sends of that address, in the same session."""
        page, _, query = path.partition("?")
        asked = BackMsg()
        asked.rerun_script.page_name, asked.rerun_script.query_string = page.strip("/"), query
        if pressed:
            asked.rerun_script.widget_states.widgets.add(id=pressed, trigger_value=True)
        self._line = line = self._line or self._connect()
        line.send(asked.SerializeToString())
        messages = []
        for frame in line:
            assert isinstance(frame, bytes)
            self.sent += frame
            messages.append(ForwardMsg.FromString(frame))
            # Where the server leads to, a browser is from then on.
            if messages[-1].HasField("navigation"):
                asked.rerun_script.page_script_hash = messages[-1].navigation.page_script_hash
            if messages[-1].HasField("page_info_changed"):
                asked.rerun_script.query_string = messages[-1].page_info_changed.query_string
            if BEGINS in frame:
                line.send(asked.SerializeToString())
            if _ends_a_run(frame) and messages[-1].script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                break
        return messages

    def hears(self, words: str, path: str) -> bool:
        """What the server sends of that address has these words, marks escaped or not."""
        before = len(self.sent)
        self.see(path)
        return words.encode() in self.sent[before:].replace(b"\\", b"")

    def leave(self) -> None:
        """What comes next is a new session's."""
        if self._line:
            self._line.close()
        self._line = None

    def _connect(self) -> ClientConnection:
        self.client.get("/_stcore/health")
        cookies = {cookie.name: cookie.value or "" for cookie in self.client.cookies.jar}
        line = connect(
            f"{self.url.replace('http', 'ws')}/_stcore/stream",
            origin=Origin(self.url),
            subprotocols=[Subprotocol("streamlit"), Subprotocol(cookies["_streamlit_xsrf"])],
            additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())},
            max_size=None,
        )
        return self._opened.enter_context(line)

    def status(self, path: str) -> int:
        return self.client.get(path).status_code


def _ends_a_run(frame: bytes | str) -> bool:
    return isinstance(frame, bytes) and ForwardMsg.FromString(frame).WhichOneof("type") == "script_finished"


def test_a_private_debate_is_to_others_on_every_page_one_that_was_never_there(
    chromium: Browser, tmp_path: pathlib.Path, subtests: pytest.Subtests
) -> None:
    store = SQLiteStore(tmp_path / "debates.sqlite3")
    topic = Topic(text=TOPIC)
    first, *others = with_config(simulated_events(), topic=topic)
    secrets = [
        TOPIC.encode(),
        next(one.turn.arguments[0].claim for one in others if one.kind == "turn_spoken")[:40].encode(),
    ]
    with team(tmp_path) as (url, issuer), contextlib.ExitStack() as opened:
        mark = hashlib.sha256(f"{issuer}|ann".encode()).hexdigest()[:16]
        debate = PersonalStore(store, Visitor(key=f"member {mark}", role="member")).open_record(
            first, None, others
        )
        ann = Owner(chromium, url)
        by_wire, bob, eve, nobody = (Stranger(opened, url) for _ in range(4))

        with subtests.test("signing in leads back to the address, and its owner sees it on every page"):
            ann.sign_in("ann", f"/verdict?debate={debate}")
            ann.page.get_by_role("heading", name="may I conclude?").wait_for()
            assert ann.page.url == f"{url}/verdict?debate={debate}"
            by_wire.sign_in("/review", sub="ann")
            assert by_wire.hears("to go · **ann", "/review")
            for path in (*OF_A_DEBATE, "/review"):
                assert by_wire.hears(TOPIC, path.format(debate))
            assert all(one in by_wire.sent for one in secrets)
        with subtests.test("her report is hers, in a second tab too, and nobody's by its address"):
            ann.see(f"/verdict?debate={debate}&gap_level=0.95")
            ann.page.get_by_role("button", name="Download", exact=True).click()
            with ann.page.expect_download() as download:
                ann.page.get_by_role("button", name="Download HTML").click()
            file = download.value
            assert file.suggested_filename == f"{debate}.html"
            text = pathlib.Path(file.path()).read_text()
            assert TOPIC in text and "0.95 instead" in text, "not as the address reads it"
            address = file.url.removeprefix(url)
            assert ann.status(address) == 200
        with subtests.test("her teammate meets one that was never there"):
            bob.sign_in(f"/verdict?debate={debate}", sub="bob")
            for path in OF_A_DEBATE:
                assert bob.hears(f"no debate '{debate}'", path.format(debate))
        with subtests.test("whoever isn't on the list stays out"):
            eve.sign_in(f"/verdict?debate={debate}", sub="eve")
            for path in (*OF_A_DEBATE, *OF_ALL):
                assert eve.hears("open to you", path.format(debate, debate))
        for path in OF_ALL:
            bob.see(path.format(debate, debate))
        for path in (*OF_A_DEBATE, *OF_ALL):
            assert nobody.hears("sign in to see", path.format(debate, debate))
        for who in (bob, eve, nobody):
            assert not [one for one in secrets if one in who.sent]
            assert [who.status(path.format(debate)) for path in BESIDE] == [404] * len(BESIDE)
            assert who.status(address) == 404
            vote = who.client.post(f"/stage/{debate}", data={"moment": "before", "choice": "pro"})
            assert vote.status_code == 404
        with subtests.test("she shares it with her team, who see it then and may not share it on"):
            ann.page.get_by_role("button", name="Share").click()
            with ann.run():
                ann.page.get_by_text("My team sees this debate").click()
            before = len(bob.sent)
            assert bob.hears(TOPIC, f"/panel?debate={debate}")
            share = re.compile(rb"\bShare\b")
            assert share.search(ann.sent)
            assert not share.search(bob.sent[before:])
            assert bob.status(address) == 404
        with subtests.test("her link leads anybody to the report until she ends it"):
            ann.page.get_by_role("button", name="Make a link").click()
            link = ann.page.get_by_text(re.compile(r"http.*/r/")).inner_text().strip()
            assert TOPIC in nobody.client.get(link.replace("127.0.0.1", "localhost")).text
            phone = chromium.new_context().new_page()
            phone.goto(link.replace("/r/", f"/stage/{debate}?t="))
            phone.get_by_role("heading", name="PRO").wait_for()
            ann.page.get_by_role("button", name="End the link").click()
            ann.page.get_by_role("button", name="Make a link").wait_for()
            assert nobody.status(link) == 404
            phone.get_by_text("no longer valid").wait_for(timeout=PATIENCE)
        with subtests.test(
            "she sees who she is, signs out, and is told when a sign-in fails; the address is kept"
        ):
            for path in OF_A_DEBATE:
                assert by_wire.hears("ann@example.org", path.format(debate))
            ann.page.get_by_label("Signed in as ann@example.org").click()
            way_out = ann.page.get_by_role("link", name="Sign out").get_attribute("href")
            by_wire.leave()
            assert "End Session" in by_wire.client.get(way_out).text
            by_wire.sign_in(f"/verdict?debate={debate}", action="deny")
            assert by_wire.hears("last try was refused", "/")
            by_wire.sign_in("/", sub="ann")
            led_to = by_wire.see("/")
            assert f"debate={debate}" in [one.page_info_changed.query_string for one in led_to]
            headings = [one.delta.new_element.heading.body for one in led_to]
            assert any("may I conclude?" in one for one in headings)
    store.close()
    with subtests.test("a lost server is told in our words"):
        dialog = ann.page.get_by_test_id("stDialog")
        dialog.wait_for()
        assert dialog.inner_text().strip() == "Connection error"
        words = dialog.evaluate("e => getComputedStyle(e.querySelector('h2 + div'), '::before').content")
        assert "connection is lost" in words
