/** The way of an import: its rows are read, checked without a change, and then imported. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const importState = StateMachine.make({
  name: "import",
  initial: "uploaded",
  events: [
    "read",
    "map",
    "validate",
    "run",
    "complete",
    "fail",
    "cancel",
    "undo",
    "finish_undo",
    "interrupt",
    "expire",
    "delete"
  ],
  table: {
    uploaded: { read: "mapping", fail: "failed", interrupt: "failed", cancel: "cancelled" },
    mapping: { map: "validating", expire: "failed", cancel: "cancelled", delete: "deleted" },
    validating: { map: "validating", validate: "ready", interrupt: "mapping", cancel: "cancelled" },
    ready: { map: "validating", run: "running", expire: "failed", cancel: "cancelled", delete: "deleted" },
    running: { complete: "completed", interrupt: "interrupted", cancel: "cancelled" },
    interrupted: { run: "running", undo: "undoing", expire: "failed", delete: "deleted" },
    completed: { undo: "undoing", delete: "deleted" },
    failed: { undo: "undoing", delete: "deleted" },
    cancelled: { undo: "undoing", delete: "deleted" },
    undoing: { finish_undo: "undone", interrupt: "failed" },
    undone: { delete: "deleted" },
    deleted: {}
  }
})

export const ImportState = importState.State.pipe(described(
  "`uploaded` while the file is read; `mapping` until somebody says where its columns go; `validating` while its rows are checked, without a " +
    "change; `ready` to be run; `running`; then `completed`, `cancelled`, `failed`, or `interrupted`, which can be run further: each keeps what " +
    "was imported; `undoing`, `undone`, and `deleted`, which no response shows",
  "completed"
))
export type ImportState = typeof ImportState.Type
