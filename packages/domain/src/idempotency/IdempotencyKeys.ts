/** The port to stored idempotency keys and the answers to their requests. */
import { Context, type Effect, type Option } from "effect"
import type { IdempotencyKeyInFlight, IdempotencyKeyReused, KeptAnswer, KeyedRequest } from "./IdempotencyKey.ts"

export class IdempotencyKeys extends Context.Service<IdempotencyKeys, {
  /**
   * Claims the key until the present transaction ends, and returns the kept answer if there is one. Fails at once if another
   * transaction has claimed it.
   */
  readonly claim: (
    request: KeyedRequest
  ) => Effect.Effect<Option.Option<KeptAnswer>, IdempotencyKeyInFlight | IdempotencyKeyReused>
  /** Keeps the answer to a request whose key is claimed, for `lifetime`. */
  readonly keep: (request: KeyedRequest, answer: KeptAnswer) => Effect.Effect<void>
  /** Deletes answers that are older than `lifetime`. */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/IdempotencyKeys") {}
