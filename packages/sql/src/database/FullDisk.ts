/** Whether the disk of a database is full, as far as its statements told: reads go on then, and writes fail. */
import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** What a process knows of the disk of its database. */
export interface FullDisk {
  /** Notes that a statement failed for want of room; logged where it is news. */
  readonly noted: () => void
  /** Whether the disk is full. Looks for room where it was, and no write failed for a while. */
  readonly ask: (sql: SqlClient.SqlClient) => Effect.Effect<boolean>
}

/** Small writes may find room where larger ones do not: a failure counts for this long. */
const memory = Duration.seconds(3)

const known = new WeakMap<SqlClient.SqlClient, FullDisk>()

/** Remembers what is known of the disk of a client's database. */
export const remember = (sql: SqlClient.SqlClient, disk: FullDisk): void => {
  known.set(sql, disk)
}

/** Whether the disk of a client's database is full. */
export const isFull = (sql: SqlClient.SqlClient): Effect.Effect<boolean> =>
  known.get(sql)?.ask(sql) ?? Effect.succeed(false)

/**
 * Sorts more rows than the memory of a sort has, so that PostgreSQL writes 3 MiB into files that it removes. Fails
 * where there is no room.
 */
export const useRoom = (sql: SqlClient.SqlClient) =>
  sql.withTransaction(
    Effect.andThen(
      sql`SELECT set_config('work_mem', '64kB', true)`,
      sql`SELECT count(*) FROM generate_series(1, 100000)`
    )
  )

/** Makes what a process knows of the disk of its database. */
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
