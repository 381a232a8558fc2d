/** Jobs (requisitions) and their changes. */
import { Result, Schema, Struct } from "effect"
import { hiddenJob, inTeam } from "../access/Sees.ts"
import {
  type Decided,
  type Decision,
  decided,
  differences,
  type DomainEvent,
  type DecisionContext,
  unchanged
} from "../Decision.ts"
import { DepartmentId } from "../department/Departments.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import { markdown } from "../HtmlInMarkdown.ts"
import { JobId, StageId } from "../Id.ts"
import { eventFor, JobStatus, jobStatus, statusEvents } from "./JobStatus.ts"
import type { LimitReached } from "../Limit.ts"
import { inverted, RangeInverted } from "./Money.ts"
import {
  addedLater,
  aggregated,
  defaulted,
  having,
  id,
  inLists,
  labelled,
  managed,
  namedBy,
  nullable,
  required,
  state,
  time,
  version,
  without
} from "../Field.ts"
import { absent, declare, Deleted } from "../Noun.ts"
import { payFields } from "./PayFields.ts"
import { type FoundPlaces, nothingFound, placeOf, type UnknownPlace } from "./Placement.ts"
import { OfficeId } from "../office/Offices.ts"
import { hasEnded } from "./Posting.ts"
import { postingFields } from "./PostingFields.ts"
import { mayPublish, type PublishedJobs, type PublishLimitReached } from "../organization/PublishLimit.ts"
import { slugFor } from "./Slug.ts"
import * as Stage from "./Stage.ts"
import { typesOf } from "./StageType.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { type SpokenLanguage, spokenOf } from "../SpokenLanguage.ts"
import { Line, orNull, shown, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const EmploymentType = Schema.Literals([
  "full_time",
  "part_time",
  "contract",
  "temporary",
  "internship",
  "other"
])

/** The stages of a new job, in the order of the list. */
const StageDrafts = Schema.Array(Schema.Struct(Struct.omit(Stage.StageDraft.fields, ["order_index"]))).check(
  Schema.isMinLength(1, { expected: "at least 1 stage" }),
  Schema.isMaxLength(Stage.maxStages, { expected: `at most ${Stage.maxStages} stages` })
)

const stagesOf = "The stages of the job's pipeline, in order"

const DeletedJob = Schema.Struct({
  ...Deleted.fields,
  is_confidential: Schema.optionalKey(
    Schema.Boolean.pipe(described("Whether only the job's team and administrators saw it", false))
  )
}).pipe(named("DeletedJobEventData", "The id of a job that is deleted"))

export const noun = declare({
  subject: "job",
  description: "A job",
  table: "jobs",
  sees: { open: { not: hiddenJob }, team: inTeam },
  fields: {
    id: id(JobId),
    title: required(ShownLine, Line, {
      description: "The title of the job",
      example: example.job.title,
      privacy: "kept"
    }),
    status: state(JobStatus, "kept").pipe(having({
      update: Schema.optionalKey(spelled(JobStatus)).pipe(
        described("The new status. Publishing is subject to the plan's limit of published jobs", "published")
      )
    })),
    code: nullable(ShownLine, orNull(Line), {
      description:
        "The organization's reference for the job, such as a requisition number; null if none. Need not be unique",
      example: "ENG-42",
      privacy: "kept"
    }).pipe(addedLater),
    department_id: nullable(DepartmentId, orNull(DepartmentId), {
      description: "The job's department; null if not set",
      example: null,
      privacy: "kept"
    }).pipe(addedLater),
    department: nullable(ShownLine, orNull(Line), {
      description: "The name of the department; if `department_id` is null, free text or null. In a request without " +
        "`department_id`, a department with this name is looked up, ignoring case",
      example: example.job.department,
      privacy: "kept"
    }).pipe(namedBy("departments", "department_id")),
    office_id: nullable(OfficeId, orNull(OfficeId), {
      description: "The job's office; null if not set",
      example: null,
      privacy: "kept"
    }).pipe(addedLater),
    location: nullable(ShownLine, orNull(Line), {
      description:
        "Where the work is done; null if not set. In a request with an `office_id` and without a location, the " +
        "office's location is used",
      example: example.job.location,
      privacy: "kept"
    }),
    employment_type: nullable(EmploymentType, orNull(spelled(EmploymentType, synonyms.employment_type)), {
      description: "The type of employment; null if not set",
      example: example.job.employment_type,
      privacy: "kept"
    }),
    public_slug: managed(Schema.NullOr(Schema.String), {
      description:
        "The readable part of the job's public address, made from the first title. It does not change with the title",
      example: example.job.public_slug,
      privacy: "kept"
    }).pipe(inLists),
    description_md: nullable(shown(100_000, 0), orNull(markdown(100_000)), {
      description:
        "The job's description for candidates, in Markdown; null if there is none. HTML in a request is converted " +
        "to Markdown: lists, headings, tables, bold, italics and links are kept; scripts, styles and comments are " +
        "removed. In other Markdown texts, HTML is shown as text",
      example: example.job.description_md,
      privacy: "kept"
    }).pipe(labelled("Description", "Beschreibung"), without("listed")),
    ...postingFields,
    ...payFields,
    external_ids: externalIds("kept"),
    is_confidential: defaulted(Schema.Boolean, Schema.Boolean, {
      description:
        "Whether only the job's team and administrators see the job and what belongs to it; false by default",
      example: false,
      privacy: "kept"
    }).pipe(addedLater),
    created_at: time(Timestamp, "When the job was created", example.time.jobCreated).pipe(inLists),
    updated_at: time(Timestamp, "When the job or one of its stages was last changed", example.time.jobCreated).pipe(
      inLists,
      addedLater
    ),
    stages: aggregated(Schema.Array(Stage.StageDetail), stagesOf, example.stageDetails).pipe(having({
      listed: Schema.Array(Stage.Stage).pipe(described(stagesOf, example.stages)),
      event: Schema.Array(Schema.Struct(Stage.noun.data.fields)).pipe(described(stagesOf, example.stageDetails)),
      create: Schema.optionalKey(StageDrafts).pipe(
        described(
          `${stagesOf}. By default ${
            Stage.defaultNames.en.join(", ")
          }, or the same in the language of the organization`,
          Stage.defaultNames.en.map((name) => ({ name }))
        )
      )
    })),
    version
  },
  events: {
    created: {
      summary: "A job was created as a draft",
      example: { version: 1, status: "draft", stages: example.newStages }
    },
    updated: { summary: "A job was changed", news: ["{actor} changed the job.", "{actor} die Stelle geändert."] },
    stages_changed: {
      summary: "The stages of a job were changed",
      news: ["{actor} changed the stages.", "{actor} die Phasen geändert."]
    },
    published: {
      summary: "A job was published",
      news: ["{actor} published the job.", "{actor} die Stelle veröffentlicht."]
    },
    withdrawn: {
      summary: "A job was made a draft again",
      example: { status: "draft" },
      news: ["{actor} made the job a draft.", "{actor} die Stelle wieder zum Entwurf gemacht."]
    },
    closed: {
      summary: "A job was closed",
      example: { status: "closed" },
      news: ["{actor} closed the job.", "{actor} die Stelle geschlossen."]
    },
    expired: { summary: "A published job has passed its `valid_through`" },
    deleted: {
      summary: "A job was deleted with its applications",
      data: DeletedJob,
      news: ["{actor} deleted the job.", "{actor} die Stelle gelöscht."]
    }
  }
})

/** A job as a list shows it (spec, part 2). */
export const Job = noun.listed.pipe(named("Job", "A job as lists show it"))
export interface Job extends Schema.Schema.Type<typeof Job> {}

/** A job with all its details (spec, part 2). */
export const JobDetail = noun.json.pipe(named("JobDetail", "A job with all its details"))
export interface JobDetail extends Schema.Schema.Type<typeof JobDetail> {}

/** A job with its details, the equity (no response shows it), and the version. */
export const JobState = noun.row
export interface JobState extends Schema.Schema.Type<typeof JobState> {}

/** A request for a new job. Without stages, the job gets the default ones. */
export const JobDraft = noun.create.pipe(named("JobDraft", "A new job. Only the title is required"))
export interface JobDraft extends Schema.Schema.Type<typeof JobDraft> {}

/** A request to change a job (spec, part 4): every field is optional. */
export const JobPatch = noun.update.pipe(named(
  "JobPatch",
  "Changes to a job. Omitted fields keep their values; null clears a field",
  { status: "published", salary_max: 98_000 }
))
export interface JobPatch extends Schema.Schema.Type<typeof JobPatch> {}

export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", { id: Schema.String }) {}

/** A closed job does not accept applications. */
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

/** Creates a job as a draft. `taken` are the organization's slugs that begin like the title's; `language` is its own. */
export const create = (
  draft: JobDraft,
  taken: ReadonlySet<string>,
  context: DecisionContext,
  found: FoundPlaces = nothingFound,
  language: SpokenLanguage | null = null
): Decision<JobState, RangeInverted | LimitReached | UnknownPlace> => {
  const { stages, ...fields } = draft
  const requested: NonNullable<JobDraft["stages"]> = stages ??
    Stage.defaultNames[spokenOf(draft.language, language) ?? "en"].map((name) => ({ name }))
  const types = typesOf(requested)
  const unplaced: JobState = {
    ...absent(noun),
    show_salary: false,
    is_confidential: false,
    listing: "public",
    ...fields,
    id: JobId.make(context.nextId()),
    status: jobStatus.initial,
    published_at: null,
    expired_at: null,
    public_slug: slugFor(draft.title, taken),
    created_at: context.now,
    updated_at: context.now,
    version: 1,
    stages: requested.map(({ candidate_label = null, name }, order_index) => ({
      id: StageId.make(context.nextId()),
      name,
      type: types[order_index]!,
      candidate_label,
      order_index,
      application_count: 0
    }))
  }
  return Result.gen(function*() {
    const job = { ...unplaced, ...yield* placeOf(absent(noun), draft, found) }
    yield* salaryAndEquityInOrder(job)
    yield* Stage.namesWithinLimit([], job.stages)
    return yield* decided(job, noun.event("created", job))
  })
}

/**
 * Applies a patch to a job of this organization. The slug does not change, so that published links keep working. A
 * patch that publishes the job needs room within the publish limit (spec, part 4).
 */
export const update = (
  job: JobState,
  patch: JobPatch,
  organization: PublishedJobs,
  found: FoundPlaces = nothingFound
): Decision<JobState, RangeInverted | TransitionRefused | PublishLimitReached | UnknownPlace> =>
  Result.gen(function*() {
    const { status: requested, ...fields } = patch
    const status = requested === undefined ? job.status : yield* jobStatus.next(job.status, eventFor[requested])
    const changes = differences(job, { ...fields, ...yield* placeOf(job, patch, found) })
    const rewritten = Object.keys(changes).length > 0
    const moved = status !== job.status
    if (!rewritten && !moved) return yield* unchanged(job)
    // A new deadline gets an event of its own when it passes.
    const expired_at = "valid_through" in changes ? null : job.expired_at
    const after: JobState = { ...job, ...changes, status, expired_at, version: job.version + 1 }
    yield* salaryAndEquityInOrder(after)
    if (moved && status === "published") yield* mayPublish(organization)
    return yield* decided(
      after,
      ...(rewritten ? [noun.event("updated", after)] : []),
      ...(moved ? [noun.event(statusEvents[status], after)] : [])
    )
  })

/** Records, once, that the posting of a published job has ended. */
export const expire = (job: JobState, now: Timestamp): Decision<JobState, never> => {
  if (job.status !== "published" || job.expired_at !== null || !hasEnded(job, now)) return unchanged(job)
  const after: JobState = { ...job, expired_at: now, version: job.version + 1 }
  return decided(after, noun.event("expired", after))
}

/** Replaces a job's stages with the result of a function of `Stage`. */
export const withStages = <Failure>(
  job: JobState,
  changed: Result.Result<ReadonlyArray<Stage.StageDetail>, Failure>
): Decision<JobState, Failure | LimitReached> =>
  Result.gen(function*() {
    const stages = yield* changed
    if (JSON.stringify(stages) === JSON.stringify(job.stages)) return yield* unchanged(job)
    yield* Stage.namesWithinLimit(job.stages, stages)
    const after: JobState = { ...job, stages, version: job.version + 1 }
    return yield* decided(after, noun.event("stages_changed", after))
  })

/** Sets the time of a decided change on the job and its events. An unchanged job keeps its time. */
export const changedAt = ({ entity, events }: Decided<JobState>, updated_at: Timestamp): Decided<JobState> => ({
  entity: events.length === 0
    ? entity
    : {
      ...entity,
      updated_at,
      published_at: events.some(({ type }) => type === "job.published") ? updated_at : entity.published_at
    },
  events: events.map((event) => ({ ...event, data: { ...event.data, updated_at } }))
})

/** Returns the event of a job's permanent deletion. Those who saw the job can see it. */
export const deleted = (job: { readonly id: JobId; readonly is_confidential: boolean }): DomainEvent =>
  noun.event("deleted", job)
