/**
 * Metrics of batches, at a cost of two additions each, and spans of those whose traces are exported (decision 0018).
 */
import { Context, Effect, Metric, Tracer } from "effect"

const batches = Metric.counter("candor_batches_total", {
  description: "Batches of concurrent requests' items that were run, by what a batch does",
  incremental: true
})

const items = Metric.counter("candor_batch_items_total", {
  description: "Items of concurrent requests that were run in batches, by what a batch does",
  incremental: true
})

/** What a batch does: authenticates requests, reads rows, or saves changes. */
export type BatchName = "admission" | "read" | "update"

/** How many batches of a name ran, and how many items they had. */
interface Count {
  batches: number
  items: number
}

/** The counts by metric registry. A registry lives as long as its server. */
const counts = new WeakMap<object, Map<BatchName, Count>>()

/** Shows a count whenever the metrics of the context are read. */
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

/** Returns the count of all batches of a name, which the metrics of the context show. */
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
 * Makes a function that counts a batch of a given size. All batches count in the metrics of the first batch's context.
 */
export const counting = (name: BatchName) => {
  let count: Count | undefined
  return (size: number, context: Context.Context<never>): void => {
    count ??= countOf(name, context)
    count.batches++
    count.items += size
  }
}

/** Returns the current span of the submitter; undefined if its trace is not exported. */
export const spanOf = (context: Context.Context<never>): Tracer.AnySpan | undefined => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return span?.sampled ? span : undefined
}

/**
 * Links to a span by its ids. A link to the span itself would keep it in memory, with the spans that it links to in
 * turn.
 */
const linkTo = ({ sampled, spanId, traceId }: Tracer.AnySpan): Tracer.SpanLink => ({
  span: Tracer.externalSpan({ sampled, spanId, traceId }),
  attributes: {}
})

/** Runs an effect outside the trace of the request whose context it has. */
const withoutParent = <A, E>(run: Effect.Effect<A, E>, context: Context.Context<never>): Effect.Effect<A, E> =>
  Context.getOrUndefined(context, Tracer.ParentSpan) === undefined
    ? run
    : Effect.updateContext(run, Context.omit(Tracer.ParentSpan))

/**
 * Runs a batch of `size` items in `context`; `spans` are those of its items.
 *
 * A batch of one item is part of that item's request. A batch of several requests has a trace of its own: all their
 * spans link to it, and it links to the first of them.
 */
export const batchSpan = <A, E>(
  name: string,
  size: number,
  spans: ReadonlyArray<Tracer.AnySpan>,
  context: Context.Context<never>,
  run: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const [first] = spans
  // The batch runs in the context of its first request, whose trace may not be exported, or which may have left
  // already.
  if (first === undefined) return withoutParent(run, context)
  if (size === 1) return Effect.withTracerEnabled(Effect.provideService(run, Tracer.ParentSpan, first), true)
  // One link is enough to mark the trace as sampled and to find the requests. Links to all would double the bytes.
  const options = { root: true, links: [linkTo(first)], attributes: { "candor.batch.size": size } }
  const traced = Effect.useSpan(`batch ${name}`, options, (span) => {
    const link = [linkTo(span)]
    for (const one of spans) if (one._tag === "Span") one.addLinks(link)
    return Effect.provideService(run, Tracer.ParentSpan, span)
  })
  return Effect.withTracerEnabled(traced, true)
}
