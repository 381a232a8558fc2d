/** Webhooks: addresses of an organization's own that are sent what happens, and what may become of them. */
import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import type { Worker } from "../access/Actor.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { EventFilter } from "../event/EventType.ts"
import { WebhookId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { text, WebAddress } from "../Text.ts"
import { later, Timestamp } from "../Timestamp.ts"
import { type AddressPolicy, checkAddress, type PrivateAddress, type UnencryptedAddress } from "./WebhookAddress.ts"
import { eventFor, WebhookStatus, webhookStatus } from "./WebhookStatus.ts"

const Url = WebAddress.check(
  Schema.makeFilter<string>((value) => {
    const url = URL.parse(value)
    return url === null || (url.username === "" && url.password === "" && url.hash === "")
  }, { expected: "an address without user, password and fragment" })
)

const EventTypes = Schema.Array(EventFilter).check(
  Schema.isMinLength(1, { expected: "at least 1 event type" }),
  Schema.isMaxLength(100, { expected: "at most 100 event types" })
)

/** A webhook as it is shown: its secret was shown when it was made, and is not again. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Url,
  description: Schema.NullOr(text(500)),
  event_types: EventTypes,
  status: WebhookStatus,
  /** Why it was disabled, where nobody asked for it. */
  disabled_reason: Schema.NullOr(Schema.String),
  /** Since when no attempt has succeeded; null where the last one did. */
  failing_since: Schema.NullOr(Timestamp),
  /** Until when the secret before the present one signs too. */
  previous_secret_expires_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Webhook" })
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** A webhook as decisions see it. */
export interface WebhookState extends Webhook {
  readonly secret: string
  readonly previous_secret: string | null
  readonly version: number
}

/** A wish for a new webhook; without event types it gets all. */
export const WebhookDraft = Schema.Struct({
  url: Url,
  description: Schema.optionalKey(Webhook.fields.description),
  event_types: Schema.optionalKey(EventTypes)
}).annotate({ identifier: "WebhookDraft" })
export interface WebhookDraft extends Schema.Schema.Type<typeof WebhookDraft> {}

/** A wish to change a webhook: every field is optional. */
export const WebhookPatch = Schema.Struct({
  url: Schema.optionalKey(Url),
  description: Schema.optionalKey(Webhook.fields.description),
  event_types: Schema.optionalKey(EventTypes),
  status: Schema.optionalKey(WebhookStatus)
}).annotate({ identifier: "WebhookPatch" })
export interface WebhookPatch extends Schema.Schema.Type<typeof WebhookPatch> {}

/** The most webhooks that an organization can have: each change makes a delivery for every one that asks for it. */
export const maxWebhooks: Limit = { what: "webhooks of an organization", limit: 20 }

/** Hours for which an old secret goes on signing when nothing is said. */
const defaultOverlap = 24

/** A wish for a new secret: for how many hours the old one signs too, so that receivers can change over. */
export const SecretRotation = Schema.Struct({
  overlap_hours: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 168 }, { expected: "an integer from 0 to 168" }))
  )
}).annotate({ identifier: "SecretRotation" })
export interface SecretRotation extends Schema.Schema.Type<typeof SecretRotation> {}

export class WebhookNotFound
  extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: Schema.String })
{}

/** A disabled webhook is sent nothing. */
export class WebhookDisabled
  extends Schema.TaggedError<WebhookDisabled>()("WebhookDisabled", { id: Schema.String })
{}

/** Only two secrets sign at a time: another rotation would end the one before the present one too early. */
export class RotationUnderWay
  extends Schema.TaggedError<RotationUnderWay>()("RotationUnderWay", { until: Timestamp })
{}

/** Bytes of randomness in a secret: the size of the hash that it keys (Standard Webhooks asks for 24 to 64). */
export const secretBytes = 32

/** The text of a secret (Standard Webhooks, "signature scheme"). */
export const secretText = (bytes: Uint8Array): string => `whsec_${Base64.encode(bytes)}`

/** A new webhook; it is sent what happens from now on. */
export const create = (
  draft: WebhookDraft,
  secret: string,
  policy: AddressPolicy,
  { nextId, now }: DecisionContext
): Decision<WebhookState, UnencryptedAddress | PrivateAddress> =>
  Result.flatMap(checkAddress(draft.url, policy), () => {
    const webhook: WebhookState = {
      description: null,
      event_types: ["*"],
      ...draft,
      id: WebhookId.make(nextId()),
      status: webhookStatus.initial,
      disabled_reason: null,
      failing_since: null,
      secret,
      previous_secret: null,
      previous_secret_expires_at: null,
      created_at: now,
      updated_at: now,
      version: 1
    }
    return decided(webhook, event("webhook.created", webhook))
  })

/** A webhook after a patch. Enabled again, it is sent what happens from then on, and what still waits. */
export const update = (
  webhook: WebhookState,
  patch: WebhookPatch,
  policy: AddressPolicy,
  { now }: DecisionContext
): Decision<WebhookState, UnencryptedAddress | PrivateAddress | TransitionRefused> =>
  Result.gen(function*() {
    if (patch.url !== undefined && patch.url !== webhook.url) yield* checkAddress(patch.url, policy)
    const { description = webhook.description, event_types = webhook.event_types, url = webhook.url } = patch
    const rewritten = description !== webhook.description || url !== webhook.url ||
      JSON.stringify(event_types) !== JSON.stringify(webhook.event_types)
    const status = yield* webhookStatus.next(webhook.status, eventFor[patch.status ?? webhook.status])
    const moved = status !== webhook.status
    if (!rewritten && !moved) return yield* unchanged(webhook)
    const after: WebhookState = {
      ...webhook,
      url,
      description,
      event_types,
      status,
      disabled_reason: moved ? null : webhook.disabled_reason,
      failing_since: moved ? null : webhook.failing_since,
      updated_at: now,
      version: webhook.version + 1
    }
    return yield* decided(
      after,
      ...(rewritten ? [event("webhook.updated", after)] : []),
      ...(moved ? [event(statusEvents[status], after)] : [])
    )
  })

/** A webhook that its receiver, or its long silence, has disabled. */
export const disable = (
  webhook: WebhookState,
  reason: string,
  { now }: DecisionContext<Worker>
): Decision<WebhookState, TransitionRefused> =>
  Result.flatMap(webhookStatus.next(webhook.status, "disable"), (status) => {
    if (status === webhook.status) return unchanged(webhook)
    const after: WebhookState = {
      ...webhook,
      status,
      disabled_reason: reason,
      updated_at: now,
      version: webhook.version + 1
    }
    return decided(after, event("webhook.disabled", after))
  })

/**
 * A webhook with a new secret, and for the overlap the old one beside it. While an earlier overlap runs,
 * what it promised is kept, unless all old secrets are to end at once.
 */
export const rotateSecret = (
  webhook: WebhookState,
  { overlap_hours = defaultOverlap }: SecretRotation,
  secret: string,
  { now }: DecisionContext
): Decision<WebhookState, RotationUnderWay> => {
  const until = webhook.previous_secret_expires_at
  if (until !== null && now < until && overlap_hours > 0) return Result.fail(new RotationUnderWay({ until }))
  const after: WebhookState = {
    ...webhook,
    secret,
    previous_secret: overlap_hours === 0 ? null : webhook.secret,
    previous_secret_expires_at: overlap_hours === 0 ? null : later(now, overlap_hours * 3_600_000),
    updated_at: now,
    version: webhook.version + 1
  }
  return decided(after, event("webhook.secret_rotated", after))
}

/** What is recorded of a webhook's deletion. */
export const deleted = (id: WebhookId): DomainEvent => ({ type: "webhook.deleted", subject_id: id, data: { id } })

/** The secrets that sign at a time, the present one first. */
export const signingSecrets = (
  webhook: Pick<WebhookState, "secret" | "previous_secret" | "previous_secret_expires_at">,
  now: Timestamp
): ReadonlyArray<string> => {
  const { previous_secret, previous_secret_expires_at: until, secret } = webhook
  return previous_secret !== null && until !== null && now < until ? [secret, previous_secret] : [secret]
}

const statusEvents = { enabled: "webhook.enabled", disabled: "webhook.disabled" } as const

/** Events tell all that is shown, and so no secret. */
const event = (type: DomainEvent["type"], webhook: WebhookState): DomainEvent => ({
  type,
  subject_id: webhook.id,
  data: {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    event_types: webhook.event_types,
    status: webhook.status,
    disabled_reason: webhook.disabled_reason,
    failing_since: webhook.failing_since,
    previous_secret_expires_at: webhook.previous_secret_expires_at,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at
  }
})
