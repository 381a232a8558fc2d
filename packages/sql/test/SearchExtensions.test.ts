/** A start on a server whose user may not create the extensions that the schema needs. */
import { administration } from "@candor/sql/testing/Databases"
import { nameAt } from "@candor/sql/testing/ServerDatabases"
import { PgClient } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Effect, Exit, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../src/database/Database.ts"
import * as Migrations from "../src/migrations/Migrations.ts"

const run = (url: string, statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  )

/** Addresses of a new database, for its administrator and for a role that may make tables and no extensions. */
const restricted = (administrator: string) =>
  Effect.gen(function*() {
    const name = nameAt(Date.now())
    const [ofAdministrator, ofRole] = [new URL(administrator), new URL(administrator)]
    ofAdministrator.pathname = ofRole.pathname = `/${name}`
    ofRole.username = ofRole.password = name
    yield* Effect.acquireRelease(
      run(administrator, [`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`, `CREATE DATABASE ${name}`]),
      () => Effect.orDie(run(administrator, [`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`]))
    )
    yield* run(ofAdministrator.href, [`GRANT ALL ON SCHEMA public TO ${name}`])
    return { ofAdministrator: ofAdministrator.href, ofRole: ofRole.href }
  })

for (const administrator of administration === undefined ? [] : [administration]) {
  test("a user who may not create extensions is told what an administrator has to run, and starts once that was done", () =>
    Effect.runPromise(
      Effect.scoped(Effect.gen(function*() {
        const { ofAdministrator, ofRole } = yield* restricted(administrator)
        const start = Effect.exit(
          Effect.provide(Migrations.run, Layer.fresh(Database.server({ url: Redacted.make(ofRole) })))
        )
        const refused = String(yield* start)
        expect(refused).toContain("permission denied to create extension")
        const statements: ReadonlyArray<string> = refused.match(/CREATE EXTENSION IF NOT EXISTS \w+;/g) ?? []
        expect(statements).toEqual(
          ["btree_gin", "btree_gist", "pg_trgm", "unaccent"].map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};`)
        )
        yield* run(ofAdministrator, statements)
        expect(Exit.isSuccess(yield* start)).toBe(true)
      })).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    ))
}
