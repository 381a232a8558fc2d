/**
 * The SQL client: a pool of PostgreSQL sessions. Every statement has a deadline, a session that has gone silent is
 * replaced, and an organization holds at most its share of the connections (decision 0028).
 */
import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Clock, type Context, Duration, Effect, Exit, Fiber, Option } from "effect"
import { SqlClient, type SqlConnection } from "effect/sql"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import { sqlState } from "./SqlFailures.ts"
import { registry } from "./Types.ts"
import * as Allowance from "./Allowance.ts"
import * as FullDisk from "./FullDisk.ts"
import * as OrganizationShare from "./OrganizationShare.ts"
import * as PoolMetrics from "./PoolMetrics.ts"
import * as Session from "./Session.ts"
import { bitsOf } from "./Wakeups.ts"

/**
 * The largest message that is accepted from the database, in bytes. A row is one message, and lists are capped far
 * below this.
 */
const maxMessageSize = 32 * 2 ** 20

export interface Options extends Omit<PgPool.Config, "types" | "maxMessageSize"> {
  /** The pool's name in the metrics. */
  readonly name: PoolMetrics.PoolName
  readonly maxConnections: number
  /** The most connections that statements of one organization hold at a time. */
  readonly maxPerOrganization: number
  /** Whether the disk of the database is full. */
  readonly disk: FullDisk.FullDisk
  /** The time limit of a statement, including its wait for a connection; undefined if there is none. */
  readonly deadline: Duration.Duration | undefined
  /** Called after each commit with the topics that it changed, as bits. */
  readonly committed: (bits: number) => void
}

const late = (deadline: Duration.Duration) =>
  new SqlError({
    reason: new ConnectionError({
      cause: new Error(`No answer within ${Duration.format(deadline)}`),
      message: "The database did not answer in time",
      operation: "query"
    })
  })

/** SQLSTATE `read_only_sql_transaction`: after a failover, this session still has the former primary. */
const readOnlyTransaction = "25006"

/** SQLSTATE `disk_full`. */
const diskFull = "53100"

/**
 * After a failover, all sessions may be dropped at once because of that; then one after each such pause, since a
 * read-only server may be the only one for a long time.
 */
const droppingPause = Duration.seconds(1)

/** Commits. PostgreSQL answers `COMMIT` with `ROLLBACK` if the transaction has failed. */
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(
    connection.executeRaw("COMMIT", []) as Effect.Effect<PgConnection.Result, SqlError>,
    ({ command }) =>
      command === "COMMIT" ? Effect.void : Effect.fail(
        new SqlError({
          reason: new UnknownError({
            cause: new Error("COMMIT rolled back"),
            message: "COMMIT rolled back",
            operation: "commit"
          })
        })
      )
  )

/** The result of a statement that was not sent because its session may be dead. */
const retry = Symbol("retry")

/** A row with large texts: they are in its column `json`, or `bytes` has their size. */
interface MeasuredRow {
  readonly json?: unknown
  readonly bytes?: unknown
}

const bytesOfRow = ({ bytes, json }: MeasuredRow): number =>
  json instanceof Uint8Array ? json.byteLength : typeof bytes === "number" ? bytes : 0

/** Returns the bytes of large texts in rows. */
const bytesOfTexts = (rows: unknown): number => {
  if (!Array.isArray(rows)) return 0
  let bytes = 0
  for (const row of rows as ReadonlyArray<MeasuredRow>) bytes += bytesOfRow(row)
  return bytes
}

/** Makes the client, for as long as the scope is open. */
export const make = Effect.fnUntraced(function*(options: Options) {
  const { committed, deadline, disk, maxPerOrganization, name, ...config } = options
  const pool = yield* PgPool.make({ ...config, types: registry, maxMessageSize })
  const clock = yield* Clock.Clock
  const use = yield* PoolMetrics.make(name, options.maxConnections)
  const shared = OrganizationShare.make(maxPerOrganization, clock, bytesOfTexts)

  /** When each session last answered, in nanoseconds of the monotonic clock. */
  const answeredAt = new WeakMap<PgConnection.PgConnection, bigint>()
  /** A session that has not answered since this time is replaced before it is used again. */
  let suspectBefore = 0n

  const isSuspect = (session: PgConnection.PgConnection) => {
    const last = answeredAt.get(session)
    return last !== undefined && last < suspectBefore
  }

  /**
   * Fails at the deadline. If the network has gone silent, all sessions are affected: those that have not answered
   * since the statement began become suspect. The statement runs in a fiber of its own, and its interruption is not
   * awaited, because on a silent session it takes the driver five seconds. `ended` is called when the statement has
   * ended, even after the deadline.
   */
  const bounded = <A, E, R>(
    statement: Effect.Effect<A, E | SqlError, R>,
    { ended = () => {}, wasSent = () => true }: { readonly wasSent?: () => boolean; readonly ended?: () => void } = {}
  ): Effect.Effect<A, E | SqlError, R> =>
    deadline === undefined ?
      Effect.ensuring(statement, Effect.sync(ended)) :
      Effect.contextWith((context: Context.Context<R>) =>
        Effect.callback<A, E | SqlError>((resume) => {
          const began = clock.monotonicTimeNanosUnsafe()
          const fiber = Effect.runForkWith(context)(statement)
          const timer = setTimeout(() => {
            if (wasSent()) suspectBefore = began
            use.timedOut()
            resume(Effect.fail(late(deadline)))
            fiber.interruptUnsafe()
          }, Duration.toMillis(deadline))
          fiber.addObserver((exit) => {
            clearTimeout(timer)
            ended()
            resume(exit)
          })
          return Fiber.interrupt(fiber)
        })
      )

  /** A request that waits for a free session learns nothing about the sessions in use. */
  const notSent = { wasSent: () => false }

  const mayDrop = Allowance.make({ max: 2 * options.maxConnections, pause: droppingPause, clock })

  /**
   * Notes when the session answered, and drops a session whose server takes no writes, so that the next one finds the
   * primary.
   */
  const observed = <A, E, R>(session: PgConnection.PgConnection, statement: Effect.Effect<A, E, R>) =>
    Effect.onExitPrimitive(statement, (exit) => {
      const state = Exit.isSuccess(exit)
        ? undefined
        : Option.getOrUndefined(Option.map(Exit.findErrorOption(exit), sqlState))
      if (Exit.isSuccess(exit) || state) answeredAt.set(session, clock.monotonicTimeNanosUnsafe())
      if (state === diskFull) disk.noted()
      return state === readOnlyTransaction && mayDrop() ? pool.invalidate(session) : undefined
    })

  const statementDone = (sql: string) => committed(bitsOf(sql))

  /** The same for the statements of a transaction, whose changes become visible when it commits. */
  const transactionDone = () => {
    let bits = 0
    return (sql: string) => {
      bits |= bitsOf(sql)
      if (sql !== "COMMIT") return
      committed(bits)
      bits = 0
    }
  }

  const connections = new WeakMap<PgConnection.PgConnection, SqlConnection.Connection>()

  /** Returns the connection over a session; it is made once. */
  const connectionOf = (session: PgConnection.PgConnection): SqlConnection.Connection => {
    const known = connections.get(session)
    if (known !== undefined) return known
    const connection = Session.make(session, statementDone)
    connections.set(session, connection)
    return connection
  }

  /** Runs a statement on a session that is not suspect, and calls `sent` before it is sent. */
  const borrow = <A, E, R>(
    statement: (connection: SqlConnection.Connection) => Effect.Effect<A, E, R>,
    sent: () => void
  ): Effect.Effect<A, E | SqlError, R> =>
    Effect.flatMap(
      pool.use((session): Effect.Effect<A | typeof retry, E, R> => {
        if (isSuspect(session)) return Effect.as(pool.invalidate(session), retry)
        sent()
        return observed(session, statement(connectionOf(session)))
      }),
      (result) => result === retry ? borrow(statement, sent) : Effect.succeed(result)
    )

  /** A session for several statements that is not suspect. */
  const healthy: typeof pool.get = Effect.flatMap(
    pool.get,
    (session) => isSuspect(session) ? Effect.andThen(pool.invalidate(session), healthy) : Effect.succeed(session)
  )

  /** A session for exclusive use, together with the object that identifies it in the pool and in `answeredAt`. */
  const pinned = Effect.flatMap(healthy, (session) => Effect.map(session.pin, (exclusive) => ({ session, exclusive })))

  const whileWaiting = <A, E, R>(acquire: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      use.waiting++
      return Effect.ensuring(acquire, Effect.sync(() => use.waiting--))
    })

  const borrower: SqlConnection.Borrower = (statement) =>
    Effect.suspend(() => {
      let wasSent = false
      use.waiting++
      const ran = shared.run((begun) =>
        borrow(statement, () => {
          wasSent = true
          use.waiting--
          use.used++
          begun()
        })
      )
      return bounded(ran, { wasSent: () => wasSent, ended: () => wasSent ? use.used-- : use.waiting-- })
    })

  const client = yield* SqlClient.make({
    driver: "pg",
    acquirer: Effect.map(
      bounded(healthy, notSent),
      (session) => Session.make(session, statementDone, (statement) => bounded(observed(session, statement)))
    ),
    borrower,
    transactionAcquirer: whileWaiting(
      Effect.andThen(bounded(shared.lease, notSent), bounded(pinned, notSent))
    ).pipe(
      Effect.tap(Effect.acquireRelease(Effect.sync(() => use.used++), () => Effect.sync(() => use.used--))),
      Effect.map(({ exclusive, session }) =>
        Session.make(
          exclusive,
          transactionDone(),
          (statement) => bounded(shared.runWithin(observed(session, statement)))
        )
      )
    ),
    compiler: PgClient.makeCompiler(),
    prepareTransactionControls: true,
    commit,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  FullDisk.remember(client, disk)
  return client
})
