/** Webhooks: addresses to which Candor sends an organization's events. */
import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import type { Worker } from "../access/Actor.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import { EventFilter } from "../event/EventType.ts"
import * as example from "../Example.ts"
import { WebhookId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { spelled } from "../Spelling.ts"
import { orNull, shown, ShownWebAddress, text, WebAddress } from "../Text.ts"
import { overlapEnd, type SecretRotation } from "../SecretRotation.ts"
import { Timestamp } from "../Timestamp.ts"
import { type AddressPolicy, checkAddress, type PrivateAddress, type UnencryptedAddress } from "./WebhookAddress.ts"
import { eventFor, WebhookStatus, webhookStatus } from "./WebhookStatus.ts"

const Url = WebAddress.check(
  Schema.makeFilter<string>((value) => {
    const url = URL.parse(value)
    return url === null || (url.username === "" && url.password === "" && url.hash === "")
  }, { expected: "an address without user, password and fragment", toJsonSchema: () => ({}) })
)

const EventTypes = Schema.Array(EventFilter).check(
  Schema.isMinLength(1, { expected: "at least 1 event type" }),
  Schema.isMaxLength(100, { expected: "at most 100 event types" })
)

const url = described(
  "The https address that messages are sent to, on the Internet and without user, password and fragment",
  "https://hooks.harbor-analytics.example/candor"
)
const description = described("What the organization says of the webhook; null where nothing is", "Posts hires to the team chat")

/** A webhook as the interface shows it. Only the response to its creation shows the secret. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: ShownWebAddress.pipe(url),
  description: Schema.NullOr(shown(500, 0)).pipe(description),
  event_types: EventTypes.pipe(
    described(
      "The types of events that are sent: `job.published`, `job.*` for all of a noun, or `*` for all",
      ["application.*", "job.published"]
    )
  ),
  status: WebhookStatus,
  disabled_reason: Schema.NullOr(Schema.String).pipe(
    described("Why Candor disabled the webhook; null if it did not", null)
  ),
  failing_since: Schema.NullOr(Timestamp).pipe(
    described("The time since which no attempt has succeeded; null if the last one did", null)
  ),
  previous_secret_expires_at: Schema.NullOr(Timestamp).pipe(
    described("Until when messages are signed with the previous secret too; null if there is none", null)
  ),
  created_at: Timestamp.pipe(described("When the webhook was created", example.time.webhookCreated)),
  updated_at: Timestamp.pipe(described("When the webhook was last changed", example.time.webhookCreated))
}).pipe(named("Webhook", "An address that gets the organization's events"))
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** A webhook with its secrets and the version that decisions need. */
export interface WebhookState extends Webhook {
  readonly secret: string
  readonly previous_secret: string | null
  readonly version: number
}

/** A request for a new webhook. Without event types, it gets all events. */
export const WebhookDraft = Schema.Struct({
  url: Url.pipe(url),
  description: Schema.optionalKey(orNull(text(500))).pipe(description),
  event_types: Schema.optionalKey(Webhook.fields.event_types)
}).pipe(named("WebhookDraft", "A new webhook. Without `event_types` it gets all events"))
export interface WebhookDraft extends Schema.Schema.Type<typeof WebhookDraft> {}

/** A request to change a webhook: every field is optional. */
export const WebhookPatch = Schema.Struct({
  url: Schema.optionalKey(Url).pipe(url),
  description: Schema.optionalKey(orNull(text(500))).pipe(description),
  event_types: Schema.optionalKey(Webhook.fields.event_types),
  status: Schema.optionalKey(spelled(WebhookStatus))
}).pipe(named(
  "WebhookPatch",
  "Changes of a webhook. A field that is left out stays",
  { event_types: ["application.*"], status: "enabled" }
))
export interface WebhookPatch extends Schema.Schema.Type<typeof WebhookPatch> {}

/** Bounds the webhooks of an organization: each event makes a delivery to every webhook that subscribes to its type. */
export const maxWebhooks: Limit = { what: "webhooks of an organization", limit: 20 }

export class WebhookNotFound
  extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: Schema.String })
{}

/** The webhook is disabled, so nothing is sent to it. */
export class WebhookDisabled
  extends Schema.TaggedError<WebhookDisabled>()("WebhookDisabled", { id: Schema.String })
{}

/** An earlier rotation still overlaps: another one would end the previous secret before its time. */
export class RotationUnderWay
  extends Schema.TaggedError<RotationUnderWay>()("RotationUnderWay", { until: Timestamp })
{}

/** The random bytes of a secret: the size of its hash (Standard Webhooks requires 24 to 64). */
export const secretBytes = 32

/** Returns the text of a secret (Standard Webhooks, "signature scheme"). */
export const secretText = (bytes: Uint8Array): string => `whsec_${Base64.encode(bytes)}`

/** Creates a webhook, which gets events from now on. */
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

/** Applies a patch to a webhook. An enabled webhook gets new events and its pending deliveries. */
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

/** Disables a webhook because its receiver refused or failed for too long. */
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
 * Replaces a webhook's secret. The old one signs too during the overlap. Fails during an earlier overlap, unless the
 * request ends all old secrets at once (`overlap_hours` 0).
 */
export const rotateSecret = (
  webhook: WebhookState,
  rotation: SecretRotation,
  secret: string,
  { now }: DecisionContext
): Decision<WebhookState, RotationUnderWay> => {
  const until = webhook.previous_secret_expires_at
  const previous_secret_expires_at = overlapEnd(rotation, now)
  if (until !== null && now < until && previous_secret_expires_at !== null) {
    return Result.fail(new RotationUnderWay({ until }))
  }
  const after: WebhookState = {
    ...webhook,
    secret,
    previous_secret: previous_secret_expires_at === null ? null : webhook.secret,
    previous_secret_expires_at,
    updated_at: now,
    version: webhook.version + 1
  }
  return decided(after, event("webhook.secret_rotated", after))
}

/** The event of a webhook's deletion. */
export const deleted = (id: WebhookId): DomainEvent => ({ type: "webhook.deleted", subject_id: id, data: { id } })

/** Returns the secrets that sign at a time, the present one first. */
export const signingSecrets = (
  webhook: Pick<WebhookState, "secret" | "previous_secret" | "previous_secret_expires_at">,
  now: Timestamp
): ReadonlyArray<string> => {
  const { previous_secret, previous_secret_expires_at: until, secret } = webhook
  return previous_secret !== null && until !== null && now < until ? [secret, previous_secret] : [secret]
}

const statusEvents = { enabled: "webhook.enabled", disabled: "webhook.disabled" } as const

/** Makes an event with the fields that the interface shows; events contain no secret. */
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
