/** The database: the PostgreSQL server of `DATABASE_URL`, or else the embedded one of the data directory. */
import { Config, Context, Duration, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, SqlError } from "effect/sql"
import type { PgConnection } from "@effect/sql-pg"
import * as Client from "./Client.ts"
import { AuthenticationClient, type Clients, MigrationClient } from "./Clients.ts"
import { read } from "./ConnectionParameters.ts"
import { InvalidConnection, type Parameters } from "./ConnectionUri.ts"
import { connections, location, parameters, wait } from "./DatabaseSettings.ts"
import { find as findDistribution, setDistributed } from "./Distribution.ts"
import * as Embedded from "./Embedded.ts"
import * as OnlineBackup from "./embedded/OnlineBackup.ts"
import * as FullDisk from "./FullDisk.ts"
import { EmbeddedFiles } from "./EmbeddedFiles.ts"
import type { Sessions } from "./pglite/PgliteInstance.ts"
import * as Notifications from "./Notifications.ts"
import * as PasswordFile from "./PasswordFile.ts"
import * as Pooler from "./Pooler.ts"
import * as ServerHosts from "./ServerHosts.ts"
import { NotSafe } from "./ServerTls.ts"
import { causeOf, isUnavailable, messageOf } from "./SqlFailures.ts"
import * as Wakeups from "./Wakeups.ts"

export { location }

/** No connection can be made to the server. */
export class DatabaseUnreachable extends Schema.TaggedError<DatabaseUnreachable>()("DatabaseUnreachable", {
  cause: Schema.Defect()
}) {
  override get message() {
    return "Cannot use the database that DATABASE_URL names"
  }
}

/** Connections that only authentication uses. */
const authenticationConnections = 2

/** Connections of migrations, and of exports and imports of organizations. */
export const migrationConnections = 2

/** The time limit of a statement on the server. */
const defaultStatementTimeout = Duration.seconds(10)

/** The client gives up a statement this much later than the server. By then the server has gone silent. */
const silence = Duration.seconds(2)

/** Authentication waits only for its own rows, so a silent server is noticed sooner. */
const authenticationDeadline = Duration.seconds(5)

/** The server ends a transaction whose client is silent for this long, and so frees the locks that others wait for. */
const idleTransactionTimeout = Duration.seconds(10)

/** A statement that waits longer for another transaction's lock fails, and is retried without holding a connection. */
const lockTimeout = Duration.seconds(1)

/** A migration gives up sooner, so that the statements that wait behind its lock request still have time left. */
const migrationLockTimeout = Duration.millis(500)

const millis = (duration: Duration.Duration) => String(Duration.toMillis(duration))

type PoolOptions = Omit<Client.Options, "committed" | "disk">

/** The pools of a database. Without a pool of their own, authentication and migrations use the main one. */
interface Pools {
  readonly main: PoolOptions
  readonly authentication?: PoolOptions
  readonly migration?: PoolOptions
  /** The settings of the connection that listens for changes by other processes. */
  readonly server?: PgConnection.Config
  readonly isDistributed?: boolean
}

/** Makes the clients of a database, and the wake-ups for their changes. */
const clients = ({ authentication, isDistributed = false, main, migration, server }: Pools) =>
  Layer.effectContext(Effect.gen(function*() {
    const disk = yield* FullDisk.make
    const { committed, connect, service, wake } = Wakeups.make()
    const make = (options: PoolOptions) =>
      Effect.tap(
        Client.make({ ...options, committed, disk }),
        (client) => Effect.sync(() => isDistributed && setDistributed(client))
      )
    const client = yield* make(main)
    const other = (options: PoolOptions | undefined) => options === undefined ? Effect.succeed(client) : make(options)
    if (server !== undefined) connect(yield* Notifications.make({ config: server, heard: wake, sql: client }))
    return Context.make(SqlClient.SqlClient, client).pipe(
      Context.add(AuthenticationClient, yield* other(authentication)),
      Context.add(MigrationClient, yield* other(migration)),
      Context.add(Wakeups.Wakeups, service)
    )
  })).pipe(Layer.provide(Reactivity.layer))

/** The settings of every session. */
const settingsOf = (statementTimeout: Duration.Duration) => ({
  statement_timeout: millis(statementTimeout),
  lock_timeout: millis(lockTimeout),
  idle_in_transaction_session_timeout: millis(idleTransactionTimeout),
  // Compiling a statement, or starting parallel workers for it, takes longer than these statements run. All sessions
  // share those workers.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  // The statements are written for this level. Under a stricter default of the server, concurrent ones would fail.
  default_transaction_isolation: "read committed",
  // Hours, days and times of queues are counted in UTC, whatever the server's time zone.
  TimeZone: "UTC"
})

/** The address of a server, with the parameters of the environment. */
interface Address {
  readonly url: Redacted.Redacted
  readonly parameters?: Parameters
}

/** Returns the connection settings for an address. */
const networkOf = ({ parameters, url }: Address) => {
  const target = PasswordFile.applied(read(Redacted.value(url), parameters))
  return {
    ...ServerHosts.credentials(target),
    stream: ServerHosts.make(target),
    connectTimeout: ServerHosts.connectTimeout(target)
  }
}

/**
 * Clients of a PostgreSQL server, with pools that connect when they are first used. Throws `InvalidConnection` if the
 * address is not a valid one.
 */
export const server = (options: {
  readonly url: Redacted.Redacted
  /** Parameters for what the address leaves out. */
  readonly parameters?: Parameters
  /** How sessions are assigned, if there may be a pooler in front of the server. */
  readonly pooling?: Pooler.Pooling
  /** Whether the database is distributed by organization. */
  readonly isDistributed?: boolean
  readonly maxConnections?: number
  readonly statementTimeout?: Duration.Duration
}) => {
  const { isDistributed = false, maxConnections = 10, statementTimeout = defaultStatementTimeout } = options
  const network = {
    ...networkOf(options),
    // With transaction pooling, a server session may have the prepared statements of other clients.
    prepare: options.pooling !== "transaction"
  }
  const settings = settingsOf(statementTimeout)
  return clients({
    isDistributed,
    // With transaction pooling, sessions change with each transaction, so none of them can listen.
    ...(options.pooling === "transaction" ? {} : { server: { ...network, startupParameters: settings } }),
    main: {
      ...network,
      name: "main",
      maxConnections,
      maxPerOrganization: Math.ceil(maxConnections / 2),
      deadline: Duration.sum(statementTimeout, silence),
      startupParameters: settings
    },
    authentication: {
      ...network,
      name: "admission",
      maxConnections: authenticationConnections,
      maxPerOrganization: authenticationConnections,
      deadline: Duration.min(authenticationDeadline, Duration.sum(statementTimeout, silence)),
      // A crash of the server may lose the counts of the last half second (decision 0018).
      startupParameters: { ...settings, synchronous_commit: "off" }
    },
    migration: {
      ...network,
      name: "migration",
      maxConnections: migrationConnections,
      maxPerOrganization: migrationConnections,
      deadline: undefined,
      startupParameters: {
        ...settings,
        statement_timeout: "0",
        idle_in_transaction_session_timeout: "0",
        lock_timeout: millis(migrationLockTimeout)
      }
    }
  })
}

/** Makes clients of a PGlite in this process, which has one session and never goes silent. */
export const over = ({ connect, files }: Sessions) =>
  clients({
    main: {
      name: "main",
      stream: connect,
      username: "postgres",
      database: "postgres",
      minConnections: 1,
      maxConnections: 1,
      // One statement per organization waits for the session at a time, so that organizations take turns.
      maxPerOrganization: 1,
      deadline: undefined
    }
  }).pipe(Layer.merge(Layer.succeed(EmbeddedFiles, files)))

/** The files of the embedded server. */
const filesOf = (folder: string) =>
  Layer.effect(EmbeddedFiles, Effect.map(MigrationClient, (sql) => Option.some(OnlineBackup.make(folder, sql))))

/** Opens the database of a data directory with at most `maxConnections` connections. */
export const embedded = (
  directory: string,
  maxConnections?: number
): Layer.Layer<Clients, Embedded.CannotOpen | SqlError.SqlError> =>
  Layer.unwrap(Effect.map(Embedded.open(directory), (opened) =>
    opened.kind === "pglite"
      ? over(opened.sessions)
      : filesOf(opened.folder).pipe(
        Layer.provideMerge(
          server({ url: Redacted.make(opened.url), ...(maxConnections === undefined ? {} : { maxConnections }) })
        )
      )))

/** The pause between attempts to reach the server. */
const pause = Duration.seconds(2)

/**
 * Returns the failure if the server is away, so that waiting may help; undefined for others, such as a wrong password
 * or certificate.
 */
const awayOf = (error: unknown): SqlError.SqlError | undefined => {
  const cause = causeOf(error)
  const isAway = SqlError.isSqlError(cause) && isUnavailable(cause) &&
    !(cause.reason.cause instanceof NotSafe || cause.reason.cause instanceof InvalidConnection)
  return isAway ? cause : undefined
}

/** Retries an effect while the server is away, for `maxWait` at most, and logs every few seconds that it waits. */
const retried = (maxWait: Duration.Duration) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    // The defect of a transaction that cannot be rolled back any more.
    Effect.catchDefect((defect) => {
      const away = awayOf(defect)
      return away === undefined ? Effect.die(defect) : Effect.fail(away)
    }),
    Effect.tapError((error) => {
      const away = awayOf(error)
      return away !== undefined && Duration.toMillis(maxWait) > 0
        ? Effect.logWarning("The database does not answer yet", { reason: messageOf(away) })
        : Effect.void
    }),
    Effect.retry({
      while: (error) => awayOf(error) !== undefined,
      schedule: Schedule.max([Schedule.spaced(pause), Schedule.during(maxWait)])
    }),
    Effect.mapError((error) => awayOf(error) === undefined ? error : new DatabaseUnreachable({ cause: error }))
  )

type Failure = DatabaseUnreachable | Pooler.PoolerUnusable | Embedded.CannotOpen | SqlError.SqlError

const connected = <E>(maxWait: Config.Config<Duration.Duration> | Effect.Effect<Duration.Duration, E>) =>
  Layer.unwrap(Effect.gen(function*() {
    const { directory, url } = yield* location
    if (Option.isNone(url)) return embedded(directory, yield* connections)
    const address = { url: url.value, parameters: yield* parameters }
    const found = Effect.suspend(() => {
      const network = networkOf(address)
      return Effect.zip(Pooler.find(network, settingsOf(defaultStatementTimeout)), findDistribution(network))
    })
    const [pooling, isDistributed] = yield* found.pipe(retried(yield* maxWait))
    const outside: Layer.Layer<Clients, Failure> = server({
      ...address,
      maxConnections: yield* connections,
      pooling,
      isDistributed
    })
    return Layer.merge(outside, Layer.succeed(Pooler.CurrentPooling, pooling))
  }))

/** The database that the environment names, without migrating it. Fails at once if it does not answer. */
export const connection = connected(Effect.succeed(Duration.zero))

/** The same, but waits while the database is away, also during `start`, which runs on it. */
export const awaited = <A, E, R>(start: Effect.Effect<A, E, R>) =>
  Layer.effectDiscard(Effect.flatMap(wait, (maxWait) => retried(maxWait)(start))).pipe(
    Layer.provideMerge(connected(wait))
  )
