/** The files of the embedded database, which a backup copies. */
import { Context, type Effect, Option } from "effect"

export interface Files {
  /** The folder of PostgreSQL's files. */
  readonly folder: string
  /**
   * Runs an effect while no statement runs, so that PostgreSQL changes no file meanwhile. Statements wait until it ends. What
   * was committed is in the files, as after a crash.
   */
  readonly paused: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** None where the database is a server, or in memory. */
export const EmbeddedFiles = Context.Reference<Option.Option<Files>>("@candor/sql/database/EmbeddedFiles", {
  defaultValue: () => Option.none()
})
