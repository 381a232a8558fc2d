/** Creates and drops test databases on a PostgreSQL server. */
import * as MadeOnce from "@candor/process/MadeOnce"
import * as Database from "@candor/sql/database/Database"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, References } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** The output of migrations is of no interest in tests. */
const silently = Effect.provideService(References.MinimumLogLevel, "Warn")

/** Milliseconds after which a database that a killed test has left counts as abandoned. */
const keptMillis = 3_600_000

const prefix = "candor_test_"

/** The prefix of databases on which a process of the test runner has sessions until it ends. */
const processPrefix = "candor_process_"

/** Milliseconds within which the process that creates such a database has a session on it. */
const connectingMillis = 60_000

/** Makes a name with a time, in milliseconds since the Unix epoch. */
const named = (prefix: string, millis: number): string =>
  `${prefix}${millis}_${crypto.randomUUID().replaceAll("-", "")}`

/** Returns the name of a database that a test uses from this time on, in milliseconds since the Unix epoch. */
export const nameAt = (millis: number): string => named(prefix, millis)

/** Returns whether a database with this name is abandoned if it has no session. */
const isAbandoned = (name: string, now: number): boolean => {
  const [, kind, made] = /^(candor_(?:test|process)_)(\d{13})_[0-9a-f]{32}$/.exec(name) ?? []
  return made !== undefined && now - Number(made) > (kind === processPrefix ? connectingMillis : keptMillis)
}

/** Runs statements on a server as its administrator. */
const administer = <A>(administration: string, statements: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
  // A single connection: locks belong to a session.
  Effect.provide(statements, PgClient.layer({ url: Redacted.make(administration), maxConnections: 1 }))

/** Drops the abandoned databases on a server. */
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
      // Another run may be dropping it at the same time.
      yield* Effect.forEach(abandoned, ({ name }) => Effect.ignore(sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)))
    })
  )

/** Returns the URL of a database on the server of another one. */
const addressOf = (administration: string, name: string): string => {
  const url = new URL(administration)
  url.pathname = `/${name}`
  return url.href
}

let known: string | undefined

/** A hash of everything that a test database depends on: after any change, new ones are made. */
const version = (): string => known ??= MadeOnce.version(import.meta.path)

const templatePrefix = "candor_template_"

/** Otherwise the server's own analysis could run at any time, and plan a test's statements for empty tables. */
const withoutAutovacuum = `
  DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', one);
    END LOOP;
  END $$`

/**
 * Returns the name of a migrated template database; copying it takes a fifth of the time. It is made once for each
 * state of the sources, by one process at a time. Its comment contains the time of its last use in milliseconds, and
 * marks it as complete. Templates that were unused for an hour are dropped.
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

/** Creates the template database if necessary. */
export const prepare = (administration: string): Promise<string> => Effect.runPromise(onceForProcess(administration))

const run = (administration: string, statement: string) =>
  administer(administration, Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)))

/** Creates a migrated database, by default with the server's locale, and returns its name. */
const create = Effect.fnUntraced(function*(administration: string, prefix: string, locale?: string) {
  const from = yield* onceForProcess(administration, locale)
  const name = named(prefix, Date.now())
  // Copying files would end in two checkpoints of the whole server, which take several times as long.
  yield* run(administration, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY wal_log`)
  return name
})

const drop = (administration: string, name: string) => run(administration, `DROP DATABASE ${name} WITH (FORCE)`)

/** Creates a migrated database on a server, and returns its URL; it is dropped with the scope. */
export const serverUrl = (administration: string) =>
  Effect.acquireRelease(create(administration, prefix), (name) => Effect.orDie(drop(administration, name)))
    .pipe(
      Effect.map((name) => addressOf(administration, name))
    )

/**
 * Creates an empty, migrated database on a server for this process, by default with the server's locale. The next test
 * run drops it, unless it is closed.
 */
export const open = async (administration: string, locale?: string) => {
  const name = await Effect.runPromise(create(administration, processPrefix, locale))
  return { url: addressOf(administration, name), close: () => Effect.runPromise(drop(administration, name)) }
}
