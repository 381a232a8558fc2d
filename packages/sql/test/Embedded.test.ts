/** The embedded database on a disk that fills up: said at once, refused fast, and recovered when there is room. */
import { expect, test } from "bun:test"
import { Effect, Logger, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Database from "../src/database/Database.ts"
import { isUnavailable } from "../src/database/SqlFailures.ts"
import * as Prepared from "./Prepared.ts"

const run = (...command: ReadonlyArray<string>): boolean => Bun.spawnSync([...command]).success

/** A disk of its own, in memory; undefined where this user may not mount one. */
const smallDisk = Effect.acquireRelease(
  Effect.sync(() => {
    const directory = mkdtempSync(join(tmpdir(), "candor-disk-"))
    return { directory, mounted: run("mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", directory) }
  }),
  ({ directory, mounted }) =>
    Effect.sync(() => {
      if (mounted) run("umount", "-l", directory)
      rmSync(directory, { recursive: true, force: true })
    })
)

const mebibyte = 2 ** 20

/** Takes all but so many bytes of a disk. */
const fill = (directory: string, left: number) => {
  const { bavail, bsize } = statfsSync(directory)
  writeFileSync(join(directory, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - left)))
}

const mayMount = process.getuid?.() === 0 && run("sh", "-c", "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d")

if (!mayMount) console.log("Not run: a full disk is said, and recovered from. This user may not mount a disk.")

for (const disk of mayMount ? [smallDisk] : []) {
  test("a full disk is said, and recovered from", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { directory } = yield* disk
      yield* Effect.promise(() => Prepared.dataDirectory(directory, "unmigrated"))
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      yield* Effect.provide(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE row (id integer, filler text)`
          yield* sql`INSERT INTO row VALUES (0, 'kept')`
          const write = (id: number) => sql`
            INSERT INTO row SELECT ${id}, string_agg(md5(random()::text || n), '') FROM generate_series(1, 20000) n`
          fill(directory, 20 * mebibyte)
          let written = 0
          const failure = yield* Effect.flip(Effect.forever(Effect.tap(write(++written), () => Effect.sync(() => written++))))
          expect(isUnavailable(failure)).toBe(true)
          for (let again = 0; again < 5; again++) {
            expect(isUnavailable(yield* Effect.flip(sql`SELECT 1`))).toBe(true)
          }
          expect(lines.join("\n")).toMatch(/No space left on device/)
          expect(lines.join("\n")).toMatch(/The disk of the embedded database is full/)
          rmSync(join(directory, "ballast"))
          const rows = yield* Effect.retry(sql<{ id: number }>`SELECT id FROM row WHERE filler = 'kept'`,
            Schedule.max([Schedule.spaced("100 millis"), Schedule.during("2 minutes")]))
          expect(rows).toEqual([{ id: 0 }])
          yield* write(-1)
          expect(lines.join("\n")).toMatch(/open again/)
        }),
        Database.embedded(directory)
      ).pipe(Effect.provide(Logger.layer([logger])))
    }))))
}
