/**
 * Copies of a job: drafts with all fields that a request can set. Which parts are copied is in their declarations
 * (`isCopied`).
 */
import { Schema, Struct } from "effect"
import { described, named } from "../Described.ts"
import { namesOf } from "../Noun.ts"
import { Line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"
import { type JobDraft, type JobState, noun } from "./Job.ts"
import { hasEnded } from "./Posting.ts"

/** A request to copy a job. */
export const JobCopyDraft = Schema.Struct({
  title: Schema.optionalKey(Line).pipe(
    described("The title of the copy; that of the job by default", "Senior Compiler Engineer")
  ),
  ...Struct.pick(noun.create.fields, [
    "department_id",
    "department",
    "office_id",
    "location",
    "employment_type",
    "is_confidential"
  ])
}).pipe(named("JobCopyDraft", "The fields in which a copy differs from its job. Omitted fields are copied"))
export interface JobCopyDraft extends Schema.Schema.Type<typeof JobCopyDraft> {}

/** The fields that identify one job and are not copied. */
const ofOne = ["code", "external_ids"] as const

/** The fields that are copied. */
const given = namesOf(noun, "required", "nullable", "defaulted", "list").filter((name) =>
  !ofOne.some((one) => one === name)
)

/** Tells whether the copy's own fields determine this field: a department its name, an office its location. */
const isOfOwn = (name: (typeof given)[number], own: object): boolean =>
  name === "department" || name === "department_id"
    ? "department" in own || "department_id" in own
    : name === "location" && "office_id" in own

/**
 * Returns the request that creates a copy of a job, with its stages and the requested differences. A deadline that has
 * passed by `now` is dropped. The copy of a confidential job is confidential.
 */
export const copyOf = (job: JobState, { title = job.title, ...own }: JobCopyDraft, now: Timestamp): JobDraft => ({
  ...Struct.pick(job, given.filter((name) => !isOfOwn(name, own))),
  ...own,
  title,
  is_confidential: job.is_confidential || own.is_confidential === true,
  valid_through: hasEnded(job, now) ? null : job.valid_through,
  stages: job.stages.map(({ candidate_label, name, type }) => ({ name, type, candidate_label }))
})
