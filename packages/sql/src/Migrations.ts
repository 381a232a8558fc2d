/** The schema's history, applied in order at start. Processes that start together wait for each other. */
import { Effect, Layer } from "effect"
import { Migrator } from "effect/sql"
import foundation from "./migrations/0001_foundation.ts"
import changeFeed from "./migrations/0002_change_feed.ts"
import queue from "./migrations/0003_queue.ts"
import webhooks from "./migrations/0004_webhooks.ts"
import leases from "./migrations/0006_leases.ts"
import profiles from "./migrations/0005_profiles.ts"
import webhookRotation from "./migrations/0007_webhook_rotation.ts"
import queueCleanup from "./migrations/0008_queue_cleanup.ts"
import receiverQueue from "./migrations/0012_receiver_queue.ts"

/** Applies what is missing, in one transaction that locks the table of what was applied. */
export const run = Migrator.make({})({
  loader: Migrator.fromRecord({
    "0001_foundation": foundation,
    "0002_change_feed": changeFeed,
    "0003_queue": queue,
    "0004_webhooks": webhooks,
    "0005_profiles": profiles,
    "0006_leases": leases,
    "0007_webhook_rotation": webhookRotation,
    "0008_queue_cleanup": queueCleanup,
    "0012_receiver_queue": receiverQueue
  }),
  table: "migrations"
})

/** Nothing that depends on this layer starts before the schema is current. */
export const layer = Layer.effectDiscard(
  Effect.tap(run, (applied) =>
    applied.length === 0
      ? Effect.void
      : Effect.logInfo("Migrated the database", { applied: applied.map(([id, name]) => `${id}_${name}`) }))
)
