/** The way of an import: its rows are read, checked without a change, and then imported. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const importState = StateMachine.make({
  name: "import",
  initial: "uploaded",
  events: ["read", "map", "validate", "run", "complete", "fail", "cancel", "undo", "finish_undo", "delete"],
  table: {
    uploaded: { read: "mapping", fail: "failed", cancel: "cancelled" },
    mapping: { map: "validating", cancel: "cancelled", delete: "deleted" },
    validating: { map: "validating", validate: "ready", fail: "failed", cancel: "cancelled" },
    ready: { map: "validating", run: "running", cancel: "cancelled", delete: "deleted" },
    running: { complete: "completed", fail: "failed", cancel: "cancelled" },
    completed: { undo: "undoing", delete: "deleted" },
    failed: { undo: "undoing", delete: "deleted" },
    cancelled: { undo: "undoing", delete: "deleted" },
    undoing: { finish_undo: "undone" },
    undone: { delete: "deleted" },
    deleted: {}
  }
})

export const ImportState = importState.State.pipe(described(
  "`uploaded` while the file is read; `mapping` until somebody says where its columns go; `validating` while its rows are checked, without a " +
    "change; `ready` to be run; `running`; then `completed`, `cancelled` or `failed`, which keep what was imported; `undoing`, `undone`, and `deleted`, which no response shows",
  "completed"
))
export type ImportState = typeof ImportState.Type
