/** `bun start`: migrate, serve, and stop in order. */
import { type Address, address } from "@candor/runtime/Address"
import * as Logging from "@candor/runtime/Logging"
import { runMain } from "@candor/runtime/Main"
import * as Memory from "@candor/runtime/Memory"
import { scopedWithin } from "@candor/runtime/ScopedWithin"
import * as Database from "@candor/sql/Database"
import * as Repositories from "@candor/sql/Repositories"
import * as Sealer from "@candor/sql/Sealer"
import { Duration, Effect, Layer, Option } from "effect"
import * as App from "./App.ts"
import * as BackgroundWork from "./BackgroundWork.ts"
import { serve } from "./Server.ts"

/** How long a server that is stopped may take: requests in flight have most of it. */
const stopLimit = Duration.millis(9500)

/** The first start, where the database is in this process. No other server loads the demo (decision 0021). */
const firstStart = Effect.fnUntraced(function*(wanted: Address) {
  const { directory, url } = yield* Database.location
  if (Option.isSome(url)) return Option.none()
  const { prepare } = yield* Effect.promise(() => import("./FirstStart.ts"))
  return yield* prepare(directory, wanted)
})

const serving = Effect.fnUntraced(function*(wanted: Address) {
  // Given to those who ask for it, and not to all: what this fiber knows is copied for every request.
  const store = yield* Layer.build(Repositories.layer.pipe(Layer.provideMerge(Database.awaited)))
  const announcement = yield* Effect.provide(firstStart(wanted), store)
  const work = Layer.mergeAll(BackgroundWork.layer, Memory.layer, Sealer.layer)
  yield* Layer.build(work.pipe(Layer.provide(Layer.succeedContext(store))))
  const server = yield* serve(App.layer.pipe(Layer.provide(Layer.succeedContext(store))), wanted)
  yield* Effect.logInfo(`Listening on ${server.url.origin}`)
  if (Option.isSome(announcement)) yield* announcement.value({ ...wanted, port: server.port ?? wanted.port })
  return yield* Effect.never
}, scopedWithin(stopLimit))

const main = Effect.gen(function*() {
  // A wrong address is told before a database is made.
  return yield* serving(yield* address)
}).pipe(
  Effect.provide(Logging.layer({ level: "Info", stream: "stdout" }))
)

// A signal is how a server is asked to stop; having stopped in order is success.
runMain(main, { interrupted: 0 })
