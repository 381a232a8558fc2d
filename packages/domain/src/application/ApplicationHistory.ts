/** The history of an application: each stage and status that it had, from when to when. */
import { DateTime, Schema } from "effect"
import type { DecisionContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { type ApplicationId, HistoryEntryId, StageId, UserId } from "../Id.ts"
import { ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ApplicationStatus } from "./ApplicationStatus.ts"
import type { ApplicationSummary } from "./ApplicationSummary.ts"

/** What began an entry. A move to a stage of the type hired is `hired`. */
export const HistoryChange = Schema.Literals(["applied", "moved", "rejected", "withdrawn", "hired", "reopened"]).pipe(
  described("The change that began the entry. A move to a stage of the type hired is `hired`", "moved")
)
export type HistoryChange = typeof HistoryChange.Type

/** A time in which an application had one stage and one status. */
export const HistoryEntry = Schema.Struct({
  id: HistoryEntryId,
  change: HistoryChange,
  stage: Schema.Struct({
    id: StageId,
    name: ShownLine.pipe(described("The name that the stage had then", example.stages[2].name))
  }).pipe(described("The stage of that time; it may be deleted since")),
  status: ApplicationStatus.pipe(described("The status that the application had", "active")),
  rejection_reason: Schema.NullOr(ShownLine).pipe(
    described("The reason for the rejection; null unless it was rejected", null)
  ),
  user_id: Schema.NullOr(UserId).pipe(
    described("The member who made the change; null if that is not known", example.id.user)
  ),
  entered_at: Timestamp.pipe(described("When the entry began", example.time.moved)),
  left_at: Schema.NullOr(Timestamp).pipe(described("The time of the next change; null for the present entry", null)),
  seconds: Schema.Int.pipe(described("The whole seconds from `entered_at` to `left_at`, or to now", 535_830))
}).pipe(named("HistoryEntry", "A time in which the application had one stage and one status"))
export interface HistoryEntry extends Schema.Schema.Type<typeof HistoryEntry> {}

/** The position of an entry in a history, which is listed newest first. */
export const HistoryPosition = Schema.Struct({ entered_at: Timestamp, id: HistoryEntryId })
export interface HistoryPosition extends Schema.Schema.Type<typeof HistoryPosition> {}

/** An entry as it is stored when it begins. */
export interface HistoryRecord {
  readonly id: HistoryEntryId
  readonly application_id: ApplicationId
  readonly change: HistoryChange
  readonly stage_id: StageId
  readonly stage_name: string
  readonly status: ApplicationStatus
  readonly rejection_reason: string | null
  readonly user_id: UserId
  readonly entered_at: Timestamp
}

/** Returns the entry that begins with the application's present state. */
export const enter = (
  { id, rejection_reason, stage, status }: ApplicationSummary,
  change: HistoryChange,
  { actor, nextId, now }: DecisionContext
): HistoryRecord => ({
  id: HistoryEntryId.make(nextId()),
  application_id: id,
  change,
  stage_id: stage.id,
  stage_name: stage.name,
  status,
  rejection_reason,
  user_id: actor.user_id,
  entered_at: now
})

const millis = (timestamp: Timestamp): number => DateTime.toEpochMillis(DateTime.makeUnsafe(timestamp))

/** Returns an entry with its seconds. Clocks of two servers can differ, and no time is below zero. */
export const timed = (entry: Omit<HistoryEntry, "seconds">, now: Timestamp): HistoryEntry => ({
  ...entry,
  seconds: Math.max(0, Math.floor((millis(entry.left_at ?? now) - millis(entry.entered_at)) / 1000))
})
