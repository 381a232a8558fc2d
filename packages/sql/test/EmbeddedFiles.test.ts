/** The files of the embedded database while a backup copies them. */
import * as Database from "@candor/sql/database/Database"
import { EmbeddedFiles } from "@candor/sql/database/EmbeddedFiles"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { expect, test } from "bun:test"
import { Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
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

test("statements wait while the files are copied; the copy has what was committed before, and of an open transaction nothing", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const directory = yield* folder
    const copy = yield* folder
    yield* Effect.promise(() => Prepared.dataDirectory(directory, "unmigrated"))
    yield* Effect.provide(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { folder, paused } = Option.getOrThrow(yield* EmbeddedFiles)
        yield* sql`CREATE TABLE noted (name text)`
        yield* insert("committed")
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* insert("open")
          const waiting = yield* paused(Effect.gen(function*() {
            const waiting = yield* Effect.forkDetach(insert("waited"))
            yield* turns
            expect(waiting.pollUnsafe()).toBeUndefined()
            cpSync(folder, join(copy, "postgres"), { recursive: true })
            return waiting
          }))
          yield* Fiber.join(waiting)
        }))
        expect(yield* names).toEqual([{ name: "committed" }, { name: "open" }, { name: "waited" }])
      }),
      Database.embedded(directory)
    )
    expect(yield* Effect.provide(names, Database.embedded(copy))).toEqual([{ name: "committed" }])
  }))))
