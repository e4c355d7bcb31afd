"""Draws figures as markup, the same in a page and in a file, and renders a report as one HTML file: no script, nothing
loaded, every word escaped; printed, nothing stays folded."""

import base64
import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from debate_core.domain.wording import HIDDEN
from debate_core.phrases import cell_value_text, estimate_text, range_text
from debate_core.reporting.blocks import Block, Document, Figure, Table, cell_words


@cache
def _style() -> str:
    return " ".join((_TEMPLATES / "document.css").read_text(encoding="utf-8").split()) + style("colours")


def html(document: Document) -> str:
    rules = _style()
    digest = base64.b64encode(hashlib.sha256(rules.encode()).digest()).decode()
    # The style is ours, to the byte that the policy names; nothing of a record is in it.
    trusted = Markup(rules)  # noqa: S704
    return _rendered(
        "document", found=document, style=trusted, digest=digest, shown=_section, **_card(document)
    )


def _card(document: Document) -> dict[str, object]:
    if not document.beside or not document.blocks:
        return {"card": None, "blocks": document.blocks}
    first, *more = document.blocks
    card = tuple(one for one in first.children if one.key in document.card)
    more = [replace(one, figure=None) if one.figure == document.beside else one for one in more]
    return {
        "card": replace(first, notes=(), children=card),
        "beside": draw(document.beside),
        "notes": first.notes,
        "blocks": (*(one for one in first.children if one not in card), *more),
    }


def fragment(blocks: tuple[Block, ...]) -> str:
    """Blocks alone, for a page that has its own head, such as a notebook; our style holds for nothing else on it."""
    rules = _style().replace(":root", "&")
    sections = "\n".join(_section(one, 1) for one in blocks)
    return f'<style>.split-decision{{padding:1px 16px;{rules}}}</style><div class="split-decision">{sections}</div>'


def _section(block: Block, above: int) -> Markup:
    made = _rendered("block", block=block, level=min(above + 1, 5), draw=draw, shown=_section)
    return Markup(made)  # noqa: S704  our template, with everything in it escaped


def _rendered(template: str, **values: object) -> str:
    return environment().get_template(f"{template}.html").render(**values)


_TEMPLATES = Path(__file__).parent / "templates"
_MOST = 40
"""Columns below an axis: two for each of 20 turns."""
Scale = tuple[float, float]
SHAPES = (
    "M10 2.2a7.8 7.8 0 1 0 0 15.6a7.8 7.8 0 1 0 0-15.6z",
    "M3 3h14v14H3z",
    "M10 .8L19.2 10L10 19.2L.8 10z",
    "M10 1.6L19 17.6H1z",
    "M10 1L19 7.6L15.6 18.2H4.4L1 7.6z",
    "M7 1.5h6V7h5.5v6H13v5.5H7V13H1.5V7H7z",
    "M5.2 1.7h9.6L19.6 10l-4.8 8.3H5.2L.4 10z",
    "M7.2 1h5.6v18H7.2z",
)
"""A judge's shape by its seat, as an SVG path in a box of 20."""


def shape(seat: int) -> str:
    """A judge's shape."""
    return SHAPES[seat % len(SHAPES)]


@cache
def environment(*more: Path) -> Environment:
    """The templates of files and pictures, and those in ``more`` folders: everything escaped, hidden characters left
    out."""
    made = Environment(
        loader=FileSystemLoader([_TEMPLATES, *more]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: HIDDEN.sub("", value) if type(value) is str else value,
    )
    made.filters |= {
        "drawn": draw,
        "along": lambda value, scale: f"{_percent(value, scale):.2f}%",
        "wide": lambda ends, scale: f"{_percent(ends[1], scale) - _percent(ends[0], scale):.2f}%",
        "value": cell_value_text,
        "range": range_text,
        "estimate": estimate_text,
        "shape": shape,
        "cells": cell_words,
    }
    return made


@cache
def style(*more: str) -> str:
    """The rules that pictures are drawn by; colours come from the variables of the page around them. ``more``: of what
    is drawn on pages alone."""
    css = ((_TEMPLATES / f"{one}.css").read_text(encoding="utf-8") for one in ("pictures", "lines", *more))
    return " ".join(" ".join((*css, _columns())).split())


def _columns() -> str:
    """Rules for what stands in columns below an axis: how many there are, where one begins, where it ends."""
    counts = (f".h{n}{{--h:{n}}}" for n in range(2, _MOST + 1, 2))
    places = (f".f{n}{{grid-column-start:{n}}}.e{n}{{grid-column-end:{n}}}" for n in range(1, _MOST + 2))
    return "".join((*counts, *places))


def draw(figure: Figure | Table) -> Markup:
    """A figure as markup without script or inline style, from the template of its kind's name."""
    template = environment().get_template(f"{type(figure).__name__.lower()}.html")
    # Our own template, with everything in it escaped.
    return Markup(template.render(figure=figure))  # noqa: S704


def _percent(value: float, scale: Scale) -> float:
    low, high = scale
    return 100 * min(1.0, max(0.0, (value - low) / (high - low)))
