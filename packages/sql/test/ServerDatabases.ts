/** Databases on a PostgreSQL server: made for tests, and dropped. */
import * as MadeOnce from "@candor/process/MadeOnce"
import * as Database from "@candor/sql/database/Database"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, References } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** Nobody reads what migrations of test databases say. */
const silently = Effect.provideService(References.MinimumLogLevel, "Warn")

/** After this long, a database that a killed test left is nobody's. */
const keptMillis = 3_600_000

const prefix = "candor_test_"

/** Of databases that a process of the test runner has sessions on until it ends. */
const processPrefix = "candor_process_"

/** The process that makes such a database has a session on it after less than this long. */
const connectingMillis = 60_000

/** A name with the time, in milliseconds since the Unix epoch. */
const named = (prefix: string, millis: number): string =>
  `${prefix}${millis}_${crypto.randomUUID().replaceAll("-", "")}`

/** The name of a database that a test uses from this time on, in milliseconds since the Unix epoch. */
export const nameAt = (millis: number): string => named(prefix, millis)

/** Whether a name is that of a database which nobody uses who has no session on it. */
const isAbandoned = (name: string, now: number): boolean => {
  const [, kind, made] = /^(candor_(?:test|process)_)(\d{13})_[0-9a-f]{32}$/.exec(name) ?? []
  return made !== undefined && now - Number(made) > (kind === processPrefix ? connectingMillis : keptMillis)
}

/** Runs statements on a server as its administrator. */
const administer = <A>(administration: string, statements: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
  // One connection: locks belong to a session.
  Effect.provide(statements, PgClient.layer({ url: Redacted.make(administration), maxConnections: 1 }))

/** Drops the databases that nobody uses any more on a server. */
const sweep = (administration: string) =>
  administer(
    administration,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const found = yield* sql<{ name: string }>`
      SELECT d.datname AS name FROM pg_database d
      WHERE (starts_with(d.datname, ${prefix}) OR starts_with(d.datname, ${processPrefix})) AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)
    `
      const abandoned = found.filter(({ name }) => isAbandoned(name, Date.now()))
      // Another run may be about to drop it, or have done so.
      yield* Effect.forEach(abandoned, ({ name }) => Effect.ignore(sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)))
    })
  )

/** The address of a database on the server of another one. */
const addressOf = (administration: string, name: string): string => {
  const url = new URL(administration)
  url.pathname = `/${name}`
  return url.href
}

let known: string | undefined

/** The hash of all that a test database depends on: after a change of any, others are made. */
const version = (): string => known ??= MadeOnce.version(import.meta.path)

const templatePrefix = "candor_template_"

/**
 * Else the server's own analysis, at a time of its choice, would have a test's statements planned for tables without
 * rows.
 */
const withoutAutovacuum = `
  DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', one);
    END LOOP;
  END $$`

/**
 * Returns the name of a migrated database that others are copied from, which takes a fifth of the time. It is made once
 * for a state of the sources, by one process at a time; its comment says when it was last used, in milliseconds, and
 * that it is complete. Those that nobody used for an hour are dropped.
 */
const template = (administration: string, locale?: string) =>
  administer(
    administration,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const name = templatePrefix + version() + (locale === undefined ? "" : `_${locale.toLowerCase()}`)
      yield* sql`SELECT pg_advisory_lock(hashtext(${templatePrefix}))`
      const found = yield* sql<{ name: string; used: string | null }>`
      SELECT datname AS name, shobj_description(oid, 'pg_database') AS used FROM pg_database WHERE starts_with(datname, ${templatePrefix})`
      const isOld = (used: string | null) => Date.now() - Number(used) > keptMillis
      const others = found.filter((one) => one.name !== name && isOld(one.used))
      // Another process may be copying it.
      yield* Effect.forEach(others, (one) => Effect.ignore(sql.unsafe(`DROP DATABASE IF EXISTS ${one.name}`)))
      if (!found.some((one) => one.name === name && one.used !== null)) {
        yield* sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)
        yield* sql.unsafe(
          `CREATE DATABASE ${name} ${locale === undefined ? "" : `TEMPLATE template0 LOCALE '${locale}'`}`
        )
        const url = Redacted.make(addressOf(administration, name))
        const prepare = Effect.andThen(
          Migrations.run,
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(withoutAutovacuum))
        )
        yield* Effect.provide(Effect.orDie(prepare), Database.server({ url })).pipe(silently)
      }
      yield* sql.unsafe(`COMMENT ON DATABASE ${name} IS '${Date.now()}'`)
      yield* sql`SELECT pg_advisory_unlock(hashtext(${templatePrefix}))`
      return name
    })
  )

const prepared = new Map<string, Promise<string>>()

const onceForProcess = (administration: string, locale?: string) =>
  Effect.promise(() => {
    const key = `${administration} ${locale ?? ""}`
    const made = prepared.get(key) ??
      Effect.runPromise(Effect.andThen(sweep(administration), template(administration, locale)))
    prepared.set(key, made)
    return made
  })

/** Makes the database that others are copied from, where it is not there yet. */
export const prepare = (administration: string): Promise<string> => Effect.runPromise(onceForProcess(administration))

const run = (administration: string, statement: string) =>
  administer(administration, Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)))

/** Makes a migrated database, with the server's locale where none is given, and returns its name. */
const create = Effect.fnUntraced(function*(administration: string, prefix: string, locale?: string) {
  const from = yield* onceForProcess(administration, locale)
  const name = named(prefix, Date.now())
  // Copying files ends in two checkpoints of the whole server, which take several times as long.
  yield* run(administration, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY wal_log`)
  return name
})

const drop = (administration: string, name: string) => run(administration, `DROP DATABASE ${name} WITH (FORCE)`)

/** The address of a new, migrated database on a server; it is dropped with the scope. */
export const serverUrl = (administration: string, locale?: string) =>
  Effect.acquireRelease(create(administration, prefix, locale), (name) => Effect.orDie(drop(administration, name)))
    .pipe(
      Effect.map((name) => addressOf(administration, name))
    )

/** An empty, migrated database on a server for this process. The next run of tests drops it, where nobody closes it. */
export const open = async (administration: string) => {
  const name = await Effect.runPromise(create(administration, processPrefix))
  return { url: addressOf(administration, name), close: () => Effect.runPromise(drop(administration, name)) }
}
