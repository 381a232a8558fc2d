/** Deletes responses of idempotency keys that have expired. */
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Effect, Layer } from "effect"
import { repeating } from "../Repeating.ts"

/** Deletes them every ten minutes. */
export const layer = Layer.unwrap(Effect.map(IdempotencyKeys, ({ forget }) =>
  repeating("10 minutes", "Expired answers of idempotency keys could not be deleted", forget)))
