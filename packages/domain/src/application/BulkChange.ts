/** Bulk changes of applications: each is changed independently, as by a request of its own (decision 0112). */
import { Schema } from "effect"
import { maxItems } from "../BulkItems.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Tags } from "../candidate/Tag.ts"
import { ApplicationId } from "../Id.ts"
import { applications } from "./BulkApplications.ts"
import { Move, Rejection, Reopening } from "./Lifecycle.ts"
import { because } from "../IssueReason.ts"

const changes = ["move", "reject", "reopen", "add_tags", "remove_tags"] as const

/** One change for many applications, or many applications with a change each. */
export const BulkChange = Schema.Struct({
  application_ids: Schema.optionalKey(
    Schema.Array(ApplicationId).check(
      Schema.isMinLength(1, { expected: "at least 1 application" }),
      Schema.isMaxLength(maxItems, { expected: `at most ${maxItems} applications` })
    )
  ).pipe(described("The applications to change", [example.id.application])),
  applications: Schema.optionalKey(applications),
  move: Schema.optionalKey(Move).pipe(
    described("Moves them to this stage; with `from_stage_id`, only those that are still in that stage", {
      stage_id: example.id.stage
    })
  ),
  reject: Schema.optionalKey(Rejection).pipe(described("Rejects them")),
  reopen: Schema.optionalKey(Reopening).pipe(
    described(
      "Makes them active again, each in the stage in which it was last active; with `from_status`, only those " +
        "that still have that status",
      true
    )
  ),
  add_tags: Schema.optionalKey(Tags).pipe(described("Adds these tags to their candidates", ["backend"])),
  remove_tags: Schema.optionalKey(Tags).pipe(described("Removes these tags from their candidates", ["backend"]))
}).check(
  Schema.makeFilter((bulk) => {
    const given = changes.filter((change) => bulk[change] !== undefined)
    if (bulk.applications !== undefined)
      return Object.keys(bulk).length === 1 || { path: ["applications"], issue: "Expected nothing beside applications" }
    if (bulk.application_ids === undefined)
      return { path: ["application_ids"], issue: "Expected either application_ids or applications" }
    return given.length === 1 || { path: ["move"], issue: `Expected one of ${changes.join(", ")}` }
  }, { ...because("wrong_combination"), toJsonSchema: () => ({}) })
).pipe(named("BulkChange", "One change for many applications, or individual changes of many applications", {
  application_ids: [example.id.application],
  move: { stage_id: example.id.stage }
}))
export interface BulkChange extends Schema.Schema.Type<typeof BulkChange> {}
