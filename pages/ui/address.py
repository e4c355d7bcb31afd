"""How the scores are read, as part of a page's address, so that a refresh or a link to a colleague keeps it.

Knows the report's settings and text; no streamlit. Invariant: the usual settings leave the address empty; what comes in
and is no setting is ignored, never guessed at.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from debate_core.report import ReportSettings
from debate_core.rules import RANGES

_CHOICES = ("calibration", "weights", "rules", "topic_type")
NAMES = (*_CHOICES, *RANGES, "alpha_alone")
"""Every key that this module writes or reads."""


def to_query(settings: ReportSettings) -> dict[str, str]:
    """The settings that differ from the usual ones, as an address has them.

    >>> from debate_core.rules import Thresholds
    >>> to_query(ReportSettings(rules="classic", thresholds=Thresholds(z_gap=0.1, alpha_alone=True)))
    {'rules': 'classic', 'alpha_alone': 'yes', 'z_gap': '0.1'}
    """
    usual = ReportSettings()
    chosen = {name: getattr(settings, name) for name in _CHOICES}
    told = {name: str(value) for name, value in chosen.items() if value != getattr(usual, name)}
    for name in settings.thresholds.changed:
        value = getattr(settings.thresholds, name)
        told[name] = ("yes" if value else "no") if isinstance(value, bool) else f"{value:.6g}"
    return told


def from_query(query: Mapping[str, str]) -> ReportSettings:
    """The settings that an address names.

    >>> from_query({"rules": "modern", "gap_level": "7", "calibration": "zscore", "debate": "x"}).calibration
    'zscore'
    >>> from_query({"rules": "modern", "gap_level": "7"}) == ReportSettings()
    True
    """
    settings = ReportSettings()
    for name in _CHOICES:
        settings = _with(settings, {name: query.get(name)})
    for name in (*RANGES, "alpha_alone"):
        if name in query:
            settings = _with_threshold(settings, name, query[name])
    return settings


def _with(settings: ReportSettings, change: dict[str, Any]) -> ReportSettings:
    if None in change.values():
        return settings
    try:
        return ReportSettings.model_validate(dict(settings) | change)
    except ValidationError:
        return settings


def _with_threshold(settings: ReportSettings, name: str, text: str) -> ReportSettings:
    try:
        value = {"yes": True, "no": False}[text] if name == "alpha_alone" else float(text)
        return _with(settings, {"thresholds": settings.thresholds.at(**{name: value})})
    except (KeyError, ValueError):
        return settings
