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
    described(`${whose}'s external id, instead of its id`, "greenhouse:4000")
  )

/** The fields of a request to create or change an application, whose job and candidate may be named by external ids. */
export const fields = {
  ...noun.create.fields,
  ...noun.update.fields,
  job_id: Schema.optionalKey(JobId).pipe(
    described("The job that the candidate applies for; a new application needs either this or `job_external_id`")
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
  "A new or existing application with an external id. A new one takes the fields of `POST /applications`; of an " +
    "existing one only `source_type` and `external_ids` change",
  { job_id: example.id.job, candidate_id: example.id.candidate, source_type: "referral" }
))
export interface ApplicationByExternalId extends Schema.Schema.Type<typeof ApplicationByExternalId> {}
