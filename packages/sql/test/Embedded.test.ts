/** PGlite on a disk that fills up: it says so, refuses writes and answers reads, and takes writes when there is room. */
import { mayMount, smallDisk } from "@candor/process/testing/SmallDisk"
import { expect, test } from "bun:test"
import { Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../src/database/Database.ts"
import { isDiskFull, isUnavailable } from "../src/database/SqlFailures.ts"
import * as Prepared from "./Prepared.ts"

const disk = Effect.acquireRelease(Effect.sync(() => smallDisk(200)), ({ unmount }) => Effect.sync(unmount))

for (const small of mayMount ? [disk] : []) {
  test("on a full disk, writes fail for want of room, reads are answered, and writes go on when there is room", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { directory, empty, fill } = yield* small
      yield* Effect.promise(() => Prepared.dataDirectory(directory, "unmigrated", "pglite"))
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      yield* Effect.provide(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE row (id integer, filler text)`
          yield* sql`INSERT INTO row VALUES (0, 'kept')`
          const write = sql`INSERT INTO row SELECT 1, string_agg(md5(random()::text || n), '') FROM generate_series(1, 20000) n`
          const kept = sql<{ readonly id: number }>`SELECT id FROM row WHERE filler = 'kept'`
          for (const left of [64 * 2 ** 20 - 4096, 2 ** 20, 0]) {
            fill(left)
            for (const statement of [write, sql.withTransaction(Effect.andThen(kept, write))]) {
              const failure = yield* Effect.flip(statement)
              expect([isDiskFull(failure), isUnavailable(failure)]).toEqual([true, true])
              expect(yield* kept).toEqual([{ id: 0 }])
              expect(yield* sql.withTransaction(kept)).toEqual([{ id: 0 }])
            }
            empty()
            yield* write
          }
          // A transaction that began before goes on: there is room for it.
          yield* sql.withTransaction(Effect.andThen(Effect.andThen(write, Effect.sync(() => fill(50 * 2 ** 20))), write))
          expect(isDiskFull(yield* Effect.flip(write))).toBe(true)
          expect(lines.filter((line) => line.includes("once 64 MiB are free"))).toHaveLength(4)
          expect(lines.filter((line) => line.includes("has room again"))).toHaveLength(3)
        }),
        Database.embedded(directory)
      ).pipe(Effect.provide(Logger.layer([logger])))
    }))))
}
