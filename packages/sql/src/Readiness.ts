/** Whether a process can work: whether its database answers. */
import { Duration, Effect, Fiber } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** How long the database may take to answer. */
const patience = Duration.seconds(1)

/**
 * Makes the question whether the database answers within a second; where it does not, the reason is
 * logged. However many ask, one query is under way at a time, and goes on by itself: a connection that
 * is being made cannot be interrupted.
 */
export const make: Effect.Effect<Effect.Effect<boolean>, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    let question: Fiber.Fiber<unknown, SqlError.SqlError> | undefined
    const ask = Effect.gen(function*() {
      question ??= yield* sql`SELECT 1`.pipe(
        Effect.ensuring(Effect.sync(() => question = undefined)),
        Effect.forkDetach
      )
      return yield* Fiber.join(question)
    })
    return ask.pipe(
      Effect.timeout(patience),
      Effect.as(true),
      Effect.catch((error) => Effect.as(Effect.logWarning("Not ready", error), false))
    )
  }
)
