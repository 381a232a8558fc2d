/** `candor convert`: copies the data of an embedded PGlite database to PostgreSQL. */
import { location } from "@candor/sql/database/Database"
import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, json, print } from "./Output.ts"

export const convert = Command.make(
  "convert",
  { json },
  Effect.fnUntraced(function*(options) {
    const { directory, url } = yield* location
    if (Option.isSome(url)) {
      return yield* new CommandRefused({
        message: "DATABASE_URL names a PostgreSQL server, and this is for the embedded database."
      })
    }
    // Loaded on demand: other commands do not need PGlite.
    const { convert } = yield* Effect.promise(() => import("@candor/sql/moving/Conversion"))
    const { kept, rows, tables } = yield* convert(
      directory,
      (percent) => Console.error(`Converting the database: ${percent} %`)
    )
    yield* print(
      options,
      { directory, rows, tables, kept },
      `Converted the database in ${directory}: ${rows} rows of ${tables} tables. Delete ${kept} when all is well.`
    )
  })
).pipe(
  Command.withDescription("Carry the data of an embedded database of the earlier kind (PGlite) over to PostgreSQL")
)
