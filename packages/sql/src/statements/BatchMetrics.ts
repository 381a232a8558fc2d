/** Metrics of batches: how many run, and how many items they have. They are read when the metrics are, so that a batch pays two additions. */
import { Context, Metric } from "effect"

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

/** Makes a function that counts a batch of so many items. The metrics of the first batch's context show all of them. */
export const counting = (name: BatchName) => {
  let count: Count | undefined
  return (size: number, context: Context.Context<never>): void => {
    count ??= countOf(name, context)
    count.batches++
    count.items += size
  }
}
