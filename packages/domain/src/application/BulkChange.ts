/** Changes of many applications at once: each is changed by itself, as one alone would be. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Tags } from "../candidate/Tag.ts"
import { ApplicationId } from "../Id.ts"
import { ApplicationStatus } from "./ApplicationStatus.ts"
import { Move, Rejection } from "./Lifecycle.ts"

/** The most applications of one request. */
export const maxApplications = 500

const changes = ["move", "reject", "reopen", "add_tags", "remove_tags"] as const

/** What a request to reopen applications expects of them. */
const ReopenFrom = Schema.Struct({
  from_status: ApplicationStatus.pipe(described("The status that they are expected to have", "rejected"))
}).pipe(named("ReopenFrom", "What a request to reopen applications expects of them"))

/** One change of many applications. */
export const BulkChange = Schema.Struct({
  application_ids: Schema.Array(ApplicationId).check(
    Schema.isMinLength(1, { expected: "at least 1 application" }),
    Schema.isMaxLength(maxApplications, { expected: `at most ${maxApplications} applications` })
  ).pipe(described("The applications to change", [example.id.application])),
  move: Schema.optionalKey(Move).pipe(
    described("Moves them to this stage; with `from_stage_id`, those that are in another stage by now stay", {
      stage_id: example.id.stage
    })
  ),
  reject: Schema.optionalKey(Rejection).pipe(described("Rejects them")),
  reopen: Schema.optionalKey(Schema.Union([Schema.Literal(true), ReopenFrom])).pipe(
    described(
      "Makes them active again, each in the stage in which it was active last; with `from_status`, those that have another status by now stay",
      true
    )
  ),
  add_tags: Schema.optionalKey(Tags).pipe(described("Adds these tags to their candidates", ["backend"])),
  remove_tags: Schema.optionalKey(Tags).pipe(described("Takes these tags off their candidates", ["backend"]))
}).check(
  Schema.makeFilter((bulk) =>
    changes.filter((change) => bulk[change] !== undefined).length === 1 ||
    { path: ["move"], issue: `Expected one of ${changes.join(", ")}` }, { toJsonSchema: () => ({}) })
).pipe(named("BulkChange", "One change of many applications", {
  application_ids: [example.id.application],
  move: { stage_id: example.id.stage }
}))
export interface BulkChange extends Schema.Schema.Type<typeof BulkChange> {}
