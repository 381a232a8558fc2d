/**
 * Runs items that are submitted at the same time, with the same batch key, as one batch. While the maximum of batches
 * is in flight, further items collect for the next one.
 *
 * Effect's `RequestResolver` does the same, with sets that it fills and empties. In Bun's engine each discarded table
 * of such a set points at the next one with its contents, so that every request stayed in memory until a full garbage
 * collection (decision 0018).
 */
import { Clock, Context, Duration, Effect, Exit, type Fiber, type Tracer } from "effect"
import { type BatchName, batchSpan, counting, spanOf } from "./BatchTelemetry.ts"

/** An item of a batch, whose submitter waits for its result. Only the first result counts. */
export interface Entry<Item, Result, Failure> {
  readonly item: Item
  /** The span of the request that submitted it, if its trace is exported. */
  readonly span: Tracer.AnySpan | undefined
  /** False once it has a result, or once its submitter has been interrupted. */
  readonly isWaiting: boolean
  readonly complete: (exit: Exit.Exit<Result, Failure>) => void
}

interface Batch<Item, Result, Failure> {
  readonly key: string
  readonly entries: Array<Entry<Item, Result, Failure>>
  /** How many entries are waiting. */
  waiting: number
  hasStarted: boolean
  fiber: Fiber.Fiber<void, Failure> | undefined
}

/**
 * Makes a function that submits an item, in the given context, and returns its result. `run` completes the entries of a
 * batch; entries that it does not complete get its failure. A batch is interrupted when nobody waits for it any more.
 */
export const make = <Item, Result, Failure>(options: {
  /** The name of the batches in metrics and traces. */
  readonly name: BatchName
  readonly batchKey: (item: Item) => string
  readonly maxBatchSize: number
  readonly inFlight: InFlight
  readonly run: (entries: ReadonlyArray<Entry<Item, Result, Failure>>) => Effect.Effect<void, Failure>
  /** Makes the context that a batch runs in, from the context of its first item. By default it is that context. */
  readonly contextOf?: (
    entries: ReadonlyArray<Entry<Item, Result, Failure>>,
    first: Context.Context<never>
  ) => Context.Context<never>
}): (item: Item, context: Context.Context<never>) => Effect.Effect<Result, Failure> => {
  type Collecting = Batch<Item, Result, Failure>

  const count = counting(options.name)

  /** Batches that still take entries. */
  const open: Array<Collecting> = []
  const close = (batch: Collecting) => {
    const at = open.indexOf(batch)
    if (at >= 0) open.splice(at, 1)
  }

  const runAll = ({ entries }: Collecting, context: Context.Context<never>): Effect.Effect<void, Failure> => {
    count(entries.length, context)
    return batchSpan(
      options.name,
      entries.length,
      entries.flatMap(({ span }) => span ?? []),
      context,
      options.run(entries)
    )
  }

  /** Runs a batch, unless nobody waits for it any more. */
  const start = (batch: Collecting, context: Context.Context<never>, end: () => void) => {
    close(batch)
    if (batch.waiting === 0) return end()
    batch.hasStarted = true
    const inContext = options.contextOf?.(batch.entries, context) ?? context
    batch.fiber = Effect.runForkWith(inContext)(Effect.suspend(() => runAll(batch, inContext)))
    batch.fiber.addObserver((exit) => {
      end()
      if (Exit.isFailure(exit)) { for (const { complete } of batch.entries) complete(Exit.failCause(exit.cause)) }
    })
  }

  /** Returns the open batch with this key, or opens one. */
  const batchFor = (key: string, context: Context.Context<never>): Collecting => {
    const found = open.find((batch) => batch.key === key)
    if (found !== undefined) return found
    const batch: Collecting = { key, entries: [], waiting: 0, hasStarted: false, fiber: undefined }
    open.push(batch)
    // Items that are submitted in this turn of the event loop join the batch.
    setImmediate(() =>
      options.inFlight.enqueue(
        (end) => start(batch, context, end),
        () => batch.waiting,
        Context.get(context, Clock.Clock)
      )
    )
    return batch
  }

  return (item, context) =>
    Effect.callback<Result, Failure>((resume) => {
      const batch = batchFor(options.batchKey(item), context)
      const entry = {
        item,
        span: spanOf(context),
        isWaiting: true,
        complete: (exit: Exit.Exit<Result, Failure>) => {
          if (!entry.isWaiting) return
          entry.isWaiting = false
          batch.waiting--
          resume(exit)
        }
      }
      batch.waiting++
      if (batch.entries.push(entry) === options.maxBatchSize) close(batch)
      options.inFlight.grown()
      return Effect.sync(() => {
        if (!entry.isWaiting) return
        entry.isWaiting = false
        if (!batch.hasStarted) batch.entries.splice(batch.entries.indexOf(entry), 1)
        if (--batch.waiting > 0) return
        close(batch)
        batch.fiber?.interruptUnsafe()
      })
    })
}

/** Starts a batch, and calls `end` when it has ended. */
type Start = (end: () => void) => void

/** From this many waiting items on, a second batch is worth its cost. */
export const manyItems = 8

export interface InFlightOptions {
  /** Batches that run at a time. */
  readonly max: number
  readonly maxWait: Duration.Duration
  /** Waiting items that are needed to start a batch beside a running one; 1 by default. */
  readonly enough?: number
  /** Batches that run at a time at the very most, including those that have run longer than `maxWait`. */
  readonly connections?: number
}

export interface InFlight {
  /**
   * Starts a batch as soon as there is room, and at the latest after `maxWait`. Waiting batches start in order. `size`
   * returns the current number of items in the batch.
   */
  readonly enqueue: (start: Start, size: () => number, clock: Clock.Clock) => void
  /**
   * Notes that a batch, which may be waiting, has got an item. Starts a batch at the end of this turn of the event loop
   * if there is room now.
   */
  readonly grown: () => void
}

/** A batch that runs. */
interface Turn {
  /** In milliseconds of the monotonic clock. */
  readonly started: number
}

/** A batch that waits for room. */
interface Waiting {
  readonly start: Start
  readonly size: () => number
  readonly clock: Clock.Clock
  /** The latest time to start it, in milliseconds of the monotonic clock. */
  readonly until: number
}

const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/**
 * Makes a limit of the batches in flight. A batch that has run for `maxWait` counts as held up, and no longer against
 * `max`; so slow batches delay no other by more than `maxWait`, unless all connections are in use. It is plain code
 * without effects, because every batch passes through it (decision 0018).
 */
export const inFlight = (
  { connections = Number.POSITIVE_INFINITY, enough = 1, max, maxWait }: InFlightOptions
): InFlight => {
  const waitMillis = Duration.toMillis(maxWait)
  /** The batches that run, the oldest first. */
  const running: Array<Turn> = []
  /** The batches that wait, the oldest first. */
  const waiting: Array<Waiting> = []
  let isStarting = false
  let willStart = false
  /** When a timer will start waiting batches, in milliseconds of the monotonic clock. */
  let timerAt = Number.POSITIVE_INFINITY

  /** Whether enough items wait for one more batch. */
  const isEnough = (): boolean => waiting.reduce((items, { size }) => items + size(), 0) >= enough

  /**
   * Returns the milliseconds until there is room, if no batch ends earlier: until then `max` batches are younger than
   * `maxWait`.
   */
  const untilRoom = (now: number): number => {
    const next = running.at(isEnough() ? -max : -1)
    return next === undefined ? 0 : next.started + waitMillis - now
  }

  const begin = (start: Start, now: number) => {
    const turn = { started: now }
    running.push(turn)
    start(() => {
      running.splice(running.indexOf(turn), 1)
      startWaiting()
    })
  }

  /**
   * Starts waiting batches while there is room. If a batch ends while it is being started, the nested call returns, and
   * the loop goes on.
   */
  const startWaiting = () => {
    if (isStarting) return
    isStarting = true
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const { clock, start, until } = next
        const now = millisOf(clock)
        const millis = running.length < connections ? Math.min(untilRoom(now), until - now) : Number.POSITIVE_INFINITY
        if (millis > 0) return wakeAfter(millis, now, clock)
        waiting.shift()
        begin(start, now)
      }
    } finally {
      isStarting = false
    }
  }

  /** Starts waiting batches after `millis`, unless a timer is set for an earlier time. */
  const wakeAfter = (millis: number, now: number, clock: Clock.Clock) => {
    const at = now + millis
    if (at >= timerAt) return
    timerAt = at
    Effect.runFork(Effect.andThen(
      clock.sleep(Duration.millis(millis)),
      Effect.sync(() => {
        if (timerAt === at) timerAt = Number.POSITIVE_INFINITY
        startWaiting()
      })
    ))
  }

  return {
    enqueue: (start, size, clock) => {
      waiting.push({ start, size, clock, until: millisOf(clock) + waitMillis })
      startWaiting()
    },
    grown: () => {
      const next = waiting[0]
      if (willStart || next === undefined || untilRoom(millisOf(next.clock)) > 0) return
      willStart = true
      setImmediate(() => {
        willStart = false
        startWaiting()
      })
    }
  }
}
