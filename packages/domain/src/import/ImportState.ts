/**
 * The state of an import: its file arrives, at once or in parts; its rows are read, checked without changes, and then
 * imported. Only a table waits for somebody to map its columns.
 */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const importState = StateMachine.make({
  name: "import",
  initial: "uploading",
  events: [
    "receive",
    "read",
    "check",
    "map",
    "validate",
    "run",
    "complete",
    "fail",
    "cancel",
    "undo",
    "finish_undo",
    "keep_completed",
    "keep_failed",
    "keep_cancelled",
    "keep_interrupted",
    "interrupt",
    "expire",
    "delete"
  ],
  table: {
    uploading: { receive: "uploaded", expire: "failed", cancel: "cancelled", delete: "deleted" },
    uploaded: { read: "mapping", check: "validating", fail: "failed", interrupt: "failed", cancel: "cancelled" },
    mapping: { map: "validating", expire: "failed", cancel: "cancelled", delete: "deleted" },
    validating: { map: "validating", validate: "ready", fail: "failed", interrupt: "mapping", cancel: "cancelled" },
    ready: { map: "validating", run: "running", expire: "failed", cancel: "cancelled", delete: "deleted" },
    running: { complete: "completed", fail: "failed", interrupt: "interrupted", cancel: "cancelled" },
    interrupted: { run: "running", undo: "undoing", expire: "failed", delete: "deleted" },
    completed: { undo: "undoing", delete: "deleted" },
    failed: { undo: "undoing", delete: "deleted" },
    cancelled: { undo: "undoing", delete: "deleted" },
    undoing: {
      finish_undo: "undone",
      keep_completed: "completed",
      keep_failed: "failed",
      keep_cancelled: "cancelled",
      keep_interrupted: "interrupted",
      interrupt: "failed"
    },
    undone: { delete: "deleted" },
    deleted: {}
  }
})

export const ImportState = importState.State.pipe(described(
  "`uploading` until all parts have arrived; `uploaded` while the file is read; `mapping` until the columns of " +
    "a table are mapped; `validating` while rows are checked, without changing anything; `ready` to run; " +
    "`running`; then `completed`, `cancelled`, `failed`, or `interrupted`, which can be run again to continue " +
    "(all four keep the imported rows); `undoing`, `undone`, and `deleted`, which no response shows",
  "completed"
))
export type ImportState = typeof ImportState.Type
