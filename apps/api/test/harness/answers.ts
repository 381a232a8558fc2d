/** `Edge.ts` as a process of its own, which tells how much memory it has needed. */
import * as Memory from "@candor/runtime/Memory"
import { Effect, Layer, References } from "effect"
import { app } from "./Edge.ts"
import { serve } from "../../src/Server.ts"

const main = Effect.gen(function*() {
  yield* Layer.build(Memory.layer)
  const server = yield* serve(app, { hostname: "127.0.0.1", port: 0 })
  console.log(`Listening on ${server.url.origin}`)
  return yield* Effect.never
})

// Most resident memory so far, in KiB.
process.on("SIGUSR2", () => console.log(`Peak ${process.resourceUsage().maxRSS}`))

Effect.runFork(Effect.scoped(main).pipe(Effect.provideService(References.MinimumLogLevel, "None")))
