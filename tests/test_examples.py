"""The example debates: what each is here to show, that none repeats itself, and that it opens like any other."""

import re
from collections import Counter
from functools import cache

import pytest

from debate_core.answers.quotes import words_of_turn
from debate_core.composition import model_factory
from debate_core.domain.errors import DebateError, RecordNotFound
from debate_core.examples import EXAMPLES, FOLDER, REVIEW, ensure, ensure_review, events_of
from debate_core.importing.files import read_imported
from debate_core.library.library import read_history
from debate_core.library.text_review import text_review
from debate_core.llm.catalogue import Access
from debate_core.reporting.audit import audit_as_markdown
from debate_core.reporting.formats import plain_text
from debate_core.reporting.text import text_document
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened, FlagOverturned, StoredEvent
from debate_core.store.record import ArtifactRecord, load, replay
from tests.building.structured import report_for
from tools.examples.conduct import BROUGHT, WRITTEN_BY, brought_text, lines_of
from tools.examples.conduct import events_of as conducted
from tools.examples.review import review_events
from tools.examples.source import INVENTED, sources

pytestmark = pytest.mark.slow  # as a whole, some seconds

IDS = tuple(example.id for example in EXAMPLES)
AGREE, NO_CALL, ARC, DOCKED, AHEAD = IDS
QUOTED = re.compile("“([^”]+)”")
SOURCES = {source["record"]: source for source in sources()}


@cache
def record_of(example_id, upto=None):
    events = enumerate(events_of(example_id)[:upto], 1)
    return replay([StoredEvent(record=example_id, sequence=n, at=0.0, event=one) for n, one in events])


@cache
def report_of(example_id, upto=None):
    return report_for(record_of(example_id, upto))


def plain(text):
    return " ".join(text.casefold().split()).strip(" ,.")


@pytest.fixture(params=IDS)
def record(request):
    return record_of(request.param)


# ── what each shows ──


def test_four_judges_agree_and_name_a_side():
    found = report_of(AGREE)
    assert found.outcome.call == "pro"
    assert 0.7 <= found.agreement.alpha.value < 0.95
    assert not any(argument.divergent for argument in found.arguments)


def test_the_judges_part_on_the_decisive_argument_and_nobody_is_named():
    found = report_of(NO_CALL)
    assert found.outcome.call == "no_call"
    assert any("The judges are split" in reason for reason in found.outcome.reasons)
    assert any(one.startswith("The judges may agree too little") for one in found.outcome.cautions)
    decisive = next(argument for argument in found.arguments if argument.id == "PRO-1")
    assert decisive.divergent
    assert decisive.split == {"UPHELD": 2, "REFUTED": 2}
    assert found.review[0] == "PRO-1"
    assert "PRO-1" in found.briefing.value.unresolved[0].rests_on


def test_judges_who_read_each_other_come_closer_one_moved_by_words_that_one_other_had_quoted_one_holding():
    record, found = record_of(NO_CALL), report_of(NO_CALL)
    assert (found.after_talk.closed, found.after_talk.rounds) == ("accord_reached", 2)
    assert 0.5 < found.after_talk.accord_first < 0.65 and found.after_talk.accord_last > 0.8
    moved = next(one for one in found.deliberation[0].moves if one.judge == "Business")
    words = "worst month in two years"
    noted = [s.judge for s in record.judging.sheets if words in s.entry("PRO-1").notes]
    assert (moved.argument, moved.label, noted) == ("PRO-1", "toward_with_evidence", ["Technical"])
    assert words in moved.because and moved.cause.new
    held = [record.judging.sheet("Risk", n).entry("PRO-1") for n in (1, 2, 3)]
    assert len({tuple(one.scores.values()) for one in held}) == 1
    assert "Whoever supplies that number" in held[1].notes
    # beside the outcome, never in its place
    assert (found.outcome.call, found.after_talk.outcome.call) == ("no_call", "no_call")
    assert found.after_talk.outcome.gap.interval[0] > 0 > found.outcome.gap.interval[0]
    causes = [one.cause for talk in found.deliberation for one in talk.moves]
    assert all(cause and cause.found == "exact" and cause.new for cause in causes)


def test_no_judge_blames_a_side_for_a_question_that_it_was_not_asked(record):
    if record.config.wording == 1:
        texts = " ".join(one.model_dump_json() for one in events_of(record.id))
        blame = r"unanswered|(never|not) answer|still no answer|went past it|still open"
        assert not re.search(blame, texts)


def test_a_side_is_ahead_and_not_named_and_each_question_is_answered():
    record, found = record_of(AHEAD), report_of(AHEAD)
    assert (found.outcome.call, found.outcome.ahead) == ("no_call", "con")
    assert not any(argument.divergent for argument in found.arguments) and not found.accord.advised
    closings = record.transcript.closings
    answered = {one.argument_id for closing in closings.values() for one in closing.answers if one.answer}
    assert answered == {one.id for one in record.transcript.arguments}


def test_the_file_that_can_be_judged_anew_has_the_samples_words():
    assert BROUGHT.read_text(encoding="utf-8") == brought_text(SOURCES[AHEAD])
    held, (talk,) = record_of(AHEAD).transcript, read_imported(BROUGHT.read_bytes(), BROUGHT.name).dialogues
    brought = [one for turn in talk.turns for one in turn.arguments]
    assert [(one.id, one.claim, one.evidence) for one in brought] == [
        (one.id, one.claim, one.evidence) for one in held.arguments
    ]
    answers = {one.argument_id: one.reasoning for turn in talk.turns for one in turn.responses}
    assert answers == {one.argument_id: one.reasoning for one in held.responses.values()}


def test_a_provocateur_is_moved_toward_evidence():
    traits = {t.turn: t.values for t in report_of(DOCKED).traits}
    assert traits[9]["evidence_led"] - traits[1]["evidence_led"] > 4
    assert traits[9]["figurative"] - traits[1]["figurative"] < -4
    assert abs(traits[10]["evidence_led"] - traits[2]["evidence_led"]) < 1


# ── how they are made ──


def test_each_is_a_finished_debate_with_every_answer_read(record):
    assert record.progress == "finished"
    assert record.example == WRITTEN_BY
    assert not record.has_failures and not record.config.simulated
    assert record.judging.usable == 4
    assert len(record.transcript.turns) == len(record.proposals) == record.turns_in_all
    assert set(record.config.models) == {"example:written"}
    assert (record.spent.tokens, record.spent.unknown) == (0, 0)
    warned = [w for turn in record.transcript.turns for w in turn.warnings]
    warned += [w for argument in record.transcript.arguments for w in argument.warnings]
    warned += [w for closing in record.transcript.closings.values() for w in closing.warnings]
    assert warned == []


def test_conducting_the_written_words_anew_gives_the_same_bytes():
    for name in IDS:
        kept = (FOLDER / f"{name}.jsonl").read_bytes().decode("utf-8")
        assert lines_of(conducted(SOURCES[name])) == kept, (
            "run `python -m tools.examples` and look at the difference"
        )


def test_there_is_one_source_for_each_example():
    assert sorted(SOURCES) == sorted(IDS)
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {*IDS, REVIEW}


def test_the_example_of_a_review_is_what_its_reviewers_say_today_without_a_verdict_and_with_three_findings_settled(
    tmp_path,
):
    assert (FOLDER / f"{REVIEW}.jsonl").read_text(encoding="utf-8") == lines_of(review_events())
    store = SQLiteStore(tmp_path / "log.sqlite3")
    found = text_review(ArtifactRecord.load(store, ensure_review(store)))
    assert ensure_review(store) == REVIEW
    assert found.simulated_said == "simulated"
    assert found.outcome.call == "no_call", "simulated reviewers give no verdict"
    assert {row.verdict for row in found.reviewers} == {None}
    assert (found.states["accepted"], found.states["dismissed"]) == (2, 1)
    assert len(found.unplaced) == 2
    store.close()
    for said in (plain_text(text_document(found)), audit_as_markdown(found)):
        assert not re.findall(r"\bjudges?\b", said.casefold()), "those who review a text are reviewers"


def test_whatever_stands_as_evidence_says_that_it_was_invented(record):
    assert record.config.topic.background.endswith("figure in this debate were invented for this example.")
    assert all(argument.evidence.startswith(INVENTED) for argument in record.transcript.arguments)


def test_every_word_a_judge_quotes_was_said(record):
    for proposal in record.proposals:
        assert {link.found for link in proposal.links} <= {"exact", None}
        assert {claim.found for claim in proposal.claims} <= {"exact"}
        assert proposal.remarks == ()
    said = plain("\n".join(words_of_turn(turn) for turn in record.transcript.turns))
    notes = list(all_notes(record))
    notes += [proposal.notes for proposal in record.proposals]
    notes += [comparison.reason for comparison in record.comparisons]
    assert [quote for note in notes for quote in QUOTED.findall(note) if plain(quote) not in said] == []


def test_each_judge_quotes_most_arguments(record):
    for seat in record.judging.seats:
        quoting = [bool(QUOTED.search(entry.notes)) for entry in seat.sheet.entries]
        assert sum(quoting) / len(quoting) > 0.6


def test_no_sentence_is_written_twice():
    seen = Counter(sentence for name in IDS for sentence in sentences(record_of(name)))
    assert [sentence for sentence, times in seen.items() if times > 1] == []


def sentences(record):
    for text in prose(record):
        for sentence in re.split(r"(?<=[.!?:;])\s+", QUOTED.sub("", text.removeprefix(INVENTED))):
            if len(sentence.split()) > 4:
                yield plain(sentence)


def prose(record):
    for argument in record.transcript.arguments:
        yield from (argument.claim, argument.reasoning, argument.evidence)
    for response in record.transcript.responses.values():
        yield from (response.reasoning, response.question)
    for closing in record.transcript.closings.values():
        yield from (*closing.concessions, *closing.unrebutted, closing.position)
    yield from all_notes(record)
    yield from dict.fromkeys(sheet.overall.key_finding for sheet in record.judging.read.values())
    for proposal in record.proposals:
        yield from (proposal.notes, *(claim.why for claim in proposal.claims))
    yield from (comparison.reason for comparison in record.comparisons)
    told = record.narrative
    yield from (t.text for part in (told.spine, told.evolved, told.broke, told.turning_points) for t in part)
    yield from (found.text for found in (record.conflict, record.convergence) if found)
    brief = record.briefing
    yield from (brief.key_insight.text, *(s.text for s in brief.unresolved), brief.recommendation.text)


def all_notes(record):
    """Every note of a judge, one that stays in a later round once."""
    entries = [entry for sheet in record.judging.read.values() for entry in sheet.entries]
    yield from dict.fromkeys(entry.notes for entry in entries)


# ── how they open ──


@pytest.mark.parametrize("name", IDS)
def test_putting_an_example_into_a_store_twice_is_once(store, name):
    assert ensure(store, name) == ensure(store, name) == name
    assert [stored.event for stored in store.read(name)] == list(events_of(name))
    assert load(store, name).progress == "finished"


def test_an_example_half_put_there_is_completed(store):
    events = events_of(AGREE)
    store.open_record(events[0], AGREE)
    store.append(AGREE, events[1:9])
    ensure(store, AGREE)
    assert [stored.event for stored in store.read(AGREE)] == list(events)


def test_what_a_person_added_to_an_example_stays(store):
    ensure(store, DOCKED)
    store.append(DOCKED, [FlagOverturned(claim="T3-C1", reason="Fourteen is few.")])
    ensure(store, DOCKED)
    assert store.last_sequence(DOCKED) == len(events_of(DOCKED)) + 1
    assert load(store, DOCKED).overturned[0].claim == "T3-C1"


def test_an_example_nobody_wrote_is_refused(store):
    with pytest.raises(RecordNotFound, match="example-nothing"):
        ensure(store, "example-nothing")


def test_an_example_teaches_nothing_about_judges(tmp_path):
    times = iter(range(10_000))
    store = SQLiteStore(tmp_path / "log.sqlite3", clock=lambda: float(next(times)))
    for name in IDS:
        ensure(store, name)
    later = store.open_record(DebateOpened(config=load(store, AGREE).config))
    assert read_history(store, load(store, later)).judges == {}
    store.close()


@pytest.mark.parametrize("upto", [9, None])
def test_an_example_cannot_be_resumed(store, upto):
    events = events_of(NO_CALL)[:upto]
    store.open_record(events[0], NO_CALL)
    store.append(NO_CALL, events[1:])
    runner = Runner(store, reach=model_factory)
    for again in (False, True):
        with pytest.raises(DebateError):
            runner.resume(NO_CALL, Access(), retry_failed=again)
    runner.close()
    assert store.last_sequence(NO_CALL) == len(events)


def test_a_card_says_of_each_example_what_its_report_shows():
    agree, split, rounds, claim, ahead = map(report_of, IDS)
    shows = [
        "All four judges agree.",
        "Two judges against two.",
        "CON won more rounds.",
        "A claim fell later.",
        "CON is ahead, by too little.",
    ]
    assert [example.shows for example in EXAMPLES] == shows
    assert Counter(judge.ballot for judge in agree.judges) == {"PRO": 4}
    assert Counter(judge.ballot for judge in split.judges) == {"PRO": 2, "CON": 2}
    assert rounds.scorecard.rounds_won["con"] > rounds.scorecard.rounds_won["pro"]
    assert (rounds.differ, rounds.scorecard.leader, rounds.narrative.leader) == (True, "con", "pro")
    exposed = next(one for one in claim.claims if one.status == "exposed")
    assert (exposed.turn, exposed.exposed_by, exposed.penalty) == (3, 6, -2)
    judged = [e.kind == "turn_judged" and e.proposal.turn == 6 for e in events_of(DOCKED)].index(True)
    before = report_of(DOCKED, upto=judged)
    assert [one.scorecard.rounds[1].winner for one in (before, claim)] == ["pro", None]  # then a tie
    assert ahead.outcome.ahead == "con"
