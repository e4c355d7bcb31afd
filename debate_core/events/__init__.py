"""The facts of a record, past tense; the first event says the kind of record.

Knows nouns, `llm.base` (usage) and failure kinds; not who writes or reads them. Invariant: an event holds only what
cost money or was chosen; whatever can be computed from it is not in it.
"""

from debate_core.config import Probe as Probe
from debate_core.events.artifact import TEXT as TEXT
from debate_core.events.artifact import ArtifactOpened as ArtifactOpened
from debate_core.events.artifact import ArtifactReviewed as ArtifactReviewed
from debate_core.events.artifact import FindingSettled as FindingSettled
from debate_core.events.artifact import TextReviewed as TextReviewed
from debate_core.events.base import KINDS as KINDS
from debate_core.events.base import Called as Called
from debate_core.events.base import CallId as CallId
from debate_core.events.base import Event as Event
from debate_core.events.base import Failure as Failure
from debate_core.events.base import RecordOpened as RecordOpened
from debate_core.events.base import StepResult as StepResult
from debate_core.events.base import newest_words as newest_words
from debate_core.events.bringing import RatingsOpened as RatingsOpened
from debate_core.events.bringing import TranscriptOpened as TranscriptOpened
from debate_core.events.calls import AnswerFaulted as AnswerFaulted
from debate_core.events.calls import CallBatched as CallBatched
from debate_core.events.calls import CallCompleted as CallCompleted
from debate_core.events.calls import CallFailed as CallFailed
from debate_core.events.calls import CallStarted as CallStarted
from debate_core.events.calls import StepFailed as StepFailed
from debate_core.events.debating import BriefingWritten as BriefingWritten
from debate_core.events.debating import BudgetRaised as BudgetRaised
from debate_core.events.debating import ConflictExplained as ConflictExplained
from debate_core.events.debating import ConvergenceFound as ConvergenceFound
from debate_core.events.debating import DebateFinished as DebateFinished
from debate_core.events.debating import DebateOpened as DebateOpened
from debate_core.events.debating import DebatePaused as DebatePaused
from debate_core.events.debating import DebateResumed as DebateResumed
from debate_core.events.debating import DebateStopped as DebateStopped
from debate_core.events.debating import NarrativeTold as NarrativeTold
from debate_core.events.debating import TurnJudged as TurnJudged
from debate_core.events.debating import TurnsCompared as TurnsCompared
from debate_core.events.debating import TurnSpoken as TurnSpoken
from debate_core.events.debating import speech_step as speech_step
from debate_core.events.deliberating import STANDING as STANDING
from debate_core.events.deliberating import VERDICT as VERDICT
from debate_core.events.deliberating import DeliberationClosed as DeliberationClosed
from debate_core.events.deliberating import DeliberationOpened as DeliberationOpened
from debate_core.events.deliberating import ScoreChange as ScoreChange
from debate_core.events.deliberating import SheetRevised as SheetRevised
from debate_core.events.deliberating import WhyClosed as WhyClosed
from debate_core.events.judging import SheetRead as SheetRead
from debate_core.events.people import OUTCOME_REASON_MOST as OUTCOME_REASON_MOST
from debate_core.events.people import TAG_MOST as TAG_MOST
from debate_core.events.people import TAGS_MOST as TAGS_MOST
from debate_core.events.people import ArgumentSettled as ArgumentSettled
from debate_core.events.people import FlagOverturned as FlagOverturned
from debate_core.events.people import Given as Given
from debate_core.events.people import OutcomeKnown as OutcomeKnown
from debate_core.events.people import Person as Person
from debate_core.events.people import RecordTagged as RecordTagged
from debate_core.events.people import ReviewGiven as ReviewGiven
from debate_core.events.people import ReviewSkipped as ReviewSkipped
from debate_core.events.people import ReviewWithdrawn as ReviewWithdrawn
from debate_core.events.people import Sampled as Sampled
from debate_core.events.people import SettlementReopened as SettlementReopened
from debate_core.events.people import SkipUndone as SkipUndone
from debate_core.events.reading import StoredEvent as StoredEvent
from debate_core.events.reading import read_event as read_event
from debate_core.events.reading import unreadable as unreadable
