/**
 * Runs items that are submitted at the same time, and have the same batch key, as one batch. While as many batches as may
 * be are in flight, further items collect, and go with the next.
 *
 * Effect's `RequestResolver` does this too, with sets that it fills and empties again and again. The tables that such a
 * set leaves behind in Bun's engine point at the next ones, with all that was in them: so every request was kept until
 * the whole heap was collected (decision 0020).
 */
import { Clock, Context, Effect, Exit, type Fiber, type Tracer } from "effect"
import { type BatchName, batchSpan, counting, spanOf } from "./BatchTelemetry.ts"
import type { InFlight } from "./InFlight.ts"

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
  /** Makes the context that a batch runs in from its first item's, which it is itself where nothing is given. */
  readonly contextOf?: (entries: ReadonlyArray<Entry<Item, Result, Failure>>, first: Context.Context<never>) => Context.Context<never>
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
    return batchSpan(options.name, entries.length, entries.flatMap(({ span }) => span ?? []), context, options.run(entries))
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
      if (Exit.isFailure(exit)) for (const { complete } of batch.entries) complete(Exit.failCause(exit.cause))
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
      options.inFlight.whenRoom((end) => start(batch, context, end), () => batch.waiting, Context.get(context, Clock.Clock)))
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
