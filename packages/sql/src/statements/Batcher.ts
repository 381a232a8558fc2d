/**
 * Runs items that are submitted at the same time, with the same batch key, as one batch. While the maximum of batches
 * is in flight, further items collect for the next one.
 *
 * Effect's `RequestResolver` does this too, with sets that it fills and empties again and again. The tables that such a
 * set leaves behind in Bun's engine point at the next ones, with all that was in them: so every request was kept until
 * the whole heap was collected (decision 0018).
 *
 * Batches have metrics, for two additions each, and spans where traces are sent somewhere.
 */
import { Clock, Context, Duration, Effect, Exit, type Fiber, Metric, Tracer } from "effect"

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

const batches = Metric.counter("candor_batches_total", {
  description: "Batches of concurrent requests' items that were run, by what a batch does",
  incremental: true
})

const items = Metric.counter("candor_batch_items_total", {
  description: "Items of concurrent requests that were run in batches, by what a batch does",
  incremental: true
})

/** What a batch does: authenticates requests, reads rows, or saves changes. */
type BatchName = "admission" | "read" | "update"

/** The batches of a name that were run, and their items. */
interface Count {
  batches: number
  items: number
}

/** The counts of each registry, which lives as long as its server. */
const counts = new WeakMap<object, Map<BatchName, Count>>()

/** Shows a count when the metrics of the context are read. */
const show = (batch: BatchName, count: Count, context: Context.Context<never>) => {
  const register = (metric: typeof batches, value: () => number) =>
    Metric.registerUnsafe(Metric.withAttributes(metric, { batch }), context, {
      get: () => ({ count: value(), incremental: true }),
      update: () => {},
      modify: () => {}
    })
  register(batches, () => count.batches)
  register(items, () => count.items)
}

/** The count of all batches of a name, which the metrics of the context show. */
const countOf = (name: BatchName, context: Context.Context<never>): Count => {
  const registry = Context.get(context, Metric.MetricRegistry)
  const byName = counts.get(registry) ?? new Map<BatchName, Count>()
  counts.set(registry, byName)
  const known = byName.get(name)
  if (known !== undefined) return known
  const count = { batches: 0, items: 0 }
  byName.set(name, count)
  show(name, count, context)
  return count
}

/**
 * Makes a function that counts a batch by its size. All batches are counted in the metrics of the first one's context.
 */
const counting = (name: BatchName) => {
  let count: Count | undefined
  return (size: number, context: Context.Context<never>): void => {
    count ??= countOf(name, context)
    count.batches++
    count.items += size
  }
}

/** Returns the span that an item is submitted in; undefined where its trace is not sent anywhere. */
const spanOf = (context: Context.Context<never>): Tracer.AnySpan | undefined => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return span?.sampled ? span : undefined
}

/**
 * Links to a span by its ids: by itself, each span would keep those in memory that it is linked to, and these theirs.
 */
const linkTo = ({ sampled, spanId, traceId }: Tracer.AnySpan): Tracer.SpanLink => ({
  span: Tracer.externalSpan({ sampled, spanId, traceId }),
  attributes: {}
})

/** Leaves the trace of the request in whose context the batch runs. */
const withoutParent = <A, E>(run: Effect.Effect<A, E>, context: Context.Context<never>): Effect.Effect<A, E> =>
  Context.getOrUndefined(context, Tracer.ParentSpan) === undefined
    ? run
    : Effect.updateContext(run, Context.omit(Tracer.ParentSpan))

/**
 * Runs a batch of `size` items, of which these have spans. `context` is what it runs in. A batch of one item is a part
 * of that item's request. One of several requests belongs to none of them: it has a trace of its own, which they all
 * link to, and which links to the first of them.
 */
const batchSpan = <A, E>(
  name: string,
  size: number,
  spans: ReadonlyArray<Tracer.AnySpan>,
  context: Context.Context<never>,
  run: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const [first] = spans
  // The batch runs in the context of its first request, which may be recorded or not, and may have left it since.
  if (first === undefined) return withoutParent(run, context)
  if (size === 1) return Effect.withTracerEnabled(Effect.provideService(run, Tracer.ParentSpan, first), true)
  // One of them is enough to tell that it is sampled, and where to begin: all of them would be as many bytes again.
  const options = { root: true, links: [linkTo(first)], attributes: { "candor.batch.size": size } }
  const traced = Effect.useSpan(`batch ${name}`, options, (span) => {
    const link = [linkTo(span)]
    for (const one of spans) if (one._tag === "Span") one.addLinks(link)
    return Effect.provideService(run, Tracer.ParentSpan, span)
  })
  return Effect.withTracerEnabled(traced, true)
}
