/** Gauges of the queues. Servers and workers read them from the database every ten seconds. */
import * as ProfileWork from "@candor/sql/queue/ProfileWork"
import * as QueueStatus from "@candor/sql/queue/QueueStatus"
import { Effect, Layer, Metric, Schedule } from "effect"
import * as Unattended from "./Unattended.ts"

const gauges = {
  waiting: Metric.gauge("candor_queue_depth", { description: "Waiting elements, due and not yet due" }),
  due: Metric.gauge("candor_queue_due", { description: "Due elements that no worker has taken" }),
  taken: Metric.gauge("candor_queue_taken", { description: "Elements taken by a worker" }),
  oldest_due_seconds: Metric.gauge("candor_queue_oldest_due_age_seconds", {
    description: "Age of the oldest due element, from the time at which it was due"
  }),
  dead_letters: Metric.gauge("candor_queue_dead_letters", { description: "Elements that used up their attempts" })
}

const nothing = { waiting: 0, due: 0, taken: 0, oldest_due_seconds: 0, dead_letters: 0 }

/**
 * Updates the gauges from the database, and returns the state of each queue. A queue that is in `seen` and has no
 * elements now counts as empty.
 */
export const refresh = Effect.fnUntraced(function*(seen: Set<string>) {
  const found = new Map((yield* QueueStatus.all).map((status) => [status.queue, status]))
  for (const queue of found.keys()) seen.add(queue)
  const statuses = [...seen].map((queue): QueueStatus.QueueStatus => found.get(queue) ?? { queue, ...nothing })
  for (const status of statuses) {
    for (const name of Object.keys(gauges) as Array<keyof typeof gauges>) {
      yield* Metric.update(Metric.withAttributes(gauges[name], { queue: status.queue }), status[name])
    }
  }
  return statuses
})

export const layer = Layer.effectDiscard(Effect.suspend(() => {
  const seen = new Set<string>([ProfileWork.queue])
  const watch = Unattended.make()
  return refresh(seen).pipe(
    Effect.flatMap(watch),
    Effect.catchCause((cause) => Effect.logWarning("Could not read the status of the queues", cause)),
    Effect.repeat(Schedule.spaced("10 seconds")),
    Effect.forkScoped
  )
}))
