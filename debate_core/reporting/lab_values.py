"""The lab's answer as numbers for a program."""

from dataclasses import asdict

from debate_core.measuring.panel_size import Cover, PanelFigures
from debate_core.measuring.shares import Share, SimulatedMean
from debate_core.reporting.lab import answer_block, limits_block
from debate_core.verdicts.lab import LabReport, PanelKind
from debate_core.verdicts.rules import changed_words

_COMPARED = ("right", "wrong", "missed", "width", "squared_error")


def lab_values(found: LabReport) -> dict[str, object]:
    """The same as numbers: shares 0 to 1 with their 95% simulation intervals, widths in points."""
    step = found.step
    return {
        "simulated": True,
        "question": found.question.__dict__,
        "panels": found.n,
        "seed": found.seed,
        "thresholds": asdict(found.rules),
        "changed_thresholds": changed_words(found.rules) or None,
        "sentence": answer_block(found).title,
        "asked": _figures(found.asked),
        "named_at_a_tie": _share(found.tie.wrong),
        "sizes": [_figures(one) for one in found.sizes],
        "one_more": {
            "from": step.before.truth.judges,
            "to": step.after.truth.judges,
            **{name: _estimate(getattr(step, name)) for name in _COMPARED},
        },
        "own_errors": _kind(found.pair[0]),
        "shared_errors": _kind(found.pair[1]),
        **({"as_real_models": _kind(found.as_real)} if found.as_real else {}),
        **({"judged_as_independent": _share(found.as_independent.wrong)} if found.as_independent else {}),
        "limits": " ".join(limits_block(found).items),
    }


def _kind(kind: PanelKind) -> dict[str, object]:
    return {
        "related": kind.question.related,
        "shared": kind.question.shared if kind.question.sharing else 0.0,
        "asked": _figures(kind.asked),
        "named_at_a_tie": _share(kind.tie.wrong),
    }


def _figures(one: PanelFigures) -> dict[str, object]:
    return {
        "judges": one.truth.judges,
        "right": _share(one.right),
        "wrong": _share(one.wrong),
        "no_call": _share(one.no_call),
        "gap_off_by": one.off_by,
        "gap": _cover(one.gap),
        "alpha": _cover(one.alpha),
    }


def _cover(cover: Cover) -> dict[str, object]:
    return {
        "holds": _share(cover.held),
        "width": _estimate(cover.width),
        "truth": cover.truth,
        "reason": cover.reason,
    }


def _share(share: Share | None) -> dict[str, object] | None:
    return None if share is None else {"value": share.value, "interval": share.interval, **asdict(share)}


def _estimate(found: SimulatedMean | None) -> dict[str, object] | None:
    return None if found is None else {"value": found.value, "interval": found.interval}
