"""What a failure is taken for, and what is said of it: by its status, its words and what it was caused by."""

import json

import pytest

from debate_core.llm.errors import APIError, _wait_text, failure
from debate_core.llm.keys import Endpoint, Key
from tests.each import each

HERE = Endpoint(provider="mine", base_url="http://host:1/v1", key=Key("a-key-of-mine"))
LONG = "maximum context length is 8000 tokens; resulted in 9000 tokens"
SPENT, SAFE, NO_MODEL = "insufficient_quota", "content_policy", "unknown model"


class Response:
    def __init__(self, **headers):
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def refused(status, message="", **headers):
    return APIError({"error": {"message": message}}, status=status, response=Response(**headers))


KINDS = {
    "not_found": [(300, ""), (399, SPENT), (401, NO_MODEL), (404, SAFE), (405, ""), (418, NO_MODEL)],
    "internal": [(400, "It is odd"), (499, "")],
    "auth": [(400, "API key not valid"), (401, "no"), (403, LONG)],
    "quota": [(402, LONG), (403, SPENT), (429, "see billing"), (429, f"{SPENT}; try again in 2 s")],
    "content_filter": [(403, SAFE), (422, SAFE)],
    "context_overflow": [(413, ""), (422, LONG), (500, LONG), (501, LONG)],
    "retryable": [(408, ""), (409, ""), (425, ""), (429, "try again in 2 s: billing"), (429, LONG), (502, LONG)],
}  # fmt: skip


@each(("kind", "refusals"), KINDS.items())
def test_a_refusal_is_of_a_kind_by_its_status_and_its_words(kind, refusals):
    for status, message in refusals:
        failed = failure(refused(status, message), HERE, partial="Half")
        assert (failed.kind, failed.busy, failed.partial) == (kind, status == 429, "Half"), (status, message)


CHECK = "Check the model's name and the address."
SIZES = "it has 9,000 tokens, and the model takes 8,000 with its answer"
LARGER = "Use a model with a larger context, or a shorter debate."
SAID = [
    (refused(302), f"redirected to another address (302), where the prompt was not sent. {CHECK}"),
    (refused(400, LONG), f"refused the prompt as too long (400): {SIZES}. {LARGER}"),
    (refused(413, "too many tokens"), f"refused the prompt as too long (413), saying “too many tokens”. {LARGER}"),
    (refused(401, "a-key-of-mine."), "refused the key (401), saying “[key]”. Check that mine has the right key."),
    (refused(503, "x" * 201), f"is busy or failing (503), saying “{'x' * 200}”. It may work in a while."),
    (refused(503, "a" * 20 + "<"), f"is busy or failing (503), saying “{'a' * 20}<”. It may work in a while."),
    (refused(503, "a" * 19 + "<"), "is busy or failing (503). It may work in a while."),
    (APIError("Wait.", status=503), "is busy or failing (503), saying “Wait”. It may work in a while."),
    (APIError({"message": 7}, status=503), "is busy or failing (503). It may work in a while."),
    (refused(429, "no", retry_after="120"), "is busy or failing (429), saying “no”. It asks us to wait 2 minutes."),
    (refused(200, "boom"), "broke off with an error, saying “boom”. It may work in a while."),
    (refused(299, "boom"), "broke off with an error, saying “boom”. It may work in a while."),
    (APIError({"code": 400}), "refused the request (400). Try another model or server."),
    (APIError({"code": 599}), "is busy or failing (599). It may work in a while."),
    (APIError({"code": 399}), "broke off with an error. It may work in a while."),
    (APIError({"code": 600}), "broke off with an error. It may work in a while."),
    (KeyError("x"), "failed unexpectedly (KeyError). Try another model or server."),
]  # fmt: skip


@each(("error", "words"), SAID)
def test_a_failure_says_who_failed_how_and_what_to_do(error, words):
    assert str(failure(error, HERE)) == f"mine at host:1 {words}"


def test_the_sizes_of_an_overflow_are_read_in_the_words_of_each_server():
    llama = "exceed_context_size_error, 'n_prompt_tokens': 9000, 'n_ctx': 8000"
    for message in (LONG, "prompt is too long: 9000 tokens > 8000 maximum", llama):
        assert SIZES in str(failure(refused(400, message), HERE))


NOW, MONTH = "Wed, 21 Oct 2026 07:28:00 GMT", 30 * 86400.0
WAITS = [
    ({"retry_after_ms": "1500", "retry_after": "7"}, 1.5),
    ({"retry_after_ms": "soon", "retry_after": "7.5"}, 7.5),
    ({"retry_after": NOW.replace("28:00", "29:30"), "date": NOW}, 90.0),
    ({"retry_after": NOW.replace("28:00", "27:00"), "date": NOW}, 0.0),
    ({"retry_after": NOW.replace("2026", "2027"), "date": NOW}, MONTH),
    ({"retry_after_ms": "9999999999"}, MONTH),
    *(({"retry_after": odd, "date": NOW}, None) for odd in ("7,5", "soon", "-3")),
    ({"retry_after": "99999999"}, MONTH),
    ({}, 33.5),
]


@each(("headers", "after"), WAITS)
def test_how_long_to_wait_is_read_of_the_headers_before_the_words(headers, after):
    assert failure(refused(503, "Retry after 33.5 s", **headers), HERE).after == after


def test_a_wait_is_told_from_a_minute_on_in_the_largest_unit_of_which_there_are_two():
    waits = {60: "1 minute", 60.5: "2 minutes", 7_199: "120 minutes", 7_200: "2 hours", 172_799: "48 hours"}
    for seconds, words in waits.items():
        assert _wait_text(seconds) == f"It asks us to wait {words}."
    assert (_wait_text(59.0), _wait_text(172_800.0)) == ("", "It asks us to wait 2 days.")


def caused(error, times):
    outer = Exception("no")
    outer.__context__ = caused(error, times - 1) if times > 1 else error
    return outer


def named(*names, text=""):
    """An error of a class and its bases, by their names alone."""
    cls = Exception
    for name in reversed(names):
        cls = type(name, (cls,), {})
    return cls(text)


def unread(text):
    with pytest.raises(ValueError) as caught:
        json.loads(text)
    return caught.value


WITHOUT_STATUS = [
    (caused(refused(401), 7), "auth", "refused the key"),
    (caused(refused(401), 8), "internal", "failed unexpectedly (Exception)"),
    (named("ConnectTimeout", "TimeoutException"), "deadline", "did not accept a connection for too long"),
    (named("ReadTimeout", "TimeoutException"), "deadline", "fell silent for too long"),
    (named("ConnectError", "NetworkError"), "retryable", "cannot be reached: is it running"),
    (named("ConnectError", "OSError", text="CERTIFICATE_VERIFY"), "not_found", "shows a certificate"),
    (named("ReadError", "TransportError"), "cut_stream", "before the first word"),
    (unread('{"a": "b'), "cut_stream", "half-way"),
    (unread('{"a": '), "cut_stream", "half-way"),
    (unread(b'{"\xc3'), "cut_stream", "half-way"),
    (unread(b'{"\xff"}'), "bad_response", "not JSON"),
    (unread('{"a": b}'), "bad_response", "not JSON"),
    (unread('"a'), "bad_response", "not JSON"),
]  # fmt: skip


@each(("error", "kind", "words"), WITHOUT_STATUS)
def test_an_error_without_a_status_is_known_by_its_names_and_causes(error, kind, words):
    failed = failure(error, HERE)
    assert failed.kind == kind and words in str(failed)
