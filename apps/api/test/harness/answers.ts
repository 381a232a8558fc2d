/** `Edge.ts` as a separate process, which reports its memory usage. */
import * as Memory from "@candor/process/Memory"
import { Effect, Layer, References } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { app } from "./Edge.ts"
import { serve } from "../../src/server/Server.ts"

const main = Effect.gen(function*() {
  yield* Layer.build(Memory.layer)
  const server = yield* serve(app, { hostname: "127.0.0.1", port: 0 })
  console.log(`Listening on ${server.url.origin}`)
  return yield* Effect.never
})

const status = "/proc/self/status"

/** The maximum resident memory so far, in KiB. On Linux `maxRSS` may be that of the parent process. */
const peak = (): number =>
  existsSync(status)
    ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))![1])
    : process.resourceUsage().maxRSS

process.on("SIGUSR2", () => console.log(`Peak ${peak()}`))

Effect.runFork(Effect.scoped(main).pipe(Effect.provideService(References.MinimumLogLevel, "None")))
