"""The lab's answer as blocks, and as numbers for a program: how often a panel like this names the right side."""

from dataclasses import asdict

from debate_core.domain.numerals import number_text, number_word, round_away, share_words
from debate_core.measuring.estimate import Estimate, Share
from debate_core.measuring.panel_size import Coverage, PanelFigures, PanelStep
from debate_core.phrases import between_text, value_text
from debate_core.reporting import lab_panel
from debate_core.reporting.blocks import Block, Column, Document, Table
from debate_core.reporting.debate_figures import interval_lines
from debate_core.reporting.figures import DotSquare, DotSquares, Trend, Trends
from debate_core.verdicts.lab import LabReport, PanelKind
from debate_core.verdicts.rules import changed_words

_DOTS = 100


def lab_document(lab: LabReport) -> Document:
    return Document(
        title="How good is a panel like this?",
        badges=("Simulated",),
        about=f"{lab_panel.about_text(lab.question, lab.rules)} Seed {lab.seed}.",
        blocks=(
            answer_block(lab),
            one_model_block(lab),
            lab_panel.cover_block(lab),
            sizes_block(lab),
            limits_block(lab),
        ),
    )


def answer_block(lab: LabReport) -> Block:
    """How often such panels name the right side, the wrong one, and none."""
    asked, tie, real = lab.asked, lab.question.tie, lab.as_real
    right, wrong, none = (lab_panel.share_estimate(one) for one in (asked.right, asked.wrong, asked.no_call))
    panels = f"Of {lab.n:,} simulated panels"
    if tie:
        title = f"{panels}, {value_text(wrong.value, 'rate')} name a side although both are equal"
        sentence = f"That is {between_text(wrong, 'rate')}. {value_text(none.value, 'rate')} make no call."
    else:
        better = lab_panel.points_text(lab.question.gap)
        title = f"{panels}, {value_text(right.value, 'rate')} name the side that is better by {better}"
        sentence = (
            f"That is {between_text(right, 'rate')}. {value_text(wrong.value, 'rate')} name the wrong side, and "
            f"{value_text(none.value, 'rate')} make no call."
        )
    kinds = {"This panel": asked} | ({"Judged as real models": real.asked} if real else {})
    return Block(
        key="answer",
        title=title,
        sentence=f"{sentence} {_real_text(lab)}".rstrip(),
        tables=(lab_panel.figures_table("Panel", kinds, tie=tie),),
    )


def _real_text(lab: LabReport) -> str:
    """How often the same panel names a side if its judges are taken for real models; empty under other rules."""
    real = lab.as_real
    if real is None:
        return ""
    share = share_words(lab.rules.assumed_share)
    ties = value_text(real.tie.wrong.value, "rate")
    begin = f"If the rules allow for {share} shared mistakes, as for real models,"
    if lab.question.tie:
        return f"{begin} {ties} name a side."
    right = value_text(real.asked.right.value, "rate")
    return f"{begin} {right} name the side that is better, and {ties} name a side where both are equal."


def one_model_block(lab: LabReport) -> Block:
    """The same panel with mistakes of each judge's own and with shared ones, at an exact tie and as asked."""
    own, shared = lab.pair
    question = shared.question
    on = "On one model" if question.related == "all" else "Two to a model"
    was, now = (value_text(one.tie.wrong.value, "rate") for one in (own, shared))
    title = f"{on}, the judges name a winner in {now} of exact ties"
    if lab.as_independent:
        naive = value_text(lab.as_independent.wrong.value, "rate")
        title += f"; without allowing for shared mistakes, in {naive}"
    elif lab.more_named.excludes_zero and was != now:
        title += f", not {was}"
    part = share_words(question.shared)
    alike = f"Shared mistakes look like agreement{', so the rules allow for them' if lab.as_real else ''}."
    sentence = f"Judges on one model are taken to share {part} of their mistakes. {_tie_text(lab)} {alike}"
    if not (lab.as_independent or lab.more_named.excludes_zero):
        sentence += f" Without shared mistakes it is {was}: no difference that {lab.n:,} panels can show."
    panels = {}
    for kind in lab.pair:
        this = " (this panel)" if kind.question == lab.question else ""
        panels[f"{lab_panel.related_text(kind.question)}{this}"] = kind.asked
    table = lab_panel.figures_table("Judges", panels, tie=lab.question.tie)
    at_tie = (lab_panel.share_estimate(kind.tie.wrong) for kind in lab.pair)
    rows = tuple((*row, share) for row, share in zip(table.rows, at_tie, strict=True))
    return Block(
        key="one_model",
        title=title,
        sentence=sentence,
        figure=_squares(lab),
        tables=(Table(columns=(*table.columns, Column("Named a side at a tie", "rate")), rows=rows),),
        children=() if lab.question.tie else (_pair_block(lab),),
    )


def _squares(lab: LabReport) -> DotSquares:
    squares = []
    for kind in lab.pair:
        note = "this panel" if kind.question == lab.question else ""
        squares.append(_square(lab_panel.related_text(kind.question), kind.tie, note))
    if lab.as_independent:
        squares.insert(1, _square(f"{squares[1].label}, shared mistakes ignored", lab.as_independent))
    words = (
        f"{one.label}: {one.counts[0]} name PRO, {one.counts[1]} CON, {one.counts[2]} none" for one in squares
    )
    return DotSquares(alt=f"Of 100 panels at an exact tie. {'; '.join(words)}.", squares=tuple(squares))


def _square(label: str, tie: PanelFigures, note: str = "") -> DotSquare:
    return DotSquare(label=label, note=note, share=lab_panel.share_estimate(tie.wrong), counts=dots(tie))


def _pair_block(lab: LabReport) -> Block:
    kinds = zip(("own mistakes", "shared mistakes"), lab.pair, strict=True)
    rows = tuple((name, lab_panel.share_estimate(kind.asked.right)) for name, kind in kinds)
    return Block(
        key="one_model_beside",
        title=f"Right verdicts when PRO leads by {lab_panel.points_text(lab.question.gap)}",
        figure=interval_lines("Share of panels", "rate", rows),
        tables=(Table(columns=(Column("Mistakes"), Column("Share of panels", "rate")), rows=rows),),
    )


def _tie_text(lab: LabReport) -> str:
    """Why naming a side at a tie is wrong, and how often even a perfect interval does."""
    text = "At a tie, naming anyone is wrong."
    if lab.rules.kind == "classic":
        return f"{text} The classic rules look at the size of the lead, not at its interval."
    often = 1 / (1 - lab.level)
    whole = int(round_away(often, 0))
    about = "about " if abs(often - whole) > 0.01 else ""
    return f"{text} Even a perfect {share_words(lab.level)} interval does so {about}one time in {number_word(whole)}."


def dots(tie: PanelFigures) -> tuple[int, int, int]:
    """Of 100 panels at an exact tie, those that name PRO, CON and none."""
    named = int(round_away(_DOTS * tie.wrong.value, 0))
    pro = round(named * tie.pro.count / tie.wrong.count) if named else 0
    return pro, named - pro, _DOTS - named


def sizes_block(lab: LabReport) -> Block:
    panels = {
        f"{one.truth.judges}{' (this)' if one.truth.judges == lab.question.judges else ''}": one
        for one in lab.sizes
    }
    return Block(
        key="sizes",
        title=_step_title(lab),
        sentence=_narrowing_text(lab.step, lab.level),
        figure=_sizes_trends(lab),
        tables=(lab_panel.figures_table("Judges", panels, tie=lab.question.tie),),
    )


def _sizes_trends(lab: LabReport) -> Trends:
    sizes = [one.truth.judges for one in lab.sizes]
    tie = lab.question.tie
    kinds = {} if tie else {"right": [one.right for one in lab.sizes]}
    kinds["no call"] = [one.no_call for one in lab.sizes]
    kinds["named a side" if tie else "wrong"] = [one.wrong for one in lab.sizes]
    trends = tuple(
        Trend(name=name, seat=seat, points=tuple(enumerate(map(lab_panel.share_estimate, shares))))
        for seat, (name, shares) in enumerate(kinds.items(), int(tie))
    )
    return Trends(
        alt="How often panels of so many judges are right, wrong or make no call",
        charts=(("", trends),),
        places=tuple(f"{one} judges" for one in sizes),
        ticks=tuple((place, str(one)) for place, one in enumerate(sizes)),
        scale=(0.0, 1.0),
        levels=(0.0, 0.25, 0.5, 0.75, 1.0),
        unit="rate",
        key="number of judges; this panel is tinted",
        chosen=sizes.index(lab.question.judges) if lab.question.judges in sizes else None,
    )


def _step_title(lab: LabReport) -> str:
    step, tie = lab.step, lab.question.tie
    change = step.wrong if tie else step.right
    before, after = ((one.wrong if tie else one.right) for one in (step.before, step.after))
    what = "name a side of a tie" if tie else "name the right side"
    judges = step.after.truth.judges
    share = value_text(after.value, "rate")
    if not change.excludes_zero:
        return f"{judges} judges {what} in {share}: no clear difference from {judges - 1}"
    return f"{judges} judges {what} in {share}, {judges - 1} judges in {value_text(before.value, 'rate')}"


def _narrowing_text(step: PanelStep, level: float) -> str:
    was, now = step.was, step.now
    if was is None or now is None or step.width is None:
        return "The lead's interval can't be compared."
    n, both = step.after.n, now.held.of
    what = "The lead's interval"
    if both < n:
        what = f"In {both:,} of {n:,} panels, where both sizes have one, the lead's interval"
    before, after = number_text(was.width, 2), number_text(now.width, 2)
    if not step.width.excludes_zero or before == after:
        return f"{what} stays about {after} points wide."
    text = f"{what} {'narrows' if step.width.below(0.0) else 'widens'} from {before} to {after} points"
    shares = [value_text(one.held.value, "rate") for one in (was, now)]
    lost = step.missed is not None and step.missed.above(0.0)
    if not lost or shares[0] == shares[1]:
        return f"{text}."
    short = lab_panel.share_estimate(now.held).below(level)
    promised = "" if short else f", where {share_words(level)} are promised"
    return f"{text} and holds the true lead in {shares[1]} instead of {shares[0]}{promised}."


def limits_block(lab: LabReport) -> Block:
    question, shapes = lab.question, lab_panel.SHAPES
    rulings = "Rulings follow from the scores' own readings. A real judge's can differ from its scores."
    if question.standings == "no":
        rulings = "These judges give no rulings, and these rules ask for none."
        if lab.rules.kind == "classic" or lab.rules.agreement_blocks:
            rulings = "These judges give no rulings, so no rule on kappa applies. Real panels make no call more often."
    return Block(
        key="limits",
        title="What this can't show",
        items=(
            f"A simulated score is argument, strictness and {shapes[question.errors]} added up.",
            "Real judges can be worse: swayed together, or biased in ways that nobody declared.",
            "The figures are about the rules and the statistics, not about any model.",
            rulings,
        ),
    )


_COMPARED = ("right", "wrong", "missed", "width", "squared_error")


def lab_values(lab: LabReport) -> dict[str, object]:
    """The same as numbers: shares 0 to 1 with their 95% simulation intervals, widths in points."""
    step = lab.step
    return {
        "simulated": True,
        "question": lab.question.__dict__,
        "panels": lab.n,
        "seed": lab.seed,
        "thresholds": asdict(lab.rules),
        "changed_thresholds": changed_words(lab.rules),
        "sentence": answer_block(lab).title,
        "asked": _figures(lab.asked),
        "named_at_a_tie": _share(lab.tie.wrong),
        "sizes": [_figures(one) for one in lab.sizes],
        "one_more": {
            "from": step.before.truth.judges,
            "to": step.after.truth.judges,
            **{name: _estimate(one) if (one := getattr(step, name)) else None for name in _COMPARED},
        },
        "own_errors": _kind(lab.pair[0]),
        "shared_errors": _kind(lab.pair[1]),
        **({"as_real_models": _kind(lab.as_real)} if lab.as_real else {}),
        **({"judged_as_independent": _share(lab.as_independent.wrong)} if lab.as_independent else {}),
        "limits": " ".join(limits_block(lab).items),
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


def _cover(cover: Coverage) -> dict[str, object]:
    return {
        "holds": _share(cover.held),
        "width": _estimate(cover.width) if cover.width else None,
        "truth": cover.truth,
        "reason": cover.reason,
    }


def _share(share: Share | None) -> dict[str, object] | None:
    return None if share is None else {**_estimate(share.estimate), **asdict(share)}


def _estimate(estimate: Estimate) -> dict[str, object]:
    return {key: value for key, value in asdict(estimate).items() if key in ("value", "interval")}
