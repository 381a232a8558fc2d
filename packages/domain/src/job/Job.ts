/** Jobs (requisitions) and their changes. */
import { Result, Schema } from "effect"
import { Currency, ShownCurrency } from "./Currency.ts"
import { type Decided, type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { JobId, StageId } from "../Id.ts"
import { eventFor, JobStatus, jobStatus } from "./JobStatus.ts"
import type { LimitReached } from "../Limit.ts"
import { Amount, inverted, RangeInverted } from "./Money.ts"
import { mayPublish, type PublishedJobs, type PublishLimitReached } from "../organization/PublishLimit.ts"
import { slugFor } from "./Slug.ts"
import * as Stage from "./Stage.ts"
import { typesOf } from "./StageType.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { Line, numberOrNull, orNull, shown, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const EmploymentType = Schema.Literals([
  "full_time",
  "part_time",
  "contract",
  "temporary",
  "internship",
  "other"
])

export const SalaryTimeframe = Schema.Literals(["hour", "day", "week", "month", "year"])

const title = described("The title of the job", example.job.title)
const department = described("The department that the job belongs to; null where none is set", example.job.department)
const location = described("Where the work is done; null where it is not set", example.job.location)
const employmentType = described("How the person is employed; null where it is not set", example.job.employment_type)
const salaryCurrency = described(
  "The currency of the salary, as an ISO 4217 code; any case of letters is accepted",
  example.job.salary_currency
)
const salaryTimeframe = described("The time that the salary is paid for", example.job.salary_timeframe)
const salaryMin = described(
  "The lowest salary, in `salary_currency` for each `salary_timeframe`; at most `salary_max`",
  example.job.salary_min
)
const salaryMax = described("The highest salary, in `salary_currency` for each `salary_timeframe`", example.job.salary_max)
const equityMin = described(
  "The lowest equity that is offered, in the organization's own unit; at most `equity_max`. No answer shows it",
  example.job.equity_min
)
const equityMax = described(
  "The highest equity that is offered, in the organization's own unit. No answer shows it",
  example.job.equity_max
)
const descriptionMd = described(
  "What candidates read about the job, in Markdown; null where there is none",
  example.job.description_md
)

/** A job as a list shows it (spec, part 2). */
export const Job = Schema.Struct({
  id: JobId,
  title: ShownLine.pipe(title),
  status: JobStatus,
  department: Schema.NullOr(ShownLine).pipe(department),
  location: Schema.NullOr(ShownLine).pipe(location),
  employment_type: Schema.NullOr(EmploymentType).pipe(employmentType),
  public_slug: Schema.NullOr(Schema.String).pipe(
    described(
      "The readable part of the job's public address, made from the first title. It stays when the title changes",
      example.job.public_slug
    )
  ),
  created_at: Timestamp.pipe(described("When the job was created", example.time.jobCreated)),
  updated_at: Timestamp.pipe(described("When the job or one of its stages was last changed", example.time.jobCreated)),
  stages: Schema.Array(Stage.Stage).pipe(
    described("The stages of the job's pipeline, in their order", example.stages)
  )
}).pipe(named("Job", "A job as lists show it"))
export interface Job extends Schema.Schema.Type<typeof Job> {}

/** A job with all its details (spec, part 2). */
export const JobDetail = Schema.Struct({
  ...Job.fields,
  description_md: Schema.NullOr(shown(100_000, 0)).pipe(descriptionMd),
  show_salary: Schema.Boolean.pipe(described("Whether candidates may see the salary", true)),
  salary_currency: Schema.NullOr(ShownCurrency).pipe(salaryCurrency),
  salary_timeframe: Schema.NullOr(SalaryTimeframe).pipe(salaryTimeframe),
  salary_min: Schema.NullOr(Amount).pipe(salaryMin),
  salary_max: Schema.NullOr(Amount).pipe(salaryMax),
  stages: Schema.Array(Stage.StageDetail).pipe(
    described("The stages of the job's pipeline, in their order", example.stageDetails)
  )
}).pipe(named("JobDetail", "A job with all its details"))
export interface JobDetail extends Schema.Schema.Type<typeof JobDetail> {}

/** A job with its details, the equity (no response shows it), and the version. */
export const JobState = Schema.Struct({
  ...JobDetail.fields,
  equity_min: Schema.NullOr(Amount).pipe(equityMin),
  equity_max: Schema.NullOr(Amount).pipe(equityMax),
  version: Schema.Int
})
export interface JobState extends Schema.Schema.Type<typeof JobState> {}

const writable = {
  department: Schema.optionalKey(orNull(Line)).pipe(department),
  location: Schema.optionalKey(orNull(Line)).pipe(location),
  employment_type: Schema.optionalKey(orNull(spelled(EmploymentType, synonyms.employment_type))).pipe(employmentType),
  description_md: Schema.optionalKey(orNull(text(100_000))).pipe(descriptionMd),
  show_salary: Schema.optionalKey(Schema.Boolean).pipe(
    described("Whether candidates may see the salary; false in a new job", true)
  ),
  salary_currency: Schema.optionalKey(orNull(Currency)).pipe(salaryCurrency),
  salary_timeframe: Schema.optionalKey(orNull(spelled(SalaryTimeframe, synonyms.salary_timeframe))).pipe(salaryTimeframe),
  salary_min: Schema.optionalKey(numberOrNull(Amount)).pipe(salaryMin),
  salary_max: Schema.optionalKey(numberOrNull(Amount)).pipe(salaryMax),
  equity_min: Schema.optionalKey(numberOrNull(Amount)).pipe(equityMin),
  equity_max: Schema.optionalKey(numberOrNull(Amount)).pipe(equityMax)
}

/** A request for a new job. Without stages, the job gets the default ones. */
export const JobDraft = Schema.Struct({
  title: Line.pipe(title),
  ...writable,
  stages: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Stage.StageDraft.fields.name, type: Stage.StageDraft.fields.type })).check(
      Schema.isMinLength(1, { expected: "at least 1 stage" }),
      Schema.isMaxLength(Stage.maxStages, { expected: `at most ${Stage.maxStages} stages` })
    )
  ).pipe(described(
    `The stages of the job's pipeline, in their order. By default ${Stage.defaultNames.join(", ")}`,
    Stage.defaultNames.map((name) => ({ name }))
  ))
}).pipe(named("JobDraft", "A new job. Everything but the title can be left out"))
export interface JobDraft extends Schema.Schema.Type<typeof JobDraft> {}

/** A request to change a job (spec, part 4): every field is optional. */
export const JobPatch = Schema.Struct({
  title: Schema.optionalKey(Line).pipe(title),
  status: Schema.optionalKey(spelled(JobStatus)).pipe(
    described("The new status. Publishing needs room within the plan's limit of published jobs", "published")
  ),
  ...writable
}).pipe(named(
  "JobPatch",
  "Changes of a job. A field that is left out stays, and null clears a field",
  { status: "published", salary_max: 98_000 }
))
export interface JobPatch extends Schema.Schema.Type<typeof JobPatch> {}

export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", { id: Schema.String }) {}

/** A closed job takes no applications. */
export class JobClosed extends Schema.TaggedError<JobClosed>()("JobClosed", { id: Schema.String }) {}

const salaryAndEquityInOrder = (job: JobState): Result.Result<void, RangeInverted> => {
  if (inverted(job.salary_min, job.salary_max)) {
    return Result.fail(new RangeInverted({ field: "salary_min", min: job.salary_min!, max: job.salary_max! }))
  }
  if (inverted(job.equity_min, job.equity_max)) {
    return Result.fail(new RangeInverted({ field: "equity_min", min: job.equity_min!, max: job.equity_max! }))
  }
  return Result.void
}

/** Creates a job as a draft. `taken` are the organization's slugs that begin like the title's. */
export const create = (
  draft: JobDraft,
  taken: ReadonlySet<string>,
  context: DecisionContext
): Decision<JobState, RangeInverted | LimitReached> => {
  const { stages, ...fields } = draft
  const requested = stages ?? Stage.defaultNames.map((name) => ({ name }))
  const types = typesOf(requested)
  const job: JobState = {
    department: null,
    location: null,
    employment_type: null,
    description_md: null,
    show_salary: false,
    salary_currency: null,
    salary_timeframe: null,
    salary_min: null,
    salary_max: null,
    equity_min: null,
    equity_max: null,
    ...fields,
    id: JobId.make(context.nextId()),
    status: jobStatus.initial,
    public_slug: slugFor(draft.title, taken),
    created_at: context.now,
    updated_at: context.now,
    version: 1,
    stages: requested.map(({ name }, order_index) => ({
      id: StageId.make(context.nextId()),
      name,
      type: types[order_index]!,
      order_index,
      application_count: 0
    }))
  }
  return Result.gen(function*() {
    yield* salaryAndEquityInOrder(job)
    yield* Stage.namesWithinLimit([], job.stages)
    return yield* decided(job, event("job.created", job))
  })
}

/**
 * Applies a patch to a job of this organization. The slug stays, so that published links keep working. A patch that
 * publishes the job needs room within the publish limit (spec, part 4).
 */
export const update = (
  job: JobState,
  patch: JobPatch,
  organization: PublishedJobs
): Decision<JobState, RangeInverted | TransitionRefused | PublishLimitReached> =>
  Result.gen(function*() {
    const { status: requested, ...fields } = patch
    const status = requested === undefined ? job.status : yield* jobStatus.next(job.status, eventFor[requested])
    const changes = differences(job, fields)
    const rewritten = Object.keys(changes).length > 0
    const moved = status !== job.status
    if (!rewritten && !moved) return yield* unchanged(job)
    const after: JobState = { ...job, ...changes, status, version: job.version + 1 }
    yield* salaryAndEquityInOrder(after)
    if (moved && status === "published") yield* mayPublish(organization)
    return yield* decided(
      after,
      ...(rewritten ? [event("job.updated", after)] : []),
      ...(moved ? [event(statusEvents[status], after)] : [])
    )
  })

/** Replaces a job's stages by the result of a function of `Stage`. */
export const withStages = <Failure>(
  job: JobState,
  changed: Result.Result<ReadonlyArray<Stage.StageDetail>, Failure>
): Decision<JobState, Failure | LimitReached> =>
  Result.gen(function*() {
    const stages = yield* changed
    if (JSON.stringify(stages) === JSON.stringify(job.stages)) return yield* unchanged(job)
    yield* Stage.namesWithinLimit(job.stages, stages)
    const after: JobState = { ...job, stages, version: job.version + 1 }
    return yield* decided(after, event("job.stages_changed", after))
  })

/** Returns a decided change with its time, which its events have too. A job that stays as it is keeps its own. */
export const changedAt = ({ entity, events }: Decided<JobState>, updated_at: Timestamp): Decided<JobState> => ({
  entity: events.length === 0 ? entity : { ...entity, updated_at },
  events: events.map((event) => ({ ...event, data: { ...event.data, updated_at } }))
})

/** The event of a job's permanent deletion. */
export const deleted = (id: JobId): DomainEvent => ({ type: "job.deleted", subject_id: id, data: { id } })

const statusEvents = { draft: "job.withdrawn", published: "job.published", closed: "job.closed" } as const

/** The event has no equity, as no answer has it. */
const event = (type: DomainEvent["type"], { equity_max: _max, equity_min: _min, ...job }: JobState): DomainEvent => ({
  type,
  subject_id: job.id,
  data: { ...job, stages: job.stages.map((stage) => ({ ...stage })) }
})
