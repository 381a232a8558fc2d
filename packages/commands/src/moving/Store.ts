/** The store of contents for commands that export and import, and the handling of disk failures. */
import * as ContentStore from "@candor/files/ContentStore"
import { location } from "@candor/sql/database/Database"
import { Cause, Effect, Layer } from "effect"
import { CommandRefused } from "../Output.ts"

/** The store that the environment configures. */
export const contents = Layer.unwrap(Effect.map(location, ({ directory }) => ContentStore.layer(directory)))

/** Error codes of a disk that is full, broken or read-only. */
const codes: ReadonlySet<unknown> = new Set([
  "ENOSPC",
  "EDQUOT",
  "EIO",
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOENT",
  "ENOTEMPTY",
  "EEXIST",
  "EMFILE"
])

const isOfDisk = (defect: unknown): defect is NodeJS.ErrnoException =>
  defect instanceof Error && "code" in defect && codes.has(defect.code)

/** Converts failures of the disk to refusals with the reason. */
export const diskFailure =
  (what: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | CommandRefused, R> =>
    Effect.catchCause(effect, (cause): Effect.Effect<never, E | CommandRefused> => {
      const error = Cause.squash(cause)
      return isOfDisk(error)
        ? Effect.fail(new CommandRefused({ message: `${what}: ${error.message}` }))
        : Effect.failCause(cause)
    })
