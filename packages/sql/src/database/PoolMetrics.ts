/** Metrics of a connection pool. They are computed when they are read, so that a statement pays only two additions. */
import { Effect, Metric, type Scope } from "effect"

const gauges = {
  limit: Metric.gauge("candor_database_connections_limit", { description: "Connections that a pool may have" }),
  used: Metric.gauge("candor_database_connections_used", {
    description: "Connections of a pool that a statement or a transaction has"
  }),
  waiting: Metric.gauge("candor_database_statements_waiting", {
    description:
      "Statements and transactions that wait for a connection of a pool, or for their organization's share of it"
  })
}

const timeouts = Metric.counter("candor_database_timeouts_total", {
  description: "Statements that a pool's deadline ended, because the database did not answer in time",
  incremental: true
})

/** The pool: for requests and background work, for authentication, or for migrations. */
export type PoolName = "main" | "admission" | "migration"

/** The current use of a pool. */
export interface PoolUse {
  used: number
  waiting: number
  readonly timedOut: () => void
}

/** Shows the use of a pool until the scope closes. */
export const make = (pool: PoolName, limit: number): Effect.Effect<PoolUse, never, Scope.Scope> =>
  Effect.gen(function*() {
    const context = yield* Effect.context<never>()
    const timedOut = Metric.withAttributes(timeouts, { pool })
    timedOut.updateUnsafe(0, context)
    const use: PoolUse = { used: 0, waiting: 0, timedOut: () => timedOut.updateUnsafe(1, context) }
    const values = { limit: () => limit, used: () => use.used, waiting: () => use.waiting }
    for (const name of ["limit", "used", "waiting"] as const) {
      const registration = Metric.registerUnsafe(Metric.withAttributes(gauges[name], { pool }), context, {
        get: () => ({ value: values[name]() }),
        update: () => {},
        modify: () => {}
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => registration.remove()))
    }
    return use
  })
