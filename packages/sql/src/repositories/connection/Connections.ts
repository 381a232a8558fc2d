/** Stored connections. Their tokens are encrypted. */
import type { Connection, ConnectionOwner } from "@candor/domain/connection/Connection"
import { Connections, type Used } from "@candor/domain/connection/Connections"
import { Effect, Layer, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Tries again for some seconds: a refresh token that is not stored may be lost for good. */
const persistently = { schedule: Schedule.exponential("50 millis"), times: 6 } as const

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const of = ({ organization_id, owner }: ConnectionOwner) => sql`c.organization_id = ${organization_id} AND c.owner = ${owner}`
  const used = ({ refresh_token, ...owner }: Used) => sql`${of(owner)} AND c.refresh_token = ${refresh_token}`
  const columns = sql.literal(`c.organization_id, c.owner, c.provider, c.refresh_token, c.access_token, c.expires_at, c.connected_at, c.failure`)
  const first = Effect.map(([found]: ReadonlyArray<Connection>) => Option.fromUndefinedOr(found))

  return Connections.of({
    get: (owner) => sql<Connection>`SELECT ${columns} FROM connections c WHERE ${of(owner)}`.pipe(Effect.orDie, first),
    put: ({ access_token, connected_at, expires_at, failure, organization_id, owner, provider, refresh_token }) =>
      sql`
        INSERT INTO connections (organization_id, owner, provider, refresh_token, access_token, expires_at, connected_at, failure)
        VALUES (${organization_id}, ${owner}, ${provider}, ${refresh_token}, ${access_token}, ${expires_at}::timestamptz,
          ${connected_at}::timestamptz, ${failure})
        ON CONFLICT (organization_id, owner) DO UPDATE SET provider = excluded.provider, refresh_token = excluded.refresh_token,
          access_token = excluded.access_token, expires_at = excluded.expires_at, connected_at = excluded.connected_at,
          failure = excluded.failure, refreshing_until = NULL
      `.pipe(Effect.orDie, Effect.asVoid),
    claim: (connection, seconds) =>
      sql`
        UPDATE connections c SET refreshing_until = now() + ${seconds}::integer * interval '1 second'
        WHERE ${used(connection)} AND coalesce(c.refreshing_until <= now(), true) RETURNING c.owner
      `.pipe(Effect.orDie, Effect.map((rows) => rows.length > 0)),
    renew: (connection, { access_token, expires_at, refresh_token }) =>
      sql`
        UPDATE connections c SET refresh_token = ${refresh_token}, access_token = ${access_token}, expires_at = ${expires_at}::timestamptz,
          failure = NULL, refreshing_until = NULL
        WHERE ${used(connection)}
      `.pipe(Effect.retry(persistently), Effect.orDie, Effect.asVoid),
    release: (connection, failure) =>
      sql`
        UPDATE connections c SET refreshing_until = NULL, failure = ${failure} WHERE ${used(connection)}
      `.pipe(Effect.orDie, Effect.asVoid),
    remove: (owner, connected_at) =>
      sql<Connection>`
        DELETE FROM connections c WHERE ${of(owner)} AND c.connected_at = ${connected_at}::timestamptz RETURNING ${columns}
      `.pipe(Effect.orDie, first)
  })
})

export const layer = Layer.effect(Connections, make)
