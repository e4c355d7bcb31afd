"""The main path: config → debating → judging → calibration → weights → agreement → divergence → outcome."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE, join_and
from debate_core.domain.rubric import Scoresheet
from debate_core.domain.transcript import SIDES
from debate_core.library.history import History
from debate_core.library.report import evidence_used, shape
from debate_core.library.report.agreement import RatedTable, agreement_of, sides_study_of
from debate_core.library.report.deliberation import talk_of
from debate_core.library.report.live import live_of
from debate_core.library.report.rows import argument_row, change_rows, judge_rows, person_rows, settled_rows
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.usage import refusals_of, usage_of
from debate_core.measuring.calibration import Calibration, apart_note, calibrate
from debate_core.measuring.divergence import argument_figures
from debate_core.measuring.fleiss import STANDINGS, encode_standings
from debate_core.measuring.shared_errors import ASSUMED, shared_before
from debate_core.measuring.table import PanelTable, variants
from debate_core.measuring.weights import JudgeWeights, TopicType, judge_weights, topic_type
from debate_core.store.deliberation import first_accord
from debate_core.store.events import ArgumentSettled
from debate_core.store.judging import INDEPENDENT, Judging, Scored, scored_of, table_of, with_people
from debate_core.store.record import NOTHING_ARGUED, Record
from debate_core.verdicts.evidence import evidence
from debate_core.verdicts.verdict import Outcome, decide, decide_variants, without_divergence

NOTHING = NOTHING_ARGUED.lower()
NOT_YET = "not written yet"
_OTHERS = (
    ("rules", "default"),
    ("rules", "independent"),
    ("rules", "classic"),
    ("weights", "classic"),
    ("weights", "evidence"),
)


class _DebateReading(FrozenValue):
    """One judging of a debate under some settings: its scores, what each judge counts, the table for the rules."""

    record: Record
    judging: Judging[Scoresheet]
    history: History
    settings: ReportSettings

    @cached_property
    def scored(self) -> Scored:
        return scored_of(self.judging)

    @cached_property
    def topic(self) -> TopicType:
        return topic_type(self.record.config.topic.text, self.settings.topic_type)

    @cached_property
    def weights(self) -> JudgeWeights:
        seats = self.judging.seats
        return judge_weights(
            [seat.domain for seat in seats],
            self.topic.type,
            self.settings.weights,
            [self.history.of(seat.name, seat.model) if seat.model else None for seat in seats],
            [seat.sheet is not None for seat in seats],
        )

    @cached_property
    def calibration(self) -> Calibration:
        return calibrate(self.scored.common, self.settings.calibration, self.scored.sides)

    @cached_property
    def table(self) -> PanelTable:
        return self._table_of(self.scored)

    def outcome_at(self, number: int) -> Outcome:
        """As of another round, by these weights."""
        return decide(evidence(self._table_of(scored_of(self.judging.at(number)))), self.settings.ruling)

    def _table_of(self, scored: Scored) -> PanelTable:
        """As the rules of outcome read it; noise is learnt from debates that finished before this one."""
        judging, before, unit = scored.judging, self.record.opened_at, scored.judging.rubric.scale.unit
        judges = [(seat.name, seat.model or "") for seat in judging.seats if seat.sheet]
        # What any two have in common, as earlier debates of the whole panel tell, at worst.
        most = shared_before(self.history.wrong(judges, before)).highest
        table = table_of(scored, self.weights, np.nan if most is None else most)
        # Past debates tell of points on the usual scale.
        known = None if self.weights.variances is None else self.weights.variances / unit**2
        learned = self.history.learned_noise([seat.kin for seat in judging.seats if seat.sheet], before)
        if learned and not judging.people:
            table = replace(table, learned=learned.times(1.0 / unit**2))
        return replace(table, variances=known)


def report(
    record: Record, history: History, settings: ReportSettings, as_of: int = INDEPENDENT
) -> shape.Report:
    """What the facts of one debate mean under these settings, as of one round of its judging."""
    history = history if settings.history == "store" else History()
    seated, judging = with_people(record.judging, record.reviews), record.judging
    if as_of > INDEPENDENT:  # the first round as given is the mean of both readings
        seated, judging = seated.at(as_of), judging.at(as_of)
    people = _DebateReading(record=record, judging=seated, history=history, settings=settings)
    reading = people if settings.people else replace(people, judging=judging)
    judging, scored = reading.judging, reading.scored
    others = people.table if seated.people and not settings.people else None
    concluded, changes = _conclude(reading, others)
    arguments = tuple(
        argument_row(record.transcript, scored, reading.calibration, one, concluded)
        for one in argument_figures(concluded.basis.divergence, scored.dimensions)
    )
    shared = evidence_used.shared_of(concluded, judging, history, record)
    outcome = _outcome_of(reading, concluded, shared)
    call = None if judging.awaited or concluded.gap is None else concluded.call
    means, rulings = ({one.id: getattr(one, name) for one in arguments} for name in ("mean", "majority"))
    return shape.Report(
        **_of_record(record),
        **_agreement_part(reading, concluded, NOTHING if outcome.nothing_argued else None),
        settings=settings,
        outcome=outcome,
        shared_errors=shared,
        arguments=arguments,
        robustness=changes,
        robustness_reason=None if changes else "not all judges have scored, or fewer than 2",
        review=tuple(to_read(concluded, scored)),
        look_first=evidence_used.odd_score(concluded, scored.ids, judging.rubric.scale),
        helps=tuple(_what_would_help(record, concluded, scored)),
        if_settled=if_settled(concluded, judging, record.settled),
        **dict(live_of(record, call, means, rulings)),
        **dict(talk_of(record, reading.outcome_at)),
    )


def _agreement_part(reading: _DebateReading, concluded: Outcome, meaningless: str | None) -> dict[str, Any]:
    """The judges: agreement, strictness, and how much each counts; ``meaningless``: why none can be relied on."""
    judging, scored, weights = reading.judging, reading.scored, reading.weights
    calibration = reading.calibration
    additive = calibration if calibration.method == "additive" else calibrate(scored.common, "additive")
    apart = apart_note(reading.table.ratings, judging.names) if calibration.method == "additive" else None
    return {
        "topic_type": reading.topic,
        "judges_said": judging.panel_text,
        "agreement": agreement_of(rated_of(scored, calibration, meaningless)),
        "sides_study": sides_study_of(concluded.basis, len(scored.ids)),
        "calibration": shape.CalibrationReport(method=calibration.method, unit=calibration.unit, note=apart),
        "judges": judge_rows(judging, reading.history, weights, additive, concluded),
        "effective_judges": weights.effective if judging.usable else None,
        "void": bool(judging.defect),
    }


def _of_record(record: Record) -> dict[str, Any]:
    return {
        "debate": record.id,
        "topic": record.config.topic.text,
        "simulated": record.config.simulated,
        "simulated_said": record.config.simulation_note,
        "example": record.example,
        "brought": record.imported.source_text if record.imported else "",
        "speech_warnings": {side: record.transcript.warnings_of(side) for side in SIDES},
        "progress": record.came_to,
        "cause": record.cause,
        "accord": first_accord(record),
        "briefing": _briefing(record),
        "readings": evidence_used.readings_of(record),
        "usage": usage_of(record),
        "true_outcome": record.true_outcome,
        "people": person_rows(record),
        "settled": settled_rows(record),
    }


def _conclude(
    reading: _DebateReading, others: PanelTable | None
) -> tuple[Outcome, tuple[shape.VerdictChange, ...] | None]:
    """The outcome, and what else it would be; `others`: the table with the people who scored blind."""
    table, settings = reading.table, reading.settings
    apart, kin = settings.thresholds.assumed_share, settings.thresholds.assumed_family_share
    counts = table.share_among(table.usable, apart, kin) if settings.rules == "default" else 0.0
    # The shares of their mistakes that judges could have in common, but for the one that counts.
    shares = [one for one in sorted({*ASSUMED, apart}) if abs(one - counts) > TOLERANCE]
    tried = variants(table, others, shares) if reading.judging.settled else ()
    concluded, *changed = decide_variants(table, tried, settings.ruling)
    return concluded, change_rows(concluded, tried, changed) if tried else None


def outcome_alone(record: Record, history: History, settings: ReportSettings) -> Outcome:
    """The outcome, and alpha, without the rest of the report, which takes longer."""
    history = history if settings.history == "store" else History()
    judging = with_people(record.judging, record.reviews) if settings.people else record.judging
    reading = _DebateReading(record=record, judging=judging, history=history, settings=settings)
    return decide(evidence(reading.table), settings.ruling)


def rated_of(scored: Scored, calibration: Calibration, meaningless: str | None) -> RatedTable:
    """The table whose agreement is measured; ``meaningless``: why nothing can be relied on for it."""
    return RatedTable(
        judges=scored.judging.names,
        items=scored.ids,
        ratings=scored.common,
        calibrated=calibration.ratings,
        additive=calibration.severity is not None,
        places=None if meaningless else encode_standings(scored.standings, STANDINGS),
        unlabelled=meaningless or "",
        categories=len(STANDINGS),
        dimensions=scored.dimensions,
        people=bool(scored.judging.people),
        meaningless=meaningless,
    )


def other_readings(
    report_usual: shape.Report, record: Record, history: History
) -> tuple[shape.VerdictChange, ...]:
    """What other rules and weights, not tried by robustness, would say."""
    changes = []
    for name, value in _OTHERS:
        if value != getattr(report_usual.settings, name):
            other = outcome_alone(record, history, report_usual.settings.model_copy(update={name: value}))
            call = "no_call" if report_usual.awaited else other.call
            flips = call != report_usual.outcome.call
            same = not flips and name == "weights" and other.gap == report_usual.outcome.gap.value
            changes.append(shape.VerdictChange(change=f"{value} {name}", call=call, flips=flips, same=same))
    return tuple(changes)


def _outcome_of(
    reading: _DebateReading, concluded: Outcome, shared: evidence_used.SharedErrors
) -> shape.OutcomeReport:
    record, judging, gap = reading.record, reading.judging, concluded.basis.gap
    awaited = judging.awaited
    first = [f"{cause.rstrip('.')}." for cause in judging.causes if judging.came_to_nothing]
    if awaited:
        first = [f"{awaited} of {len(judging.seats) - judging.people} judges have not scored yet."]
    return shape.OutcomeReport(
        call="no_call" if awaited else concluded.call,
        reasons=(*first, *concluded.reasons),
        nothing_argued=bool(record.nothing_argued_text),
        cautions=(*refusals_of(record), *concluded.cautions, *filter(None, [shared.sentence])),
        gap=gap.pooled,
        by_judge=gap.by_judge,
        widened=concluded.basis.widened,
        assumed_share=concluded.basis.share,
        p_pro=concluded.p_pro,
        ahead=None if awaited else concluded.ahead,
        noise=evidence_used.noise_of(concluded),
        track_record=evidence_used.track_record(reading.history, record.opened_at),
        sides={"pro": gap.sides.pro, "con": gap.sides.con},
        reading=concluded.reading,
        tipping_share=shared.tipping_share,
        tipping_reason=shared.reason,
    )


def to_read(concluded: Outcome, scored: Scored) -> dict[str, float]:
    """The arguments a person is told to read, with their adjusted spread, the widest first: divergent ones; without
    any, on no call, the three widest."""
    if scored.judging.defect:
        return {}
    variance = concluded.basis.divergence.variance
    spread = {item: float(np.nan_to_num(value)) ** 0.5 for item, value in enumerate(variance)}
    widest = sorted(spread, key=lambda item: -spread[item])
    wanted = [item for item in widest if item in concluded.divergent]
    if not wanted and concluded.call == "no_call":
        wanted = [item for item in widest if spread[item] > 0][:3]
    return {scored.ids[item]: spread[item] for item in wanted}


def _what_would_help(record: Record, concluded: Outcome, scored: Scored) -> Iterator[shape.Help]:
    if scored.judging.defect:
        return
    for item in concluded.divergent:
        yield shape.Help(kind="disputed", argument=scored.ids[item])
    for item, name in enumerate(scored.ids):
        uncertain = sum(row[item] == "UNCERTAIN" for row in scored.standings)
        if 2 * uncertain >= max(1, scored.judging.usable):
            yield shape.Help(kind="unsettled", argument=name)
    for one in record.briefing.unresolved if record.briefing else ():
        argument = one.rests_on[0] if one.rests_on else None
        yield shape.Help(kind="question", text=one.text, argument=argument)


def _briefing(record: Record) -> shape.BriefingReport:
    if record.nothing_argued_text:
        return shape.BriefingReport(value=None, reason=NOTHING)
    missing = record.briefing_cause_text or NOT_YET
    return shape.BriefingReport(value=record.briefing, reason=None if record.briefing else missing)


def if_settled(
    concluded: Outcome, judging: Judging, settled: Mapping[str, ArgumentSettled]
) -> shape.IfSettled | None:
    """The outcome if settled arguments no longer counted as divergent; None where that changes nothing."""
    if concluded.call != "no_call" or judging.awaited:
        return None
    parted = [
        (place, settled[name]) for place in concluded.divergent if (name := judging.ids[place]) in settled
    ]
    closed = {place: one for place, one in parted if one.standing is not None}
    outcome_then = without_divergence(concluded, closed)
    # The reason that rests on divergence counts the arguments: where it isn't given, or nothing is closed, all stay.
    if outcome_then.reasons == concluded.reasons:
        return None
    names = [one.argument for one in closed.values()]
    return shape.IfSettled(
        change=f"the settled {join_and(names)} not counted as divergent",
        call=outcome_then.call,
        flips=outcome_then.call != concluded.call,
        arguments=tuple(names),
        reasons=outcome_then.reasons,
    )
