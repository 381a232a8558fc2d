/** Decisions on scorecards: drafts, submission, and the resulting interview feedback on the application. */
import { Result } from "effect"
import * as ApplicationSize from "../application/ApplicationSize.ts"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import {
  type Decision,
  decided,
  type DecisionContext,
  differences,
  type DomainEvent,
  unchanged,
  withoutEvents
} from "../Decision.ts"
import type { FeedbackState } from "../feedback/InterviewFeedback.ts"
import { noun as feedbackNoun } from "../feedback/InterviewFeedback.ts"
import { type ApplicationId, FeedbackId, ScorecardId } from "../Id.ts"
import { type Judged, judgesOf } from "../interview/ScorecardsAsked.ts"
import type { LimitReached } from "../Limit.ts"
import { absent } from "../Noun.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { isBlank } from "../CleanText.ts"
import type { Timestamp } from "../Timestamp.ts"
import { answersOf, type Evaluation, type EvaluationRefused, ratingsOf, withinBytes } from "./Evaluation.ts"
import {
  NoScorecardAsked,
  NotScoring,
  noun,
  type OwnScorecard,
  type Scorecard,
  type ScorecardDraft,
  ScorecardIncomplete,
  type ScorecardPatch,
  type ScorecardState
} from "./Scorecard.ts"
import type { Content } from "../template/ScorecardContent.ts"
import { isSubmitted, scorecardStatus } from "./ScorecardStatus.ts"

/** The context of a decision: the interview, its template, and the member's scorecard. */
export interface Scoring extends Pick<OwnScorecard, "interview" | "member"> {
  readonly application_id: ApplicationId
  /** The present interviewers. Nobody else can change a scorecard, even one that they had begun. */
  readonly judged: Judged & { readonly version: number }
  /** Null if the interview has no template. */
  readonly template: Content | null
  readonly anonymised_at: Timestamp | null
  readonly size: ApplicationSize.ApplicationSize
  /** The member's scorecard; null before a draft is saved. */
  readonly scorecard: ScorecardState | null
  /** The feedback that was created from the scorecard; null if there is none. */
  readonly feedback: FeedbackState | null
}

/** A scorecard with the resulting feedback. */
export interface Scored {
  readonly scorecard: ScorecardState
  readonly feedback: FeedbackState | null
}

type Refused = CandidateAnonymised | EvaluationRefused | NoScorecardAsked | NotScoring | TransitionRefused

/** Returns the present scorecard, or an empty one. */
const present = (
  scoring: Scoring,
  { actor, nextId, now }: DecisionContext
): Result.Result<ScorecardState, CandidateAnonymised | NoScorecardAsked | NotScoring> =>
  Result.gen(function*() {
    const { anonymised_at, application_id, interview: { id: interview_id }, scorecard } = scoring
    yield* notAnonymised({ anonymised_at })
    yield* judging(scoring)
    if (scorecard !== null) return scorecard
    const template = yield* asked(scoring)
    return {
      id: ScorecardId.make(nextId()),
      application_id,
      interview_id,
      member_id: actor.user_id,
      status: scorecardStatus.initial,
      ...template,
      ...empty,
      created_at: now,
      updated_at: now,
      submitted_at: null,
      version: 0
    }
  })

/**
 * Fails for members who do not submit a scorecard for this interview: they may have read others' feedback, which is not
 * hidden from them.
 */
const judging = ({ interview, judged, member }: Scoring): Result.Result<void, NotScoring> =>
  judgesOf(judged).includes(member.id) ? Result.void : Result.fail(new NotScoring({ interview_id: interview.id }))

/** Returns what a new scorecard asks the member for. */
const asked = (scoring: Scoring): Result.Result<Content, NoScorecardAsked | NotScoring> =>
  Result.flatMap(
    judging(scoring),
    () =>
      scoring.template === null
        ? Result.fail(new NoScorecardAsked({ interview_id: scoring.interview.id }))
        : Result.succeed(scoring.template)
  )

/** Returns a scorecard as the interface shows it. */
export const shownOf = (
  { application_id: _application, interview_id: _interview, member_id: _member, version: _version, ...scorecard }:
    ScorecardState,
  { interview, member }: Pick<Scoring, "interview" | "member">
): Scorecard => ({ ...scorecard, interview, member })

/** Returns the member's scorecard, or the empty one that they would begin with. */
export const own = (scoring: Scoring): Result.Result<OwnScorecard, NoScorecardAsked | NotScoring> => {
  const { interview, member, scorecard } = scoring
  if (scorecard !== null) return Result.succeed(shownOf(scorecard, scoring))
  const none = { id: null, created_at: null, updated_at: null, submitted_at: null }
  return Result.map(
    asked(scoring),
    (template) => ({ interview, member, status: scorecardStatus.initial, ...template, ...empty, ...none })
  )
}

const empty: Evaluation = { ratings: [], answers: [], overall: null, summary: null }

/** Applies a request to the evaluation of a scorecard. */
const evaluated = (
  scorecard: ScorecardState,
  { answers, ratings, ...rest }: ScorecardPatch
): Result.Result<ScorecardState, EvaluationRefused> =>
  Result.gen(function*() {
    const after = {
      ...scorecard,
      ...rest,
      ...(ratings === undefined ? {} : { ratings: yield* ratingsOf(ratings, scorecard) }),
      ...(answers === undefined ? {} : { answers: yield* answersOf(answers, scorecard) })
    }
    yield* withinBytes(after)
    return after
  })

const isSame = (one: ScorecardState, other: ScorecardState): boolean =>
  Object.keys(differences(one, other)).length === 0

/** Saves a draft, which replaces the previous one. Nobody else sees it. */
export const draft = (scoring: Scoring, request: ScorecardDraft, context: DecisionContext): Decision<Scored, Refused> =>
  Result.gen(function*() {
    const before = yield* present(scoring, context)
    const status = yield* scorecardStatus.next(before.status, "draft")
    const after = yield* evaluated({ ...before, ...empty, status }, request)
    const { feedback } = scoring
    if (isSame(before, after)) return yield* unchanged({ scorecard: before, feedback })
    return yield* withoutEvents({
      scorecard: { ...after, updated_at: context.now, version: before.version + 1 },
      feedback
    })
  })

/** Returns the size of a submitted scorecard and of its feedback, which counts toward its application's limits. */
export const sizeOf = (
  { feedback, scorecard }: { readonly scorecard: ScorecardState | null; readonly feedback: FeedbackState | null }
) =>
  ApplicationSize.sum(
    scorecard === null || !isSubmitted(scorecard.status)
      ? ApplicationSize.nothing
      : ApplicationSize.ofScorecard(scorecard),
    feedback === null ? ApplicationSize.nothing : ApplicationSize.ofFeedback(feedback)
  )

const maxKind = 100

/** Returns the interview type for the feedback: the beginning of the interview's title. */
const kindOf = (title: string): string => [...title].slice(0, maxKind).join("")

/**
 * Returns the feedback of a scorecard, with its events. A scorecard without a decision has none, because no rating
 * expresses that (spec, part 2).
 */
const feedbackOf = (
  { feedback: before, interview: { title } }: Scoring,
  { application_id, id, overall, summary }: ScorecardState,
  { actor, nextId, now }: DecisionContext
): readonly [feedback: FeedbackState | null, events: ReadonlyArray<DomainEvent>] => {
  if (overall === null || overall === "no_decision")
    return before === null
      ? [null, []]
      : [null, [feedbackNoun.event("deleted", before)]]
  const said = { interview_type: kindOf(title), rating: overall, body: summary ?? "" }
  if (before === null) {
    const created = { created_at: now, submitted_at: now, version: 1 }
    const feedback = {
      ...absent(feedbackNoun),
      ...said,
      id: FeedbackId.make(nextId()),
      application_id,
      scorecard_id: id,
      author_id: actor.user_id,
      ...created
    }
    return [feedback, [feedbackNoun.event("submitted", feedback)]]
  }
  const feedback = { ...before, ...said, version: before.version + 1 }
  return [feedback, [feedbackNoun.event("revised", feedback)]]
}

/** Returns the scorecard as others will see it, with its events. */
const published = (
  scoring: Scoring,
  scorecard: ScorecardState,
  verb: "revised" | "submitted",
  context: DecisionContext
): Decision<Scored, LimitReached | ScorecardIncomplete> =>
  Result.gen(function*() {
    const missing = (["overall", "summary"] as const).filter((name) => isBlank(scorecard[name] ?? ""))
    if (missing.length > 0) return yield* Result.fail(new ScorecardIncomplete({ missing }))
    const [feedback, events] = feedbackOf(scoring, scorecard, context)
    const after = { scorecard, feedback }
    yield* ApplicationSize.withinLimits(scoring.size, ApplicationSize.difference(sizeOf(scoring), sizeOf(after)))
    return yield* decided(after, noun.event(verb, scorecard), ...events)
  })

/** Submits a draft that has a recommendation with reasons. A submitted one is returned unchanged. */
export const submit = (
  scoring: Scoring,
  context: DecisionContext
): Decision<Scored, Refused | LimitReached | ScorecardIncomplete> =>
  Result.gen(function*() {
    const before = yield* present(scoring, context)
    const status = yield* scorecardStatus.next(before.status, "submit")
    if (status === before.status) return yield* unchanged({ scorecard: before, feedback: scoring.feedback })
    const after = { ...before, status, updated_at: context.now, submitted_at: context.now, version: before.version + 1 }
    return yield* published(scoring, after, "submitted", context)
  })

/** Changes a submitted scorecard. Its event has the new content. */
export const revise = (
  scoring: Scoring,
  patch: ScorecardPatch,
  context: DecisionContext
): Decision<Scored, Refused | LimitReached | ScorecardIncomplete> =>
  Result.gen(function*() {
    const before = yield* present(scoring, context)
    const status = yield* scorecardStatus.next(before.status, "revise")
    const changed = yield* evaluated(before, patch)
    if (isSame(before, changed)) return yield* unchanged({ scorecard: before, feedback: scoring.feedback })
    return yield* published(
      scoring,
      { ...changed, status, updated_at: context.now, version: before.version + 1 },
      "revised",
      context
    )
  })
