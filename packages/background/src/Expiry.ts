/** Deletes what has expired: at the start of a process, and then at an interval. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Organizations } from "@candor/domain/organization/Organizations"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Effect, Layer } from "effect"
import { repeating } from "./Repeating.ts"

/** Merges of candidates become permanent: what undoing an old one needs is deleted. */
const merges = Effect.map(Candidates, ({ forgetMerges }) =>
  repeating("1 hour", "Merges of candidates could not be made permanent", forgetMerges))

const idempotencyKeys = Effect.map(IdempotencyKeys, ({ forget }) =>
  repeating("10 minutes", "Expired answers of idempotency keys could not be deleted", forget))

/** Deliveries that finished more than `keptDays` ago. */
const deliveries = Effect.map(Effect.all([Organizations, DeliveryQueue]), ([organizations, queue]) =>
  repeating("1 hour", "Old deliveries could not be deleted", Effect.flatMap(organizations.list, (all) =>
    Effect.forEach(all, ({ id }) => queue.forget(id), { discard: true }))))

export const layer = Layer.mergeAll(Layer.unwrap(merges), Layer.unwrap(idempotencyKeys), Layer.unwrap(deliveries))
