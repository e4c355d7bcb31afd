"""OpenAI's own service, and every other server that speaks its wire: what differs between them, and nothing
else.

Imports the SDK (through `chat_wire`), so it is imported only when a model is first called.
"""

from debate_core.llm.chat_wire import ChatModel, Dialect
from debate_core.llm.endpoint import Endpoint

# OpenAI's newer models refuse `max_tokens`; other servers know only that.
PROPER = Dialect(cap="max_completion_tokens")
COMPATIBLE = Dialect(cap="max_tokens")


def openai_model(endpoint: Endpoint, model: str) -> ChatModel:
    """A model at OpenAI itself."""
    return ChatModel(endpoint, model, PROPER)


def compatible_model(endpoint: Endpoint, model: str) -> ChatModel:
    """A model of any other server of this wire: Gemini, Ollama, one that a person named."""
    return ChatModel(endpoint, model, COMPATIBLE)
