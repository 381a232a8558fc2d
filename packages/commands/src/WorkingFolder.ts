/**
 * The folder in which the user typed the command: relative paths are those of that folder, also where a server runs the
 * command.
 */
import { Context, Effect } from "effect"
import { resolve } from "node:path"

export const WorkingFolder = Context.Reference<string>("@candor/commands/WorkingFolder", {
  defaultValue: () => process.cwd()
})

/** Returns the absolute path that a path of the command line means. */
export const absolute = (path: string): Effect.Effect<string> =>
  Effect.map(WorkingFolder, (folder) => resolve(folder, path))
