/** A program that logs three lines at once, and exits in the same turn of the event loop. */
import * as Logging from "@candor/process/Logging"
import { Effect } from "effect"

const stream = process.argv[2] === "stderr" ? "stderr" : "stdout"

await Effect.runPromise(
  Effect.forEach(["one", "two", "three"], (text) => Effect.logInfo(text)).pipe(
    Effect.andThen(Effect.sync(() => process.exit(3))),
    Effect.provide(Logging.layer({ level: "Info", stream }))
  )
)
