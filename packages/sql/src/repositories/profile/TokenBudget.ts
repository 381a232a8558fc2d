/** Tokens that extractions have used, with a row for each organization and day. */
import { TokenBudget } from "@candor/domain/candidate/TokenBudget"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return TokenBudget.of({
    reserve: (organization, { day, limit, tokens }) =>
      tokens > limit ? Effect.succeed(false) : sql`
        INSERT INTO extraction_usage AS u (organization_id, day, tokens)
        VALUES (${organization}, ${day}::text::date, ${tokens}::bigint)
        ON CONFLICT (organization_id, day) DO UPDATE SET tokens = u.tokens + excluded.tokens
        WHERE u.tokens + excluded.tokens <= ${limit}::bigint
        RETURNING u.tokens
      `.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie),
    used: (organization, day) =>
      sql<{ readonly tokens: number }>`
        SELECT tokens FROM extraction_usage WHERE organization_id = ${organization} AND day = ${day}::text::date
      `.pipe(Effect.map(([row]) => row?.tokens ?? 0), Effect.orDie),
    correct: (organization, { day, difference }) =>
      sql`
        UPDATE extraction_usage SET tokens = greatest(0, tokens + ${difference}::bigint)
        WHERE organization_id = ${organization} AND day = ${day}::text::date
      `.pipe(Effect.asVoid, Effect.orDie)
  })
})

export const layer = Layer.effect(TokenBudget, make)
