/**
 * Copies of a job: drafts with all that a request can say of it. Which parts it has besides is in their declarations
 * (`isCopied`).
 */
import { Schema, Struct } from "effect"
import { described, named } from "../Described.ts"
import { namesOf } from "../Noun.ts"
import { Line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"
import { type JobDraft, type JobState, noun } from "./Job.ts"
import { hasEnded } from "./Posting.ts"

/** A request for a job that is like another one. */
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
}).pipe(named("JobCopyDraft", "What a copy of a job has of its own. A field that is left out is that of the job"))
export interface JobCopyDraft extends Schema.Schema.Type<typeof JobCopyDraft> {}

/** What names a job alone. */
const ofOne = ["code", "external_ids"] as const

/** The fields of a job that a copy has in common with it. */
const given = namesOf(noun, "required", "nullable", "defaulted", "list").filter((name) =>
  !ofOne.some((one) => one === name)
)

/**
 * Whether a field follows from what the copy has of its own: a department from its id or name, a location from an
 * office.
 */
const isOfOwn = (name: (typeof given)[number], own: object): boolean =>
  name === "department" || name === "department_id"
    ? "department" in own || "department_id" in own
    : name === "location" && "office_id" in own

/**
 * Returns the request for a job that is like another one, with its stages, but for what is asked of the copy. A time
 * until which candidates may apply that has passed by `now` is left out. The copy of a confidential job is
 * confidential.
 */
export const copyOf = (job: JobState, { title = job.title, ...own }: JobCopyDraft, now: Timestamp): JobDraft => ({
  ...Struct.pick(job, given.filter((name) => !isOfOwn(name, own))),
  ...own,
  title,
  is_confidential: job.is_confidential || own.is_confidential === true,
  valid_through: hasEnded(job, now) ? null : job.valid_through,
  stages: job.stages.map(({ candidate_label, name, type }) => ({ name, type, candidate_label }))
})
