/** Requests for applications by the ids that other systems have for them (decision 0094). */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ExternalIdFilter } from "../ExternalId.ts"
import { JobId } from "../Id.ts"
import { noun } from "./Application.ts"
import { because } from "../IssueReason.ts"

const external = (whose: string) =>
  Schema.optionalKey(ExternalIdFilter).pipe(
    described(`${whose} by an id of another system, in place of its own id`, "greenhouse:4000")
  )

/** The fields of a request to create or change an application, whose job and candidate may be named by external ids. */
export const fields = {
  ...noun.create.fields,
  ...noun.update.fields,
  job_id: Schema.optionalKey(JobId).pipe(
    described("The job that the candidate applies for; a new application takes either this or `job_external_id`")
  ),
  job_external_id: external("The job"),
  candidate_external_id: external("The candidate")
}

/** A request for the application with an external id. */
export const ApplicationByExternalId = Schema.Struct(fields).check(
  Schema.makeFilter(({ candidate, candidate_external_id, candidate_id, job_external_id, job_id }) => [
    ...(job_external_id !== undefined && job_id !== undefined
      ? [{ path: ["job_external_id"], issue: "Expected nothing beside job_id" }]
      : []),
    ...(candidate_external_id !== undefined && (candidate_id !== undefined || candidate !== undefined)
      ? [{ path: ["candidate_external_id"], issue: "Expected nothing beside candidate_id and candidate" }]
      : [])
  ], { ...because("wrong_combination"), toJsonSchema: () => ({}) })
).pipe(named(
  "ApplicationByExternalId",
  "An application that another system knows, new or not. A new one takes the fields of `POST /applications`; of a known one `source_type` and " +
    "`external_ids` change, and all else stays",
  { job_id: example.id.job, candidate_id: example.id.candidate, source_type: "referral" }
))
export interface ApplicationByExternalId extends Schema.Schema.Type<typeof ApplicationByExternalId> {}
