/** The status of a process's background work, for readiness, log and metrics. */
import { Clock, Context, Effect } from "effect"

/**
 * Waiting consumers poll for work every few seconds at least. After this time without a poll they count as stalled, in
 * milliseconds.
 */
export const stallMillis = 15_000

export interface BackgroundReport {
  /** Whether this process does background work, or waits with it until the database takes writes. */
  readonly work: "inside" | "waiting" | "none"
  readonly deliveries: "sent" | "paused"
  /** Queues whose due work no process has taken for over a minute. */
  readonly unattended: ReadonlyArray<string>
  /** Queues whose waiting consumers in this process have stopped polling. */
  readonly stalled: ReadonlyArray<string>
}

interface Progress {
  /** The consumers that wait for work, or for an acknowledgement to be stored. */
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
  /** Adds to the number of waiting consumers of a queue; `more` may be negative. */
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
        // No consumer polls while none waits.
        if (found.waiting === 0) found.since = now
        found.waiting += more
      })
  }
}

/** The status of this process. Each worker of a test has its own. */
export const BackgroundStatus = Context.Reference<Status>("@candor/background/BackgroundStatus", { defaultValue: make })
