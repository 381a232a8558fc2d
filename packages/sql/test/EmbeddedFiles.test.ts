/** The files of the embedded database while a backup copies them. */
import * as Database from "@candor/sql/database/Database"
import { EmbeddedFiles } from "@candor/sql/database/EmbeddedFiles"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { expect, test } from "bun:test"
import { Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import * as Prepared from "./Prepared.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => scratchFolder("copied")),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const turns = Effect.promise(async () => {
  for (let n = 0; n < 50; n++) await new Promise(setImmediate)
})

const names = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ name: string }>`SELECT name FROM noted ORDER BY name`)
const insert = (name: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO noted VALUES (${name})`)

const isNoted = (name: string) => Effect.map(names, (rows) => rows.some((row) => row.name === name))

for (const kind of [Prepared.defaultKind]) {
  test(`the copy of a database (${kind}) has what was committed until its last moment, and of an open transaction nothing`, () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const directory = yield* folder
      const copy = yield* folder
      yield* Effect.promise(() => Prepared.dataDirectory(directory, "unmigrated", kind))
      yield* Effect.provide(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const { copied, folder, isExclusive } = Option.getOrThrow(yield* EmbeddedFiles)
          const to = join(copy, basename(folder))
          yield* sql`CREATE TABLE noted (name text)`
          yield* insert("committed")
          const outside = yield* Effect.context<SqlClient.SqlClient>()
          yield* sql.withTransaction(Effect.gen(function*() {
            yield* insert("open")
            // PGlite has one session, that of the transaction.
            const fork = Effect.runForkWith(isExclusive ? yield* Effect.context<SqlClient.SqlClient>() : outside)
            const meanwhile = yield* copied({
              files: (isWanted) =>
                Effect.sync(() =>
                  cpSync(folder, to, {
                    recursive: true,
                    filter: (path) =>
                      ["", "pg_wal"].includes(relative(folder, path)) || isWanted(relative(folder, path))
                  })
                ),
              last: Effect.gen(function*() {
                const meanwhile = fork(insert("meanwhile"))
                if (isExclusive) yield* turns
                else yield* Fiber.join(meanwhile)
                expect(meanwhile.pollUnsafe() === undefined).toBe(isExclusive)
                return meanwhile
              }),
              add: (path, content) => Effect.sync(() => writeFileSync(join(to, path), content))
            })
            yield* Fiber.join(meanwhile)
          }))
          expect((yield* names).map(({ name }) => name)).toEqual(["committed", "meanwhile", "open"])
        }),
        Database.embedded(directory)
      )
      const has = (name: string) => Effect.provide(isNoted(name), Database.embedded(copy))
      expect([yield* has("committed"), yield* has("meanwhile"), yield* has("open")]).toEqual([
        true,
        kind === "embedded",
        false
      ])
    }))))
}
