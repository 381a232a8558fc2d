/** Bulk writes of applications: each is created or changed independently (decision 0112). */
import { Schema } from "effect"
import { bulkItems, identity, namesOneRow } from "../BulkItems.ts"
import * as example from "../Example.ts"
import { ApplicationId } from "../Id.ts"
import { fields } from "./ApplicationByExternalId.ts"
import { Move, Rejection, Reopening } from "./Lifecycle.ts"
import { because } from "../IssueReason.ts"

const changes = {
  move: Schema.optionalKey(Move),
  reject: Schema.optionalKey(Rejection),
  reopen: Schema.optionalKey(Reopening)
}

/** One application of a request: its fields, or one change of an existing one. */
export const BulkApplication = Schema.Struct({ ...identity(ApplicationId, "application"), ...fields, ...changes })
  .check(
    namesOneRow,
    Schema.makeFilter((item) => {
      const given = Object.keys(item).filter((name) => name !== "id" && name !== "external_id")
      const change = given.find((name) => name in changes)
      return change === undefined || given.length === 1 ||
        { path: [change], issue: "Expected nothing beside id or external_id" }
    }, { ...because("wrong_combination"), toJsonSchema: () => ({}) })
  )
export interface BulkApplication extends Schema.Schema.Type<typeof BulkApplication> {}

/** The applications of a request, each with its own changes. */
export const applications = bulkItems(
  "Instead of `application_ids` and one change: applications, each with `id` or `external_id` and the fields of " +
    "`PUT /applications/by-external-id/{system}/{key}` or, for an existing one, `move`, `reject` or `reopen`. One " +
    "without either id, or with a new `external_id`, is created",
  { external_id: "greenhouse:9000", job_external_id: "greenhouse:70", candidate_external_id: "greenhouse:4000" },
  { external_id: "greenhouse:9001", move: { stage_id: example.id.stage } }
)
