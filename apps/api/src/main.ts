/** `bun start`: migrate, serve, and stop in order. */
import * as Database from "@candor/sql/Database"
import * as Repositories from "@candor/sql/Repositories"
import { Effect, Layer, Runtime } from "effect"
import * as App from "./App.ts"
import * as Logging from "./Logging.ts"
import { address, serve } from "./Server.ts"

const main = Effect.gen(function*() {
  const server = yield* serve(App.layer, yield* address)
  yield* Effect.logInfo(`Listening on ${server.url.origin}`)
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.provide(Repositories.layer.pipe(Layer.provideMerge(Database.layer))),
  Effect.provide(Logging.layer)
)

const runMain = Runtime.makeRunMain(({ fiber, teardown }) => {
  const interrupt = () => fiber.interruptUnsafe(fiber.id)
  process.once("SIGTERM", interrupt)
  process.once("SIGINT", interrupt)
  fiber.addObserver((exit) => teardown(exit, (code) => process.exit(code)))
})

runMain(main)
