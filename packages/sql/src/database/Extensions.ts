/** The extensions of PostgreSQL that the schema uses. */
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { sqlState } from "./SqlFailures.ts"

const extensions = ["btree_gin", "btree_gist", "pg_trgm", "unaccent"]

/** The server lacks the extensions, or the user may not create them. */
export class ExtensionsMissing
  extends Schema.TaggedError<ExtensionsMissing>()("ExtensionsMissing", { cause: Schema.Defect() })
{
  override get message() {
    return `The search of candidates and the booking of interviews need the extensions ${
      extensions.join(", ")
    } in the database of ` +
      "DATABASE_URL, whose user cannot create them. They are in PostgreSQL's contrib packages. Let an administrator run there: " +
      extensions.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};`).join(" ") + " Then start again. The cause"
  }
}

/** SQLSTATEs of insufficient privilege, and of missing files of an extension: 0A000, or 58P01 before PostgreSQL 15. */
const isMissing = (error: SqlError.SqlError): boolean => ["42501", "0A000", "58P01"].includes(sqlState(error))

/** Creates the extensions that the database does not have. */
export const createExtensions = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.forEach(extensions, (name) => sql.unsafe(`CREATE EXTENSION IF NOT EXISTS ${name}`), { discard: true }).pipe(
      Effect.mapError((cause) => isMissing(cause) ? new ExtensionsMissing({ cause }) : cause)
    )
)
