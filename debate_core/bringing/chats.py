"""Exported chats as JSON: ChatGPT's, Claude's, and lists of messages with a role and a text.

Knows three shapes of files; not what was chatted about. Invariant: of a conversation with branches only the one that
was read last is taken; what holds no words (a picture, a tool's call) is left out and counted.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from debate_core.bringing.spoken import Said, Talk, joined

Object = Mapping[str, Any]
Shape = Literal["chatgpt", "claude", "messages"]
_SPEAKER = ("name", "speaker", "sender", "author", "role", "from")
_TEXT = ("text", "content", "message", "value")
_LISTS = ("messages", "conversation", "turns", "chat_messages")


def shape_of(value: Any) -> Shape | None:
    """Which export a value is of; None for another thing."""
    one = _first(value)
    if one is None:
        return None
    if isinstance(one.get("mapping"), dict):
        return "chatgpt"
    if isinstance(one.get("chat_messages"), list):
        return "claude"
    return "messages" if _messages(value) else None


def talks_of(value: Any, shape: Shape) -> tuple[tuple[Talk, ...], tuple[str, ...]]:
    """The conversations with words in them, and what was left out."""
    left = [0]
    if shape == "messages":
        said = [_said(one, left) for one in _messages(value)]
        talks = [
            Talk(
                title=_title(value) if isinstance(value, dict) else "",
                said=joined([one for one in said if one]),
            )
        ]
    else:
        read: Callable[[Object], Iterator[Any]] = _branch if shape == "chatgpt" else _chat
        key = "mapping" if shape == "chatgpt" else "chat_messages"
        talks = [_talk(one, read(one), left) for one in _objects(value) if key in one]
    notes = (f"{left[0]:,} messages without words were left out.",) if left[0] else ()
    return tuple(talk for talk in talks if talk.said), notes


def _talk(one: Object, messages: Iterator[Any], left: list[int]) -> Talk:
    said = [_said(message, left) for message in messages if isinstance(message, dict)]
    return Talk(title=_title(one), said=joined([one for one in said if one]))


def _title(one: Object) -> str:
    """What a conversation is called; empty where the file doesn't say."""
    return next((one[key] for key in ("topic", "title", "name") if isinstance(one.get(key), str)), "")


def _branch(one: Object) -> Iterator[Any]:
    """The messages from the root to the one that was read last; a parent that comes again ends the way up."""
    nodes = one["mapping"] if isinstance(one["mapping"], dict) else {}
    at, way, seen = one.get("current_node"), [], set[str]()
    if not isinstance(at, str) or at not in nodes:
        parents = {node.get("parent") for node in nodes.values() if isinstance(node, dict)}
        at = next((name for name in reversed(nodes) if name not in parents), None)
    while isinstance(at, str) and at not in seen and isinstance(node := nodes.get(at), dict):
        seen.add(at)
        way.append(node.get("message"))
        at = node.get("parent")
    return (message for message in reversed(way) if not _hidden(message))


def _hidden(message: Any) -> bool:
    """Whether a message was never on anybody's screen: a system's or a tool's."""
    author = message.get("author") if isinstance(message, dict) else None
    role = author.get("role") if isinstance(author, dict) else None
    return role not in ("user", "assistant")


def _chat(one: Object) -> Iterator[Any]:
    yield from one["chat_messages"] if isinstance(one["chat_messages"], list) else ()


def _said(message: Object, left: list[int]) -> Said | None:
    speaker = next((found for key in _SPEAKER if (found := _name(message.get(key)))), "")
    text = next((found for key in _TEXT if (found := _words(message.get(key)))), "")
    if not text.strip():
        left[0] += 1
        return None
    return Said(speaker=speaker or "unnamed", text=text)


def _name(found: Any) -> str:
    """A speaker's name: a word, or an author with a role."""
    if isinstance(found, dict):
        found = found.get("name") or found.get("role")
    return found.strip() if isinstance(found, str) else ""


def _words(found: Any) -> str:
    """The words of a message: text, or its parts that are text."""
    if isinstance(found, dict):
        found = found.get("parts") or found.get("text")
    if isinstance(found, list):
        parts = [one.get("text") if isinstance(one, dict) else one for one in found]
        return "\n".join(one for one in parts if isinstance(one, str) and one.strip())
    return found if isinstance(found, str) else ""


def _messages(value: Any) -> list[Object]:
    """The list of messages that a value is, or holds; none where they have no speaker and no words."""
    if isinstance(value, dict):
        value = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
    found: list[Object] = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    told = found and any(key in found[0] for key in _SPEAKER) and any(key in found[0] for key in _TEXT)
    return found if told else []


def _first(value: Any) -> Object | None:
    return next(iter(_objects(value)), None)


def _objects(value: Any) -> Iterator[Object]:
    """The conversations of an export: one, or a list of them."""
    if isinstance(value, dict):
        inner = value.get("conversations")
        value = inner if isinstance(inner, list) else [value]
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())
