"""A provider's batches on loopback, on both wires that have them: taken, ended when told to, answered in any order."""

import json
from collections.abc import Callable
from typing import Any

from tests.llm.servers import FakeServer, Heard, Reply, chat, message, said

Answer = Callable[[str], Any]
"""From the words of a request to what comes of it: words, or one of the ends below."""
EXPIRED, CANCELLED, MISSING = "expired", "cancelled", "missing"
BUSY, REFUSED = ("overloaded_error", 529), ("invalid_request_error", 400)


class Batching(FakeServer):
    """Takes batches; each ends at once, or only after `ended` is set to true."""

    def __init__(self, answer: Answer, *, ended: bool = True) -> None:
        super().__init__((said({}, 500),), {})
        self.answer, self.ended = answer, ended
        self.batches: list[dict[str, Any]] = []
        self.files: list[str] = []
        self.failed: list[dict[str, str]] = []
        self.looks: list[int] = []

    def take(self, heard: Heard) -> Reply:
        path = heard.path.removeprefix("/v1")
        self.asked.set()
        if heard.body is None and self.looks:
            return said({"error": {"message": "no"}}, self.looks.pop(0))
        if heard.body is None:
            return self._look(path)
        if path == "/files":
            self.files.append(heard.body)
            return said({"id": f"file-{len(self.files)}", "object": "file"})
        if path == "/batches":
            form = self.files[int(heard.body["input_file_id"].removeprefix("file-")) - 1]
            lines = [json.loads(line) for line in form.splitlines() if line.startswith("{")]
            return self.taken({line["custom_id"]: line["body"] for line in lines}, "status", "validating")
        if path == "/messages/batches":
            entries = {one["custom_id"]: one["params"] for one in heard.body["requests"]}
            return self.taken(entries, "processing_status", "in_progress")
        self.heard.append(heard)
        return said({"error": {"message": "asked at once, at the full price"}}, 500)

    def taken(self, entries: dict[str, Any], name: str, state: str) -> Reply:
        self.batches.append(entries)
        return said({"id": f"batch_{len(self.batches)}", name: state})

    def _look(self, path: str) -> Reply:
        if path.startswith("/files/"):
            return self._lines(int(path.split("/")[2].removeprefix("out-")), _chat_line)
        if path.startswith("/messages/batches/"):
            batch = path.split("/")[3]
            if path.endswith("/results"):
                return self._lines(int(batch.removeprefix("batch_")), _message_line)
            return said({"id": batch, "processing_status": "ended" if self.ended else "in_progress"})
        batch = path.split("/")[2]
        if self.failed:
            return said({"id": batch, "status": "failed", "errors": {"data": self.failed}})
        ready = {"status": "completed", "output_file_id": f"out-{batch.removeprefix('batch_')}"}
        return said({"id": batch, **(ready if self.ended else {"status": "in_progress"})})

    def _lines(self, number: int, line: Callable[[str, Any], dict[str, Any] | None]) -> Reply:
        entries = self.batches[number - 1]
        found = [
            line(name, self.answer(json.dumps(body["messages"]))) for name, body in reversed(entries.items())
        ]
        return Reply(pieces=["\n".join(json.dumps(one) for one in found if one).encode()])


def _body(reply: Reply) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(reply.pieces[0])
    return found


def _chat_line(name: str, what: Any) -> dict[str, Any] | None:
    if what == MISSING:
        return None
    if what in (EXPIRED, CANCELLED):
        error = {"code": f"batch_{what}", "message": "it ended"}
        return {"custom_id": name, "response": None, "error": error}
    if isinstance(what, tuple):
        body = {"error": {"message": "no", "type": what[0]}}
        return {"custom_id": name, "response": {"status_code": what[1], "body": body}, "error": None}
    return {"custom_id": name, "response": {"status_code": 200, "body": _body(chat(what))}, "error": None}


def _message_line(name: str, what: Any) -> dict[str, Any] | None:
    if what == MISSING:
        return None
    if what in (EXPIRED, CANCELLED):
        return {"custom_id": name, "result": {"type": what.replace("ll", "l")}}
    if isinstance(what, tuple):
        error = {"type": "error", "error": {"type": what[0], "message": "no"}}
        return {"custom_id": name, "result": {"type": "errored", "error": error}}
    return {"custom_id": name, "result": {"type": "succeeded", "message": _body(message(what))}}
