/** Calls every method on idempotency keys, and runs a transaction of each kind. */
import { IdempotencyKey } from "@candor/domain/idempotency/IdempotencyKey"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Transactions } from "@candor/domain/Transactions"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Member } from "./World.ts"

export const idempotency = Effect.fn("idempotency")(function*({ api_key_id, organization_id }: Member["actor"]) {
  const sql = yield* SqlClient.SqlClient
  const transactions = yield* Transactions
  const keys = yield* IdempotencyKeys
  const request = { organization_id, api_key_id, key: IdempotencyKey.make("one"), fingerprint: new Uint8Array(32) }
  for (const isSnapshot of [false, true]) {
    yield* transactions.run(Effect.as(keys.claim(request), { value: undefined, isKept: true }), { isSnapshot })
  }
  yield* keys.keep(request, { status: 200, content_type: "application/json", body: new Uint8Array(40) })
  yield* Effect.orDie(
    sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE organization_id = ${organization_id}`
  )
  yield* keys.forget
})
