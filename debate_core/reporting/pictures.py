"""Draws a figure as markup, the same in a page and in a file; what a model wrote is escaped in it."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from debate_core.phrases import cell_value_text, estimate_text, range_text
from debate_core.report.line import shape
from debate_core.reporting.blocks import Figure
from debate_core.wording import HIDDEN

_TEMPLATES = Path(__file__).parent / "templates"
Scale = tuple[float, float]


@cache
def environment() -> Environment:
    """The templates of files and pictures: everything escaped, hidden characters left out."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: HIDDEN.sub("", value) if type(value) is str else value,
    )
    made.filters |= {
        "along": _along,
        "wide": _wide,
        "value": cell_value_text,
        "range": range_text,
        "estimate": estimate_text,
        "shape": shape,
    }
    return made


@cache
def style() -> str:
    """The rules that pictures are drawn by; colours come from the variables of the page around them."""
    return " ".join((_TEMPLATES / "pictures.css").read_text(encoding="utf-8").split())


def draw(figure: Figure) -> Markup:
    """A figure as markup without script or inline style, from the template of its kind's name."""
    template = environment().get_template(f"{type(figure).__name__.lower()}.html")
    # Our own template, with everything in it escaped.
    return Markup(template.render(figure=figure))  # noqa: S704


def _share(value: float, scale: Scale) -> float:
    low, high = scale
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _along(value: float, scale: Scale) -> str:
    return _percent(_share(value, scale))


def _wide(ends: Scale, scale: Scale) -> str:
    return _percent(_share(ends[1], scale) - _share(ends[0], scale))


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"
