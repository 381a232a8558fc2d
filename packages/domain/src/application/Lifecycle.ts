/** The lifecycle of an application: stages, end, and reopening. */
import { Result, Schema } from "effect"
import { type AnyContext, type Decision, decided, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { JobId, MailTemplateId, StageId, type UserId } from "../Id.ts"
import { isHiredStage, Stage, StageNotFound } from "../job/Stage.ts"
import * as Note from "../note/Note.ts"
import {
  find,
  isSameName,
  RejectionReasonDraft,
  type RejectionReasons,
  type UnknownRejectionReason
} from "../rejection/RejectionReason.ts"
import type { Timestamp } from "../Timestamp.ts"
import { type ApplicationState, changedAt, eventOf } from "./Application.ts"
import { enter, type HistoryChange, type HistoryRecord } from "./ApplicationHistory.ts"
import { type ApplicationStatus, applicationStatus, ApplicationStatus as Status } from "./ApplicationStatus.ts"

/** A stage with the job that it belongs to. */
export interface StageOfJob extends Stage {
  readonly job_id: JobId
}

/** An application with the data of its organization and job that decisions on its status need. */
export interface ApplicationInJob {
  readonly application: ApplicationState
  /** When its candidate was anonymised. */
  readonly anonymised_at: Timestamp | null
  /** The stages of the job, in their order. */
  readonly stages: ReadonlyArray<Stage>
  /** The rejection reasons of the organization. */
  readonly reasons: RejectionReasons
  /** The stage in which the application was active last; null if it began as hired. */
  readonly active_in: StageId | null
}

/** A changed application, with the history entry that begins and the note that is added. */
export interface ApplicationChange {
  readonly application: ApplicationState
  /** Null if stage and status do not change. */
  readonly entered: HistoryRecord | null
  readonly note: Note.NoteState | null
}

/** A request to reject an application. The note becomes a note on the application. */
export const Rejection = Schema.Struct({
  reason: RejectionReasonDraft.fields.name.pipe(
    described("The name of one of the organization's rejection reasons; case is ignored")
  ),
  note: Schema.optionalKey(Note.NoteDraft.fields.note).pipe(described(
    "The text of a note to add to the application, called `body` in responses",
    "Asks for more than the range allows. Ask again next year."
  )),
  mail_template_id: Schema.optionalKey(
    Schema.NullOr(MailTemplateId).pipe(described(
      "The template of the email to the candidate, sent after the delay given by `GET " +
        "/applications/{id}/rejection-letter`; null sends none. By default that of the reason, else of the " +
        "matching rule of automatic emails",
      null
    ))
  )
}).pipe(named("Rejection", "Why an application is rejected"))
export interface Rejection extends Schema.Schema.Type<typeof Rejection> {}

/** The state that a request to reopen applications expects. */
const ReopenFrom = Schema.Struct({
  from_status: Status.pipe(described("The status that they are expected to have", "rejected"))
}).pipe(named("ReopenFrom", "The expected state of applications to reopen"))

/** Whether to reopen, and optionally from which status only. */
export const Reopening = Schema.Union([Schema.Literal(true), ReopenFrom])

/** A request to move an application. */
export const Move = Schema.Struct({
  stage_id: StageId.pipe(described("The stage to move to, of the application's job", example.stages[3].id)),
  from_stage_id: Schema.optionalKey(StageId).pipe(
    described(
      "The stage that the application is expected to be in; if somebody has moved it meanwhile, it is not moved",
      example.stages[2].id
    )
  )
}).pipe(named("Move", "A move of an application to another stage"))
export interface Move extends Schema.Schema.Type<typeof Move> {}

/** The application is not in the stage that the request expects. */
export class ApplicationMoved extends Schema.TaggedError<ApplicationMoved>()("ApplicationMoved", { stage: Stage }) {}

/** The application is closed, and only an active one can be changed in this way. */
export class ApplicationClosed
  extends Schema.TaggedError<ApplicationClosed>()("ApplicationClosed", { status: Status })
{}

/** The stage belongs to another job. */
export class StageOfAnotherJob extends Schema.TaggedError<StageOfAnotherJob>()("StageOfAnotherJob", {
  stage_id: StageId,
  job_id: JobId
}) {}

/** Returns the requested stage if it belongs to the job. */
export const stageOf = (
  job_id: JobId,
  requested: StageOfJob | null,
  id: StageId
): Result.Result<Stage, StageNotFound | StageOfAnotherJob> =>
  requested === null
    ? Result.fail(new StageNotFound({ id }))
    : requested.job_id === job_id
    ? Result.succeed({
      id: requested.id,
      name: requested.name,
      type: requested.type,
      order_index: requested.order_index
    })
    : Result.fail(new StageOfAnotherJob({ stage_id: id, job_id }))

/**
 * Moves an application to another stage of its job. A stage of the type hired makes it hired. Moving to the present
 * stage changes nothing.
 */
export const move = (
  application: ApplicationState,
  requested: StageOfJob | null,
  { from_stage_id, stage_id }: Move,
  context: DecisionContext
): Decision<ApplicationChange, StageNotFound | StageOfAnotherJob | ApplicationClosed | ApplicationMoved> =>
  Result.gen(function*() {
    const stage = yield* stageOf(application.job_id, requested, stage_id)
    if (stage.id === application.stage.id) return yield* unchanged(asItWas(application))
    if (from_stage_id !== undefined && from_stage_id !== application.stage.id) {
      return yield* Result.fail(new ApplicationMoved({ stage: application.stage }))
    }
    if (application.status !== "active") return yield* closed(application)
    return yield* changed(application, isHiredStage(stage) ? "hired" : "active", { stage }, context)
  })

/**
 * Rejects an application for one of the organization's reasons, with a note that may mention these members. The same
 * reason again, without a note, changes nothing.
 */
export const reject = (
  { application, reasons }: ApplicationInJob,
  { mail_template_id, note, reason }: Rejection,
  context: DecisionContext,
  members: ReadonlyArray<UserId> = []
): Decision<ApplicationChange, ApplicationClosed | UnknownRejectionReason | Note.NoteRefused> =>
  Result.gen(function*() {
    const status = yield* next(application, "reject")
    if (status === application.status) {
      return yield* note === undefined && isSameName(reason, application.rejection_reason ?? "")
        ? unchanged(asItWas(application))
        : closed(application)
    }
    const { mail_template_id: ofReason, name: rejection_reason } = yield* find(reasons, reason)
    const written = note === undefined
      ? null
      : yield* Note.write({ application_id: application.id }, { note }, context, members)
    const { entity, events } = yield* changed(application, status, { rejection_reason }, context, {
      // If the reason has no template either, the rules decide about the mail.
      mail_template_id: mail_template_id === undefined ? ofReason ?? undefined : mail_template_id
    })
    return yield* decided({ ...entity, note: written?.entity ?? null }, ...events, ...(written?.events ?? []))
  })

/** Withdraws an application at its candidate's request. */
export const withdraw = (
  { application }: ApplicationInJob,
  context: AnyContext
): Decision<ApplicationChange, ApplicationClosed> => transition(application, "withdraw", {}, context)

/**
 * Hires the candidate: moves the application to the job's first stage of the type hired. It stays in its stage if that
 * is of this type (set later), or if the job has no such stage.
 */
export const hire = (
  { application, stages }: ApplicationInJob,
  context: AnyContext
): Decision<ApplicationChange, ApplicationClosed> => {
  const stage = isHiredStage(application.stage) ? application.stage : stages.find(isHiredStage) ?? application.stage
  return transition(application, "hire", { stage }, context)
}

/**
 * Makes an application active again, in the stage in which it was last active. If that stage was deleted or is now of
 * the type hired, an application in a stage of the type hired moves to the stage before it, and any other stays.
 * Refuses an application that is closed with another status than `from_status`.
 */
export const reopen = (
  { active_in, application, stages }: ApplicationInJob,
  context: AnyContext,
  from_status?: ApplicationStatus
): Decision<ApplicationChange, ApplicationClosed> => {
  const { stage, status } = application
  if (from_status !== undefined && status !== from_status && status !== "active") return closed(application)
  const open = stages.filter((other) => !isHiredStage(other))
  const before = status === "hired" && isHiredStage(stage)
    ? open.findLast((other) => other.order_index < stage.order_index)
    : undefined
  return transition(
    application,
    "reopen",
    { stage: open.find(({ id }) => id === active_in) ?? before ?? stage },
    context
  )
}

/**
 * Records that the person has applied again. A closed application stays closed: the sender may be somebody else who
 * knows the address, so a member decides whether to reopen it. A late submission that was sent before the application
 * was created or closed changes nothing: its submission records `application.resubmitted`.
 */
export const applyAgain = (
  { application }: ApplicationInJob,
  sent_at: Timestamp,
  context: AnyContext
): Decision<ApplicationChange, never> => {
  const { applied_again_at, closed_at, created_at, updated_at, version } = application
  if ([created_at, applied_again_at, closed_at].some((known) => known !== null && sent_at <= known))
    return unchanged(asItWas(application))
  const after: ApplicationState = {
    ...application,
    applied_again_at: sent_at,
    updated_at: changedAt({ updated_at }, context.now),
    version: version + 1
  }
  return decided(asItWas(after), eventOf("updated", after))
}

/**
 * Marks the person's request to withdraw, made by a further submission, as handled or as open again. It is not followed
 * automatically: the sender may be somebody else who knows the address.
 */
export const handleWithdrawal = (
  { application }: ApplicationInJob,
  isDone: boolean,
  context: AnyContext
): Decision<ApplicationChange, never> => {
  if (!isDone && application.withdrawal_handled_at === null) return unchanged(asItWas(application))
  const after: ApplicationState = {
    ...application,
    withdrawal_handled_at: isDone ? context.now : null,
    updated_at: changedAt(application, context.now),
    version: application.version + 1
  }
  return decided(asItWas(after), eventOf("withdrawal_handled", after))
}

type Changes = Partial<Pick<ApplicationState, "stage" | "rejection_reason">>

const closed = ({ status }: ApplicationState): Result.Result<never, ApplicationClosed> =>
  Result.fail(new ApplicationClosed({ status }))

/**
 * Returns the next status. Only an active application accepts every event, so a refusal means that this one is closed.
 */
const next = (
  application: ApplicationState,
  event: (typeof applicationStatus.events)[number]
): Result.Result<ApplicationStatus, ApplicationClosed> =>
  Result.mapError(
    applicationStatus.next(application.status, event),
    () => new ApplicationClosed({ status: application.status })
  )

/** Returns the application with its next status and these changes. Requesting the present status changes nothing. */
const transition = (
  application: ApplicationState,
  event: (typeof applicationStatus.events)[number],
  changes: Changes,
  context: AnyContext
): Decision<ApplicationChange, ApplicationClosed> =>
  Result.flatMap(next(application, event), (status) =>
    status === application.status
      ? unchanged(asItWas(application))
      : changed(application, status, changes, context))

const asItWas = (application: ApplicationState): ApplicationChange => ({ application, entered: null, note: null })

/** The names of status changes in the history and in event types. */
const changeTo = {
  active: "reopened",
  rejected: "rejected",
  withdrawn: "withdrawn",
  hired: "hired"
} as const satisfies Record<ApplicationStatus, HistoryChange>

/**
 * Returns the application with this status and these changes, with one event if the stage changes and one if the status
 * changes.
 */
const changed = (
  before: ApplicationState,
  status: ApplicationStatus,
  changes: Changes,
  context: AnyContext,
  besides: Parameters<typeof eventOf>[2] = {}
) => {
  const after: ApplicationState = {
    ...before,
    rejection_reason: null,
    ...changes,
    stage_id: (changes.stage ?? before.stage).id,
    status,
    updated_at: changedAt(before, context.now),
    closed_at: status === "active" ? null : context.now,
    version: before.version + 1
  }
  const isMove = status === before.status
  return decided(
    { application: after, entered: enter(after, isMove ? "moved" : changeTo[status], context), note: null },
    ...(after.stage.id === before.stage.id
      ? []
      : [eventOf("moved", after, { from: before.stage })]),
    ...(isMove ? [] : [eventOf(changeTo[status], after, besides)])
  )
}
