/** The databases that commands use. */
import type * as Database from "@candor/sql/database/Database"
import type * as Repositories from "@candor/sql/Repositories"
import type { Layer } from "effect"

type Connection = Layer.Success<typeof Database.connection>

/** Each layer is built only by commands that need it. */
export interface Stores<E> {
  /** The repositories, on a database with the current schema. */
  readonly store: Layer.Layer<Layer.Success<typeof Repositories.layer> | Connection, E>
  /** The database, with its schema unchanged. */
  readonly connection: Layer.Layer<Connection, E>
}
