/** `candor migrate`: brings the schema up to date. Every other command does this first, too. */
import * as Migrations from "@candor/sql/migrations/Migrations"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json, print } from "./Output.ts"

export const migrate = Command.make(
  "migrate",
  { json },
  Effect.fnUntraced(function*(options) {
    const applied = (yield* Migrations.run).map(([id, name]) => ({ id, name }))
    yield* print(
      options,
      { applied },
      applied.length === 0
        ? "The schema is current."
        : `Applied ${applied.map(({ id, name }) => `${id} ${name}`).join(", ")}.`
    )
  })
).pipe(Command.withDescription("Bring the database's schema up to date"))
