/** Stored connections. Their tokens are encrypted. */
import type { Connection, ConnectionOwner, EndedConnection } from "@candor/domain/connection/Connection"
import { Connections, type Used } from "@candor/domain/connection/Connections"
import { Context, Effect, Layer, Option, Schedule } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type SqlError } from "effect/sql"
import { insertWork } from "../../queue/Queue.ts"
import { queue } from "../../queue/RevocationWork.ts"
import { CurrentTransaction } from "../../statements/CurrentTransaction.ts"

/** Retries for some seconds: a refresh token that is not stored may be lost for good. */
const persistently = { schedule: Schedule.exponential("50 millis"), times: 6 } as const

/** Retries for two minutes, the time limit of an operation, and so of its transaction. */
const behindTransaction = { schedule: Schedule.spaced("2 seconds"), times: 60 } as const

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const of = ({ organization_id, owner }: ConnectionOwner) =>
    sql`c.organization_id = ${organization_id} AND c.owner = ${owner}`
  const used = ({ refresh_token, ...owner }: Used) => sql`${of(owner)} AND c.refresh_token = ${refresh_token}`
  const columns = sql.literal(
    `c.organization_id, c.owner, c.provider, c.account, c.refresh_token, c.access_token, c.expires_at, c.connected_at, c.failure`
  )

  /** A common table expression that queues the revocation of the connections in `ended`. */
  const revoked = (id: string) =>
    sql`revoked AS (
    ${insertWork} ${queue}, ${id}, json_build_object('organization_id', e.organization_id, 'owner', e.owner, 'provider', e.provider,
      'account', e.account, 'refresh_token', e.refresh_token)::text, now()
    FROM ended e)`

  /**
   * Runs a statement that a rollback must not undo: within a transaction, in a detached fiber outside of it. The caller
   * does not wait for it, because a database with one session, or the locked rows, may become free only after the
   * transaction.
   */
  const kept = (statement: Effect.Effect<unknown, SqlError.SqlError>): Effect.Effect<void> =>
    Effect.flatMap(
      CurrentTransaction,
      (current) =>
        current === undefined ? Effect.asVoid(Effect.orDie(statement)) : statement.pipe(
          Effect.retry(behindTransaction),
          Effect.catchCause((cause) => Effect.logError("Tokens that a provider has given could not be stored", cause)),
          Effect.updateContext((context: Context.Context<never>) =>
            Context.omit(sql.transactionService, CurrentTransaction)(context)
          ),
          Effect.forkDetach,
          Effect.asVoid
        )
    )

  const put = (
    { access_token, account, connected_at, expires_at, failure, organization_id, owner, provider, refresh_token }:
      Connection
  ) =>
    Effect.flatMap(random.uuidV7(), (id) =>
      sql`
      WITH ended AS (SELECT ${columns} FROM connections c WHERE ${of({ organization_id, owner })} FOR UPDATE),
      ${revoked(id)},
      replaced AS (
        UPDATE connections c SET provider = ${provider}, account = ${account}, refresh_token = ${refresh_token},
          access_token = ${access_token}, expires_at = ${expires_at}::timestamptz, connected_at = ${connected_at}::timestamptz,
          failure = ${failure}, refreshing_until = NULL
        WHERE ${of({ organization_id, owner })} AND EXISTS (SELECT FROM ended) RETURNING c.owner
      ),
      added AS (
        INSERT INTO connections (organization_id, owner, provider, account, refresh_token, access_token, expires_at, connected_at, failure)
        SELECT ${organization_id}::uuid, ${owner}, ${provider}, ${account}, ${refresh_token}, ${access_token}, ${expires_at}::timestamptz,
          ${connected_at}::timestamptz, ${failure}
        WHERE NOT EXISTS (SELECT FROM ended)
        ON CONFLICT (organization_id, owner) DO NOTHING RETURNING owner
      )
      SELECT owner FROM replaced UNION ALL SELECT owner FROM added
    `).pipe(
        // Without a row, another process has connected an account in the meantime. Its grant is then the one to revoke.
        Effect.repeat({ until: (rows) => rows.length > 0 }),
        Effect.orDie,
        Effect.asVoid
      )

  /** A condition: nobody is refreshing the tokens. */
  const isFree = sql.literal("(c.refreshing_until <= now()) IS NOT FALSE")

  const claim = (connection: Used, seconds: number) =>
    Effect.flatMap(CurrentTransaction, (current) =>
      current === undefined
        ? sql`
          UPDATE connections c SET refreshing_until = now() + ${seconds}::integer * interval '1 second'
          WHERE ${used(connection)} AND ${isFree} RETURNING c.owner`
        // Within a transaction, no lease is taken: it could be rolled back, and its lock would keep others from
        // storing.
        : sql`SELECT c.owner FROM connections c WHERE ${used(connection)} AND ${isFree}`).pipe(
        Effect.orDie,
        Effect.map((rows) => rows.length > 0)
      )

  return Connections.of({
    get: (owner) =>
      sql<Connection>`SELECT ${columns} FROM connections c WHERE ${of(owner)}`.pipe(
        Effect.orDie,
        Effect.map(([found]) => Option.fromUndefinedOr(found))
      ),
    put,
    claim,
    renew: (connection, { access_token, expires_at, refresh_token }) =>
      kept(sql`
        UPDATE connections c SET refresh_token = ${refresh_token}, access_token = ${access_token}, expires_at = ${expires_at}::timestamptz,
          failure = NULL, refreshing_until = NULL
        WHERE ${used(connection)}
      `.pipe(Effect.retry(persistently))),
    release: (connection, failure) =>
      kept(sql`UPDATE connections c SET refreshing_until = NULL, failure = ${failure} WHERE ${used(connection)}`),
    remove: (owner, connected_at) =>
      Effect.flatMap(random.uuidV7(), (id) =>
        sql`
        WITH ended AS (DELETE FROM connections c WHERE ${
          of(owner)
        } AND c.connected_at = ${connected_at}::timestamptz RETURNING ${columns}),
        ${revoked(id)}
        SELECT FROM ended
      `).pipe(Effect.orDie, Effect.asVoid),
    isConnectedAgain: ({ account, organization_id, provider }: EndedConnection) =>
      sql`
        SELECT FROM connections c WHERE c.organization_id = ${organization_id} AND c.provider = ${provider} AND coalesce(c.account = ${account}, true)
      `.pipe(Effect.orDie, Effect.map((rows) => rows.length > 0))
  })
})

export const layer = Layer.effect(Connections, make)
