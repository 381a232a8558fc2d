/** Webhooks: addresses to which Candor sends an organization's events. */
import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import type { Worker } from "../access/Actor.ts"
import { type Decision, decided, type DecisionContext, differences, type DomainEvent, unchanged } from "../Decision.ts"
import * as example from "../Example.ts"
import { WebhookId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { id, labelled, managed, nullable, required, time, version, without } from "../Field.ts"
import { absent, declare, Deleted } from "../Noun.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { spelled } from "../Spelling.ts"
import { orNull, shown, ShownWebAddress, text, WebAddress } from "../Text.ts"
import { overlapEnd, type SecretRotation } from "../SecretRotation.ts"
import { Timestamp } from "../Timestamp.ts"
import { type AddressPolicy, checkAddress, type PrivateAddress, type UnencryptedAddress } from "./WebhookAddress.ts"
import { eventFor, WebhookStatus, webhookStatus } from "./WebhookStatus.ts"
import { because } from "../IssueReason.ts"

const Url = WebAddress.check(
  Schema.makeFilter<string>((value) => {
    const url = URL.parse(value)
    return url === null || (url.username === "" && url.password === "" && url.hash === "")
  }, { expected: "an address without user, password and fragment", ...because("wrong_form"), toJsonSchema: () => ({}) })
)

/** The format of an event type filter in the OpenAPI document, which replaces it with the list of types. */
export const filterFormat = "event-filter"

/**
 * A filter, checked by its form only. The list of types depends on all nouns, including this one, so `EventFilter`
 * checks requests.
 */
const AnyFilter = Schema.String.check(
  Schema.isPattern(/^(\*|[a-z_]+\.([a-z_]+|\*))$/, {
    ...because("wrong_form"),
    toJsonSchema: () => ({ format: filterFormat })
  })
)

/** Makes the field `event_types` with this schema for its filters. */
export const eventTypes = <Filter extends Schema.Codec<string>>(filter: Filter) => {
  const filters = Schema.Array(filter).check(
    Schema.isMinLength(1, { expected: "at least 1 event type" }),
    Schema.isMaxLength(100, { expected: "at most 100 event types" })
  )
  return required(filters, Schema.optionalKey(filters), {
    description:
      "The event types that are sent: a type such as `job.published`, all types of a resource such as `job.*`, " +
      "or `*` for all",
    example: ["application.*", "job.published"],
    privacy: "kept"
  })
}

export const noun = declare({
  subject: "webhook",
  description: "An address to which the organization's events are sent",
  table: "webhook_endpoints",
  sees: "all",
  fields: {
    id: id(WebhookId),
    url: required(ShownWebAddress, Url, {
      description: "The https URL that messages are sent to: a public host, without user, password and fragment",
      example: "https://hooks.harbor-analytics.example/candor",
      privacy: "kept"
    }).pipe(labelled("URL", "URL", { spoken: ["URL", "URL"] })),
    description: nullable(shown(500, 0), orNull(text(500)), {
      description: "A description of the webhook; null if there is none",
      example: "Posts hires to the team chat",
      privacy: "kept"
    }),
    event_types: eventTypes(AnyFilter),
    status: required(WebhookStatus, spelled(WebhookStatus), {
      description: "Whether messages are sent to the webhook. Candor disables a webhook that fails for days",
      example: "enabled",
      privacy: "kept"
    }).pipe(without("create")),
    disabled_reason: managed(Schema.NullOr(Schema.String), {
      description: "Why Candor disabled the webhook; null if it has not",
      example: null,
      privacy: "kept"
    }),
    failing_since: time(
      Schema.NullOr(Timestamp),
      "Since when no attempt has succeeded; null if the last attempt succeeded",
      null
    ),
    secret: managed(Schema.String, {
      description: "The secret that signs messages (Standard Webhooks)",
      example: example.webhookSecret,
      privacy: "kept"
    }).pipe(without("json", "event")),
    previous_secret: managed(Schema.NullOr(Schema.String), {
      description: "The secret before it, which signs too until `previous_secret_expires_at`; null if there is none",
      example: null,
      privacy: "kept"
    }).pipe(without("json", "event")),
    previous_secret_expires_at: managed(Schema.NullOr(Timestamp), {
      description: "Until when messages are also signed with the previous secret; null if there is none",
      example: null,
      privacy: "kept"
    }),
    created_at: time(Timestamp, "When the webhook was created", example.time.webhookCreated),
    updated_at: time(Timestamp, "When the webhook was last changed", example.time.webhookCreated),
    version: version.pipe(without("event"))
  },
  events: {
    created: { summary: "A webhook was created" },
    updated: { summary: "A webhook was changed" },
    enabled: { summary: "A webhook was enabled" },
    disabled: {
      summary: "A webhook was disabled, by an administrator or because it failed for too long",
      example: { status: "disabled" }
    },
    secret_rotated: { summary: "A webhook got a new secret" },
    deleted: { summary: "A webhook was deleted", data: Deleted }
  }
})

/** A webhook as the interface shows it. Only the response to its creation shows the secret. */
export const Webhook = noun.json
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** A webhook with its secrets and its version, for decisions. */
export interface WebhookState extends Schema.Schema.Type<typeof noun.row> {}

/** A request for a new webhook. Without event types, it gets all events. */
export const WebhookDraft = noun.create
export interface WebhookDraft extends Schema.Schema.Type<typeof WebhookDraft> {}

/** A request to change a webhook: every field is optional. */
export const WebhookPatch = noun.update
export interface WebhookPatch extends Schema.Schema.Type<typeof WebhookPatch> {}

/** The most webhooks of an organization: each event creates a delivery to every webhook that subscribes to its type. */
export const maxWebhooks: Limit = { what: "webhooks of an organization", limit: 20 }

export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: Schema.String }) {}

/** The webhook is disabled, so nothing is sent to it. */
export class WebhookDisabled extends Schema.TaggedError<WebhookDisabled>()("WebhookDisabled", { id: Schema.String }) {}

/** An earlier rotation still overlaps. Another one would end the previous secret early. */
export class RotationUnderWay
  extends Schema.TaggedError<RotationUnderWay>()("RotationUnderWay", { until: Timestamp })
{}

/** The random bytes of a secret: the size of its hash (Standard Webhooks requires 24 to 64). */
export const secretBytes = 32

/** Returns the text of a secret (Standard Webhooks, "signature scheme"). */
export const secretText = (bytes: Uint8Array): string => `whsec_${Base64.encode(bytes)}`

/** Creates a webhook, which receives events from now on. */
export const create = (
  draft: WebhookDraft,
  secret: string,
  policy: AddressPolicy,
  { nextId, now }: DecisionContext
): Decision<WebhookState, UnencryptedAddress | PrivateAddress> =>
  Result.flatMap(checkAddress(draft.url, policy), () => {
    const webhook: WebhookState = {
      ...absent(noun),
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
    return decided(webhook, noun.event("created", webhook))
  })

/** Applies a patch to a webhook. An enabled webhook gets new events and its pending deliveries. */
export const update = (
  webhook: WebhookState,
  { status: requested = webhook.status, ...fields }: WebhookPatch,
  policy: AddressPolicy,
  { now }: DecisionContext
): Decision<WebhookState, UnencryptedAddress | PrivateAddress | TransitionRefused> =>
  Result.gen(function*() {
    const changes = differences(webhook, fields)
    if (changes.url !== undefined) yield* checkAddress(changes.url, policy)
    const rewritten = Object.keys(changes).length > 0
    const status = yield* webhookStatus.next(webhook.status, eventFor[requested])
    const moved = status !== webhook.status
    if (!rewritten && !moved) return yield* unchanged(webhook)
    const after: WebhookState = {
      ...webhook,
      ...changes,
      ...(moved ? { status, disabled_reason: null, failing_since: null } : {}),
      updated_at: now,
      version: webhook.version + 1
    }
    return yield* decided(
      after,
      ...(rewritten ? [noun.event("updated", after)] : []),
      ...(moved ? [noun.event(status, after)] : [])
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
    return decided(after, noun.event("disabled", after))
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
  return decided(after, noun.event("secret_rotated", after))
}

/** Returns the event of a webhook's deletion. */
export const deleted = (id: WebhookId): DomainEvent => noun.event("deleted", { id })

/** Returns the secrets that sign at a time, the present one first. */
export const signingSecrets = (
  webhook: Pick<WebhookState, "secret" | "previous_secret" | "previous_secret_expires_at">,
  now: Timestamp
): ReadonlyArray<string> => {
  const { previous_secret, previous_secret_expires_at: until, secret } = webhook
  return previous_secret !== null && until !== null && now < until ? [secret, previous_secret] : [secret]
}
