/** Whether a process is ready to work: whether its database answers. */
import { Duration, Effect, Fiber, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as FullDisk from "./FullDisk.ts"

/** How long the database may take to respond. */
const maxWait = Duration.seconds(1)

/** What a responding database can do. */
export type Ability = "reads_and_writes" | "reads" | "reads_disk_full"

/**
 * Makes the readiness check: whether the database answers within a second, and whether it takes writes or its disk is
 * full. If it does not answer, the reason is logged. Concurrent checks share one query, which is not interrupted,
 * because a connection that is being opened cannot be.
 */
export const make: Effect.Effect<Effect.Effect<Option.Option<Ability>>, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    let question: Fiber.Fiber<Ability, SqlError.SqlError> | undefined
    // A standby is read-only as well.
    const query = sql<{ readonly able: Ability }>`
      SELECT CASE current_setting('transaction_read_only') WHEN 'on' THEN 'reads' ELSE 'reads_and_writes' END AS able
    `
    const ask = Effect.gen(function*() {
      const able = Effect.map(query, (rows) => rows[0]!.able)
      question ??= yield* Effect.zipWith(
        able,
        FullDisk.isFull(sql),
        (able, full): Ability => full ? "reads_disk_full" : able
      ).pipe(
        Effect.ensuring(Effect.sync(() => question = undefined)),
        Effect.forkDetach
      )
      return yield* Fiber.join(question)
    })
    return ask.pipe(
      Effect.timeout(maxWait),
      Effect.asSome,
      Effect.catch((error) => Effect.as(Effect.logWarning("Not ready", error), Option.none()))
    )
  }
)
