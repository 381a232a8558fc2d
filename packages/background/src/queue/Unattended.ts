/** Reports queues whose due work no process takes. */
import type { QueueStatus } from "@candor/sql/queue/QueueStatus"
import { Clock, Effect, Metric } from "effect"
import { BackgroundStatus } from "../BackgroundStatus.ts"

/** Seconds for which work may be due before it counts as overdue. */
const maxDueSeconds = 60

/** The time after which the log repeats the warning, in milliseconds. */
const reminderMillis = 600_000

const gauge = Metric.gauge("candor_queue_unattended", {
  description: "1 if work has been due for over a minute and no process has taken any of the queue, else 0"
})

/** The queues whose work waits while an operator has paused deliveries. */
const deliveryQueues = new Set(["receivers", "deliveries", "mails"])

/**
 * Makes the function that checks the statuses of all queues, including empty ones, every ten seconds. A queue is
 * unattended if at two consecutive checks its oldest element was overdue and no element was in progress. One check is
 * not enough, because a process has no element for a moment between two of them.
 */
export const make = (): (statuses: ReadonlyArray<QueueStatus>) => Effect.Effect<void> => {
  let suspects = new Set<string>()
  let unattended: ReadonlyArray<QueueStatus> = []
  let warnedAt = 0
  return Effect.fnUntraced(function*(statuses) {
    const status = yield* BackgroundStatus
    const { deliveries } = yield* status.report
    const overdue = statuses.filter(({ oldest_due_seconds, queue, taken }) =>
      oldest_due_seconds > maxDueSeconds && taken === 0 && !(deliveries === "paused" && deliveryQueues.has(queue))
    )
    const before = unattended
    unattended = overdue.filter(({ queue }) => suspects.has(queue))
    suspects = new Set(overdue.map(({ queue }) => queue))
    yield* status.setUnattended(unattended.map(({ queue }) => queue))
    for (const { queue } of statuses) {
      const value = unattended.some((one) => one.queue === queue) ? 1 : 0
      yield* Metric.update(Metric.withAttributes(gauge, { queue }), value)
    }

    const now = yield* Clock.currentTimeMillis
    const isNew = unattended.some(({ queue }) => before.every((one) => one.queue !== queue))
    if (unattended.length === 0) {
      if (before.length > 0) yield* Effect.logInfo("Background work is done again")
    } else if (isNew || now - warnedAt >= reminderMillis) {
      warnedAt = now
      yield* Effect.logWarning(
        "Background work is due and no process does it. Run a worker (bun apps/worker/src/main.ts), or a server without CANDOR_WORKER=none"
      ).pipe(Effect.annotateLogs({
        queues: unattended.map(({ queue }) => queue).join(", "),
        oldest_due_seconds: Math.round(Math.max(...unattended.map(({ oldest_due_seconds }) => oldest_due_seconds)))
      }))
    }
  })
}
