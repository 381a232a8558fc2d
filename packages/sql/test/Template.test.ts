import * as Database from "@candor/sql/database/Database"
import * as PgliteInstance from "@candor/sql/database/PgliteInstance"
import { PrivateFiles } from "@candor/sql/database/PrivateFiles"
import * as Template from "@candor/sql/database/Template"
import * as DataSet from "@candor/sql/demo/DataSet"
import * as Shift from "@candor/sql/demo/Shift"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { PgTypes } from "@effect/sql-pg"
import { afterAll, expect, test } from "bun:test"
import { Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const directory = mkdtempSync(join(tmpdir(), "candor-template-"))
afterAll(() => rmSync(directory, { recursive: true }))
const folder = join(directory, "postgres")

test("a start that was killed while it unpacked leaves nothing that a later one, which says what it does, takes for the database", async () => {
  mkdirSync(`${folder}.new`)
  writeFileSync(join(`${folder}.new`, "left.conf"), "half of a file")
  const said: Array<string> = []
  const logger = Logger.make<unknown, void>(({ message }) => said.push(String(message)))
  await Effect.runPromise(Effect.provide(Template.unpack(folder), Logger.layer([logger])))
  expect(said).toEqual(["Creating the database, with the demo"])
  expect(readdirSync(directory).toSorted()).toEqual(["files", "postgres"])
  expect(existsSync(join(folder, "left.conf"))).toBe(false)
})

test("a database that is there stays as it is", async () => {
  const before = statSync(folder).ino
  await Effect.runPromise(Template.unpack(folder))
  expect(statSync(folder).ino).toBe(before)
})

// Red after a change of the demo, or where PGlite does not open it any more: `bun run template` makes the template anew.
test("the template has the demo of this version, which moves to another day with its indexes, no key and no queued work", async () => {
  const different = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Migrations.run
    const found: Array<string> = []
    const { contents, northwind, saltAndRye } = DataSet.make()
    const definitions = sql`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef`
    const before = yield* definitions
    yield* Shift.stored([northwind, saltAndRye].map(({ organizations }) => organizations[0]!.id), 40)
    if (!Bun.deepEquals(yield* definitions, before)) found.push("indexes")
    for (const table of Object.keys(northwind) as Array<keyof typeof northwind>) {
      const rows = Shift.rows<object>([...northwind[table], ...saltAndRye[table]], 40)
      const columns = sql.csv(Object.keys(rows[0]!).map((column) => sql`${sql(column)}`))
      const [difference] = yield* sql<{ readonly rows: number }>`
        WITH meant AS (SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql(table)}, ${PgTypes.jsonb(rows)})),
          stored AS (SELECT ${columns} FROM ${sql(table)})
        SELECT (SELECT count(*) FROM (TABLE meant EXCEPT ALL TABLE stored) missing)
          + (SELECT count(*) FROM (TABLE stored EXCEPT ALL TABLE meant) surplus) AS rows
      `
      if (difference!.rows > 0) found.push(`${table}: ${difference!.rows} rows`)
    }
    const files = yield* Effect.promise(() => Promise.all(contents.map(({ bytes, id, organization_id }) =>
      Bun.file(join(directory, "files", organization_id, id)).bytes().then((stored) => Bun.deepEquals(stored, new Uint8Array(bytes))))))
    if (files.length === 0 || files.includes(false)) found.push("files")
    const [others] = yield* sql<{ readonly keys: number; readonly queued: number; readonly events: number }>`
      SELECT (SELECT count(*) FROM api_keys) AS keys, (SELECT count(*) FROM queue) AS queued, (SELECT count(*) FROM events) AS events
    `
    return { found, ...others }
  })
  const pglite = await PgliteInstance.create({ fs: new PrivateFiles(folder) })
  const compared = await Effect.runPromise(Effect.provide(different, Database.over(PgliteInstance.of(pglite))))
  await pglite.close()
  expect(compared).toEqual({ found: [], keys: 0, queued: 0, events: 0 })
}, 20_000)
