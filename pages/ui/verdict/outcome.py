"""What may be concluded, a side with the gap or *no call*; what it rests on, claim by claim; what turned out true.

Knows report, record and the store's facts. Invariant: on *no call* no side is named; reasons that block and cautions
that don't stand apart; a statement that rests on nothing, a standing without notes and a tie are called so; what turned
out to be true changes no outcome of this debate, only what later ones learn.
"""

import streamlit as st

from debate_core.briefing import Statement
from debate_core.exports.numbers import fallacy_words, split_words
from debate_core.numerals import UNDEFINED, listed, percent, points, share_words
from debate_core.record import Record
from debate_core.report import Report, heard
from debate_core.report.shape import ArgumentRow, JudgeRow
from debate_core.scoresheet import STANDING_MEANINGS, STANDINGS
from debate_core.wording import NO_RESPONSE, RESPONSES, capital, named, toward, worded
from pages.ui import router, state
from pages.ui.shown import terms
from pages.ui.shown.drawer import NO_REASON, show_answer, show_way, show_ways
from pages.ui.shown.figures import show_rows, show_table
from pages.ui.shown.persons_word import settled_cell, show_settled
from pages.ui.shown.sentences import reading_sentence, who_scored
from pages.ui.shown.speech import side_badge
from pages.ui.shown.words import clip, escaped, show_words

TO_VERIFY = "to-verify-yourself"
_BRIEFING_HELP = (
    "Written by one model at the end, from the debate. It names no winner: the outcome above is the panel's. Each "
    "statement names the arguments it rests on."
)
_STANDINGS_HELP = "  \n".join(f"{named(name)}: {STANDING_MEANINGS[name]}." for name in reversed(STANDINGS))


def show_gap(report: Report) -> None:
    """The gap with its interval, the reading aid beside it, and each side's result with the judges' shares."""
    st.subheader("How large the gap is", help=terms.READING, anchor=False)
    if report.outcome.gap.value is None:
        st.markdown("**The gap is undefined**: the cautions and reasons above say why.")
        return
    said = reading_sentence(report) or "The gap in points"
    st.markdown(said)
    sides = " · ".join(f"**{side.upper()}** {points(value)}" for side, value in report.outcome.sides.items())
    shares = ", ".join(
        f"{escaped(j.called)} {percent(j.share)}" for j in report.judges if j.share is not None
    )
    st.markdown(f"Side results: {sides}")
    st.caption(f"Each judge's share in them: {shares}.", help=terms.SHARE)
    _show_shared(report)


def _show_shared(report: Report) -> None:
    """The interval as it would be if the judges shared errors, and what is known of how much they do."""
    found = report.shared_errors
    if not found.at:
        return
    st.markdown(f"**If {report.those} err alike**", help=terms.SHARED_ERRORS)
    show_table(
        [
            {
                "Errors in common": percent(one.share),
                f"{share_words(report.outcome.gap.level)} interval of the gap": capital(
                    toward(*one.interval)
                ),
                "No difference at all": "fits too" if one.includes_0 else "doesn't fit",
            }
            for one in found.at
        ],
        alt="The interval of the gap if the judges share a fifth, a third or half of their errors",
    )
    st.caption(" ".join(filter(None, (found.in_short, escaped(found.before_said)))))


def show_positions(report: Report) -> None:
    """Each judge's own side gap and ballot; a ballot given against its own scores is said."""
    st.subheader("Each judge's position", help=terms.BALLOT, anchor=False)
    show_table(
        [_position(judge) for judge in report.judges],
        alt="Each judge's own gap, the side its scores prefer, the side it said, and its share",
    )
    said = [
        f"- **{escaped(judge.name)}** said {judge.ballot_given}, but its own scores prefer {judge.ballot}: the scores "
        "count."
        for judge in report.judges
        if judge.contradicts
    ]
    st.markdown("\n".join(said))


def _position(judge: JudgeRow) -> dict[str, str]:
    return {
        "Judge": judge.called,
        "PRO minus CON": points(judge.position),
        "Its scores prefer": judge.ballot or UNDEFINED,
        "It said": judge.ballot_given or ("not asked" if judge.person else "not given"),
        "Share": "–" if judge.share is None else percent(judge.share),
    }


def show_briefing(report: Report, record: Record) -> None:
    """Key insight and recommendation, or why there are none."""
    st.subheader("Briefing", help=_BRIEFING_HELP, anchor=False)
    found = report.briefing
    if found.value is None:
        _show_absent(record, found.reason)
        return
    with st.container(border=True, key="briefing"):
        _show_statement(report, "Key insight", found.value.key_insight, "insight")
        _show_statement(report, "Recommendation", found.value.recommendation, "recommendation")


def show_to_verify(report: Report) -> None:
    """What the briefing leaves open, beside it."""
    asked = report.briefing.value.unresolved if report.briefing.value else ()
    if asked:
        st.subheader("To verify yourself", anchor=TO_VERIFY)
        with st.container(border=True, key="to_verify"):
            for place, statement in enumerate(asked):
                _show_statement(report, "", statement, f"unresolved_{place}")


def _show_statement(report: Report, title: str, statement: Statement, at: str) -> None:
    if title:
        st.markdown(f"**{title}**")
    show_words(statement.text)
    if statement.supported:
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption("Rests on", width="content")
            show_ways(report, statement.rests_on, at)
    else:
        st.badge("Unsupported: names no argument", color="yellow", icon=":material/link_off:")


def _show_absent(record: Record, reason: str | None) -> None:
    if record.briefing_cause:
        st.markdown(
            f"**There is no briefing**: {escaped(record.briefing_cause.rstrip('.'))}. The scores are not affected."
        )
        st.markdown("It can be asked for again on Watch, below what was said of its cause.")
        if st.button("Go to the debate", key="briefing_to_watch", icon=":material/forum:"):
            router.go("watch", record.id)
        return
    if state.status(record) == "running":
        st.markdown("It is written when the judges are done.")
        return
    st.markdown(f"There is none: {escaped(reason or 'not written')}.")


def show_trace(report: Report, record: Record) -> None:
    """One line an argument; unfolded, the whole way from claim to standings."""
    st.subheader("From claim to standing", help=_STANDINGS_HELP, anchor=False)
    show_rows(
        "trace",
        [_trace_line(report, row, record) for row in report.arguments],
        [row.id for row in report.arguments],
        "Each argument, as what it was settled, the answer it got, its majority standing, split and fallacies seen",
    )
    for row in report.arguments:
        with st.expander(
            f"{row.id} · {standing_words(report, row)} · {escaped(clip(row.claim, 90))}",
            key=f"trace_{row.id}",
        ):
            _show_row(report, row, record)


def standing_words(report: Report, row: ArgumentRow) -> str:
    """The majority with its count, `tied`, or that nobody judged it."""
    if row.majority is None:
        return "no standing"
    given = f"{sum(row.split.values())} {who_scored(report)}"
    if row.majority == "tied":
        return f"tied among {given}"
    return f"{worded(row.majority)}, {row.split[row.majority]} of {given}"


def _trace_line(report: Report, row: ArgumentRow, record: Record) -> dict[str, str]:
    crossed = record.config.format == "structured"
    return {
        "Argument": row.id,
        **settled_cell(report, row.id),
        "Claim": clip(row.claim, 60),
        **({"Answer": _answer(row)} if crossed else {}),
        "Majority": named(row.majority) if row.majority else "no standing",
        "Split": split_words(row),
        **_talk_cell(report, row),
        "Fallacies": fallacy_words(report, row),
    }


def _talk_cell(report: Report, row: ArgumentRow) -> dict[str, str]:
    """Whose standing changed after talk; no column where nobody deliberated."""
    if not report.deliberation:
        return {}
    changed = dict.fromkeys(move.judge for _, move in heard.restood(report, row.id))
    return {"Changed after talk": listed(tuple(changed)) or "–"}


def _answer(row: ArgumentRow) -> str:
    if row.response is None:
        return "Not answered yet"
    kind = row.response.response_type
    return RESPONSES[kind][0] if kind else capital(NO_RESPONSE)


def _show_row(report: Report, row: ArgumentRow, record: Record) -> None:
    said, judged = st.columns(2)
    with said:
        side_badge(row.side, row.id)
        show_words(row.claim)
        show_answer(row, record)
        show_way(row.id, "trace")
    with judged:
        for judge in report.judges:
            standing = row.standings[judge.name]
            why = "person did not score it" if judge.person else "judge gave no scores"
            words = named(standing) if standing else f"No standing: this {why}"
            st.markdown(f"**{escaped(judge.called)}**: {words}")
            if standing:
                st.caption(escaped(row.reasons[judge.name] or "") or f"*{NO_REASON.capitalize()}*")
            for number, move in heard.restood(report, row.id):
                if move.judge == judge.name:
                    now = f"{worded(str(move.after))}; {heard.causes_said([move], escaped)}"
                    st.caption(f"After round {number} of the talk: {now}")
        st.markdown(
            f"Split: {split_words(row)}. Fallacies: {escaped(fallacy_words(report, row))}.",
            help=terms.FALLACIES,
        )
        show_settled(report, row.id)


def show_truth(report: Report, record: Record) -> None:
    """The true outcome if it is known, which judges it proves right, and the way to record it."""
    st.subheader("What turned out to be true", anchor=False)
    known = record.true_outcome
    if known is None:
        st.markdown(
            "Not recorded. Once you know which side was right, record it under the answer: judges that were right "
            "before can then count for more in later debates (*classic* weights), and you see who tends to be right."
        )
    else:
        right = [escaped(judge.name) for judge in report.judges if judge.ballot == known.outcome]
        wrong = [escaped(judge.name) for judge in report.judges if judge.ballot not in {None, known.outcome}]
        said = f"The scores of {listed(right)} preferred it" if right else "No judge's scores preferred it"
        rest = f"; those of {listed(wrong)} did not" if right and wrong else ""
        st.markdown(f"**{known.outcome}**, as a person recorded it. {said}{rest}.")
        if known.reason:
            show_words(known.reason, quiet=True)
    if record.example is not None:
        st.caption("This is a written example: what is recorded of it counts for no judge.")
    elif record.progress != "finished":
        st.caption("It counts in the judges' history once the debate is finished.")
