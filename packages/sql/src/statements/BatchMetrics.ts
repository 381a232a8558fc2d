/** Metrics of batches: how many run, and how many items they have. */
import { type Context, Metric } from "effect"

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

const countersOf = (batch: BatchName) => ({
  batches: Metric.withAttributes(batches, { batch }),
  items: Metric.withAttributes(items, { batch })
})

const counters = { admission: countersOf("admission"), read: countersOf("read"), update: countersOf("update") }

/** Counts a batch of so many items. */
export const countBatch = (name: BatchName, size: number, context: Context.Context<never>): void => {
  counters[name].batches.updateUnsafe(1, context)
  counters[name].items.updateUnsafe(size, context)
}
