/** A server of large and small answers as a process of its own, whose memory a test can look at. No database. */
import * as Memory from "@candor/runtime/Memory"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AddressLimits } from "../../src/AddressLimits.ts"
import { Admissions } from "../../src/Admissions.ts"
import { Deadlines } from "../../src/Deadlines.ts"
import * as Requests from "../../src/middleware/Requests.ts"
import { serve } from "../../src/Server.ts"
import { UnreadAnswers } from "../../src/UnreadAnswers.ts"

/** Bytes of an answer that no socket buffer takes whole. */
const bytes = 12 * 1024 * 1024

/** Bytes of a usual list. */
const usual = 50_000

const answer = (length: number) => Effect.sync(() => HttpServerResponse.uint8Array(Buffer.alloc(length, "x")))

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/huge", answer(bytes)),
  HttpRouter.add("GET", "/usual", answer(usual)),
  HttpRouter.add("GET", "/later", Effect.andThen(Effect.sleep("1 millis"), answer(usual))),
  HttpRouter.add("GET", "/text", Effect.sync(() => HttpServerResponse.text("é".repeat(usual)))),
  HttpRouter.add("GET", "/short", HttpServerResponse.text("short"))
)

const admissions = Layer.succeed(Admissions, { admit: () => Effect.die("no keys here"), countAddress: Effect.void })

const app = Layer.mergeAll(routes, Requests.layer).pipe(
  Layer.provide([Deadlines.layer, AddressLimits.layer, UnreadAnswers.layer, admissions])
)

const main = Effect.gen(function*() {
  yield* Layer.build(Memory.layer)
  const server = yield* serve(app, { hostname: "127.0.0.1", port: 0 })
  console.log(`Listening on ${server.url.origin}`)
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(main))
