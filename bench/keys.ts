/**
 * Candor twice in one process: a request with a key is authenticated as in the product, and one with the word
 * `open` as the owner of the key in `BENCH_KEY`, without looking at a key or counting. What the first takes
 * longer, keys and limits cost; between two processes their compilers' luck would be more.
 */
import { ApiKeys } from "@candor/domain/access/ApiKeys"
import * as ApiKeyText from "@candor/domain/access/ApiKeyText"
import * as ContentStore from "@candor/files/ContentStore"
import { address } from "@candor/process/Address"
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import * as Memory from "@candor/process/Memory"
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import * as SequencingSchedule from "@candor/sql/sequencing/SequencingSchedule"
import { Effect, Layer, Option } from "effect"
import { Authentication } from "../apps/api/src/auth/Authentication.ts"
import * as App from "../apps/api/src/App.ts"
import { CurrentRequest } from "../apps/api/src/request/CurrentRequest.ts"
import { serve } from "../apps/api/src/server/Server.ts"

const either = Layer.effect(Authentication, Effect.gen(function*() {
  const authentication = yield* Authentication
  const key = Option.getOrThrow(ApiKeyText.parse(process.env["BENCH_KEY"] ?? ""))
  const { principal, reset } = Option.getOrThrow(yield* (yield* ApiKeys).authenticate(key, 2_000_000_000))
  const rate_limit = { limit: 1000, remaining: 1000, reset }
  const open = Effect.map(CurrentRequest, (request) => {
    request.rate_limit = rate_limit
    request.api_key_id = principal.api_key.id
    return principal
  })
  return Authentication.of({ ...authentication, authenticate: (text) => text === "open" ? open : authentication.authenticate(text) })
})).pipe(Layer.provide(Authentication.layer))

const store = Layer.unwrap(Effect.map(Database.location, ({ directory }) =>
  Layer.merge(Repositories.layer, ContentStore.layer(directory)).pipe(Layer.provideMerge(Database.layer))))

const main = Effect.gen(function*() {
  const built = Layer.succeedContext(yield* Layer.build(store))
  yield* Layer.build(Layer.merge(Memory.layer, SequencingSchedule.layer.pipe(Layer.provide(built))))
  yield* serve(App.authenticatedBy(either).pipe(Layer.provide(built)), yield* address)
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.provide(Logging.layer({ level: "Info", stream: "stdout" }))
)

runMain(main, { interrupted: 0 })
