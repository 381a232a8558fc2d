/** Undoes an import within a day, except for data that somebody has worked with. */
import { Option, Result, Schema } from "effect"
import { type AnyContext, type Decision, unchanged, withoutEvents } from "../Decision.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import { type Import, moved, type StoredImport, UndoableState } from "./Import.ts"

/** The hours in which an import can be undone. */
export const undoHours = 24

/** An import can no longer be undone. */
export class UndoEnded extends Schema.TaggedError<UndoEnded>()("UndoEnded", {}) {}

/** The highest line number: undoing goes from the last row to the first. */
export const maxLine = 2_147_483_647

const decodeUndoable = Schema.decodeUnknownOption(UndoableState)

const undoEnd = (finished_at: Timestamp): Timestamp => later(finished_at, undoHours * 3_600_000)

/** Returns until when an import can be undone; null if it cannot be, or has created nothing. */
export const undoableUntil = (
  { finished_at, known_counted, new_counted, state }: Pick<
    Import,
    "finished_at" | "known_counted" | "new_counted" | "state"
  >,
  now: Timestamp
): Timestamp | null =>
  finished_at !== null && state !== "undone" && new_counted + known_counted > 0 && undoEnd(finished_at) > now
    ? undoEnd(finished_at)
    : null

/**
 * Starts to remove what an import created, except for data that somebody has worked with. An import of a whole
 * organization keeps its failure until it is undone: if undoing is refused, the import continues as before.
 */
export const undo = (
  before: StoredImport,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused | UndoEnded> =>
  before.state === "undoing" || before.state === "undone"
    ? unchanged(before)
    : Result.flatMap(
      moved(before, "undo", {
        failure: before.kind === "organization" ? before.failure : null,
        rows_done: 0,
        line_done: maxLine,
        kept_counted: 0,
        undone_from: Option.getOrNull(decodeUndoable(before.state))
      }, now),
      (after): Decision<StoredImport, UndoEnded> =>
        before.finished_at !== null && undoEnd(before.finished_at) < now
          ? Result.fail(new UndoEnded())
          : withoutEvents(after)
    )
