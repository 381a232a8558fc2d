/**
 * Runs items that are submitted at the same time, and have the same batch key, as one batch. While as many batches as
 * may be are in flight, further items collect, and go with the next.
 *
 * Effect's `RequestResolver` does this too, with sets that it fills and empties again and again. The tables that such a
 * set leaves behind in Bun's engine point at the next ones, with all that was in them: so every request was kept until
 * the whole heap was collected (decision 0018).
 */
import { Clock, Context, Duration, Effect, Exit, type Fiber, type Tracer } from "effect"
import { type BatchName, batchSpan, counting, spanOf } from "./BatchTelemetry.ts"

/** An item of a batch, whose submitter waits for its result. Only the first result counts. */
export interface Entry<Item, Result, Failure> {
  readonly item: Item
  /** The span of the request that submitted it, where its trace is sent somewhere. */
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
 * batch; entries that it leaves get its failure. A batch for which nobody waits any more is interrupted.
 */
export const make = <Item, Result, Failure>(options: {
  /** The name of the batches in metrics and traces. */
  readonly name: BatchName
  readonly batchKey: (item: Item) => string
  readonly maxBatchSize: number
  readonly inFlight: InFlight
  readonly run: (entries: ReadonlyArray<Entry<Item, Result, Failure>>) => Effect.Effect<void, Failure>
  /**
   * Makes the context that a batch runs in, from the context of its first item. By default, the batch runs in that
   * context.
   */
  readonly contextOf?: (
    entries: ReadonlyArray<Entry<Item, Result, Failure>>,
    first: Context.Context<never>
  ) => Context.Context<never>
}): (item: Item, context: Context.Context<never>) => Effect.Effect<Result, Failure> => {
  type Collecting = Batch<Item, Result, Failure>

  const count = counting(options.name)

  /** Batches that take further entries. */
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

  /** The open batch with this key. */
  const batchFor = (key: string, context: Context.Context<never>): Collecting => {
    const found = open.find((batch) => batch.key === key)
    if (found !== undefined) return found
    const batch: Collecting = { key, entries: [], waiting: 0, hasStarted: false, fiber: undefined }
    open.push(batch)
    // Others that ask in this turn of the event loop join it.
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

/** Starts a batch, which calls `end` once it has ended. */
type Start = (end: () => void) => void

/** Items for which a second batch is worth its cost. */
export const manyItems = 8

export interface InFlightOptions {
  /** The batches that run at a time. */
  readonly max: number
  readonly maxWait: Duration.Duration
  /** The items that have to wait for a batch to start beside others; one, if not given. */
  readonly enough?: number
  /** The batches that run at a time in any case, also where some have run for `maxWait`. */
  readonly connections?: number
}

export interface InFlight {
  /**
   * Starts a batch as soon as there is room, and after `maxWait` in any case. Batches that wait start in their order.
   * `size` returns the items that the batch has so far.
   */
  readonly enqueue: (start: Start, size: () => number, clock: Clock.Clock) => void
  /**
   * An item was added to a batch, which may wait: starts one at the end of this turn of the event loop, if there is
   * room now.
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
  /** When it starts in any case, in milliseconds of the monotonic clock. */
  readonly until: number
}

const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/**
 * Makes a limit. A batch that has run for `maxWait` is held up, and counts no more; so no batch waits longer than
 * `maxWait` for slow ones, unless all connections are in use. It is plain code, because every batch passes it (decision
 * 0018).
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
  /** When a timer starts batches that wait, in milliseconds of the monotonic clock. */
  let timerAt = Number.POSITIVE_INFINITY

  /** Whether enough items wait for one more batch. */
  const isEnough = (): boolean => waiting.reduce((items, { size }) => items + size(), 0) >= enough

  /**
   * The milliseconds until there is room, if no batch ends before: until then as many as may run are younger than
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
   * Starts batches as far as there is room. One that ends while it is started calls this within the loop, which goes on
   * by itself.
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

  /** Starts waiting batches after `millis`, unless a timer does it before. */
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
