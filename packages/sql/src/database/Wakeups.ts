/**
 * Wakes whatever waits for a change (decision 0014): in this process right after the commit, and in others by NOTIFY if
 * the database is a server. A wake-up can be missed, so waiters also poll after a pause.
 */
import { Context, Duration, Effect, Latch, type Scope } from "effect"

/**
 * The kind of a change: new work in the queue, events that wait for their sequence numbers or readers, or changed
 * careers boards.
 */
export type Topic = "work" | "events" | "boards"

/** All topics, in the order of their bits. */
const topics: ReadonlyArray<Topic> = ["work", "events", "boards"]

/** Matches statements that write data of careers boards. */
const ofBoards =
  /(?:INSERT INTO|UPDATE|DELETE FROM) "?(?:boards|board_logos|board_covers|departments|jobs|job_criteria|job_forms)\b/

const findBits = (statement: string): number =>
  (statement.includes("INTO queue") || statement.includes("UPDATE queue") ||
      statement.includes("attempts = attempts - 1")
    ? 1
    : 0) |
  (statement.includes("INTO events") ? 2 : 0) |
  (ofBoards.test(statement) ? 4 : 0)

/** The bits of statements by text: there are a few hundred texts, and to match one takes 5 µs. */
const known = new Map<string, number>()
const maxKnown = 500

/** Returns the topics that a statement writes, as bits, by its text. A needless wake-up costs one poll. */
export const bitsOf = (statement: string): number => {
  const found = known.get(statement)
  if (found !== undefined) return found
  const bits = findBits(statement)
  if (known.size >= maxKnown) known.clear()
  known.set(statement, bits)
  return bits
}

/** Pauses between polls without a wake-up. */
const pauses = {
  /** No other process can change the database. */
  alone: Duration.seconds(5),
  /** Notifications of other processes arrive, unless a process died between its commit and its notification. */
  heard: Duration.seconds(2),
  /** Notifications of other processes do not arrive, for instance behind a transaction pooler. */
  unheard: Duration.millis(750)
} as const

export interface Wakeups {
  /** Returns a latch that opens at each change of this topic, until the scope closes. */
  readonly subscribe: (topic: Topic) => Effect.Effect<Latch.Latch, never, Scope.Scope>
  /** Waits until the latch opens or the poll pause is over, but at most `max`. */
  readonly wait: (latch: Latch.Latch, max?: Duration.Duration) => Effect.Effect<void>
  /** Returns a function that counts the changes of this topic. A cache is valid as long as the count stays the same. */
  readonly changesOf: (topic: Topic) => Effect.Effect<() => number>
  /** Whether every change of another process opens the latches. */
  readonly hearsAll: () => boolean
}

/** The exchange of changes with other processes. */
export interface Others {
  /** Tells other processes of changed topics, as bits. */
  readonly tell: (bits: number) => void
  /** Begins to listen to them. */
  readonly listen: Effect.Effect<void>
  readonly areHeard: () => boolean
}

/**
 * Makes the wake-ups of a process, with the functions that open latches. At first it is alone, until it is connected to
 * others.
 */
export const make = () => {
  let others: Others | undefined
  const subscribed = topics.map(() => new Set<Latch.Latch>())
  const counts = topics.map(() => 0)
  /** Opens the latches of these topics, given as bits. */
  const wake = (bits: number): void => {
    for (const [index, latches] of subscribed.entries()) {
      if ((bits & (1 << index)) === 0) continue
      counts[index]!++
      for (const latch of latches) latch.openUnsafe()
    }
  }
  const listen = Effect.suspend(() => others === undefined ? Effect.void : others.listen)
  const pause = () => others === undefined ? pauses.alone : others.areHeard() ? pauses.heard : pauses.unheard
  const service: Wakeups = {
    subscribe: (topic) => {
      const latches = subscribed[topics.indexOf(topic)]!
      const subscribe = Effect.sync(() => {
        const latch = Latch.makeUnsafe(false)
        latches.add(latch)
        return latch
      })
      return Effect.tap(
        Effect.acquireRelease(subscribe, (latch) => Effect.sync(() => latches.delete(latch))),
        () => listen
      )
    },
    changesOf: (topic) => Effect.as(listen, () => counts[topics.indexOf(topic)]!),
    wait: (latch, max) =>
      Effect.suspend(() => {
        const longest = pause()
        return Effect.asVoid(
          Effect.timeoutOption(latch.await, max === undefined ? longest : Duration.min(max, longest))
        )
      }),
    hearsAll: () => others === undefined || others.areHeard()
  }
  return {
    service,
    wake,
    connect: (processes: Others): void => {
      others = processes
    },
    /** Notes that a statement or transaction has committed changes of these topics, given as bits. */
    committed: (bits: number): void => {
      if (bits === 0) return
      wake(bits)
      others?.tell(bits)
    }
  }
}

/** The wake-ups of the database's clients. */
export const Wakeups = Context.Reference<Wakeups>("@candor/sql/database/Wakeups", {
  defaultValue: () => make().service
})
