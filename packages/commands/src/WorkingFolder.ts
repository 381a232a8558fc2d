/** The folder in which the user typed the command. Relative paths refer to it, even if a server runs the command. */
import { Context, Effect } from "effect"
import { resolve } from "node:path"

export const WorkingFolder = Context.Reference<string>("@candor/commands/WorkingFolder", {
  defaultValue: () => process.cwd()
})

/** Returns the absolute path for a path on the command line. */
export const absolute = (path: string): Effect.Effect<string> =>
  Effect.map(WorkingFolder, (folder) => resolve(folder, path))
