/** What has to be undone when the program ends, whichever way it ends: processes, mounts, folders. */

const undos = new Set<() => void>()

const undoAll = () => {
  for (const undo of [...undos].toReversed()) {
    undos.delete(undo)
    try {
      undo()
    } catch (error) {
      console.error(`Cleaning up failed: ${String(error)}`)
    }
  }
}

process.on("exit", undoAll)
process.on("SIGHUP", () => process.exit(129))
process.on("SIGINT", () => process.exit(130))
process.on("SIGTERM", () => process.exit(143))

/** Has `undo` run when the program ends; the returned function runs it now, and not again. */
export const whenEnding = (undo: () => void): () => void => {
  undos.add(undo)
  return () => {
    if (undos.delete(undo)) undo()
  }
}
