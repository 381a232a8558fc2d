/** `candor events …` */
import { Events } from "@candor/domain/event/Events"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json, print } from "./Output.ts"

const restored = Command.make(
  "restored",
  { json },
  Effect.fnUntraced(function*(options) {
    const epoch = yield* (yield* Events).startEpoch
    yield* print(
      options,
      { epoch },
      `Started the epoch ${epoch}. Cursors of earlier epochs are refused with feed_restored.`
    )
  })
).pipe(
  Command.withDescription(
    "Start a new epoch of the change feed after the restore of a backup: earlier cursors are refused with " +
      "feed_restored. Run it after a restore, before the servers start"
  )
)

export const events = Command.make("events").pipe(
  Command.withDescription("Operate the change feed"),
  Command.withSubcommands([restored])
)
