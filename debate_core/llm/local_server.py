"""The local model's child process: `python local_server.py MODEL.gguf`, a key on its input."""

import json
import os
import sys
import threading
import time
from typing import Any

# SmolLM2 was trained on 8,192 tokens; llama.cpp gives no call more. Reading a prompt is as slow as writing (about 80
# tokens a second), and only calls that follow one another in a slot share what was read: four judges of one transcript
# took 84 s of CPU in four slots, 39 s in two, 25 s in one, where two speeches cannot overlap.
CONTEXT = 16_384
SLOTS = 2
# More threads than free cores make llama.cpp spin: 1.3 instead of 70 tokens a second on a busy machine of two.
THREADS = 1


def main() -> int:
    report = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    parent = os.getppid()
    key = sys.stdin.readline().strip()
    try:
        server = _serve(sys.argv[1], key)
        words = {"address": server.listening_address}
    except Exception as error:
        words = {"error": f"{type(error).__name__}: {error}"[:300]}
    with report:
        report.write(json.dumps(words) + "\n")
    if "error" in words:
        return 1
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    sys.stdin.read()
    os._exit(0)  # llama.cpp's own threads would keep a polite exit waiting for the answers under way


def _serve(model: str, key: str) -> Any:
    import xllamacpp  # noqa: PLC0415  the local runtime: optional, and 600 MB of it

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {"smollm2"}
    params.api_keys = [key]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT
    params.n_parallel = SLOTS
    params.kv_unified = True
    params.cpuparams.n_threads = THREADS
    params.cpuparams_batch.n_threads = THREADS
    # Without these a model of this size repeats itself until its cap, in one answer out of three.
    params.sampling.penalty_repeat = 1.1
    params.sampling.dry_multiplier = 0.8
    params.cache_ram_mib = 0
    params.fit_params = False
    params.warmup = False
    params.ui = False
    params.server_tools = []
    params.endpoint_slots = False
    return xllamacpp.Server(params)


def _watch(parent: int) -> None:
    """End when the parent is gone, even where something else still holds the other end of the input."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
