"""What a debate's facts mean: `report(record, history, settings)`, computed anew whenever it is looked at."""

from debate_core.library.report.debate import report
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.shape import Report

__all__ = ["Report", "ReportSettings", "report"]
