"""A study as blocks: what a panel does over many debates, the finding of each question as its title."""

from collections.abc import Iterable, Sequence

from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.wording import capital
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import between_text, estimate_text, value_text
from debate_core.reporting import usage
from debate_core.reporting.blocks import Block, Document, Head, JudgeCell, Table, columns, table_of
from debate_core.reporting.debate_figures import interval_lines
from debate_core.reporting.figures import TileGroup, Tiles
from debate_core.reporting.history import orders_block
from debate_core.study.shape import OwnRow, RepeatRow, SideRow, StudyReport, VersusRow

LEAN = (
    "A lean is the points a judge gives to a side whatever the case. Swapping sides takes out what the debaters are "
    "worth. Topics that favour one side look like a lean of every judge. Of 20 judges without a lean, one looks "
    "as if it had one."
)
AGAIN = "By chance: how often two of its verdicts would be the same if each were drawn from all of them."
OWN = (
    "Points that a judge gives to debaters of its own family beyond what judges of neither family give, adjusted for "
    "strict and lenient judges. Debaters who do well what this judge asks for look the same as a preference."
)
STRENGTH = "Bradley–Terry strengths; a no call counts as a tie. The share is of debates with a winner only."
VERSUS = (
    "Each topic is debated twice, with the sides swapped, so a side that is easier to argue helps neither model. A "
    "judge of a model's own family may favour it."
)
SHARED = (
    "Of a judge's error variance, the part shared with judges of its family beyond what all judges share."
)
BEYOND = "beyond what all judges share. Below 0 they would share less with their family than with all judges."
OVER = "Intervals are over topics, or over debates for agreement. They hold for these judges and models."
PANEL = "the panel"
"""What a study's only panel is called."""
PANELS = {"panels_position": "name", "repeats": "panel", "agreement": "panel", "shared": "panel"}


def study_document(report: StudyReport) -> Document:
    alone = {field: getattr(report, field) for field in PANELS if len(getattr(report, field)) == 1}
    rows = {field: (row.model_copy(update={PANELS[field]: PANEL}),) for field, (row,) in alone.items()}
    study = report.model_copy(update=rows)
    first = [_versus(study, study.versus)] if study.versus else []
    blocks = (
        _sides(study),
        _leans(study),
        _repeats(study),
        *([_orders(study)] if study.orders else []),
        _strengths(study),
        _own_judges(study),
        _agreement(study),
        _shared_block(study),
    )
    return Document(
        title=study.name,
        badges=() if study.simulated == "no" else (capital(study.simulated),),
        about=f"{progress_text(study)}. {outcomes_text(study)}. {capital(cost_text(study))}.",
        blocks=(*first, *sorted(blocks, key=lambda one: one.figure is None)),
    )


def heading_text(study: StudyReport, first: Block) -> str:
    """What the page is called: the first finding, and how far the study has come until it has finished."""
    if study.finished == study.planned:
        return first.title
    known = any(row.same_side.known for row in study.panels_position)
    return f"{study.finished} of {study.planned} debates done{'' if known else ': too few to tell'}"


def progress_text(study: StudyReport) -> str:
    parts = [f"{study.finished} of {study.planned} debates done on {pluralise(study.topics, 'topic')}"]
    parts += [f"{one.count} {one.label}" for one in _unfinished_groups(study) if one.count]
    left_out = f", {pluralise(study.imported, 'imported record')} left out" if study.imported else ""
    return ", ".join(parts) + left_out


def _unfinished_groups(study: StudyReport) -> tuple[TileGroup, ...]:
    return (
        TileGroup("running", "running", study.running),
        TileGroup("stopped", "stopped or interrupted", study.stopped),
        TileGroup("failed", "failed", study.failed),
        TileGroup("waiting", "not started", study.not_begun),
    )


def progress_tiles(study: StudyReport) -> Tiles | None:
    """A tile for each debate: its verdict, or how far it has come; None for more than a picture can hold."""
    groups = (
        TileGroup("pro", "PRO", study.outcomes["pro"]),
        TileGroup("con", "CON", study.outcomes["con"]),
        TileGroup("open", "no call", study.outcomes["no_call"]),
        *_unfinished_groups(study),
        TileGroup("stopped", "left out", study.imported),
    )
    alt = f"{progress_text(study)}. {outcomes_text(study)}."
    return Tiles(alt=alt, groups=groups) if study.planned <= Tiles.most else None


def outcomes_text(study: StudyReport) -> str:
    return f"PRO {study.outcomes['pro']}, CON {study.outcomes['con']}, no call {study.outcomes['no_call']}"


def cost_text(study: StudyReport) -> str:
    if not study.calls:
        return "nothing used yet"
    cost = usage.cost_text(study.cost, study.cost_reason)
    used = f"{usage.calls_text(study.calls, study.calls)}, {usage.tokens_text(study.tokens, 0)}, {cost}"
    return f"so far at most {used}" if study.running else used


def _model_names(models: Sequence[str]) -> list[str]:
    names = [one.partition(":")[2] for one in models]
    return names if len(set(names)) == len(names) else list(models)


def _versus(study: StudyReport, row: VersusRow) -> Block:
    lead, mixed = row.lead, study.simulated not in ("no", "simulated")
    first, second = (f"“{one}”" for one in _model_names((row.first, row.second)))
    title = "Can't tell which model argues better"
    if lead.known and not mixed:
        title = "Neither model clearly argues better"
    if lead.excludes_zero and not mixed:
        better = first if lead.above(0.0) else second
        title = f"{better} argues better, by {value_text(lead.through(abs).value, 'points')}"
    text = f"{first} wins {pluralise(row.won, 'debate')}, {second} {row.lost}; {row.level} without a winner."
    if row.won + row.lost + row.level < sum(study.outcomes.values()):
        text += " Only first readings from both sides count."
    sure = f"The lead of {first} is {estimate_text(lead, 'difference')}."
    sentence = _unknown_text([lead]) if lead.value is None else f"{text} {sure}"
    if study.simulated != "no":
        sentence += f" {capital(study.simulated)}, so it says nothing about real models."
    heads = columns("Models", ("Lead of the first", "difference"), ("Won", "count"), ("Topics", "count"))
    rows = ((f"{row.first} and {row.second}", lead, row.won, lead.topics),)
    return Block(
        key="versus",
        title=title,
        sentence=sentence,
        figure=interval_lines(f"Lead of {first}, points", "difference", [("Lead", lead)]),
        tables=(Table(columns=heads, rows=rows),),
        notes=(VERSUS,),
    )


def _sides(study: StudyReport) -> Block:
    rows = (*study.panels_position, *study.judges_position)
    known = [row for row in study.panels_position if row.same_side.value is not None]
    texts = [_side_or_model(row, alone=len(known) == 1) for row in known]
    title = texts[0][0] if texts else "Can't tell whether the verdict follows the side"
    rest = [texts[0][1], *(f"{one}: {sure}" for one, sure in texts[1:])] if texts else []
    table = table_of(
        rows,
        {
            "Who": lambda row: row.name,
            "Model": lambda row: row.model,
            ("Same side both times", "share"): lambda row: row.same_side,
            ("Swapped pairs with a winner", "count"): lambda row: row.same_side.n,
            ("PRO both times", "count"): lambda row: row.pro_both,
            ("CON both times", "count"): lambda row: row.con_both,
        },
    )
    return Block(
        key="sides",
        title=title,
        sentence=" ".join(rest) or _unknown_text(row.same_side for row in rows),
        figure=_swap_tiles(known[0]) if known else None,
        tables=(table,),
    )


def _swap_tiles(row: SideRow) -> Tiles | None:
    pairs, side = row.same_side.n, row.pro_both + row.con_both
    groups = TileGroup("filled", "same debater", pairs - side), TileGroup("open", "same side", side)
    alt = f"Swapped pairs with a winner both times: {pairs - side} same debater, {side} same side."
    return Tiles(alt=alt, groups=groups, tall=True) if pairs <= Tiles.most else None


def _side_or_model(row: SideRow, *, alone: bool) -> tuple[str, str]:
    same, both = row.same_side, row.pro_both + row.con_both
    follows, of, many = "debater", same.through(lambda share: 1.0 - share), same.n - both
    if 2 * both > same.n:
        follows, of, many = "side", same, both
    won = {"debater": "debater won from both sides", "side": "side won, whoever argued it"}[follows]
    text = f"{'In' if alone else f'By {row.name}, in'} {many} of {pluralise(same.n, 'pair')} the same {won}"
    share = value_text(of.value, "share")
    sure = f"The same {follows} wins both times in {share} of pairs, {between_text(of, 'share')}."
    if not same.known:
        whose = "the verdict" if alone else f"the verdict of {row.name}"
        text = f"Too few pairs to tell whether {whose} follows the debater or the side"
        sure = f"The same {follows} wins both times in {many} of {pluralise(same.n, 'pair')}."
    return text, f"{sure} Only pairs with a winner both times count."


def _leans(study: StudyReport) -> Block:
    rows = (*study.panels_position, *study.judges_position)
    leaning = [row for row in study.judges_position if row.leans]
    alone = "Only " if len(leaning) == 1 and len(study.judges_position) > 1 else ""
    title, sentence = "Can't tell whether a judge leans to a side", _unknown_text(row.lean for row in rows)
    if any(row.lean.known for row in study.judges_position):
        title, sentence = "No judge clearly leans to a side", "Points given to a side whatever the case."
    if leaning:
        title = f"{alone}{join_and([_lean_text(row) for row in leaning])}"
    heads = columns("Who", "Model", ("Lean, points", "lead"), ("Swapped pairs", "count"))
    lines = tuple((row.name, row.model, row.lean, row.lean.n) for row in rows)
    return Block(
        key="leans",
        title=title,
        sentence=sentence,
        figure=interval_lines(
            "Lean, in points", "lead", [(row.name, row.lean) for row in rows], judges=_judge_names(study)
        ),
        tables=(Table(columns=heads, rows=lines),),
        notes=(LEAN,),
    )


def _judge_names(study: StudyReport) -> tuple[str, ...]:
    """Of one panel, whose shapes can be told apart."""
    return tuple(row.name for row in study.judges_position) if len(study.panels_position) == 1 else ()


def _lean_text(row: SideRow) -> str:
    size, sure = value_text(row.lean.through(abs).value, "points"), between_text(row.lean, "lead")
    return f"{row.name} clearly leans to {str(row.leans).upper()}, by {size}, {sure}"


def _repeats(study: StudyReport) -> Block:
    known = [row for row in study.repeats if row.again.value is not None]
    title = "Can't tell whether the panel would repeat its verdict"
    if known:
        again, chance = known[0].again, known[0].again_chance
        title = f"Can't tell whether {known[0].panel} repeats its verdict more often than chance"
        if chance is None or again.above(chance) or again.below(chance):
            share = value_text(again.value, "share")
            title = f"Asked again, {known[0].panel} repeats its verdict in {share} of cases"
    texts = [text for row in study.repeats for text in _repeat_texts(row)]
    rows = tuple(
        (row.panel, way, share, usual, share.n) for row in study.repeats for way, share, usual in _ways(row)
    )
    shares = [(f"{panel}, {way}", share) for panel, way, share, *_ in rows if share.known]
    chances = tuple(usual for _, _, share, usual, _ in rows if share.known and usual is not None)
    heads = columns(
        "Panel", "Again on", ("Same verdict", "share"), ("By chance", "share"), ("Pairs", "count")
    )
    return Block(
        key="repeats",
        title=title,
        sentence=" ".join(texts) or _unknown_text(share for _, _, share, *_ in rows),
        figure=interval_lines("The mark on each line is chance", "share", shares, references=chances),
        children=(_rereads(study),) if study.rereads else (),
        tables=(Table(columns=heads, rows=rows),),
        notes=(AGAIN,),
    )


def _rereads(study: StudyReport) -> Block:
    heads = columns("Judge", "Model", ("Alpha", "coefficient"), ("Arguments", "count"))
    rows = tuple((row.name, row.model, row.alpha, row.alpha.n) for row in study.rereads)
    alphas = [(row.name, row.alpha) for row in study.rereads]
    return Block(
        key="rereads",
        title="Each judge's scores beside its own second reading (alpha)",
        figure=interval_lines("Alpha", "coefficient", alphas, judges=_judge_names(study)),
        tables=(Table(columns=heads, rows=rows),),
    )


def _ways(row: RepeatRow) -> tuple[tuple[str, Estimate, float | None], ...]:
    return ("the same speeches", row.again, row.again_chance), ("another seed", row.seed, row.seed_chance)


def _repeat_texts(row: RepeatRow) -> list[str]:
    return [
        f"On {way}, {row.panel} gives the same verdict in {value_text(share.value, 'share')} of pairs, "
        f"{between_text(share, 'share')}; by chance in {value_text(chance, 'share')}."
        for way, share, chance in _ways(row)
        if chance is not None
    ]


def _orders(study: StudyReport) -> Block:
    known = [row for row in study.orders if row.preference.known]
    clear = [(row.name, row.preference.below(0.0)) for row in known if row.preference.excludes_zero]
    prefer = [f"{name} prefers the side it reads {'last' if last else 'first'}" for name, last in clear]
    nobody = "No judge clearly prefers" if known else "Can't tell whether a judge prefers"
    why = "" if known else _unknown_text(row.preference for row in study.orders)
    return orders_block(join_and(prefer) or f"{nobody} the side it reads first", why, study.orders)


def _own_judges(study: StudyReport) -> Block:
    points = [(row.name, row.points) for row in study.own]
    known = any(row.points.known for row in study.own)
    clear = join_and([_own_text(row) for row in study.own if row.points.excludes_zero])
    nobody = "No judge clearly prefers, or marks down," if known else "Can't tell whether a judge prefers"
    unknown = _unknown_text(row.points for row in study.own)
    why = unknown if study.own else "No judge is of a family that debated."
    heads = columns("Judge", "Family", ("Points for its own", "difference"), ("Debates, by panel", "count"))
    rows = tuple((JudgeCell(row.name, row.model), row.family, row.points, row.points.n) for row in study.own)
    return Block(
        key="own",
        title=clear or f"{nobody} models of its own family",
        sentence="" if clear or known else why,
        figure=interval_lines("Points for its own", "difference", points, judges=_judge_names(study)),
        tables=(Table(columns=heads, rows=rows),),
        notes=(OWN,),
    )


def _own_text(row: OwnRow) -> str:
    more = "more" if row.points.above(0.0) else "fewer"
    size = value_text(row.points.through(abs).value, "points")
    return f"{row.name} gives its own family {size} {more}, {between_text(row.points, 'difference')}"


def _strengths(study: StudyReport) -> Block:
    names = _model_names([row.model for row in study.strengths])
    chances = [(name, row.chance) for name, row in zip(names, study.strengths, strict=True)]
    best = next(((f"“{name}”", one) for name, one in chances if one.known), None)
    title = f"Can't tell {'how strong each model is' if study.versus else 'which model argues best'}"
    sentence = _unknown_text([*(one for _, one in chances), study.side])
    if best:
        name, chance = best
        share, sure = value_text(chance.value, "share"), between_text(chance, "share")
        title = "No model is clearly ahead of the average"
        if chance.above(0.5):
            title = f"{name} argues better than average"
        sentence = f"{name} comes out ahead of an average model in {share} of debates with a winner, {sure}."
    strength: Head = ("Strength, 0 is average", "log_odds")
    heads = columns("Model", ("Ahead of an average model", "share"), strength, ("Debates, by panel", "count"))
    rows = (
        *((row.model, row.chance, row.strength, row.strength.n) for row in study.strengths),
        ("What arguing for PRO adds", None, study.side, study.side.n),
    )
    return Block(
        key="strengths",
        title=title,
        sentence=sentence,
        figure=interval_lines("Ahead of an average model", "share", chances, reference=0.5),
        tables=(Table(columns=heads, rows=rows),),
        notes=(STRENGTH,),
    )


def _agreement(study: StudyReport) -> Block:
    known = [row for row in study.agreement if row.alpha.value is not None]
    title = "Can't tell how far the judges agree"
    if known:
        panel, value = capital(known[0].panel), value_text(known[0].alpha.value)
        title = f"{panel}'s agreement on scores (alpha) is {value}"
    texts = [
        f"{capital(one.panel)}: {value_text(one.alpha.value)}, {between_text(one.alpha)}." for one in known
    ]
    heads = columns("Panel", ("Alpha", "coefficient"), ("Debates", "count"), ("Arguments", "count"))
    panels = tuple((row.panel, row.alpha, row.debates, row.alpha.n) for row in study.agreement)
    pairs = [(f"{row.first[0]} and {row.second[0]}", row.alpha) for row in study.pairs]
    alphas = [*((row.panel, row.alpha) for row in study.agreement), *pairs]
    return Block(
        key="agreement",
        title=title,
        sentence=" ".join(texts) or _unknown_text(row.alpha for row in study.agreement),
        figure=interval_lines("Alpha", "coefficient", alphas),
        tables=(
            Table(title="Each panel over all its debates", columns=heads, rows=panels),
            Table(
                title="Each two judges, on the arguments that both scored",
                columns=columns("Judges", ("Alpha", "coefficient"), ("Arguments", "count")),
                rows=tuple((name, alpha, alpha.n) for name, alpha in pairs),
            ),
        ),
        notes=(OVER,),
    )


def _shared_block(study: StudyReport) -> Block:
    shares = [row.share for row in study.shared]
    known = sorted((one for one in shares if one.value is not None), key=lambda one: not one.above(0.0))
    title = "Can't tell how many mistakes judges of one family share"
    if known and known[0].above(0.0):
        title = f"Judges of one family share {value_text(known[0].value, 'share')} of their mistakes"
    beyond = f"They share {estimate_text(known[0], 'share')} {BEYOND}" if known else ""
    heads = columns("Panel", ("Share", "share"), ("Debates", "count"), "Families")
    rows = []
    for row in study.shared:
        families = ", ".join(f"{one} × {count}" for one, count in row.families.items())
        rows.append((row.panel, row.share, row.share.n, families))
    return Block(
        key="shared",
        title=title,
        sentence=beyond or _unknown_text(shares),
        tables=(Table(columns=heads, rows=tuple(rows)),),
        notes=(SHARED,),
    )


def _unknown_text(figures: Iterable[Estimate]) -> str:
    reasons = dict.fromkeys(one.reason for one in figures if one.reason)
    return f"{capital('; '.join(reasons) or 'no debate has finished')}."
