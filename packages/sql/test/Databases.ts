/**
 * The databases for tests: a Citus cluster if `TEST_CITUS_URL` is set, a PostgreSQL server if `TEST_DATABASE_URL` is,
 * else a server of this process. Every test gets an empty database with the current schema. With
 * `TEST_DATABASE=pglite`, or if no server can be started, it is PGlite.
 */
import * as Database from "@candor/sql/database/Database"
import type { Clients } from "@candor/sql/database/Clients"
import * as PgliteInstance from "@candor/sql/database/pglite/PgliteInstance"
import * as Repositories from "@candor/sql/Repositories"
import { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as CitusDatabases from "./CitusDatabases.ts"
import * as EmptyDatabases from "./EmptyDatabases.ts"
import * as OwnServer from "./OwnServer.ts"
import * as Prepared from "./Prepared.ts"
import * as ServerDatabases from "./ServerDatabases.ts"

export interface TestDatabase {
  readonly name: string
  /** Each build is a database for exclusive use, empty except for the current schema. */
  readonly layer: Layer.Layer<Clients, SqlError.SqlError>
  /**
   * A faster layer with the same result: its builds reuse one database and its sessions one after the other, until the
   * scope closes.
   */
  readonly reused?: Effect.Effect<Layer.Layer<Clients, SqlError.SqlError>, never, Scope.Scope>
}

export type ReusableDatabase = Required<TestDatabase>

/** The size in bytes of the log, which PGlite keeps in memory, after which a database is not reused. */
const maxLogBytes = 64 * 2 ** 20

/** Reused by the tests of this process, and ended with it: creating a PGlite takes longer than most tests. */
const pglites = EmptyDatabases.make(async () => {
  const database = await Prepared.inMemory()
  return {
    value: Database.over(PgliteInstance.of(database)),
    query: async (statement) => (await database.query<EmptyDatabases.Row>(statement)).rows,
    close: () => database.close()
  }
}, maxLogBytes)

export const pglite: ReusableDatabase = {
  name: "PGlite",
  layer: Layer.unwrap(pglites.use),
  reused: Effect.succeed(Layer.unwrap(pglites.use))
}

const named = process.env["TEST_DATABASE_URL"] || undefined

/** Whether tests run on PGlite alone. */
const isPglite = process.env["TEST_DATABASE"] === "pglite"

/** The URL of a server on which databases may be created and dropped; undefined if there is none. */
export const administration: string | undefined = isPglite
  ? undefined
  : named ?? Option.getOrUndefined(await OwnServer.start())

/** The timeout of statements allows for a busy machine. */
const options = { maxConnections: 10, statementTimeout: Duration.minutes(4) }
const clientsOf = (url: string) => Database.server({ url: Redacted.make(url), ...options })

/** Creates databases on servers, and their clients. */
interface Servers {
  readonly name: string
  readonly open: () => Promise<{ readonly url: string; readonly close: () => Promise<unknown> }>
  readonly clientsOf: (url: string) => Layer.Layer<Clients, SqlError.SqlError>
}

interface OnServer {
  readonly url: string
  /**
   * Its clients, whose sessions stay open between tests: a new session has to read the catalog and plan all statements
   * again.
   */
  readonly open: Layer.Layer<Clients>
}

/** Creates a database on a server. */
const onServer = ({ clientsOf, open }: Servers) => async (): Promise<EmptyDatabases.Used<OnServer>> => {
  const { close, url } = await open()
  const scope = Scope.makeUnsafe()
  const build = <A, E>(layer: Layer.Layer<A, E>) => Effect.runPromise(Scope.provide(Layer.build(layer), scope))
  // One session for emptying it: a new one would first read the whole catalog.
  const sql = Context.get(
    await build(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    SqlClient.SqlClient
  )
  // A session that a test has left open may hold locks: then the database is dropped, with all its sessions.
  await Effect.runPromise(sql.unsafe("SET lock_timeout = '5s'"))
  return {
    value: { url, open: Layer.succeedContext(await build(clientsOf(url))) },
    query: (statement) => Effect.runPromise(sql.unsafe<EmptyDatabases.Row>(statement)).then((rows) => [...rows]),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await close()
    }
  }
}

/** Makes layers of databases that tests reuse; each build of `layer` has sessions of its own. */
const layersOf = ({ clientsOf }: Servers, { use }: ReturnType<typeof EmptyDatabases.make<OnServer>>) => ({
  layer: Layer.unwrap(Effect.map(use, ({ url }) => clientsOf(url))),
  reused: Layer.unwrap(Effect.map(use, ({ open }) => open))
})

/** On a cluster nothing drops abandoned databases, so they are dropped with the scope. */
const cluster = (servers: Servers): ReusableDatabase => {
  const reused = Effect.acquireRelease(
    Effect.sync(() => EmptyDatabases.make(onServer(servers))),
    ({ close }) => Effect.promise(close)
  ).pipe(Effect.map((made) => layersOf(servers, made)))
  return {
    name: servers.name,
    layer: Layer.unwrap(Effect.map(reused, ({ layer }) => layer)),
    reused: Effect.map(reused, ({ reused }) => reused)
  }
}

/** Databases that the test files of this process reuse; the next test run drops them. */
const pooled = (administration: string, name: string, locale?: string) => {
  const servers = { name, open: () => ServerDatabases.open(administration, locale), clientsOf }
  const made = EmptyDatabases.make(onServer(servers))
  const { layer, reused } = layersOf(servers, made)
  return { close: made.close, database: { name, layer, reused: Effect.succeed(reused) } }
}

const onServers = administration === undefined ? undefined : pooled(administration, "PostgreSQL server")

/** Closes the databases that no test uses. A script would not end without it; the test runner ends anyway. */
export const closeIdle = async (): Promise<void> => {
  await pglites.close()
  await onServers?.close()
}

const undistributedDatabase = onServers?.database ?? pglite

/** Returns the database for tests. */
const database = (): ReusableDatabase => {
  const { clientsOf: distributed, coordinator, open } = CitusDatabases
  if (coordinator !== undefined)
    return cluster({
      name: "Citus",
      open: () => open(coordinator),
      clientsOf: (url) => distributed(url, options)
    })
  return undistributedDatabase
}

/** The databases for suites as a list: some suites need a server, and filter it. */
export const databases: ReadonlyArray<ReusableDatabase> = [database()]

/**
 * The same, but never a cluster: for what a cluster does not have, such as statements that serve several organizations,
 * and rows that are inserted although what they refer to is missing.
 */
export const undistributed: ReadonlyArray<ReusableDatabase> = [undistributedDatabase]

/**
 * The same, and a server's database in which only ASCII letters have two cases: for what must not depend on the locale.
 */
export const locales: ReadonlyArray<ReusableDatabase> = [
  ...databases,
  ...administration === undefined ? [] : [pooled(administration, "a PostgreSQL server with the locale C", "C").database]
]

/** Runs an effect with all repositories on an empty database of this kind. */
export const runOn =
  (database: TestDatabase) =>
  <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof Repositories.layer> | Clients>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, Layer.provideMerge(Repositories.layer, database.layer)))
