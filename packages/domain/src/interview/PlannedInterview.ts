/**
 * Planned interviews: the interviews that a stage of a job has for each application, in order, and who can hold them.
 */
import { Result, Schema } from "effect"
import { type Decision, decided, type DecisionContext, differences, type DomainEvent, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { defaulted, id, labelled, nullable, reference, required, time, version, without } from "../Field.ts"
import { type AttributeId, JobId, PlannedInterviewId, StageId, UserId } from "../Id.ts"
import {
  instructions,
  InterviewKind,
  InterviewKindFromText,
  type UnknownFocus,
  type UnknownScorecardTemplate
} from "./Interview.ts"
import { type Invited, InterviewersRefused, interviewersOf, maxInterviewers, replacesDeclined } from "./Interviewer.ts"
import { defaultMinutes, Minutes } from "./InterviewTime.ts"
import { scorecardsOf } from "./ScorecardsAsked.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { absent, declare, Deleted } from "../Noun.ts"
import { asking } from "../template/Asking.ts"
import { line, Line, orNull, shown, ShownLine, ShownWebAddress, WebAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const maxPlanned: Limit = { what: "planned interviews of a stage", limit: 10 }

const integer = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` }))

/** The pool of members, at most as many as in a meeting of a scheduling link. */
const Pool = Schema.Array(UserId).check(
  Schema.isMinLength(1, { expected: "at least one member" }),
  Schema.isMaxLength(maxInterviewers, { expected: `at most ${maxInterviewers} members` }),
  Schema.isUnique()
)

export const noun = declare({
  subject: "planned_interview",
  label: ["Planned interview", "Geplantes Interview"],
  description: "An interview that a stage of a job plans for each application",
  table: "planned_interviews",
  partOf: "job",
  sees: "owner",
  isCopied: true,
  fields: {
    id: id(PlannedInterviewId),
    job_id: reference(JobId),
    stage_id: required(StageId, StageId, {
      description: "The stage of the job",
      example: example.id.stage,
      privacy: "kept"
    }).pipe(without("update"), labelled("Stage", "Phase")),
    position: defaulted(Schema.Int, integer(0, maxPlanned.limit - 1), {
      description: "The position in the stage, from 0; later ones move on by one. By default the last",
      example: 0,
      privacy: "kept"
    }),
    title: required(ShownLine, Line, {
      description: "The title",
      example: "Technical interview",
      privacy: "kept"
    }),
    kind: defaulted(InterviewKind, InterviewKindFromText, {
      description: "The way in which people meet; `video` by default",
      example: "video",
      privacy: "kept"
    }),
    minutes: defaulted(Schema.Int, Minutes, {
      description: `The duration in minutes; ${defaultMinutes} by default`,
      example: 60,
      privacy: "kept"
    }),
    member_ids: required(Schema.Array(UserId), Pool, {
      description: `The possible interviewers, at most ${maxInterviewers}. They must see the job`,
      example: [example.id.user],
      privacy: "kept"
    }),
    needed: nullable(Schema.Int, Schema.NullOr(integer(1, maxInterviewers)), {
      description: "How many of the members conduct it; null for all",
      example: 1,
      privacy: "kept"
    }),
    replaces_declined: replacesDeclined,
    location: nullable(shown(500), orNull(line(500)), {
      description: "Where people meet",
      example: null,
      privacy: "kept"
    }),
    link: nullable(ShownWebAddress, orNull(WebAddress), {
      description: "The URL of the call",
      example: null,
      privacy: "kept"
    }),
    candidate_instructions: instructions(
      "Information for the candidate",
      "Please bring a laptop with an editor that you like.",
      "kept"
    ),
    interviewer_instructions: instructions(
      "Information for the interviewers, not shown to the candidate",
      "Our booking example is in the wiki.",
      "kept"
    ),
    ...asking,
    created_at: time(Timestamp, "When it was made", example.time.moved),
    updated_at: time(Timestamp, "When it was last changed", example.time.moved),
    version
  },
  events: {
    created: { summary: "An interview of a stage was planned", example: { version: 1 } },
    updated: { summary: "A planned interview was changed, or has another position" },
    deleted: { summary: "A planned interview was deleted", data: Deleted }
  }
})

/** A planned interview as the interface shows it. */
export const PlannedInterview = noun.json
export interface PlannedInterview extends Schema.Schema.Type<typeof PlannedInterview> {}

export const PlannedInterviewState = noun.row
export interface PlannedInterviewState extends Schema.Schema.Type<typeof PlannedInterviewState> {}

export const PlannedInterviewDraft = noun.create.pipe(
  named("PlannedInterviewDraft", "An interview to plan for a stage", {
    stage_id: example.id.stage,
    title: "Technical interview",
    minutes: 60,
    member_ids: [example.id.user],
    needed: 1
  })
)
export interface PlannedInterviewDraft extends Schema.Schema.Type<typeof PlannedInterviewDraft> {}

export const PlannedInterviewPatch = noun.update.pipe(
  named("PlannedInterviewPatch", "Changes to a planned interview. Omitted fields keep their values", {
    title: "System design"
  })
)
export interface PlannedInterviewPatch extends Schema.Schema.Type<typeof PlannedInterviewPatch> {}

export class PlannedInterviewNotFound
  extends Schema.TaggedError<PlannedInterviewNotFound>()("PlannedInterviewNotFound", { id: Schema.String })
{}

/** The fields that an interview takes from its planned interview, unless the request sets them. */
export type AskingPlan = Pick<PlannedInterviewState, "id" | "focus_attribute_ids" | "scorecard_template_id">

/** Returns the planned interview that a request names, if any. */
export const planNamed = (
  id: PlannedInterviewId | null,
  planned: ReadonlyArray<AskingPlan>
): Result.Result<AskingPlan | null, PlannedInterviewNotFound> => {
  const plan = planned.find((one) => one.id === id) ?? null
  return id !== null && plan === null ? Result.fail(new PlannedInterviewNotFound({ id })) : Result.succeed(plan)
}

/** The planned interviews of a stage in order, and the data of the requested members. */
export interface Planning {
  readonly job_id: JobId
  readonly stage_id: StageId
  readonly plan: ReadonlyArray<PlannedInterviewState>
  readonly members: ReadonlyArray<Invited>
  /** The attributes of the requested scorecard template; null if there is no such template. */
  readonly attributes: ReadonlyArray<AttributeId> | null
}

/** Why an interview cannot be planned as requested. */
export type PlanRefused = InterviewersRefused | UnknownFocus | UnknownScorecardTemplate

/** The planned interviews of a stage after a change, and the one that was changed. */
export interface Planned {
  readonly one: PlannedInterviewState
  readonly plan: ReadonlyArray<PlannedInterviewState>
}

const tooFew = () => new InterviewersRefused({ reason: "too_few", paths: [["needed"]] })

type Pooled = Pick<PlannedInterviewState, "member_ids" | "needed">

/** Checks the members of the pool. Those who were in it before are not checked again. */
const pooled = (
  { member_ids, needed }: Pooled,
  before: ReadonlyArray<UserId>,
  { members }: Planning
): Result.Result<void, InterviewersRefused> =>
  Result.flatMap(
    interviewersOf(
      member_ids.map((member_id) => ({ member_id })),
      before.map((member_id) => ({ member_id, response: "needs_action" })),
      members,
      (index) => ["member_ids", index]
    ),
    () => needed !== null && needed > member_ids.length ? Result.fail(tooFew()) : Result.void
  )

/** Sets the position of each planned interview. */
const numbered = (rows: ReadonlyArray<PlannedInterviewState>, now: Timestamp) =>
  rows.map((row, position) =>
    row.position === position ? row : { ...row, position, updated_at: now, version: row.version + 1 }
  )

/** Returns events for those that changed, except the one that has its own event. */
const movedEvents = (
  before: ReadonlyArray<PlannedInterviewState>,
  after: ReadonlyArray<PlannedInterviewState>,
  id: PlannedInterviewId
): ReadonlyArray<DomainEvent> =>
  after.filter((row) => row.id !== id && !before.includes(row)).map((row) => noun.event("updated", row))

/** Plans an interview of a stage. Without `position`, it comes last. */
export const create = (
  { kind = "video", minutes = defaultMinutes, position, replaces_declined = true, ...draft }: PlannedInterviewDraft,
  planning: Planning,
  { nextId, now }: DecisionContext
): Decision<Planned, LimitReached | PlanRefused> =>
  Result.gen(function*() {
    const { job_id, plan: before, stage_id } = planning
    yield* withinLimit(maxPlanned, before.length, 1)
    const at = Math.min(position ?? before.length, before.length)
    const one: PlannedInterviewState = {
      ...absent(noun),
      ...draft,
      ...yield* scorecardsOf(draft, absent(noun), planning),
      id: PlannedInterviewId.make(nextId()),
      job_id,
      stage_id,
      kind,
      minutes,
      replaces_declined,
      position: at,
      created_at: now,
      updated_at: now,
      version: 1
    }
    yield* pooled(one, [], planning)
    const plan = numbered(before.toSpliced(at, 0, one), now)
    return yield* decided({ one, plan }, noun.event("created", one), ...movedEvents(before, plan, one.id))
  })

/** Copies a planned interview to a stage of another job, with those of its members who are active and see that job. */
export const copy = (
  { created_at: _created, focus_attribute_ids: focus, id: _id, member_ids, needed, updated_at: _updated, ...planned }:
    PlannedInterview,
  stage_id: StageId,
  planning: Planning,
  context: DecisionContext
): Decision<Planned, LimitReached | PlanRefused> => {
  const focus_attribute_ids = focus.filter((id) => planning.attributes?.includes(id))
  const fit = member_ids.filter((id) =>
    planning.members.some((member) => member.id === id && member.status === "active" && member.sees_job)
  )
  return fit.length === 0
    ? Result.fail(tooFew())
    : create(
      {
        ...planned,
        focus_attribute_ids,
        stage_id,
        member_ids: fit,
        needed: needed === null ? null : Math.min(needed, fit.length),
        position: planning.plan.length
      },
      planning,
      context
    )
}

const found = (
  id: PlannedInterviewId,
  { plan }: Planning
): Result.Result<PlannedInterviewState, PlannedInterviewNotFound> => {
  const one = plan.find((row) => row.id === id)
  return one === undefined ? Result.fail(new PlannedInterviewNotFound({ id })) : Result.succeed(one)
}

/** Changes a planned interview, or moves it within its stage. A position past the end moves it to the end. */
export const update = (
  id: PlannedInterviewId,
  patch: PlannedInterviewPatch,
  planning: Planning,
  { now }: DecisionContext
): Decision<Planned, PlannedInterviewNotFound | PlanRefused> =>
  Result.gen(function*() {
    const { plan: before } = planning
    const present = yield* found(id, planning)
    const position = Math.min(patch.position ?? present.position, before.length - 1)
    const changes = { ...patch, ...yield* scorecardsOf(patch, present, planning), position }
    if (Object.keys(differences(present, changes)).length === 0) return yield* unchanged({ one: present, plan: before })
    const one: PlannedInterviewState = { ...present, ...changes, updated_at: now, version: present.version + 1 }
    yield* pooled(one, present.member_ids, planning)
    const plan = numbered(before.filter((row) => row.id !== id).toSpliced(position, 0, one), now)
    return yield* decided({ one, plan }, noun.event("updated", one), ...movedEvents(before, plan, id))
  })

/** Removes an interview from the plan. Interviews that were created from it stay. */
export const remove = (
  id: PlannedInterviewId,
  planning: Planning,
  { now }: DecisionContext
): Decision<Planned, PlannedInterviewNotFound> =>
  Result.gen(function*() {
    const one = yield* found(id, planning)
    const plan = numbered(planning.plan.filter((row) => row.id !== id), now)
    return yield* decided({ one, plan }, noun.event("deleted", one), ...movedEvents(planning.plan, plan, id))
  })
