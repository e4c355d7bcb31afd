"""What every stored or reported noun is: a value that can't change and takes no field it doesn't know.

Knows pydantic only.
"""

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    """A frozen value; an unknown field is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
