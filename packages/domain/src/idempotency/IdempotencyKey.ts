/** Idempotency keys: a client names a request, so that it can repeat the request without repeating its effect. */
import { Duration, Result, Schema } from "effect"
import type { ApiKeyId, OrganizationId } from "../Id.ts"
import { because } from "../IssueReason.ts"

/** The longest key, in characters. */
export const maxLength = 255

const pattern = new RegExp(`^[!-~]{1,${maxLength}}$`)

/** A key: visible ASCII characters (`VCHAR` of RFC 5234, appendix B.1). */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(pattern, {
    expected: `1 to ${maxLength} visible ASCII characters`,
    ...because("wrong_form"),
    toJsonSchema: () => ({ pattern: pattern.source })
  })
).pipe(Schema.brand("IdempotencyKey"))
export type IdempotencyKey = typeof IdempotencyKey.Type

/** How long a response is stored for its key. */
export const lifetime = Duration.hours(24)

/** A request with a key. Idempotency keys are separate for each API key. */
export interface KeyedRequest {
  readonly organization_id: OrganizationId
  readonly api_key_id: ApiKeyId
  readonly key: IdempotencyKey
  /** A digest of the method, the path and the body. */
  readonly fingerprint: Uint8Array
}

/** The stored response to a request. Its body is encrypted: neither the database nor an operator can read it. */
export interface KeptResponse {
  readonly status: number
  readonly content_type: string
  readonly body: Uint8Array
}

/** Another request with the same key is in progress. */
export class IdempotencyKeyInFlight
  extends Schema.TaggedError<IdempotencyKeyInFlight>()("IdempotencyKeyInFlight", {})
{}

/** The key was used with another method, path or body. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** Returns the stored response, or fails if it belongs to another request. */
export const replay = (
  kept: KeptResponse & Pick<KeyedRequest, "fingerprint">,
  { fingerprint }: Pick<KeyedRequest, "fingerprint">
): Result.Result<KeptResponse, IdempotencyKeyReused> =>
  isEqual(kept.fingerprint, fingerprint) ? Result.succeed(kept) : Result.fail(new IdempotencyKeyReused())
