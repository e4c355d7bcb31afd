"""Failures of the wire to a model, in one taxonomy; a message never holds a key (`redact` before it is raised)."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Final, Literal

from debate_core.domain.errors import DebateError
from debate_core.domain.model import Request, Usage
from debate_core.domain.numerals import pluralise
from debate_core.llm.keys import Endpoint

FailureKind = Literal[
    "retryable",
    "auth",
    "quota",
    "not_found",
    "context_overflow",
    "all_thinking",
    "content_filter",
    "bad_response",
    "cut_stream",
    "deadline",
    "cancelled",
    "internal",
]
# Worth another try by the engine itself; the rest needs a person, or another call.
TRY_AGAIN: frozenset[FailureKind] = frozenset({"retryable", "cut_stream", "deadline", "bad_response"})
# No other call will fare better until a person has seen to it.
NEEDS_A_PERSON: frozenset[FailureKind] = frozenset({"auth", "quota"})
# Refused before a token was made: costs nothing. The others may have cost something that nobody can tell.
UNBILLED: frozenset[FailureKind] = frozenset({"retryable", "auth", "quota", "not_found", "context_overflow"})
_KINDS: Mapping[FailureKind, tuple[str, str]] = {
    "retryable": ("provider busy", "It may work in a while."),
    "auth": ("no valid key", "Check that {provider} has the right key."),
    "quota": ("quota used up", "Check the account's billing, or use another key."),
    "not_found": ("no such model", "Check the model's name and the address."),
    "context_overflow": ("too long for the model", "Use a model with a larger context, or a shorter debate."),
    "all_thinking": ("nothing but thinking", "Choose a lower effort, or a model that thinks less."),
    "content_filter": ("refused to answer", "Ask again, or use another model."),
    "bad_response": ("not an answer", "Ask again, or check that the address is a model server."),
    "cut_stream": ("cut off on the way", "What came is kept, but not counted."),
    "deadline": ("took too long", "It may work in a while."),
    "cancelled": ("stopped", "It was stopped."),
    "internal": ("the provider failed", "Try another model or server."),
}
"""Every kind in a person's words, and what to do about it."""
FAILURE_WORDS: Mapping[str, str] = {kind: words for kind, (words, _) in _KINDS.items()}


class ModelError(DebateError):
    """One call to a model failed.

    after: seconds the server asked to wait. busy: too many requests (429), so others will fare no better. put_off: it
    asked for a longer wait than the engine is patient for. partial: words that had come, never a turn. usage: what it
    used, where said.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: FailureKind,
        after: float | None = None,
        partial: str = "",
        usage: Usage = Usage(),
    ) -> None:
        super().__init__(message)
        self.kind: FailureKind = kind
        self.after = after
        self.busy = False
        self.put_off = False
        self.partial = partial
        self.usage = usage


def check_context(request: Request, context: int | None) -> None:
    """Refuse a call that can't fit into the model's context, at four characters a token. Raises ModelError."""
    prompt = sum(len(message.content) for message in request.messages) // 4
    if context is not None and prompt + request.max_tokens > context:
        raise ModelError(
            f"It was not sent: about {prompt:,} tokens and an answer of up to {request.max_tokens:,}, but "
            f"{request.model} has room for {context:,}. Use a larger model, or a shorter debate.",
            kind="context_overflow",
        )


LONGEST_WAIT = 30 * 86400.0
_QUOTED = 200
_UNITS = (("day", 86400.0), ("hour", 3600.0), ("minute", 60.0))
_FEW: Final = 20_000

# Read in this order; the first that is found in the server's own words names the kind. 400 and 422 say little
# alone.
_SIGNS: tuple[tuple[FailureKind, str], ...] = (
    (
        "context_overflow",
        r"context_length_exceeded|exceed_context_size|maximum context length|exceeds the context|context window|"
        r"context size|prompt is too long|input is too long|too many (?:input )?tokens|input token count|max_model_len",
    ),
    (
        "content_filter",
        r"content_policy|content_filter|content management policy|safety system|responsible_?ai",
    ),
    ("quota", r"insufficient_quota|credit balance|billing_error|billing_hard_limit|payment required"),
    ("auth", r"api.key not valid|invalid.api.key|incorrect api key|api_key_invalid|authentication_error"),
    (
        "not_found",
        r"model_not_found|model[^.]{0,80}(?:not found|does not exist|not exist|is not supported for)|"
        r"no such model|unknown model|invalid model",
    ),
)


class APIError(Exception):
    """A refusal that came without an SDK; without a `status`, inside a stream."""

    def __init__(self, body: object, *, status: int | None = None, response: Any = None) -> None:
        super().__init__("refused")
        self.body, self.status_code, self.response = body, status, response


def failure(error: BaseException, endpoint: Endpoint, *, partial: str = "") -> ModelError:
    for cause in _chain(error):
        if isinstance(cause, ModelError):
            return ModelError(endpoint.clean(str(cause)), kind=cause.kind, after=cause.after, partial=partial)
    codes = (getattr(cause, "status_code", None) for cause in _chain(error))
    status = next((code for code in codes if isinstance(code, int) and not 200 <= code < 300), None)
    if status is not None:
        return _status_error(error, status, endpoint, partial)
    names = {cls.__name__ for cause in _chain(error) for cls in type(cause).__mro__}
    if names & {"TimeoutException", "APITimeoutError", "TimeoutError"}:
        where = "did not accept a connection" if "ConnectTimeout" in names else "fell silent"
        return fault_of(endpoint, "deadline", f"{where} for too long", partial=partial)
    if names & {"TransportError", "APIConnectionError", "NetworkError", "OSError", "SSLError", "EndOfStream"}:
        return _connection_error(names, error, endpoint, partial)
    if any(_broke_off(cause) for cause in _chain(error)):
        return cut_stream(endpoint, partial=partial, half=True)
    if names & {
        "RecursionError",
        "JSONDecodeError",
        "UnicodeDecodeError",
        "APIResponseValidationError",
        "DecodingError",
    }:
        return fault_of(endpoint, "bad_response", "answered with something that is not JSON", partial=partial)
    if "APIError" in names:
        return _midway_error(error, endpoint, partial)
    return fault_of(endpoint, "internal", f"failed unexpectedly ({type(error).__name__})", partial=partial)


def bad_response(
    endpoint: Endpoint,
    what: str = "answered with something that is no answer of a model",
    *,
    partial: str = "",
) -> ModelError:
    """The server answered, but not with an answer."""
    return fault_of(endpoint, "bad_response", what, partial=partial)


def cut_stream(endpoint: Endpoint, *, partial: str, half: bool = False) -> ModelError:
    """The answer ended before its end was seen. `half`: some of it came, though no words for sure."""
    where = "half-way" if partial or half else "before the first word"
    return fault_of(endpoint, "cut_stream", f"broke off its answer {where}", partial=partial)


def hole(endpoint: Endpoint, *, partial: str) -> ModelError:
    """A piece of the stream can't be read."""
    return fault_of(endpoint, "bad_response", "left a hole in its answer", partial=partial)


def refusal(endpoint: Endpoint, why: str, *, partial: str) -> ModelError:
    """The model, or a filter before it, declined to answer."""
    return fault_of(
        endpoint, "content_filter", f"declined to answer{_quote_text(endpoint, why)}", partial=partial
    )


def all_thinking(endpoint: Endpoint, output: int | None) -> ModelError:
    """The answer ended before a word of it was said: all of it went into thinking."""
    spent = f"{output:,} tokens" if output else "all its tokens"
    return fault_of(endpoint, "all_thinking", f"spent {spent} on thinking and said nothing")


def expiry(endpoint: Endpoint) -> ModelError:
    """A provider's batch ended before it came to this request."""
    return without_usage(fault_of(endpoint, "deadline", "did not answer within 24 hours"))


def cancellation(endpoint: Endpoint) -> ModelError:
    """A provider's batch was cancelled before it came to this request."""
    return without_usage(fault_of(endpoint, "cancelled", "had its batch cancelled"))


def without_usage(failed: ModelError) -> ModelError:
    failed.usage = Usage(input=0, output=0)
    return failed


def error_words(error: BaseException) -> str:
    """All that the server said, for looking things up in; not for showing."""
    body = getattr(error, "body", None)
    return f"{getattr(error, 'message', '') or error} {body if body is not None else ''}"[:_FEW]


def _status_error(error: BaseException, status: int, endpoint: Endpoint, partial: str) -> ModelError:
    words = error_words(error)
    after = _retry_after(error, words)
    kind = _kind(status, words, after)
    if status < 400:
        what = f"redirected to another address ({status}), where the prompt was not sent"
        return fault_of(endpoint, kind, what, partial=partial)
    sizes = _sizes_text(words) if kind == "context_overflow" else ""
    what = {
        "retryable": f"is busy or failing ({status})",
        "auth": f"{'refused the' if endpoint.key else 'asks for a'} key ({status})",
        "quota": f"says the quota is used up ({status})",
        "not_found": f"knows no such model or address ({status})",
        "context_overflow": f"refused the prompt as too long ({status}){sizes}",
        "content_filter": f"declined the request ({status})",
    }.get(kind, f"refused the request ({status})")
    saying = "" if sizes else _quote_text(endpoint, _message_text(error))
    message = fault_of(endpoint, kind, what + saying, after=after, partial=partial)
    message.busy = status == 429
    return message


def _kind(status: int, words: str, after: float | None) -> FailureKind:
    sign = _sign(words)
    if status < 400:
        return "not_found"
    if status == 429:
        hint = re.search(r"(?i)current quota|billing|credit", words)
        spent = "insufficient_quota" in words or (hint is not None and after is None)
        return "quota" if spent else "retryable"
    if status in (401, 403):
        return sign if sign in ("not_found", "content_filter", "quota") else "auth"
    if status in (408, 409, 425) or status >= 500:
        return "context_overflow" if status < 502 and sign == "context_overflow" else "retryable"
    by_status: Mapping[int, FailureKind] = {
        402: "quota",
        404: "not_found",
        405: "not_found",
        413: "context_overflow",
    }
    return by_status.get(status) or sign or "internal"


def _sign(words: str) -> FailureKind | None:
    return next((kind for kind, pattern in _SIGNS if re.search(pattern, words, re.IGNORECASE)), None)


def _midway_error(error: BaseException, endpoint: Endpoint, partial: str) -> ModelError:
    words = error_words(error)
    body = getattr(error, "body", None)
    code = body.get("code") if isinstance(body, Mapping) else None
    if isinstance(code, int) and 400 <= code < 600:
        return _status_error(error, code, endpoint, partial)
    kind = _sign(words) or ("cut_stream" if partial else "retryable")
    saying = _quote_text(endpoint, _message_text(error))
    return fault_of(endpoint, kind, f"broke off with an error{saying}", partial=partial)


def _connection_error(names: set[str], error: BaseException, endpoint: Endpoint, partial: str) -> ModelError:
    """No connection, which cost nothing; or one that broke after the prompt was sent, which may have."""
    if "ConnectError" not in names:
        return cut_stream(endpoint, partial=partial)
    if any("CERTIFICATE" in str(cause) for cause in _chain(error)):
        return fault_of(endpoint, "not_found", "shows a certificate that can't be trusted")
    return fault_of(endpoint, "retryable", "cannot be reached: is it running, and is the address right?")


def fault_of(
    endpoint: Endpoint, kind: FailureKind, what: str, *, after: float | None = None, partial: str = ""
) -> ModelError:
    end = "" if what.endswith("?") else "."
    do = _wait_text(after) or _KINDS[kind][1].format(provider=endpoint.provider)
    words = f"{endpoint.provider} at {endpoint.host} {what}{end} {do}"
    return ModelError(endpoint.clean(words), kind=kind, after=after, partial=partial)


def _wait_text(after: float | None) -> str:
    """How long a server asks to be left alone, from a minute on; else nothing."""
    if after is None or after < 60.0:
        return ""
    unit, size = next(one for one in _UNITS if after >= 2 * one[1] or one[0] == "minute")
    return f"It asks us to wait {pluralise(math.ceil(after / size), unit)}."


def _quote_text(endpoint: Endpoint, words: str) -> str:
    quote = endpoint.clean(" ".join(words.split()))
    return f", saying “{quote[:_QUOTED].rstrip('.')}”" if quote else ""


def _message_text(error: BaseException) -> str:
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else body
    message = inner.get("message", "") if isinstance(inner, Mapping) else inner
    text = message if isinstance(message, str) else ""
    return "" if "<" in text[:20] else text


def _sizes_text(words: str) -> str:
    ours = re.search(
        r"n_prompt_tokens'?\"?: ?(\d+)|resulted in (\d+) tokens|prompt is too long: (\d+) tokens", words
    )
    theirs = re.search(r"n_ctx'?\"?: ?(\d+)|context length (?:is|of) (\d+) tokens|> (\d+) maximum", words)
    if ours is None or theirs is None:
        return ""
    sent, capacity = (int(next(group for group in match.groups() if group)) for match in (ours, theirs))
    return f": it has {sent:,} tokens, and the model takes {capacity:,} with its answer"


def _broke_off(cause: BaseException) -> bool:
    if isinstance(cause, UnicodeDecodeError):
        return cause.reason == "unexpected end of data"
    if not isinstance(cause, json.JSONDecodeError) or not cause.doc.lstrip().startswith("{"):
        return False
    return cause.msg.startswith("Unterminated string") or not cause.doc[cause.pos :].strip()


def _retry_after(error: BaseException, words: str) -> float | None:
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    stated = str(headers.get("retry-after", "")).strip()
    if headers.get("retry-after-ms", "").strip().isdigit():
        return min(int(headers["retry-after-ms"]) / 1000, LONGEST_WAIT)
    if re.fullmatch(r"\d{1,9}(\.\d+)?", stated):
        return min(float(stated), LONGEST_WAIT)
    if stated:
        return _until(stated, str(headers.get("date", "")))
    match = re.search(r"(?i)(?:retry|try again) (?:in|after) (\d{1,5}(?:\.\d+)?) ?s", words)
    return min(float(match[1]), LONGEST_WAIT) if match else None


def _until(moment: str, now: str) -> float | None:
    try:
        seconds = (parsedate_to_datetime(moment) - parsedate_to_datetime(now)).total_seconds()
    except (TypeError, ValueError):
        return None
    return min(max(seconds, 0.0), LONGEST_WAIT)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__ or seen.__context__
