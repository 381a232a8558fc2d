/** What a process knows of its background work, for those who observe it: readiness, log and metrics. */
import { Clock, Context, Effect } from "effect"

/** Consumers that wait for work look for it every 250 ms; after this long without a look they stand still, in milliseconds. */
export const stallMillis = 15_000

export interface BackgroundReport {
  /** Whether this process does background work, or leaves it to others. */
  readonly work: "inside" | "none"
  readonly deliveries: "sent" | "paused"
  /** Queues with work that has been due for over a minute and that no process has taken. */
  readonly unattended: ReadonlyArray<string>
  /** Queues whose consumers in this process wait for work and have not looked for it lately. */
  readonly stalled: ReadonlyArray<string>
}

/** What the consumers of one queue do in this process. */
interface Progress {
  /** Consumers that wait for work or for the acknowledgement of work that they did. */
  waiting: number
  /** When the consumers last looked for work, or began to wait; in milliseconds. */
  since: number
}

export interface Status {
  readonly report: Effect.Effect<BackgroundReport>
  readonly setWork: (work: BackgroundReport["work"]) => Effect.Effect<void>
  readonly setDeliveries: (deliveries: BackgroundReport["deliveries"]) => Effect.Effect<void>
  readonly setUnattended: (queues: ReadonlyArray<string>) => Effect.Effect<void>
  /** Records that this process looks for work in a queue. */
  readonly polled: (queue: string) => Effect.Effect<void>
  /** Records that so many more consumers of a queue wait (or fewer, where negative). */
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
      stalled: [...progress].filter(([, { since, waiting }]) => waiting > 0 && now - since > stallMillis).map(([queue]) => queue)
    })),
    setWork: (value) => Effect.sync(() => {
      work = value
    }),
    setDeliveries: (value) => Effect.sync(() => {
      deliveries = value
    }),
    setUnattended: (queues) => Effect.sync(() => {
      unattended = queues
    }),
    polled: (queue) => Effect.map(Clock.currentTimeMillis, (now) => {
      progressOf(queue).since = now
    }),
    waiting: (queue, more) => Effect.map(Clock.currentTimeMillis, (now) => {
      const found = progressOf(queue)
      // The first that waits begins to look; until then nobody had to.
      if (found.waiting === 0) found.since = now
      found.waiting += more
    })
  }
}

/** The status of this process. Tests give each worker one of its own. */
export const BackgroundStatus = Context.Reference<Status>("@candor/background/BackgroundStatus", { defaultValue: make })
