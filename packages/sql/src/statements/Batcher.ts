/**
 * Runs items that are submitted at the same time, and have the same batch key, as one batch. While as many batches as
 * may be are in flight, further items collect, and go with the next.
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
