/** Access to the files of the embedded database, for backups. */
import { Context, type Effect, Option } from "effect"
import type { SqlError } from "effect/sql"

/** The steps of a backup. */
export interface Copying<A, E, R> {
  /**
   * Copies the wanted files and folders, with paths relative to the folder. May be called several times, for one part
   * after the other.
   */
  readonly files: (isWanted: (path: string) => boolean) => Effect.Effect<void, E, R>
  /** Runs just before the moment whose state the copy has. */
  readonly last: Effect.Effect<A, E, R>
  /** Adds a file that the database needs when it starts on the copy. */
  readonly add: (path: string, content: string) => Effect.Effect<void, E, R>
}

export interface Files {
  /** The folder of the database's files. */
  readonly folder: string
  /** Whether other processes are locked out, and statements wait while the files are copied. */
  readonly isExclusive: boolean
  /** Copies the files so that a database started on the copy has exactly the commits up to one moment. */
  readonly copied: <A, E, R>(copying: Copying<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** None if the database is a server of `DATABASE_URL`, or in memory. */
export const EmbeddedFiles = Context.Reference<Option.Option<Files>>("@candor/sql/database/EmbeddedFiles", {
  defaultValue: () => Option.none()
})
