/**
 * Copies of a job: drafts with all that a request can say of it. Which parts it has besides is in their declarations
 * (`isCopied`).
 */
import { Schema, Struct } from "effect"
import type { Decision, DecisionContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import type { LimitReached } from "../Limit.ts"
import { namesOf } from "../Noun.ts"
import { Line } from "../Text.ts"
import { create, type JobState, noun } from "./Job.ts"
import type { RangeInverted } from "./Money.ts"
import type { UnknownPlace } from "./Placement.ts"
import { hasEnded } from "./Posting.ts"

/** A request for a job that is like another one. */
export const JobCopyDraft = Schema.Struct({
  title: Schema.optionalKey(Line).pipe(
    described("The title of the copy; that of the job by default", "Senior Compiler Engineer")
  )
}).pipe(named("JobCopyDraft", "What a copy of a job has of its own"))
export interface JobCopyDraft extends Schema.Schema.Type<typeof JobCopyDraft> {}

/** What requests give of a job: a copy has the same. */
const given = namesOf(noun, "required", "nullable", "defaulted", "list")

/**
 * Creates a job as a draft that is like another one, with its stages. A time until which candidates may apply that has
 * passed is
 * left out. `taken` are the organization's slugs that begin like the title's.
 */
export const copy = (
  job: JobState,
  { title = job.title }: JobCopyDraft,
  taken: ReadonlySet<string>,
  context: DecisionContext
): Decision<JobState, RangeInverted | LimitReached | UnknownPlace> =>
  create(
    {
      ...Struct.pick(job, given),
      title,
      valid_through: hasEnded(job, context.now) ? null : job.valid_through,
      stages: job.stages.map(({ name, type }) => ({ name, type }))
    },
    taken,
    context,
    {
      department: job.department_id === null ? null : { name: job.department ?? "" },
      named: null,
      office: job.office_id === null ? null : { name: job.location ?? "", location: job.location }
    }
  )
