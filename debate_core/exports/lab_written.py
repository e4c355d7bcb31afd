"""The lab's whole answer for a shell: as text, and as numbers for a program.

Reads a LabReport; computes nothing. Invariant: the text says whatever the page says; no share stands without its
simulation interval and its count.
"""

from dataclasses import asdict

from debate_core.exports import lab
from debate_core.exports.lab_pair import pair_headline, pair_rows, tie_words, what_for
from debate_core.exports.sections import columns
from debate_core.lab import Kind, LabReport
from debate_core.measuring.panel_size import Cover, PanelFigures
from debate_core.measuring.shares import Share, SimulatedMean
from debate_core.rules import changed_words

_COMPARED = ("right", "wrong", "missed", "width", "squared_error")


def as_plain(found: LabReport) -> str:
    """The whole answer as text."""
    lines = [f"{lab.panel_words(found.question)} (simulated, seed {found.seed})"]
    if changed := changed_words(found.rules):
        lines.append(f"Thresholds changed from the usual: {changed}.")
    asked = found.asked
    lines += [
        "",
        lab.headline(found),
        "",
        *columns(lab.figures_row(asked, found).items()),
        "",
        "The gap's interval. " + lab.cover_sentence(asked.gap, found.level, "the true gap", found.n),
        "Alpha's interval. " + lab.cover_sentence(asked.alpha, lab.ALPHA_LEVEL, "alpha's limit", found.n),
        lab.alpha_words(found),
        *[said for said in (lab.lean_sentence(found.question), lab.shared_sentence(found)) if said],
        "",
        pair_headline(found),
        tie_words(found),
        what_for(found),
        *_columns(pair_rows(found)),
        "",
        lab.step_sentence(found),
        "",
        *_columns(lab.size_rows(found)),
        "",
        lab.UNITS,
        lab.limits_words(found),
        "",
    ]
    return "\n".join(line.replace("**", "") for line in lines)


def _columns(rows: list[dict[str, str]]) -> list[str]:
    """Rows under their headings, aligned; nothing for no rows."""
    return columns([tuple(rows[0]), *(tuple(row.values()) for row in rows)]) if rows else []


def as_json(found: LabReport) -> dict[str, object]:
    """The same as numbers: shares 0 to 1 with their 95% simulation intervals, widths in points."""
    step = found.step
    return {
        "simulated": True,
        "question": found.question.__dict__,
        "panels": found.n,
        "seed": found.seed,
        "thresholds": asdict(found.rules),
        "changed_thresholds": changed_words(found.rules) or None,
        "sentence": lab.headline(found),
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
        "limits": lab.limits_words(found),
    }


def _kind(kind: Kind) -> dict[str, object]:
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
