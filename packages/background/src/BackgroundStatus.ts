/** The status of a process's background work, for readiness, log and metrics. */
import { Clock, Context, Effect } from "effect"

/**
 * Milliseconds without a poll after which waiting consumers count as stalled. They normally poll at least every few
 * seconds.
 */
export const stallMillis = 15_000

export interface BackgroundReport {
  /** Whether this process does background work, waits until the database takes writes, or leaves the work to others. */
  readonly work: "inside" | "waiting" | "none"
  readonly deliveries: "sent" | "paused"
  /** Queues whose due work no process has taken for over a minute. */
  readonly unattended: ReadonlyArray<string>
  /** Queues whose waiting consumers in this process have stopped polling. */
  readonly stalled: ReadonlyArray<string>
}

interface Progress {
  /** The number of consumers that wait for work, or for an acknowledgement to be stored. */
  waiting: number
  /** The time of the last poll, or of the start of waiting, in milliseconds. */
  since: number
}

export interface Status {
  readonly report: Effect.Effect<BackgroundReport>
  readonly setWork: (work: BackgroundReport["work"]) => Effect.Effect<void>
  readonly setDeliveries: (deliveries: BackgroundReport["deliveries"]) => Effect.Effect<void>
  readonly setUnattended: (queues: ReadonlyArray<string>) => Effect.Effect<void>
  readonly polled: (queue: string) => Effect.Effect<void>
  /** Changes the number of waiting consumers of a queue by `more`, which may be negative. */
  readonly waiting: (queue: string, more: number) => Effect.Effect<void>
}

export const make = (): Status => {
  let work: BackgroundReport["work"] = "none"
  let deliveries: BackgroundReport["deliveries"] = "sent"
  let unattended: ReadonlyArray<string> = []
  const progress = new Map<string, Progress>()
  const progressOf = (queue: string): Progress => {
    const found = progress.get(queue) ?? { waiting: 0, since: 0 }
    progress.set(queue, found)
    return found
  }
  return {
    report: Effect.map(Clock.currentTimeMillis, (now) => ({
      work,
      deliveries,
      unattended,
      stalled: [...progress].filter(([, { since, waiting }]) => waiting > 0 && now - since > stallMillis).map((
        [queue]
      ) => queue)
    })),
    setWork: (value) =>
      Effect.sync(() => {
        work = value
      }),
    setDeliveries: (value) =>
      Effect.sync(() => {
        deliveries = value
      }),
    setUnattended: (queues) =>
      Effect.sync(() => {
        unattended = queues
      }),
    polled: (queue) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        progressOf(queue).since = now
      }),
    waiting: (queue, more) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = progressOf(queue)
        // While no consumer waits, none polls.
        if (found.waiting === 0) found.since = now
        found.waiting += more
      })
  }
}

/** The status of this process. In tests, each worker has its own. */
export const BackgroundStatus = Context.Reference<Status>("@candor/background/BackgroundStatus", { defaultValue: make })
