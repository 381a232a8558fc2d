/** The files of the embedded database, which a backup copies. */
import { Context, type Effect, Option } from "effect"
import type { SqlError } from "effect/sql"

/** What a backup does at each step. */
export interface Copying<A, E, R> {
  /**
   * Copies the wanted files and folders, whose paths are relative to the folder. It may be asked for several parts, one
   * after the other.
   */
  readonly files: (isWanted: (path: string) => boolean) => Effect.Effect<void, E, R>
  /** Runs just before the instant that the copy shows. */
  readonly last: Effect.Effect<A, E, R>
  /** Adds a file that the database has to find when it starts on the copy. */
  readonly add: (path: string, content: string) => Effect.Effect<void, E, R>
}

export interface Files {
  /** The folder of the database's files. */
  readonly folder: string
  /** Whether no other process can use the database, and statements wait while its files are copied. */
  readonly isExclusive: boolean
  /** Copies the files so that a database started on the copy has the commits up to one instant, and nothing else. */
  readonly copied: <A, E, R>(copying: Copying<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** None where the database is one that `DATABASE_URL` names, or in memory. */
export const EmbeddedFiles = Context.Reference<Option.Option<Files>>("@candor/sql/database/EmbeddedFiles", {
  defaultValue: () => Option.none()
})
