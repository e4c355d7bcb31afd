"""What every noun of the house is: a frozen value that takes the fields it declares and no others."""

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    """A frozen value; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
