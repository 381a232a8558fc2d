/**
 * Tracks whether the disk of a database is full, by the failures of its statements. Then reads go on, and writes fail.
 */
import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** What a process knows about its database's disk. */
export interface FullDisk {
  /** Notes that a statement failed because the disk is full. Logs the first such failure. */
  readonly noted: () => void
  /** Returns whether the disk is full. If it was, and no write has failed for a while, tests whether there is room. */
  readonly ask: (sql: SqlClient.SqlClient) => Effect.Effect<boolean>
}

/** How long a failure counts: small writes may find room where larger ones do not. */
const memory = Duration.seconds(3)

const known = new WeakMap<SqlClient.SqlClient, FullDisk>()

/** Sets what is known about the disk of a client's database. */
export const remember = (sql: SqlClient.SqlClient, disk: FullDisk): void => {
  known.set(sql, disk)
}

/** Returns whether the disk of a client's database is full. */
export const isFull = (sql: SqlClient.SqlClient): Effect.Effect<boolean> =>
  known.get(sql)?.ask(sql) ?? Effect.succeed(false)

/**
 * Tests for room: sorts more rows than fit into the memory of a sort, so that PostgreSQL writes 3 MiB of temporary
 * files. Fails if there is no room.
 */
export const useRoom = (sql: SqlClient.SqlClient) =>
  sql.withTransaction(
    Effect.andThen(
      sql`SELECT set_config('work_mem', '64kB', true)`,
      sql`SELECT count(*) FROM generate_series(1, 100000)`
    )
  )

/** Makes the tracker of one database. */
export const make = Effect.gen(function*() {
  const clock = yield* Clock.Clock
  const log = Effect.runForkWith(yield* Effect.context<never>())
  let failedAt: number | undefined
  const disk: FullDisk = {
    noted: () => {
      if (failedAt === undefined)
        log(Effect.logError("The disk of the database is full: writes fail until there is room, reads are answered"))
      failedAt = clock.currentTimeMillisUnsafe()
    },
    ask: (sql) =>
      Effect.suspend(() => {
        if (failedAt === undefined) return Effect.succeed(false)
        if (clock.currentTimeMillisUnsafe() - failedAt < Duration.toMillis(memory)) return Effect.succeed(true)
        return useRoom(sql).pipe(
          Effect.andThen(Effect.logInfo("The disk of the database has room again")),
          Effect.andThen(Effect.sync(() => failedAt = undefined)),
          Effect.as(false),
          Effect.catchCause(() => Effect.succeed(true))
        )
      })
  }
  return disk
})
