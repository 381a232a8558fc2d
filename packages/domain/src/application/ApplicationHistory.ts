/** The history of an application: each stage and status that it had, with start and end. */
import { DateTime, Schema } from "effect"
import { memberOf } from "../access/Actor.ts"
import type { AnyContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId, HistoryEntryId, StageId, UserId } from "../Id.ts"
import { embedded, hidden, id, managed, reference, state, time } from "../Field.ts"
import { declare } from "../Noun.ts"
import { ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ApplicationStatus } from "./ApplicationStatus.ts"
import type { ApplicationState } from "./Application.ts"

/** The change that began an entry. A move to a stage of the type hired is `hired`. */
export const HistoryChange = Schema.Literals(["applied", "moved", "rejected", "withdrawn", "hired", "reopened"]).pipe(
  described("The change that began the entry. A move to a stage of type `hired` is `hired`", "moved")
)
export type HistoryChange = typeof HistoryChange.Type

const stageName = "The name of the stage at that time"

export const noun = declare({
  subject: "history_entry",
  description: "A stage and a status that an application had from a time on",
  table: "application_history",
  partOf: "application",
  sees: "owner",
  fields: {
    id: id(HistoryEntryId),
    application_id: reference(ApplicationId),
    change: state(HistoryChange, "kept"),
    stage: embedded(
      Schema.Struct({
        id: StageId,
        name: ShownLine.pipe(described(stageName, example.stages[2].name))
      }).pipe(described("The stage at that time, which may have been deleted since"))
    ),
    stage_id: reference(StageId),
    stage_name: hidden(ShownLine, { description: stageName, example: example.stages[2].name, privacy: "kept" }),
    status: managed(ApplicationStatus, {
      description: "The status of the application in this period",
      example: "active",
      privacy: "kept"
    }),
    rejection_reason: managed(Schema.NullOr(ShownLine), {
      description: "The reason for the rejection; null if not rejected",
      example: null,
      privacy: "kept"
    }),
    user_id: managed(Schema.NullOr(UserId), {
      description: "The member who made the change; null if unknown",
      example: example.id.user,
      privacy: "kept"
    }),
    entered_at: time(Timestamp, "When the entry began", example.time.moved)
  },
  events: {}
})

/** A period in which an application had one stage and one status. */
export const HistoryEntry = Schema.Struct({
  ...noun.json.fields,
  left_at: Schema.NullOr(Timestamp).pipe(described("When the next change happened; null for the current entry", null)),
  seconds: Schema.Int.pipe(described("The whole seconds from `entered_at` to `left_at`, or to now", 535_830))
}).pipe(named("HistoryEntry", "A period in which the application had one stage and one status"))
export interface HistoryEntry extends Schema.Schema.Type<typeof HistoryEntry> {}

/** The position of an entry in a history, which is listed newest first. */
export const HistoryPosition = Schema.Struct({ entered_at: Timestamp, id: HistoryEntryId })
export interface HistoryPosition extends Schema.Schema.Type<typeof HistoryPosition> {}

/** An entry as it is stored when it begins. */
export const HistoryRecord = noun.row
export interface HistoryRecord extends Schema.Schema.Type<typeof HistoryRecord> {}

/** Makes the entry that begins with the application's present state. */
export const enter = (
  { id, rejection_reason, stage, status }: ApplicationState,
  change: HistoryChange,
  { actor, nextId, now }: AnyContext
): HistoryRecord => ({
  id: HistoryEntryId.make(nextId()),
  application_id: id,
  change,
  stage_id: stage.id,
  stage_name: stage.name,
  status,
  rejection_reason,
  user_id: memberOf(actor),
  entered_at: now
})

const millis = (timestamp: Timestamp): number => DateTime.toEpochMillis(DateTime.makeUnsafe(timestamp))

/** Returns an entry with its duration in seconds, at least 0: the clocks of two servers can differ. */
export const timed = (entry: Omit<HistoryEntry, "seconds">, now: Timestamp): HistoryEntry => ({
  ...entry,
  seconds: Math.max(0, Math.floor((millis(entry.left_at ?? now) - millis(entry.entered_at)) / 1000))
})
