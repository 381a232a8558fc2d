/** Cleans up processes, mounts and folders when the program ends, also by a signal. */

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

/** Runs `undo` when the program ends. The returned function runs it at once instead. */
export const whenEnding = (undo: () => void): () => void => {
  undos.add(undo)
  return () => {
    if (undos.delete(undo)) undo()
  }
}
