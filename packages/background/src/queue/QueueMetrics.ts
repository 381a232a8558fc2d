/** How the queues stand, as gauges: read from the database every ten seconds, by servers and workers. */
import * as ProfileWork from "@candor/sql/queue/ProfileWork"
import * as QueueStatus from "@candor/sql/queue/QueueStatus"
import { Effect, Layer, Metric, Schedule } from "effect"
import * as Unattended from "./Unattended.ts"

const gauges = {
  waiting: Metric.gauge("candor_queue_depth", { description: "Elements that wait, for their time or for a worker" }),
  due: Metric.gauge("candor_queue_due", { description: "Elements that are due and that nobody has taken" }),
  taken: Metric.gauge("candor_queue_taken", { description: "Elements that a worker has" }),
  oldest_due_seconds: Metric.gauge("candor_queue_oldest_due_age_seconds", {
    description: "How long the oldest element that is due has been so"
  }),
  dead_letters: Metric.gauge("candor_queue_dead_letters", { description: "Elements that used up their attempts" })
}

const nothing = { waiting: 0, due: 0, taken: 0, oldest_due_seconds: 0, dead_letters: 0 }

/** Reads how the queues stand and shows it; queues that were `seen` and have nothing any more are shown as empty. */
export const refresh = Effect.fnUntraced(function*(seen: Set<string>) {
  const all = yield* QueueStatus.all
  const statuses = new Map(all.map((status) => [status.queue, status]))
  for (const queue of statuses.keys()) seen.add(queue)
  for (const queue of seen) {
    const status = statuses.get(queue) ?? nothing
    for (const name of Object.keys(gauges) as Array<keyof typeof gauges>) {
      yield* Metric.update(Metric.withAttributes(gauges[name], { queue }), status[name])
    }
  }
  return all
})

export const layer = Layer.effectDiscard(Effect.suspend(() => {
  const seen = new Set<string>([ProfileWork.queue])
  const watch = Unattended.make()
  return refresh(seen).pipe(
    Effect.flatMap(watch),
    Effect.catchCause((cause) => Effect.logWarning("Could not read how the queues stand", cause)),
    Effect.repeat(Schedule.spaced("10 seconds")),
    Effect.forkScoped
  )
}))
