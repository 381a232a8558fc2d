/** `candor events …` */
import { Events } from "@candor/domain/event/Events"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json, print } from "./Output.ts"

const restored = Command.make(
  "restored",
  { json },
  Effect.fnUntraced(function*(asked) {
    const epoch = yield* (yield* Events).startEpoch
    yield* print(asked, { epoch }, `Started the epoch ${epoch}. Readers with a cursor of an earlier epoch are told to read anew.`)
  })
).pipe(
  Command.withDescription(
    "Tell readers of the change feed that the database was restored from a backup: their cursors are refused with " +
      "feed_restored. Run it after a restore, before the servers start"
  )
)

export const events = Command.make("events").pipe(
  Command.withDescription("Look after the change feed"),
  Command.withSubcommands([restored])
)
