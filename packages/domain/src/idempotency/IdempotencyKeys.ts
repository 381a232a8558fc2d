/** The port to stored idempotency keys and the responses to their requests. */
import { Context, type Effect, type Option } from "effect"
import type { IdempotencyKeyInFlight, IdempotencyKeyReused, KeptResponse, KeyedRequest } from "./IdempotencyKey.ts"

export class IdempotencyKeys extends Context.Service<IdempotencyKeys, {
  /**
   * Claims the key until the present transaction ends, and returns the stored response, if any. Fails immediately if
   * another transaction has claimed it.
   */
  readonly claim: (
    request: KeyedRequest
  ) => Effect.Effect<Option.Option<KeptResponse>, IdempotencyKeyInFlight | IdempotencyKeyReused>
  /** Stores the response to a request whose key is claimed, for `lifetime`. */
  readonly keep: (request: KeyedRequest, response: KeptResponse) => Effect.Effect<void>
  /** Deletes responses that are older than `lifetime`. */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/IdempotencyKeys") {}
