/** The server with its middleware around routes of its own, to test the HTTP edge without a database. */
import { RateLimitExceeded } from "@candor/contract/Errors"
import { ConfigProvider, Effect, Exit, Layer, Logger, References, Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { AddressLimits } from "../../src/auth/AddressLimits.ts"
import { Authentication } from "../../src/auth/Authentication.ts"
import { CurrentRequest } from "../../src/request/CurrentRequest.ts"
import * as Requests from "../../src/middleware/Requests.ts"
import * as Operations from "../../src/public/Operations.ts"
import { serve } from "../../src/server/Server.ts"
import { within } from "../../src/request/TimeLimit.ts"
import { UnreadResponses } from "../../src/response/UnreadResponses.ts"

/** The size in bytes of an answer that exceeds any socket buffer. */
export const hugeBytes = 12 * 1024 * 1024

/** The size in bytes of an ordinary list. */
const listBytes = 50_000

const bytes = (length: number) => Effect.sync(() => HttpServerResponse.uint8Array(Buffer.alloc(length, "x")))

/** Answers with the request's own body and query, so that a test can tell whether an answer is for its request. */
const echo = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  return HttpServerResponse.text(`${request.url.split("?")[1]} ${yield* Effect.orDie(request.text)}`)
})

/** Limits the time for a body to 200 ms. */
const hurried = within("200 millis")(echo)

/** Counts the executions of `POST /count`. */
export const counted = { times: 0 }

const count = Effect.tap(echo, () => Effect.sync(() => counted.times++))

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/huge", bytes(hugeBytes)),
  HttpRouter.add("GET", "/list", bytes(listBytes)),
  HttpRouter.add("GET", "/later", Effect.andThen(Effect.sleep("1 millis"), bytes(listBytes))),
  HttpRouter.add("GET", "/text", Effect.sync(() => HttpServerResponse.text("é".repeat(listBytes)))),
  HttpRouter.add("GET", "/short", HttpServerResponse.text("short")),
  HttpRouter.add("POST", "/echo", echo),
  HttpRouter.add("POST", "/count", count),
  HttpRouter.add("POST", "/hurried", hurried)
)

/** The paths of `routes` with GET. */
export const paths = ["/list", "/later", "/text", "/short"]

const limitReached = new RateLimitExceeded({ error: { message: "Too many." } })

/** Nobody has a key, and requests without one are counted. */
const authentication = Layer.effect(
  Authentication,
  Effect.map(AddressLimits, ({ count }) =>
    Authentication.of({
      authenticate: () => Effect.die("no keys here"),
      authenticateSession: Effect.die("no sessions here"),
      countAddress: Effect.gen(function*() {
        const current = yield* CurrentRequest
        const { state, within } = yield* count(current.address())
        current.rate_limit = state
        if (!within) return yield* limitReached
      })
    }))
)

/** A database that answers the health check. */
const database = Layer.succeed(SqlClient.SqlClient, (() => Effect.succeed([{ able: "reads_and_writes" }])) as never)

export const app = Layer.mergeAll(routes, Operations.layer, Requests.layer).pipe(
  Layer.provide(authentication),
  Layer.provide([AddressLimits.layer, UnreadResponses.layer, database])
)

export interface Edge {
  readonly port: number
  readonly origin: string
  /** The log so far, a JSON text for each line. */
  readonly logs: ReadonlyArray<string>
  /** Stops the server gracefully. */
  readonly close: () => Promise<void>
}

export interface EdgeOptions {
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Serves `app` in this process. */
export const edge = ({ env = {}, port = 0 }: EdgeOptions = {}): Promise<Edge> =>
  Effect.runPromise(Effect.gen(function*() {
    const logs: Array<string> = []
    const scope = yield* Scope.make()
    const server = yield* serve(app, { hostname: "127.0.0.1", port }).pipe(
      Scope.provide(scope),
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnv({ env: { CANDOR_DRAIN_SECONDS: "0", ...env } })
      ),
      Effect.provideService(References.MinimumLogLevel, "Debug"),
      Effect.provideService(
        Logger.CurrentLoggers,
        new Set([Logger.map(Logger.formatJson, (line) => void logs.push(line))])
      )
    )
    return {
      port: server.port!,
      origin: server.url.origin,
      logs,
      close: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }))
