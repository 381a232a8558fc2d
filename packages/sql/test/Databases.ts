/**
 * The databases that tests run on: PGlite always, and a PostgreSQL server where one answers at
 * `TEST_DATABASE_URL`. Every test finds an empty one with the current schema.
 */
import * as Database from "@candor/sql/database/Database"
import type { Clients } from "@candor/sql/database/Clients"
import * as PgliteInstance from "@candor/sql/database/PgliteInstance"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Exit, Layer, Redacted, References, Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as EmptyDatabases from "./EmptyDatabases.ts"
import * as Prepared from "./Prepared.ts"

export interface TestDatabase {
  readonly name: string
  /** Every build is a database that nothing else uses, empty but for the current schema. */
  readonly layer: Layer.Layer<Clients, SqlError.SqlError>
}

export interface ReusableDatabase extends TestDatabase {
  /** A layer that is the same, and takes less time: its builds take turns on one database until the scope closes. */
  readonly reused: Effect.Effect<Layer.Layer<Clients, SqlError.SqlError>, never, Scope.Scope>
}

/** Nobody reads what migrations of test databases say. */
const silently = Effect.provideService(References.MinimumLogLevel, "Warn")

/** Used by one test after the other in this process, which ends them: a new PGlite takes longer than most tests. */
const pglites = EmptyDatabases.make(async () => {
  const database = await Prepared.inMemory()
  return {
    value: Database.over(PgliteInstance.of(database)),
    query: async (statement) => (await database.query<EmptyDatabases.Row>(statement)).rows,
    close: () => database.close()
  }
})

/** Closes the PGlites that no test uses, without which a script would not end; the test runner ends by itself. */
export const closeIdle = pglites.close

export const pglite: ReusableDatabase = {
  name: "PGlite",
  layer: Layer.unwrap(pglites.use),
  reused: Effect.succeed(Layer.unwrap(pglites.use))
}

/** A test that is killed leaves its database behind; after this long it is nobody's. */
const keptMillis = 3_600_000

const prefix = "candor_test_"

/** The name of a database that is made at this time, in milliseconds since the Unix epoch. */
export const nameAt = (millis: number): string => `${prefix}${millis}_${crypto.randomUUID().replaceAll("-", "")}`

/** Whether a name is that of a test's database which is older than any test. */
export const isAbandoned = (name: string, now: number): boolean => {
  const made = /^candor_test_(\d{13})_[0-9a-f]{32}$/.exec(name)?.[1]
  return made !== undefined && now - Number(made) > keptMillis
}

/** Runs statements on a server as its administrator. */
const administer = <A>(administration: string, statements: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
  // One connection: locks belong to a session.
  Effect.provide(statements, PgClient.layer({ url: Redacted.make(administration), maxConnections: 1 }))

/** Drops the databases that killed tests left on a server, but for those that are in use. */
export const sweep = (administration: string) =>
  administer(administration, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ name: string }>`
      SELECT d.datname AS name FROM pg_database d
      WHERE starts_with(d.datname, ${prefix}) AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)
    `
    const abandoned = found.filter(({ name }) => isAbandoned(name, Date.now()))
    // Another run may be about to drop it, or have done so.
    yield* Effect.forEach(abandoned, ({ name }) => Effect.ignore(sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)))
  }))

/** The address of a database on the server of another one. */
const addressOf = (administration: string, name: string): string => {
  const url = new URL(administration)
  url.pathname = `/${name}`
  return url.href
}

const templatePrefix = "candor_template_"

/**
 * Returns the name of a migrated database that others are copied from, which takes a fifth of the time. It is made once for
 * a state of the sources, by one process at a time; its comment says when it was last used, in milliseconds, and that it is
 * complete. Those that nobody used for an hour are dropped.
 */
const template = (administration: string) =>
  administer(administration, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const name = templatePrefix + Prepared.version()
    yield* sql`SELECT pg_advisory_lock(hashtext(${templatePrefix}))`
    const found = yield* sql<{ name: string; used: string | null }>`
      SELECT datname AS name, shobj_description(oid, 'pg_database') AS used FROM pg_database WHERE starts_with(datname, ${templatePrefix})`
    const isOld = (used: string | null) => Date.now() - Number(used) > keptMillis
    const others = found.filter((one) => one.name !== name && isOld(one.used))
    // Another process may be copying it.
    yield* Effect.forEach(others, (one) => Effect.ignore(sql.unsafe(`DROP DATABASE IF EXISTS ${one.name}`)))
    if (!found.some((one) => one.name === name && one.used !== null)) {
      yield* sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)
      yield* sql.unsafe(`CREATE DATABASE ${name}`)
      const url = Redacted.make(addressOf(administration, name))
      yield* Effect.provide(Effect.orDie(Migrations.run), Database.server({ url })).pipe(silently)
    }
    yield* sql.unsafe(`COMMENT ON DATABASE ${name} IS '${Date.now()}'`)
    yield* sql`SELECT pg_advisory_unlock(hashtext(${templatePrefix}))`
    return name
  }))

let prepared: Promise<string> | undefined

/** The address of a new, migrated database on a server; it is dropped with the scope. */
export const serverUrl = (administration: string) =>
  Effect.gen(function*() {
    const from = yield* Effect.promise(() =>
      prepared ??= Effect.runPromise(Effect.andThen(sweep(administration), template(administration))))
    const name = nameAt(Date.now())
    const run = (statement: string) =>
      administer(administration, Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)))
    yield* Effect.acquireRelease(
      // Copying files takes less than half the time of copying through the log.
      run(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`),
      () => Effect.orDie(run(`DROP DATABASE ${name} WITH (FORCE)`))
    )
    return addressOf(administration, name)
  })

/** `TEST_DATABASE_URL`, where it is set: a server on which databases may be made and dropped. */
export const administration: string | undefined = process.env["TEST_DATABASE_URL"]

const clientsOf = (url: string) => Database.server({ url: Redacted.make(url), maxConnections: 10 })

/** A database on a server, for as long as it is not closed. */
const onServer = (administration: string) => async (): Promise<EmptyDatabases.Used<Layer.Layer<Clients, SqlError.SqlError>>> => {
  const scope = Scope.makeUnsafe()
  const { sql, url } = await Effect.runPromise(Effect.gen(function*() {
    const url = yield* serverUrl(administration)
    // One session for all that empties it: a new one reads the whole catalog first.
    const session = yield* Layer.build(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
    return { url, sql: Context.get(session, SqlClient.SqlClient) }
  }).pipe(Scope.provide(scope)))
  return {
    value: clientsOf(url),
    query: (statement) => Effect.runPromise(sql.unsafe<EmptyDatabases.Row>(statement)).then((rows) => [...rows]),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const server = (administration: string): ReusableDatabase => ({
  name: "PostgreSQL server",
  layer: Layer.unwrap(Effect.map(serverUrl(administration), clientsOf)),
  reused: Effect.acquireRelease(
    Effect.sync(() => EmptyDatabases.make(onServer(administration))),
    ({ close }) => Effect.promise(close)
  ).pipe(Effect.map(({ use }) => Layer.unwrap(use)))
})

/** Every database that a suite runs on. */
export const databases: ReadonlyArray<ReusableDatabase> = administration === undefined
  ? [pglite]
  : [pglite, server(administration)]

/**
 * The database for tests of what is above `packages/sql`, where the kind of database makes no difference: the server's, where
 * there is one.
 */
export const oneDatabase: ReadonlyArray<ReusableDatabase> = databases.slice(-1)

/** Runs an effect with every repository over an empty database of this kind. */
export const runOn = (database: TestDatabase) =>
<A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof Repositories.layer> | Clients>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, Layer.provideMerge(Repositories.layer, database.layer)))
