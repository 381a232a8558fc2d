/** The store of contents that commands use which move an organization, and what becomes of failures of the disk. */
import * as ContentStore from "@candor/files/ContentStore"
import { location } from "@candor/sql/database/Database"
import { Cause, Effect, Layer } from "effect"
import { CommandRefused } from "../Output.ts"

/** The store that the environment names. */
export const contents = Layer.unwrap(Effect.map(location, ({ directory }) => ContentStore.layer(directory)))

/** Codes of a disk that is full, broken or not to be written to. */
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

/** Refuses with the reason where the disk fails. */
export const diskFailure =
  (what: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | CommandRefused, R> =>
    Effect.catchCause(effect, (cause): Effect.Effect<never, E | CommandRefused> => {
      const error = Cause.squash(cause)
      return isOfDisk(error)
        ? Effect.fail(new CommandRefused({ message: `${what}: ${error.message}` }))
        : Effect.failCause(cause)
    })
